import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { call } from '../call.ts'
import { openFile } from '../export.ts'
import { ask } from '../feedback.ts'
import { type EditColumn, EditRows } from './edit-rows.tsx'
import type { ImportError } from './import-errors.ts'
import { useSheetImport } from './use-sheet-import.tsx'

/** More are changed in a spreadsheet. */
const MOST_SHOWN = 200

/** Where a spreadsheet is read into rows, or its wrong cells are named; `template` is what one begins with. */
interface RowSheet {
  read: Endpoint
  template: Pick<Endpoint, 'path'>
  params?: Record<string, string>
  /** Of the template. */
  query?: Record<string, unknown>
}

interface RowsFieldProps<R> {
  /** What the rows are, e.g. 采购清单. */
  label: string
  /** What a row is called, e.g. `第 2 行`. */
  nameOf: (index: number) => string
  /** Where the rows stand in what is edited. */
  path: string
  value?: readonly R[]
  onChange?: (rows: R[]) => void
  isWrong?: (index: number) => boolean
  columns: readonly (EditColumn<R> | false)[]
  /** `row` is made when it is added. */
  add: { label: string; row: () => R }
  sheet?: RowSheet | false
  /** Which rows say something: so many are asked about before a spreadsheet replaces them. Without: all. */
  isFilled?: (row: R) => boolean
  /** Beside the buttons. */
  extra?: ReactNode
}

/** A field of a form: rows that are edited in place, or read from a spreadsheet, all of it or none. */
export function RowsField<R>({ value = [], onChange, add, sheet, isFilled, extra, ...edit }: RowsFieldProps<R>) {
  const change = (rows: R[]) => onChange?.(rows)
  const rest = value.slice(MOST_SHOWN)
  const filled = isFilled ? value.filter(isFilled).length : value.length
  const { button, report } = useSheetImport({
    label: `选择${edit.label}文件`,
    mayReplace: async () =>
      filled === 0 || ask({ title: `导入${edit.label}`, content: `导入将替换现有 ${filled} 行，确认导入？` }),
    async send(body) {
      if (!sheet) return { count: 0, errors: [] }
      const { params } = sheet
      const answer = (await call(sheet.read, { ...(params && { params }), body })) as {
        rows: R[]
        errors: ImportError[]
        hidden: number[]
      }
      if (answer.errors.length === 0) change(answer.rows)
      return { count: answer.rows.length, errors: answer.errors, hidden: answer.hidden }
    },
    done: (count) => `已读入 ${count} 行，保存后生效`,
  })
  return (
    <div className="kb-stack kb-gap-8">
      {report}
      {value.length > 0 && (
        <EditRows<R> {...edit} rows={value.slice(0, MOST_SHOWN)} onChange={(shown) => change([...shown, ...rest])} />
      )}
      {rest.length > 0 && (
        <p className="kb-hint">
          另有 {rest.length} 行未显示{sheet ? '，请在表格文件中修改后重新导入。' : '。'}
        </p>
      )}
      <div className="kb-row kb-gap-12 kb-wrap">
        <Button size="small" onClick={() => change([...value, add.row()])}>
          {add.label}
        </Button>
        {sheet && button}
        {sheet && (
          <Button type="link" size="small" onClick={() => void openFile(sheet.template, templateInput(sheet))}>
            下载模板
          </Button>
        )}
        {extra}
      </div>
    </div>
  )
}

function templateInput({ params, query }: RowSheet) {
  return { ...(params && { params }), ...(query && { query }) }
}
