import { Alert, Button } from 'antd'
import { formatAmount, toCapitals } from '#contract/money.ts'
import { say } from '#features/procurement/methods/say.ts'
import { NOT_ABOVE_ASKED } from '#features/quotes/rules/not-above.ts'
import type { Room } from '../room.ts'
import type { Cell, Totals } from './grid.ts'
import type { QuoteState } from './quote-state.ts'

interface QuoteTotalProps {
  room: Room
  totals: Totals
  quote: QuoteState
  onGo: (cell: Cell) => void
  onNext: () => void
}

/** What a quote comes to with and without tax, how far it is, and what would be refused. */
export function QuoteTotal({ room, totals, quote, onGo, onNext }: QuoteTotalProps) {
  const { items, terms, controlPrice } = room
  const { sheet, firstCell, problems } = quote
  const left = totals.missing.length
  return (
    <div className="bid-total kb-above-12" aria-live="polite">
      <div className="kb-flex kb-gap-12 kb-flat kb-base kb-wrap">
        <span className="kb-soft">{say(room, '{bid}总价')}</span>
        <strong className="kb-title-22">{formatAmount(totals.total)} 元</strong>
        <span className="kb-soft">{toCapitals(totals.total)}</span>
        <span className="kb-soft">不含税 {formatAmount(sheet.netTotal)} 元</span>
      </div>
      <p className="kb-row kb-gap-20 kb-flat kb-wrap kb-hint">
        {left === 0 ? (
          <span className="kb-good">全部 {items.length} 行已填</span>
        ) : (
          <>
            {`已填 ${totals.filled} / ${items.length} 行；${terms?.isPartial ? '未报' : '未填'} ${left} 行`}
            <Button type="link" size="small" onClick={onNext}>
              下一处未填
            </Button>
          </>
        )}
        {room.target !== null && <span>采购方目标总价 {formatAmount(room.target)} 元</span>}
        {terms && room.round > 1 && terms.notAbove !== 'none' && <span>{NOT_ABOVE_ASKED[terms.notAbove]}</span>}
        {controlPrice !== null && <span>最高限价 {formatAmount(controlPrice)} 元</span>}
        {terms?.isPartial && <span>可只报部分行，未填单价的行视为不报</span>}
      </p>
      {firstCell && (
        <Alert
          type="warning"
          showIcon
          title={firstCell.text}
          action={
            <Button
              size="small"
              onClick={() =>
                onGo({ row: items.findIndex((one) => one.itemId === firstCell.itemId), column: firstCell.column })
              }
            >
              前往
            </Button>
          }
        />
      )}
      {totals.filled > 0 && problems.map((problem) => <Alert key={problem} type="warning" showIcon title={problem} />)}
    </div>
  )
}
