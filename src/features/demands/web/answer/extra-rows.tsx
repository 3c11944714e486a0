import { DataTable } from '#web/kit/data-table.tsx'
import { textColumn } from '#web/kit/edit-cells.tsx'
import { RowsField } from '#web/kit/rows-field.tsx'
import { answerRowsTemplate, readAnswerRows } from '../../contract/rounds.ts'
import { type AnswerField, type Extras, type Row, shownCell } from '../../rules/fields.ts'

type RowField = Extract<AnswerField, { kind: 'rows' }>

interface ExtraRowsProps {
  field: AnswerField
  rows: Extras[string] | undefined
  /** Its name stands above it already. */
  isNamed?: boolean
}

/** A list of an answer as it was handed in; nothing where there is none. */
export function ExtraRows({ field, rows, isNamed = false }: ExtraRowsProps) {
  if (field.kind !== 'rows' || typeof rows !== 'object' || rows.length === 0) return null
  const lines = rows.map((row, at) => ({ row, at }))
  return (
    <section className="kb-stack kb-gap-8">
      {!isNamed && <h3>{field.label}</h3>}
      <DataTable<{ row: Row; at: number }>
        label={field.label}
        rows={lines}
        rowKey={({ at }) => String(at)}
        columns={field.columns.map((column, i) => ({
          key: column.key,
          title: column.label,
          isHead: i === 0,
          ...(column.kind === 'amount' || column.kind === 'quantity' ? { align: 'right' as const } : {}),
          value: ({ row }) => shownCell(column, row[column.key]),
        }))}
      />
    </section>
  )
}

interface ExtraRowsInputProps {
  field: RowField
  profile: string
  /** Of the own answer, whose rows the spreadsheet begins with. */
  demandId?: string
  value?: Row[]
  onChange?: (rows: Row[]) => void
}

/** A list of an answer: typed, or from a spreadsheet. A field of a form. */
export function ExtraRowsInput({ field, profile, demandId, ...rows }: ExtraRowsInputProps) {
  const { key, label, columns } = field
  return (
    <RowsField<Row>
      label={label}
      nameOf={(index) => `${label}第 ${index + 1} 行`}
      path={`extras.${key}`}
      columns={columns.map((column) =>
        textColumn<Row>(`${column.label}${column.isRequired ? ' *' : ''}`, column.key, {
          most: 500,
          label: column.label,
        }),
      )}
      add={{ label: `添加${label}`, row: () => ({}) }}
      sheet={{
        read: readAnswerRows,
        template: answerRowsTemplate,
        params: { profile, field: key },
        query: demandId ? { demandId } : {},
      }}
      {...rows}
    />
  )
}
