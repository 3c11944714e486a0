import { formatAmount } from '#contract/money.ts'

/** A column of a field that is a list. */
export interface RowColumn {
  key: string
  label: string
  kind: 'text' | 'amount' | 'quantity' | 'day'
  isRequired?: boolean
}

/** A field that the answers of a profile have beside those that all have. */
export type AnswerField = { key: string; label: string; isRequired?: boolean; help?: string } & (
  | { kind: 'text' | 'area' | 'amount' | 'day' }
  | { kind: 'rows'; columns: readonly RowColumn[] }
)

/** A field that the demands of a profile have; `isLate`: it is often known only after the survey. */
export type DemandField = { key: string; label: string; isRequired?: boolean; isLate?: boolean; help?: string } & (
  | { kind: 'text' }
  | { kind: 'count'; most: number }
  | { kind: 'choice'; options: readonly string[] }
)

export type Row = Readonly<Record<string, string>>
/** Values by key: a text, or rows. */
export type Extras = Readonly<Record<string, string | readonly Row[]>>
export const MOST_ROWS = 200

interface Wrong {
  path: string
  message: string
}

const AMOUNT = /^\d{1,15}(\.\d{1,2})?$/
const QUANTITY = /^\d{1,15}(\.\d{1,6})?$/
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** What is wrong with the further fields of an answer, each at its place. */
export function wrongExtras(fields: readonly AnswerField[], extras: Extras): Wrong[] {
  const strange = Object.keys(extras).filter((key) => !fields.some((field) => field.key === key))
  return [
    ...strange.map((key) => ({ path: `extras.${key}`, message: '该项内容不在应答范围内' })),
    ...fields.flatMap((field) => wrongField(field, extras[field.key])),
  ]
}

function wrongField(field: AnswerField, value: Extras[string] | undefined): Wrong[] {
  const path = `extras.${field.key}`
  if (value === undefined || value.length === 0)
    return field.isRequired ? [{ path, message: `请填写${field.label}` }] : []
  if (field.kind === 'rows') {
    if (typeof value === 'string') return [{ path, message: `${field.label}须逐行填写` }]
    if (value.length > MOST_ROWS) return [{ path, message: `${field.label}不能超过 ${MOST_ROWS} 行` }]
    return value.flatMap((row, i) => wrongRow(field, row, { path: `${path}.${i}`, no: i + 1 }))
  }
  if (typeof value !== 'string') return [{ path, message: `${field.label}格式不正确` }]
  const message = wrongText(field.kind, value)
  return message === null ? [] : [{ path, message: `${field.label}${message}` }]
}

function wrongRow(
  { label, columns }: Extract<AnswerField, { kind: 'rows' }>,
  row: Row,
  { path, no }: { path: string; no: number },
): Wrong[] {
  const at = `${label}第 ${no} 行`
  const strange = Object.keys(row).some((key) => !columns.some((column) => column.key === key))
  if (strange) return [{ path, message: `${at}含有不在范围内的内容` }]
  return columns.flatMap((column) => {
    const text = row[column.key] ?? ''
    if (text === '') return column.isRequired ? [{ path, message: `${at}请填写${column.label}` }] : []
    const message = wrongText(column.kind, text)
    return message === null ? [] : [{ path, message: `${at}${column.label}${message}` }]
  })
}

function wrongText(kind: RowColumn['kind'] | 'area', text: string): string | null {
  switch (kind) {
    case 'amount':
      return AMOUNT.test(text) ? null : '须为不超过两位小数的金额'
    case 'quantity':
      return QUANTITY.test(text) ? null : '须为不超过六位小数的数值'
    case 'day':
      return DAY.test(text) && new Date(text).toISOString().startsWith(text) ? null : '须为日期'
    case 'text':
      return text.length <= 500 ? null : '不能超过 500 字'
    case 'area':
      return null
  }
}

/** What is wrong with the further fields of a demand. */
export function wrongDemandExtras(fields: readonly DemandField[], extras: Readonly<Record<string, string>>): Wrong[] {
  const strange = Object.keys(extras).filter((key) => !fields.some((field) => field.key === key))
  return [
    ...strange.map((key) => ({ path: `extras.${key}`, message: '该项内容不在需求范围内' })),
    ...fields.flatMap((field) => {
      const value = extras[field.key] ?? ''
      const path = `extras.${field.key}`
      if (value === '') return field.isRequired ? [{ path, message: `请填写${field.label}` }] : []
      if (field.kind === 'choice')
        return field.options.includes(value) ? [] : [{ path, message: `请选择${field.label}` }]
      if (field.kind === 'count')
        return /^[1-9]\d{0,3}$/.test(value) && Number(value) <= field.most
          ? []
          : [{ path, message: `${field.label}须为 1 至 ${field.most} 的整数` }]
      return value.length <= 200 ? [] : [{ path, message: `${field.label}不能超过 200 字` }]
    }),
  ]
}

/** A value of a row as it is shown. */
export function shownCell({ kind }: Pick<RowColumn, 'kind'>, text: string | undefined): string {
  return kind === 'amount' && text ? formatAmount(text) : (text ?? '')
}
