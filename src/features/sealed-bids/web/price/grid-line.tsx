import type { InputHTMLAttributes, SelectHTMLAttributes } from 'react'
import { formatAmount, formatDigits } from '#contract/money.ts'
import type { Item } from '#features/procurement/contract/shared.ts'
import { TEXT_LENGTH } from '#features/quotes/rules/sheet-format.ts'
import type { Column, ColumnSpec, OtherColumn, SheetShape } from './columns.ts'
import type { Line } from './grid.ts'
import { amountOf, finishPrice, isOverControl, valueOf } from './grid.ts'
import { ROW_HEIGHT } from './use-window.ts'

export type CellProps = InputHTMLAttributes<HTMLInputElement>

interface GridLineProps {
  item: Item
  line: Line
  /** How many other products are offered for it. */
  alternatives: number
  shape: SheetShape
  hasControl: boolean
  /** The own unit price of the round before; null where there was none, undefined in the first round. */
  before: string | null | undefined
  /** What the buyer hopes for; null where it does not say, undefined where it says so of no line. */
  target: string | null | undefined
  /** What is wrong with it, by column. */
  problems: ReadonlyMap<Column, string> | undefined
  /** The column in which this line is part of the selection. */
  chosen: Column | null
  cellProps: (column: ColumnSpec) => CellProps
}

/** One line of the bill with its cells to fill in. */
export function GridLine({
  item,
  line,
  alternatives,
  shape,
  hasControl,
  before,
  target,
  problems,
  chosen,
  cellProps,
}: GridLineProps) {
  const over = isOverControl(item, line)
  const amount = amountOf(item, line)
  const detail = [item.code, item.spec, item.remark].filter(Boolean).join('　')
  const problem = over ? `高于单价限价 ${formatAmount(item.controlPrice, digitsOf(item.controlPrice))} 元` : undefined
  const { columns, amountAt } = shape
  const cell = (column: ColumnSpec) => {
    const value = valueOf(column, line)
    const wrong = problems?.get(column.key) ?? (column.key === 'unitPrice' ? problem : undefined)
    const field = {
      ...cellProps(column),
      'aria-label': `第${item.line}行 ${item.name} ${column.title.replace(/（.*）/, '')}`,
      'aria-invalid': wrong !== undefined || undefined,
      title: wrong,
      value,
    }
    return (
      <td key={column.key} className={cellClass(chosen === column.key, wrong !== undefined, value === '')}>
        <Field column={column} field={field} />
      </td>
    )
  }
  return (
    <tr style={{ height: ROW_HEIGHT }}>
      <th scope="row" className="bid-grid-no">
        {item.line}
      </th>
      <td className="bid-grid-name" title={`${item.name}\n${detail}`}>
        <span>
          {item.name}
          {alternatives > 0 && <small className="bid-grid-others">备选 {alternatives}</small>}
        </span>
        {detail && <small>{detail}</small>}
      </td>
      <td className="bid-grid-unit">{item.unit}</td>
      <td className="bid-grid-num">{formatAmount(item.quantity, digitsOf(item.quantity))}</td>
      {hasControl && (
        <td className="bid-grid-num bid-grid-limit">
          {formatAmount(item.controlPrice, Math.max(2, digitsOf(item.controlPrice)))}
        </td>
      )}
      {before !== undefined && (
        <td className="bid-grid-num bid-grid-limit">{before === null ? '—' : formatDigits(before, 2)}</td>
      )}
      {target !== undefined && (
        <td className="bid-grid-num bid-grid-limit">{target === null ? '—' : formatDigits(target, 2)}</td>
      )}
      {columns.slice(0, amountAt).map(cell)}
      <td className="bid-grid-num bid-grid-amount">
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
      {columns.slice(amountAt).map(cell)}
    </tr>
  )
}

/** The field of a cell, by the kind of its column. */
export function Field({ column, field }: { column: ColumnSpec<OtherColumn>; field: CellProps }) {
  switch (column.kind) {
    case 'choice':
      return (
        <select {...(field as SelectHTMLAttributes<HTMLSelectElement>)}>
          {!column.options?.includes(String(field.value)) && <option>{field.value}</option>}
          {column.options?.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )
    case 'number':
      return <input {...field} className="bid-grid-num" inputMode="decimal" autoComplete="off" />
    case 'text':
      return <input {...field} autoComplete="off" maxLength={TEXT_LENGTH} />
  }
}

function cellClass(chosen: boolean, wrong: boolean, empty: boolean): string {
  const state = wrong ? (empty ? ' bid-grid-lacks' : ' bid-grid-wrong') : ''
  return `bid-grid-cell${chosen ? ' bid-grid-chosen' : ''}${state}`
}

function digitsOf(value: string | null): number {
  return value?.split('.')[1]?.length ?? 0
}
