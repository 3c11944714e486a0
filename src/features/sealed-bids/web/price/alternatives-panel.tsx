import { Alert, Button } from 'antd'
import { type CSSProperties, useEffect, useMemo, useRef } from 'react'
import { alternativesInWords } from '#features/procurement/rules/quote-terms.ts'
import { isTyped, type TypedAlternative } from '#features/quotes/rules/typed-quote.ts'
import { toast } from '#web/feedback.ts'
import type { BidDraft } from '../draft.ts'
import type { Room } from '../room.ts'
import { alternativeColumns, type ColumnSpec, type OtherColumn } from './columns.ts'
import { type Cell, lineOf, type Prices, valueOf } from './grid.ts'
import { Field } from './grid-line.tsx'

interface AlternativesPanelProps {
  room: Room
  terms: NonNullable<Room['terms']>
  prices: Prices
  alternatives: BidDraft['alternatives']
  /** What is wrong with those of a line, in words. */
  problems: ReadonlyMap<string, readonly string[]>
  /** The line whose alternatives are shown; null until one is chosen. */
  row: number | null
  disabled: boolean
  onChange: (alternatives: BidDraft['alternatives']) => void
  onGo: (cell: Cell) => void
}

const FEW = 20

/** Other products for the line that is chosen in the grid. */
export function AlternativesPanel({ room, terms, alternatives, problems, row, ...rest }: AlternativesPanelProps) {
  const { prices, disabled, onChange, onGo } = rest
  const { items } = room
  const columns = useMemo(() => alternativeColumns(terms), [terms])
  const most = terms.alternatives ?? 0
  const item = row === null ? undefined : items[row]
  const own = item ? (alternatives[item.itemId] ?? []) : []
  const box = useRef<HTMLElement>(null)
  const shown = useRef({ itemId: '', count: 0 })
  // A row that was just added takes the focus; whoever goes to another line keeps it there.
  useEffect(() => {
    const before = shown.current
    shown.current = { itemId: item?.itemId ?? '', count: own.length }
    if (before.itemId !== item?.itemId || own.length <= before.count) return
    box.current?.querySelector<HTMLElement>(`[data-other="${own.length - 1}"]`)?.focus()
  })
  if (most === 0) return null
  const set = (next: readonly TypedAlternative[]) => {
    const others = Object.entries(alternatives).filter(([itemId]) => itemId !== item!.itemId)
    onChange(Object.fromEntries(next.length > 0 ? [...others, [item!.itemId, [...next]]] : others))
  }
  const change = (no: number, column: ColumnSpec<OtherColumn>, text: string) => {
    const clean = column.clean(text)
    if (clean === null) toast.warning(`“${text.slice(0, 20)}”不是有效的${column.label}，未录入`)
    else set(own.map((one, i) => (i === no ? { ...one, [column.key]: clean } : one)))
  }
  const lines = items.flatMap(({ itemId, line }, at) =>
    alternatives[itemId]?.some(isTyped) ? [{ at, line, isWrong: problems.has(itemId) }] : [],
  )
  return (
    <section ref={box} className="kb-above-16" aria-label="备选报价">
      <h3 className="kb-below-4">备选报价</h3>
      <p className="kb-hint">{`${alternativesInWords(terms)}。在报价单中选中一行后填写，或按 Ctrl+回车增加。`}</p>
      {lines.length > 0 && (
        <p className="kb-row kb-wrap kb-hint">
          已有备选：
          {lines.slice(0, FEW).map(({ at, line, isWrong }) => (
            <Button
              key={line}
              type="link"
              size="small"
              danger={isWrong}
              onClick={() => onGo({ row: at, column: 'unitPrice' })}
            >
              {`第 ${line} 行`}
            </Button>
          ))}
          {lines.length > FEW && `等 ${lines.length} 行`}
        </p>
      )}
      {item && (
        <>
          <div className="kb-row kb-wrap kb-above-8 kb-below-8">
            <strong>{`第 ${item.line} 行 ${item.name}`}</strong>
            <Button disabled={disabled || own.length >= most} onClick={() => set([...own, { unitPrice: '' }])}>
              增加备选
            </Button>
            {own.length >= most && <span className="kb-muted">{`已达 ${most} 个`}</span>}
            {own.length > 0 && lineOf(prices, item.itemId).unitPrice === '' && (
              <span className="kb-warn">{terms.isPartial ? '本行只报备选' : '本行须先报价，不得只报备选'}</span>
            )}
          </div>
          {own.length > 0 && (
            <div className="bid-grid kb-scroll kb-round">
              <table className="bid-others" style={{ '--bid-columns': columns.length } as CSSProperties}>
                <thead>
                  <tr>
                    <th scope="col" className="bid-grid-no">
                      备选
                    </th>
                    {columns.map(({ key, title, kind }) => (
                      <th key={key} scope="col" className={kind === 'number' ? 'kb-right' : undefined}>
                        {title}
                      </th>
                    ))}
                    <th scope="col">操作</th>
                  </tr>
                </thead>
                <tbody>
                  {own.map((one, no) => (
                    <tr key={no}>
                      <th scope="row" className="bid-grid-no">
                        {no + 1}
                      </th>
                      {columns.map((column, at) => (
                        <td key={column.key} className="bid-grid-cell">
                          <Field
                            column={column}
                            field={{
                              'aria-label': `第${item.line}行备选${no + 1} ${column.label}`,
                              ...(at === 0 && { 'data-other': no }),
                              disabled,
                              value: valueOf(column, one),
                              onChange: (event) => change(no, column, event.target.value),
                            }}
                          />
                        </td>
                      ))}
                      <td>
                        <Button
                          type="text"
                          size="small"
                          danger
                          disabled={disabled}
                          aria-label={`移除第${item.line}行备选${no + 1}`}
                          onClick={() => set(own.filter((_, i) => i !== no))}
                        >
                          移除
                        </Button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
          {(problems.get(item.itemId) ?? []).map((problem) => (
            <Alert key={problem} type="warning" showIcon title={problem} />
          ))}
        </>
      )}
    </section>
  )
}
