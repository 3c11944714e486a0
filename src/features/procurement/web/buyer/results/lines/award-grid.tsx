import { Button, Input } from 'antd'
import { memo, useMemo } from 'react'
import { Exact, formatAmount, formatDigits, lineTotal } from '#contract/money.ts'
import '#web/kit/compare-table.css'
import { type AwardOffer, bestPrices } from '../../../../rules/award-lines.ts'
import { partialText } from '../../../../rules/partial-offer.ts'
import { PriceHistory } from '../../items/price-history.tsx'
import { type LineChoices, restOf, type SheetItem } from './line-choice.ts'
import { ROW_HEIGHT, useRows } from './use-rows.ts'
import './award-grid.css'

interface AwardGridProps {
  items: readonly SheetItem[]
  offers: readonly AwardOffer[]
  choices: LineChoices
  /** Lines of which something goes to another than the best price. */
  notBest: ReadonlySet<string>
  /** Sums by trade; yuan. */
  sums: ReadonlyMap<string, string>
  /** Shares of a line may go to several. */
  isShared: boolean
  acts: GridActs
}

export interface GridActs {
  toggle: (item: SheetItem, tradeId: string) => void
  split: (item: SheetItem) => void
  write: (of: 'unbought' | 'reasons', itemId: string, reason: string) => void
}

