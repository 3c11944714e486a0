import type { ClipboardEvent, CSSProperties, KeyboardEvent, MouseEvent } from 'react'
import { useEffect, useMemo, useRef } from 'react'
import { formatAmount } from '#contract/money.ts'
import { toast } from '#web/feedback.ts'
import type { BidDraft } from '../draft.ts'
import type { Item } from '#features/procurement/contract/shared.ts'
import type { Column, ColumnSpec, SheetShape } from './columns.ts'
import type { Cell, Prices, Totals } from './grid.ts'
import { copyRange, fillCells, lineOf, setCell } from './grid.ts'
import { GridLine } from './grid-line.tsx'
import { ROW_HEIGHT, useVisualRows, useWindow } from './use-window.ts'
import './price-grid.css'

type CellElement = HTMLInputElement | HTMLSelectElement
/** With more columns the grid is wider than the page. */
const NARROW = 2

/** Cells from `anchor` (which has the focus) to `end`, in one column. */
export interface Selection {
  column: Column
  anchor: number
  end: number
}

export interface GridProps {
  items: readonly Item[]
  shape: SheetShape
  prices: Prices
  alternatives: BidDraft['alternatives']
  /** Ctrl+Enter in a line: another product for it. Left out where none are admitted. */
  onAlternative?: (row: number) => void
  /** What is wrong, by line and column. */
  problems?: ReadonlyMap<string, ReadonlyMap<Column, string>>
  /** Own unit prices of the round before, by line. */
  before?: ReadonlyMap<string, string>
  /** What the buyer hopes for, by line. */
  targets?: ReadonlyMap<string, string>
  totals: Totals
  disabled: boolean
  selection: Selection | null
  onSelect: (selection: Selection) => void
  onChange: (prices: Prices) => void
  onPaste: (at: Cell, text: string) => void
  onFill: () => void
  /** A cell to go to; a new object goes there again. */
  target: Cell | null
}

/**
 * The price sheet as a spreadsheet: only the lines in sight are drawn, so that thousands scroll smoothly. Enter and the
 * arrows move, Shift extends, Ctrl+D fills down, blocks can be pasted.
 */
