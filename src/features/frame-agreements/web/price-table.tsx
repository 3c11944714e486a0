import { formatDigits } from '#contract/money.ts'
import { AmountInput } from '#web/kit/amount-input.tsx'
import { DataTable } from '#web/kit/data-table.tsx'

/** What is entered for a line: `unitPrice`, `quantity`. */
export interface Entered {
  unitPrice?: string | undefined
  quantity?: string | undefined
}
export type EnteredLines = Record<number, Entered>

interface Line {
  line: number
  name: string
  spec: string
  unit: string
}

interface PriceTableProps<L extends Line> {
  label: string
  lines: readonly L[]
  /** What stands before the fields, e.g. how much is left. */
  facts?: readonly { title: string; of: (line: L) => string }[]
  fields: readonly { name: keyof Entered; title: string; placeholder?: (line: L) => string }[]
  disabled?: boolean
  value?: EnteredLines
  onChange?: (value: EnteredLines) => void
}

/** One row for each item, with fields to enter prices or quantities. */
export function PriceTable<L extends Line>(props: PriceTableProps<L>) {
  const { label, lines, facts = [], fields, disabled = false, value = {}, onChange } = props
  const set = (line: number, name: keyof Entered, entered: string | undefined) =>
    onChange?.({ ...value, [line]: { ...value[line], [name]: entered } })
  return (
    <DataTable
      label={label}
      rows={lines}
      rowKey={({ line }) => String(line)}
      columns={[
        {
          key: 'name',
          title: '标的',
          isHead: true,
          value: (row) => (row.spec ? `${row.name}（${row.spec}）` : row.name),
        },
        ...facts.map(({ title, of }) => ({
          key: title,
          title,
          width: 150,
          align: 'right' as const,
          value: (row: L) => of(row),
        })),
        ...fields.map(({ name, title, placeholder }) => ({
          key: name,
          title,
          width: 180,
          render: (row: L) => (
            <AmountInput
              aria-label={`${label}${row.name}${title}`}
              digits={6}
              unit={name === 'unitPrice' ? '元' : row.unit}
              capitals={false}
              disabled={disabled}
              placeholder={placeholder?.(row) ?? ''}
              value={value[row.line]?.[name]}
              onChange={(entered) => set(row.line, name, entered)}
            />
          ),
        })),
      ]}
    />
  )
}

/** Lines with their prices as a call takes them; what was left empty is null. */
export function pricesOf(lines: readonly { line: number }[], entered: EnteredLines | undefined) {
  return lines.map(({ line }) => ({
    line,
    unitPrice: entered?.[line]?.unitPrice || null,
    quantity: entered?.[line]?.quantity || null,
  }))
}

/** The same the other way round. */
export function enteredOf(
  prices: readonly { line: number; unitPrice: string | null; quantity: string | null }[],
): EnteredLines {
  return Object.fromEntries(
    prices.map(({ line, unitPrice, quantity }) => [
      line,
      { unitPrice: unitPrice ?? undefined, quantity: quantity ?? undefined },
    ]),
  )
}

/** `12 台`. */
export function quantityText(quantity: string, unit: string): string {
  return `${formatDigits(quantity)} ${unit}`
}
