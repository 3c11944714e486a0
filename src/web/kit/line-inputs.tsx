import { Input } from 'antd'
import { formatDigits } from '#contract/money.ts'
import { AmountInput } from '#web/kit/amount-input.tsx'
import { DataTable } from '#web/kit/data-table.tsx'

/** What is entered for the lines of a contract, an order or a price list: by line, then by field. */
export type LineValues = Record<number, Record<string, string | undefined>>

interface Line {
  line: number
  name: string
  spec?: string
  unit: string
}

/** What a line is, with its specification behind it. */
export const LINE_NAME = {
  key: 'name',
  title: '标的',
  isHead: true,
  value: ({ name, spec }: { name: string; spec?: string }) => (spec ? `${name}（${spec}）` : name),
}

interface LineInputsProps<L extends Line> {
  lines: readonly L[]
  /** What stands before the fields, e.g. how much is left. */
  facts?: readonly { title: string; of: (line: L) => string }[]
  fields: readonly { name: string; title: string; isText?: boolean; placeholder?: (line: L) => string }[]
  label: string
  disabled?: boolean
  value?: LineValues
  onChange?: (value: LineValues) => void
}

/** One row for each line, with fields to enter quantities, prices or reasons. */
export function LineInputs<L extends Line>(props: LineInputsProps<L>) {
  const { lines, facts = [], fields, label, disabled = false, value = {}, onChange } = props
  const set = (line: number, name: string, entered: string | undefined) =>
    onChange?.({ ...value, [line]: { ...value[line], [name]: entered } })
  return (
    <DataTable
      label={label}
      rows={lines}
      rowKey={({ line }) => String(line)}
      columns={[
        LINE_NAME,
        ...facts.map(({ title, of }) => ({
          key: title,
          title,
          width: 130,
          align: 'right' as const,
          value: (row: L) => of(row),
        })),
        ...fields.map(({ name, title, isText, placeholder }) => ({
          key: name,
          title,
          width: isText ? 220 : 170,
          render: (row: L) =>
            isText ? (
              <Input
                aria-label={`${label}${row.name}${title}`}
                disabled={disabled}
                maxLength={500}
                value={value[row.line]?.[name] ?? ''}
                onChange={(event) => set(row.line, name, event.target.value)}
              />
            ) : (
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

/** `12 台`. */
export function quantityText(quantity: string, unit: string): string {
  return `${formatDigits(quantity)} ${unit}`
}

/** Lines with a quantity. */
export function wanted(values: LineValues | undefined): { line: number; quantity: string }[] {
  return Object.entries(values ?? {}).flatMap(([line, { quantity }]) =>
    quantity && Number(quantity) > 0 ? { line: Number(line), quantity } : [],
  )
}