/** Lines by suppliers: a click on a price gives the line to that supplier; what is left of a line is not bought. */
export function AwardGrid({ items, offers, choices, notBest, sums, isShared, acts }: AwardGridProps) {
  const { box, onScroll, first, last } = useRows(items.length)
  const best = useMemo(() => bestPrices(items, offers), [items, offers])
  const quoted = useMemo(() => offers.map(({ lines }) => new Map(lines.map((line) => [line.itemId, line]))), [offers])
  const width = offers.length + 2
  const open = items.filter((item) => new Exact(restOf(item, choices)).gt(0)).length
  return (
    <div
      ref={box}
      className="kb-compare kb-scroll award-grid"
      role="region"
      aria-label="按行定标"
      tabIndex={0}
      onScroll={onScroll}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">采购清单</th>
            {offers.map(({ tradeId, supplierName, lines }) => (
              <th key={tradeId} scope="col">
                {supplierName}
                {lines.length < items.length && (
                  <small className="kb-block kb-muted">{partialText({ lines: lines.length, of: items.length })}</small>
                )}
              </th>
            ))}
            <th scope="col">说明</th>
          </tr>
        </thead>
        <tbody>
          {first > 0 && <Gap rows={first} width={width} />}
          {items.slice(first, last).map((item) => (
            <Row
              key={item.itemId}
              item={item}
              offers={offers}
              quoted={quoted}
              lowest={best.get(item.itemId)?.unitPrice}
              cells={choices.cells[item.itemId]}
              unbought={choices.unbought[item.itemId] ?? ''}
              reason={choices.reasons[item.itemId] ?? ''}
              asksReason={notBest.has(item.itemId)}
              isShared={isShared}
              acts={acts}
            />
          ))}
          {last < items.length && <Gap rows={items.length - last} width={width} />}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">合计（元）</th>
            {offers.map(({ tradeId }) => (
              <td key={tradeId} className="kb-right kb-strong">
                {sums.has(tradeId) ? formatAmount(sums.get(tradeId)) : '—'}
              </td>
            ))}
            <td>{open === 0 ? '全部分配' : `${open} 行未分配完`}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

interface RowProps {
  item: SheetItem
  offers: readonly AwardOffer[]
  quoted: readonly ReadonlyMap<string, AwardOffer['lines'][number]>[]
  lowest: string | undefined
  cells: Readonly<Record<string, string>> | undefined
  unbought: string
  reason: string
  asksReason: boolean
  isShared: boolean
  acts: GridActs
}

/** Redrawn only where the line itself changes: a bill may have thousands. */
const Row = memo(function Row(props: RowProps) {
  const { item, offers, quoted, lowest, cells = {}, unbought, reason, asksReason, isShared, acts } = props
  const { itemId, line, name, spec, quantity, unit, controlPrice } = item
  const rest = restOf(item, { cells: { [itemId]: cells }, unbought: {}, reasons: {} })
  const isOpen = new Exact(rest).gt(0)
  return (
    <tr style={{ height: ROW_HEIGHT }}>
      <th scope="row">
        <span className="award-name" title={name}>
          {line}. {name}
        </span>
        <small className="kb-block kb-muted award-name" title={spec}>
          {spec}
        </small>
        <small className="kb-block kb-muted">
          {formatDigits(quantity)} {unit}
          {controlPrice !== null && <span className="award-limit">，限价 {formatDigits(controlPrice)}</span>}
          {isShared && (
            <Button type="link" size="small" className="award-split" onClick={() => acts.split(item)}>
              拆分
            </Button>
          )}
          <PriceHistory item={item} />
        </small>
      </th>
      {offers.map(({ tradeId, supplierName }, i) => {
        const offer = quoted[i]!.get(itemId)
        return (
          <td key={tradeId} className="kb-right">
            {offer ? (
              <Cell
                {...{ item, supplierName, offer }}
                quantity={cells[tradeId]}
                isBest={lowest !== undefined && new Exact(offer.unitPrice).eq(lowest)}
                onClick={() => acts.toggle(item, tradeId)}
              />
            ) : (
              <span className="kb-muted award-none">未报价</span>
            )}
          </td>
        )
      })}
      <td className="award-note">
        {isOpen && (
          <Input
            size="small"
            maxLength={500}
            prefix={<span className="award-rest">{`${formatDigits(rest)} ${unit}不采购`}</span>}
            aria-label={`第 ${line} 行不采购的原因`}
            placeholder="原因"
            value={unbought}
            onChange={(event) => acts.write('unbought', itemId, event.target.value)}
          />
        )}
        {asksReason && (
          <Input
            size="small"
            maxLength={500}
            aria-label={`第 ${line} 行选定原因`}
            placeholder="未选最低价的原因"
            value={reason}
            onChange={(event) => acts.write('reasons', itemId, event.target.value)}
          />
        )}
      </td>
    </tr>
  )
})

interface CellProps {
  item: SheetItem
  supplierName: string
  offer: AwardOffer['lines'][number]
  /** What of the line the supplier gets; undefined: nothing. */
  quantity: string | undefined
  isBest: boolean
  onClick: () => void
}

function Cell({
  item: { line, unit, quantity: asked, controlPrice },
  supplierName,
  offer,
  quantity,
  isBest,
  onClick,
}: CellProps) {
  const { unitPrice, minQuantity } = offer
  const isOver = controlPrice !== null && new Exact(unitPrice).gt(controlPrice)
  const least = minQuantity && new Exact(minQuantity).gt(1) ? `最小起订量 ${formatDigits(minQuantity)}` : ''
  const tooLarge = minQuantity != null && new Exact(minQuantity).gt(asked)
  return (
    <button
      type="button"
      className={quantity === undefined ? 'award-cell' : 'award-cell award-chosen'}
      aria-pressed={quantity !== undefined}
      disabled={isOver || tooLarge}
      title={isOver ? '超过单价限价' : least}
      onClick={onClick}
    >
      <span>
        <span className="kb-said">{`第 ${line} 行，${supplierName}，单价 `}</span>
        {isBest && <em className="kb-good">最低</em>}
        {isOver && <em className="kb-bad">超限价</em>}
        {formatDigits(unitPrice)}
      </span>
      <small className="kb-block">
        {quantity === undefined
          ? least
          : `✓ ${formatDigits(quantity)} ${unit}，${formatAmount(lineTotal(unitPrice, quantity))}`}
      </small>
    </button>
  )
}

function Gap({ rows, width }: { rows: number; width: number }) {
  return (
    <tr aria-hidden style={{ height: rows * ROW_HEIGHT }}>
      <td colSpan={width}>…</td>
    </tr>
  )
}
