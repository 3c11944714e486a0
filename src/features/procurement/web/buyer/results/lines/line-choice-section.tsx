import { Alert, Button, Input } from 'antd'
import { type ReactNode, useCallback, useId, useMemo, useRef } from 'react'
import { Exact, formatAmount } from '#contract/money.ts'
import { toast } from '#web/feedback.ts'
import type { Finding } from '../../../../contract/shared.ts'
import { methodOf } from '../../../../methods/all.ts'
import type { AwardOffer, AwardScope, judgeAward } from '../../../../rules/award-lines.ts'
import type { OrderDetail } from '../../tones.ts'
import { BondNotice, findingsOf } from '../bond-notice.tsx'
import { AwardGrid, type GridActs } from './award-grid.tsx'
import { LineReasons } from './line-reasons.tsx'
import {
  cheapestComplete,
  type LineChoices,
  NOTHING,
  type Sheet,
  toBest,
  toggleLine,
  toOne,
  withLine,
} from './line-choice.ts'
import { splitLine } from './split-dialog.tsx'

interface LineChoiceSectionProps {
  order: OrderDetail
  sheet: Sheet
  scope: AwardScope
  offers: AwardOffer[]
  /** What cannot be taken from those who have it. */
  kept: LineChoices
  choices: LineChoices
  judged: ReturnType<typeof judgeAward>
  /** Lines for which another than the best price must be explained. */
  notBest: ReadonlySet<string>
  bondFindings: readonly Finding[]
  /** One reason for all of them. */
  general: string
  onChange: (part: { choices?: LineChoices; general?: string }) => void
  children?: ReactNode
}

/** Who delivers which line, chosen by clicks on prices; what it comes to, and what is wrong with it. */
export function LineChoiceSection(props: LineChoiceSectionProps) {
  const { order, sheet, scope, offers, kept, choices, judged, notBest, bondFindings, general, onChange, children } =
    props
  const id = useId()
  const { words } = methodOf(order.method)
  const { parts, total, problems } = judged
  const of = { items: sheet.items, offers, kept }
  const acts = useActs(props)
  return (
    <section className="kb-section">
      <h2>按行选定</h2>
      <p className="kb-actions kb-below-12">
        <Button onClick={() => onChange({ choices: toBest(choices, of) })}>各行最低价</Button>
        <Button
          onClick={() => {
            const offer = cheapestComplete(sheet.items, offers)
            if (offer) onChange({ choices: toOne(choices, { ...of, offer }) })
            else toast.warning('没有供应商报全部清单行')
          }}
        >
          整单最低价
        </Button>
        <Button onClick={() => onChange({ choices: { ...NOTHING, cells: kept.cells } })}>清空</Button>
        <span className="kb-muted">
          点击单价，将整行确定给该供应商；点击清单行，{scope === 'share' ? '拆分数量、' : ''}查看历史价格。
        </span>
      </p>
      <AwardGrid
        items={sheet.items}
        offers={offers}
        cells={choices.cells}
        notBest={notBest}
        sums={new Map(parts.map(({ tradeId, price }) => [tradeId, price]))}
        isShared={scope === 'share'}
        acts={acts}
      />
      <p className="kb-above-16" aria-live="polite">
        合计 <b>{formatAmount(total)}</b> 元；{against(total, { amount: sheet.budget, label: '采购预算' })}
        {sheet.ceiling !== null && `；${against(total, { amount: sheet.ceiling, label: words.ceiling })}`}
      </p>
      {parts.length > 0 && (
        <p className="kb-hint">
          {parts
            .map(({ supplierName, lines, price }) => `${supplierName} ${lines.length} 行 ${formatAmount(price)} 元`)
            .join('；')}
        </p>
      )}
      <Problems problems={parts.length > 0 ? problems.map(({ message }) => message) : []} />
      <BondNotice findings={findingsOf(bondFindings, parts)} />
      {parts.length > 0 && (
        <LineReasons
          items={sheet.items}
          choices={choices}
          notBest={notBest}
          onChange={(next) => onChange({ choices: next })}
        />
      )}
      {notBest.size > 0 && (
        <div className="kb-stack kb-gap-6 kb-reading kb-above-16">
          <label htmlFor={id}>有 {notBest.size} 行未选最低价，请逐行说明，或在此统一说明原因</label>
          <Input.TextArea
            id={id}
            rows={2}
            maxLength={2000}
            value={general}
            onChange={(event) => onChange({ general: event.target.value })}
          />
        </div>
      )}
      {children}
    </section>
  )
}

/** What the cells do; the same functions as long as the page stands, so that no row is drawn anew for them. */
function useActs(now: Pick<LineChoiceSectionProps, 'choices' | 'offers' | 'kept' | 'onChange'>): GridActs {
  const latest = useRef(now)
  latest.current = now
  const toggle = useCallback<GridActs['toggle']>((item, tradeId) => {
    const { choices, kept, onChange } = latest.current
    onChange({ choices: toggleLine(choices, { item, tradeId, kept }) })
  }, [])
  const split = useCallback<GridActs['split']>((item) => {
    const { offers, choices } = latest.current
    const onDone = (quantities: Readonly<Record<string, string>>) =>
      latest.current.onChange({ choices: withLine(latest.current.choices, item.itemId, quantities) })
    splitLine({ item, offers, given: choices.cells[item.itemId] ?? {}, onDone })
  }, [])
  return useMemo(() => ({ toggle, split }), [toggle, split])
}

/** What keeps the choice from being published: the first few, and how many more. */
function Problems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null
  const shown = problems.slice(0, 3)
  return (
    <Alert
      className="kb-above-16"
      type="warning"
      showIcon
      title={shown.join('；')}
      description={problems.length > shown.length ? `另有 ${problems.length - shown.length} 项` : undefined}
    />
  )
}

function against(total: string, { amount, label }: { amount: string; label: string }): string {
  const left = new Exact(amount).minus(total)
  return `${label} ${formatAmount(amount)} 元，${left.lt(0) ? '超出' : '结余'} ${formatAmount(left.abs().toFixed(2))} 元`
}
