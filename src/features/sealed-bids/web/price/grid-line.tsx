import type { InputHTMLAttributes } from 'react'
import { formatAmount } from '#contract/money.ts'
import type { Item } from '#features/procurement/contract/shared.ts'
import type { Column, Line } from './grid.ts'
import { amountOf, finishPrice, isOverControl } from './grid.ts'
import { ROW_HEIGHT } from './use-window.ts'

interface GridLineProps {
  item: Item
  line: Line
  hasControl: boolean
  /** The column in which this line is part of the selection. */
  chosen: Column | null
  cellProps: (column: Column) => InputHTMLAttributes<HTMLInputElement>
}

/** One line of the bill with its two cells to fill in. */
export function GridLine({ item, line, hasControl, chosen, cellProps }: GridLineProps) {
  const over = isOverControl(item, line)
  const amount = amountOf(item, line)
  const detail = [item.code, item.spec, item.remark].filter(Boolean).join('　')
  const problem = over ? `高于单价限价 ${formatAmount(item.controlPrice, digitsOf(item.controlPrice))} 元` : undefined
  return (
    <tr style={{ height: ROW_HEIGHT }}>
      <th scope="row" className="bid-grid-no">
        {item.line}
      </th>
      <td className="bid-grid-name" title={`${item.name}\n${detail}`}>
        <span>{item.name}</span>
        {detail && <small>{detail}</small>}
      </td>
      <td className="bid-grid-unit">{item.unit}</td>
      <td className="bid-grid-num">{formatAmount(item.quantity, digitsOf(item.quantity))}</td>
      {hasControl && (
        <td className="bid-grid-num bid-grid-limit">
          {formatAmount(item.controlPrice, Math.max(2, digitsOf(item.controlPrice)))}
        </td>
      )}
      <td className={cellClass(chosen === 'unitPrice', over)}>
        <input
          {...cellProps('unitPrice')}
          className="bid-grid-num"
          inputMode="decimal"
          autoComplete="off"
          aria-label={`第${item.line}行 ${item.name} 投标单价`}
          aria-invalid={over || undefined}
          title={problem}
          value={line.unitPrice}
        />
      </td>
      <td className="bid-grid-num">
        {amount === null ? '' : formatAmount(amount)}
        {over && (
          <small className="bid-grid-over kb-bad" title={problem}>
            超限价
          </small>
        )}
        {amount !== null && finishPrice(line.unitPrice) === '0' && (
          <small className="bid-grid-zero kb-warn">零报价</small>
        )}
      </td>
      <td className={cellClass(chosen === 'remark', false)}>
        <input
          {...cellProps('remark')}
          autoComplete="off"
          maxLength={200}
          aria-label={`第${item.line}行 ${item.name} 备注`}
          value={line.remark}
        />
      </td>
    </tr>
  )
}

function cellClass(chosen: boolean, over: boolean): string {
  return `bid-grid-cell${chosen ? ' bid-grid-chosen' : ''}${over ? ' bid-grid-wrong' : ''}`
}

function digitsOf(value: string | null): number {
  return value?.split('.')[1]?.length ?? 0
}
