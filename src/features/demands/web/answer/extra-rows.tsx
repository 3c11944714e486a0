import { Button } from 'antd'
import { call } from '#web/call.ts'
import { openFile } from '#web/export.ts'
import { ask } from '#web/feedback.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { EditRows } from '#web/kit/edit-rows.tsx'
import { useSheetImport } from '#web/kit/use-sheet-import.tsx'
import { answerRowsTemplate, readAnswerRows } from '../../contract/rounds.ts'
import { type AnswerField, type Extras, type Row, shownCell } from '../../rules/fields.ts'
import type { ProfileName } from '../../rules/profiles.ts'
import { text } from '../form/item-rows.tsx'

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
export function ExtraRowsInput({ field, profile, demandId, value = [], onChange }: ExtraRowsInputProps) {
  const { key, label, columns } = field
  const params = { profile: profile as ProfileName, field: key }
  const { button, report } = useSheetImport({
    label: `选择${label}文件`,
    mayReplace: async () =>
      value.length === 0 || ask({ title: `导入${label}`, content: `导入将替换现有 ${value.length} 行，确认导入？` }),
    async send(body) {
      const { rows, errors, hidden } = await call(readAnswerRows, {
        params,
        body: body as unknown as Record<string, never>,
      })
      if (errors.length === 0) onChange?.(rows)
      return { count: rows.length, errors, hidden }
    },
    done: (count) => `已读入 ${count} 行，提交后生效`,
  })
  const template = { params, query: demandId ? { demandId } : {} }
  return (
    <div className="kb-stack kb-gap-8">
      {report}
      {value.length > 0 && (
        <EditRows
          label={label}
          rows={value}
          nameOf={(index) => `${label}第 ${index + 1} 行`}
          path={`extras.${key}`}
          columns={columns.map((column) => ({
            title: `${column.label}${column.isRequired ? ' *' : ''}`,
            cell: (row: Row, { set, label: name }) =>
              text({
                label: `${name}${column.label}`,
                value: row[column.key],
                most: 500,
                set: (typed) => set({ [column.key]: typed }),
              }),
          }))}
          onChange={(rows) => onChange?.(rows)}
        />
      )}
      <div className="kb-row kb-gap-12 kb-wrap">
        <Button size="small" onClick={() => onChange?.([...value, {}])}>
          添加{label}
        </Button>
        {button}
        <Button type="link" size="small" onClick={() => void openFile(answerRowsTemplate, template)}>
          下载表格
        </Button>
      </div>
    </div>
  )
}
