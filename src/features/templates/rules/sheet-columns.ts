import type { ContentOf } from '../contract/content.ts'

/** One column as the platform's spreadsheets take it (`SheetColumn` of the server). */
export interface BillColumn {
  key: string
  title: string
  type: 'text' | 'quantity' | 'amount' | 'integer' | 'date'
  required?: boolean
  max?: string
  hint?: string
}

const MOST: Readonly<Record<string, string>> = {
  lotNo: '99',
  section: '100',
  code: '60',
  name: '200',
  spec: '2000',
  unit: '20',
  remark: '500',
}
/** What the bill itself says of a column is not the template's to change. */
const FIXED: Readonly<Record<string, BillColumn['type']>> = {
  lotNo: 'integer',
  quantity: 'quantity',
  controlPrice: 'quantity',
}
const ALWAYS = ['name', 'unit', 'quantity']

/** The columns of a bill template for writing and reading spreadsheets; columns of its own are `extra0`, `extra1` … */
export function sheetColumns({ columns }: ContentOf<'material'>): BillColumn[] {
  return columns.map(({ field, title, type, unit, required, hint }, i) => {
    const told = (hint.includes(unit) ? [hint] : [unit, hint]).filter((part) => part !== '').join('，')
    return {
      key: field === '' ? `extra${i}` : field,
      title,
      type: field === '' ? type : (FIXED[field] ?? 'text'),
      ...(required || ALWAYS.includes(field) ? { required: true } : {}),
      ...(MOST[field] ? { max: MOST[field] } : {}),
      ...(told ? { hint: told } : {}),
    }
  })
}

/**
 * A filled row in the fields of the bill. Values of the template's own columns are added to the specification as
 * `标题：值`, where bidders and contract will read them.
 */
export function billLine(
  content: ContentOf<'material'>,
  row: Readonly<Record<string, string | null | undefined>>,
): Record<string, string | null | undefined> {
  const extras = content.columns.flatMap(({ field, title, unit }, i) => {
    const value = field === '' ? row[`extra${i}`] : undefined
    return value ? [`${title}：${value}${unit}`] : []
  })
  if (extras.length === 0) return row
  return { ...row, spec: [row.spec, ...extras].filter(Boolean).join('；') }
}
