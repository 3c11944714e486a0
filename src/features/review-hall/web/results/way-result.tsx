import { Fragment, useState } from 'react'
import { formatAmount } from '#contract/money.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState, Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { Aggregation, ItemKind } from '#features/evaluation/rules/enums.ts'
import { partWords } from '#features/evaluation/rules/part-score.ts'
import type { WayResult } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'
import { Derivation } from './derivation.tsx'
import { ItemMatrix } from './item-matrix.tsx'
import { ScrollBox } from './scroll-box.tsx'
import '../results.css'

type Row = WayResult['bidders'][number]

/** The result of a summed-up way: every bidder with all reviewers side by side, and how the result came about. */
export function WayResultView({ wayId, first }: { wayId: string; first?: string | undefined }) {
  const { projectId, reads } = useReviewAddress()
  // Of many bidders the single marks come one bidder at a time: with the first come everybody's totals.
  const query = useCall(reads.wayBidders, { params: { projectId, wayId }, query: first ? { bidderId: first } : {} })
  return <WhenLoaded query={query}>{(result) => <Result result={result} />}</WhenLoaded>
}

function Result({ result }: { result: WayResult }) {
  const { way } = result
  const judged = result.bidders.filter((b) => b.outcome !== null)
  if (judged.length === 0)
    return (
      <EmptyState
        title={way.isAutomatic ? '本项尚未计算' : '本项没有评审结果'}
        hint={way.isAutomatic ? '全部评审项汇总后，由系统按采购文件规定的公式计算' : ''}
      />
    )
  if (way.isAutomatic) return <Computed result={result} />
  return <Judged result={result} judged={judged} />
}

function Judged({ result, judged }: { result: WayResult; judged: Row[] }) {
  const { way } = result
  const [open, setOpen] = useState<string | null>(null)
  const people = judged[0]?.reviewers ?? []
  const isScoring = way.itemKind === ItemKind.values.scoring
  return (
    <section aria-label={`${way.name}评审结果`}>
      <h2 className="rv-h2 kb-below-8">
        {way.name}
        <small>
          {isScoring
            ? `满分 ${way.fullMark} 分，${Aggregation.label(way.aggregation)}；${partWords(way.scoreDigits)}`
            : '少数服从多数，任一评审项不通过即否决投标'}
        </small>
      </h2>
      <ScrollBox label={`${way.name}评审结果表`}>
        <table className="kb-table rv-table">
          <thead>
            <tr>
              <th scope="col">投标人</th>
              {people.map((p) => (
                <th key={p.reviewerId} scope="col" className="rv-num">
                  {p.name}
                </th>
              ))}
              <th scope="col" className="rv-num">
                {isScoring ? '得分' : '结论'}
              </th>
              <th scope="col" className="rv-end">
                操作
              </th>
            </tr>
          </thead>
          <tbody>
            {judged.map((row) => (
              <Fragment key={row.bidderId}>
                <tr className={row.outcome!.passed === false ? 'rv-failed' : undefined}>
                  <th scope="row">
                    {row.no}. {row.supplierName}
                  </th>
                  {(row.reviewers ?? []).map((r) => (
                    <td key={r.reviewerId} className={r.dropped ? 'rv-num rv-dropped' : 'rv-num'} data-label={r.name}>
                      {isScoring ? (r.total ?? '—') : verdictOf(r.scores)}
                      {r.dropped && <span className="kb-said">（去除，不计入）</span>}
                    </td>
                  ))}
                  <td className="rv-num kb-strong" data-label={isScoring ? '得分' : '结论'}>
                    {isScoring ? row.outcome!.score : <Verdict passed={row.outcome!.passed} />}
                  </td>
                  <td className="rv-end">
                    <button
                      type="button"
                      className="kb-accent kb-nowrap"
                      aria-expanded={open === row.bidderId}
                      onClick={() => setOpen(open === row.bidderId ? null : row.bidderId)}
                    >
                      {open === row.bidderId ? '收起' : '明细与计算过程'}
                    </button>
                  </td>
                </tr>
                {open === row.bidderId && (
                  <tr className="rv-detail">
                    <td colSpan={people.length + 3}>
                      <Marks result={result} row={row} isScoring={isScoring} />
                      <Derivation lines={row.outcome!.trace} />
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {judged.some((row) => row.reviewers?.some((r) => r.dropped)) && (
        <p className="kb-hint">划线的为去除的最高分或最低分，不计入平均。</p>
      )}
    </section>
  )
}

/** One bidder's single marks, fetched where the table came without. */
function Marks({ result, row, isScoring }: { result: WayResult; row: Row; isScoring: boolean }) {
  const { projectId, reads } = useReviewAddress()
  const missing = (row.reviewers ?? []).every((r) => r.scores.length === 0)
  const params = { projectId, wayId: result.way.wayId }
  const { data } = useCall(reads.wayBidders, { params, query: { bidderId: row.bidderId } }, { enabled: missing })
  const whole = missing ? data?.bidders.find((b) => b.bidderId === row.bidderId) : row
  return whole ? <ItemMatrix items={result.items} row={whole} isScoring={isScoring} /> : <Skeleton lines={6} />
}

/** The price way: quotes, marks, and the whole derivation of each. */
function Computed({ result }: { result: WayResult }) {
  const { way, bidders } = result
  return (
    <section aria-label={`${way.name}计算结果`}>
      <h2 className="rv-h2 kb-below-8">
        {way.name}
        <small>
          满分 {way.fullMark} 分，由系统按采购文件规定的公式计算；{partWords(way.scoreDigits)}
        </small>
      </h2>
      {bidders.map((row) => (
        <article key={row.bidderId} className="kb-line-tall">
          <header className="kb-row kb-gap-24 kb-tight kb-base kb-wrap kb-below-8">
            <h3>
              {row.no}. {row.supplierName}
            </h3>
            <span className="kb-soft">报价 {formatAmount(row.quote)} 元</span>
            {row.outcome ? (
              <b className="kb-push kb-size-16">
                {row.outcome.score} <small>/ {way.fullMark}</small>
              </b>
            ) : (
              <b className="kb-push kb-size-16 kb-bad">{row.rejection ? '已否决，不计算' : '未计算'}</b>
            )}
          </header>
          {row.outcome && <Derivation lines={row.outcome.trace} />}
        </article>
      ))}
    </section>
  )
}

function Verdict({ passed }: { passed: boolean | null }) {
  return <span className={passed === false ? 'kb-bad' : 'kb-good'}>{passed === false ? '不通过' : '通过'}</span>
}

function verdictOf(scores: readonly { passed: boolean | null }[]): string {
  if (scores.length === 0) return '—'
  const against = scores.filter((s) => s.passed === false).length
  return against === 0 ? '通过' : `不通过 ${against} 项`
}
