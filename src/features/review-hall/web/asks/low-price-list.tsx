import { lazy, Suspense, useState } from 'react'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { ActionBar } from '#web/kit/action-bar.tsx'
import { StatusTag, type Tone } from '#web/kit/status-tag.tsx'
import { useAction } from '#web/use-call.ts'
import { type LowPrices, waiveLowPrice } from '../../contract/low-price.ts'
import { AskKind, LowPriceStatus } from '#features/evaluation/rules/enums.ts'
import { hitInWords } from '#features/evaluation/rules/low-price.ts'
import type { Project } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'

const AskForm = lazy(() => import('./ask-form.tsx').then((m) => ({ default: m.AskForm })))

type Row = LowPrices['rows'][number]
const S = LowPriceStatus.values

/** Abnormally low prices with their figures; the committee asks for an explanation or notes why it needs none. */
export function LowPriceList({ project, prices }: { project: Project; prices: LowPrices }) {
  const { projectId } = useReviewAddress()
  const [asked, setAsked] = useState<Row | null>(null)
  const waive = useAction(waiveLowPrice, { success: '已记录' })
  if (prices.rows.length === 0) return null
  const act = (row: Row, action: string) => {
    if (action === 'ask') return setAsked(row)
    askText({
      title: `${row.supplierName}的报价无需说明`,
      label: '理由',
      hint: '经评标委员会集体研究后记录，记录后不能修改，并写入评审报告。',
      least: 5,
      most: 1000,
      run: (reason) => waive.run({ params: { projectId, bidderId: row.bidderId }, body: { reason } }),
    })
  }
  return (
    <section aria-label="异常低价">
      <h2 className="rv-h2 kb-below-8">
        异常低价
        <small>处理完毕后方可汇总评审；不得未经说明和表决仅因报价低而否决投标</small>
      </h2>
      <p className="kb-hint kb-below-12">{prices.sentence}</p>
      {prices.rows.map((row) => (
        <article key={row.bidderId} className="rv-card kb-panel kb-box-16" aria-label={row.supplierName}>
          <header className="kb-row kb-tight kb-wrap">
            <h3>
              {row.no}. {row.supplierName}
            </h3>
            <StatusTag label={row.statusLabel} tone={toneOf(row.status)} />
            <span className="kb-size-13 kb-push kb-soft">评审报价 {formatAmount(row.price)} 元</span>
          </header>
          {row.hits.map((hit) => (
            <p key={hit.against} className="kb-above-8 kb-below-8 kb-pre kb-break">
              报价{hitInWords(hit)}
            </p>
          ))}
          {row.waiver && (
            <p className="kb-hint">
              无需说明的理由：{row.waiver.reason}（{formatTime(row.waiver.at)}）
            </p>
          )}
          {WORDS[row.status] && <p className="kb-hint">{WORDS[row.status]}</p>}
          {row.actions.length > 0 && (
            <ActionBar actions={row.actions} onAction={(action) => act(row, action)} size="small" />
          )}
        </article>
      ))}
      {asked && (
        <Suspense fallback={null}>
          <AskForm
            project={project}
            first={{
              bidderIds: [asked.bidderId],
              kind: AskKind.values.lowPrice,
              title: '报价合理性说明',
              content: asked.question,
            }}
            leastMinutes={prices.leastMinutes}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** What comes next, where the card itself does not show it. */
const WORDS: Readonly<Record<number, string>> = {
  [S.drafted]: '要求说明的询标已起草，由组长发出。',
  [S.waiting]: '已要求说明，见下方询标。',
  [S.voting]: '说明期限已到或投标人已说明，请全体评委在评审页的“表决”中表决是否接受。',
}

function toneOf(status: number): Tone {
  if (status === S.open) return 'danger'
  if (status === S.rejected) return 'danger'
  if (status === S.accepted || status === S.waived) return 'success'
  return status === S.drafted ? 'warning' : 'active'
}