export function PriceGrid(props: GridProps) {
  const { items, shape, prices, before, targets, totals, disabled, selection, target } = props
  const { columns, amountAt } = shape
  const rows = useVisualRows(items)
  const { box, top, first, last, onScroll, show } = useWindow(rows.visual.length)
  const wanted = useRef<Cell | null>(null)
  const hasControl = useMemo(() => items.some((item) => item.controlPrice !== null), [items])

  const focusWanted = () => {
    if (!wanted.current) return
    const { row, column } = wanted.current
    const input = box.current?.querySelector<HTMLElement>(`[data-cell="${row}.${column}"]`)
    if (!input) return
    wanted.current = null
    input.focus({ preventScroll: true })
  }
  // The cell may have to be drawn first; then the focus follows.
  useEffect(focusWanted)
  const goTo = (cell: Cell) => {
    if (cell.row < 0 || cell.row >= items.length) return
    wanted.current = cell
    show(rows.ofItem[cell.row]!)
    focusWanted()
  }
  useEffect(() => {
    if (target) goTo(target)
    // Only a new target moves the focus.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [target])

  const extend = (row: number, column: Column) => {
    if (row < 0 || row >= items.length) return
    const anchor = selection?.column === column ? selection.anchor : row
    props.onSelect({ column, anchor, end: row })
    show(rows.ofItem[row]!)
  }
  const range = selection && {
    column: selection.column,
    from: Math.min(selection.anchor, selection.end),
    to: Math.max(selection.anchor, selection.end),
  }
  const isRange = range !== null && range.to > range.from

  const onKey = (event: KeyboardEvent<CellElement>, { row, column }: Cell) => {
    if (event.nativeEvent.isComposing) return
    if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') {
      event.preventDefault()
      return props.onAlternative?.(row)
    }
    const move = moveOf(event)
    if (move) {
      event.preventDefault()
      if (event.shiftKey && event.key !== 'Enter') return extend((selection?.end ?? row) + move.rows, column)
      const next = columns[columns.findIndex(({ key }) => key === column) + move.columns]
      if (next) goTo({ row: row + move.rows, column: next.key })
      return
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') {
      event.preventDefault()
      props.onFill()
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && isRange) {
      event.preventDefault()
      props.onChange(fillCells(prices, items.slice(range.from, range.to + 1), { [column]: '' }))
    }
  }

  const cellProps = (row: number, spec: ColumnSpec) => {
    const { key: column, kind } = spec
    return {
      'data-cell': `${row}.${column}`,
      disabled,
      onFocus: (event: { currentTarget: CellElement }) => {
        if ('select' in event.currentTarget) event.currentTarget.select()
        if (!(isRange && selection?.anchor === row && selection.column === column))
          props.onSelect({ column, anchor: row, end: row })
      },
      onMouseDown: (event: MouseEvent) => {
        if (!event.shiftKey || !selection) return
        event.preventDefault()
        extend(row, column)
      },
      onKeyDown: (event: KeyboardEvent<CellElement>) => onKey(event, { row, column }),
      onChange: (event: { target: CellElement }) => {
        const clean = spec.clean(event.target.value)
        // Said, so that a letter left out does not make another price of what is typed on.
        if (clean === null) toast.warning(`“${event.target.value.slice(0, 20)}”不是有效的${spec.label}，未录入`)
        else props.onChange(setCell(prices, items[row]!.itemId, { [column]: clean }))
      },
      onPaste: (event: ClipboardEvent) => {
        const text = event.clipboardData.getData('text/plain')
        const isBlock = /[\t\n\r]/.test(text.trimEnd())
        if (!isBlock && !isRange && kind === 'text') return
        event.preventDefault()
        props.onPaste({ row: range?.column === column ? range.from : row, column }, text)
      },
      onCopy: (event: ClipboardEvent) => {
        if (!isRange) return
        event.preventDefault()
        event.clipboardData.setData('text/plain', copyRange(items, prices, { ...range, column: spec }))
      },
    }
  }

  return (
    <div
      ref={box}
      className={`bid-grid${columns.length > NARROW ? ' bid-grid-wide' : ''} kb-above-8 kb-relative kb-scroll kb-round`}
      tabIndex={0}
      role="group"
      aria-label="报价单"
      onScroll={onScroll}
    >
      <table aria-rowcount={items.length + 1} style={{ '--bid-columns': columns.length } as CSSProperties}>
        <thead>
          <tr>
            <th scope="col" className="bid-grid-no">
              序号
            </th>
            <th scope="col" className="bid-grid-name">
              名称与规格
            </th>
            <th scope="col" className="bid-grid-unit">
              单位
            </th>
            <th scope="col" className="bid-grid-num bid-grid-quantity">
              数量
            </th>
            {hasControl && (
              <th scope="col" className="bid-grid-num bid-grid-limit">
                单价限价
              </th>
            )}
            {before && (
              <th scope="col" className="bid-grid-num bid-grid-limit">
                上次单价
              </th>
            )}
            {targets && (
              <th scope="col" className="bid-grid-num bid-grid-limit">
                目标单价
              </th>
            )}
            {columns.slice(0, amountAt).map(head)}
            <th scope="col" className="bid-grid-num bid-grid-amount">
              {shape.amountTitle}
            </th>
            {columns.slice(amountAt).map(head)}
          </tr>
        </thead>
        <tbody>
          {top > 0 && <tr aria-hidden="true" style={{ height: top }} />}
          {rows.visual.slice(first, last).map((one) =>
            one.kind === 'section' ? (
              <tr key={`s${one.at}`} className="bid-grid-section" style={{ height: ROW_HEIGHT }}>
                <th colSpan={4 + [hasControl, before, targets].filter(Boolean).length + amountAt} scope="colgroup">
                  {one.name}
                </th>
                <td className="bid-grid-num bid-grid-amount">{formatAmount(totals.sections.get(one.name) ?? '0')}</td>
                {amountAt < columns.length && <td colSpan={columns.length - amountAt}>小计</td>}
              </tr>
            ) : (
              <GridLine
                key={items[one.at]!.itemId}
                item={items[one.at]!}
                line={lineOf(prices, items[one.at]!.itemId)}
                alternatives={props.alternatives[items[one.at]!.itemId]?.length ?? 0}
                shape={shape}
                hasControl={hasControl}
                before={before && (before.get(items[one.at]!.itemId) ?? null)}
                target={targets && (targets.get(items[one.at]!.itemId) ?? null)}
                problems={props.problems?.get(items[one.at]!.itemId)}
                chosen={range && one.at >= range.from && one.at <= range.to ? range.column : null}
                cellProps={(column) => cellProps(one.at, column)}
              />
            ),
          )}
          {last < rows.visual.length && (
            <tr aria-hidden="true" style={{ height: (rows.visual.length - last) * ROW_HEIGHT }} />
          )}
        </tbody>
      </table>
    </div>
  )
}

function head({ key, title, kind }: ColumnSpec) {
  return (
    <th key={key} scope="col" className={`${kind === 'number' ? 'bid-grid-num ' : ''}bid-grid-${key}`}>
      {title}
    </th>
  )
}

function moveOf(event: KeyboardEvent<CellElement>): { rows: number; columns: number } | null {
  // Opens a choice.
  if (event.altKey) return null
  const { value } = event.currentTarget
  // Of a choice all is chosen.
  const all = { selectionStart: 0, selectionEnd: value.length }
  const { selectionStart, selectionEnd } = 'selectionStart' in event.currentTarget ? event.currentTarget : all
  const whole = selectionStart === 0 && selectionEnd === value.length
  switch (event.key) {
    case 'Enter':
      return { rows: event.shiftKey ? -1 : 1, columns: 0 }
    case 'ArrowDown':
      return { rows: 1, columns: 0 }
    case 'ArrowUp':
      return { rows: -1, columns: 0 }
    case 'PageDown':
      return { rows: 10, columns: 0 }
    case 'PageUp':
      return { rows: -10, columns: 0 }
    // Inside a text the arrows move the caret; at its ends, or when all of it is chosen, they leave the cell.
    case 'ArrowLeft':
      return !event.shiftKey && (whole || selectionEnd === 0) ? { rows: 0, columns: -1 } : null
    case 'ArrowRight':
      return !event.shiftKey && (whole || selectionStart === value.length) ? { rows: 0, columns: 1 } : null
    default:
      return null
  }
}
