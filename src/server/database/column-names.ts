/**
 * Columns are `order_id` in SQL and `orderId` in TypeScript. What is no plain name (`#key0`, `tab:all`, `QUERY PLAN`) stays
 * as it is. `db:types` refuses a column that would not come back as itself.
 */
export function columnOf(field: string): string {
  const known = columns.get(field)
  if (known !== undefined) return known
  if (!PLAIN.test(field)) return field
  const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  columns.set(field, column)
  return column
}

/** What a column, or an alias in SQL, is called in a row. */
export function fieldOf(column: string): string {
  return PLAIN.test(column) ? column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) : column
}

/** A row by its columns, for what leaves as JSON under these names; values stay as they are. */
export function inColumns(row: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([field, value]) => [columnOf(field), value]))
}

/** `fieldOf`, in types. */
export type FieldOf<Column extends string> = Column extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<FieldOf<Rest>>}`
  : Column

/** `columnOf`, in types. */
export type ColumnOf<Field extends string, Done extends string = ''> = Field extends `${infer Sign}${infer Rest}`
  ? ColumnOf<Rest, `${Done}${Sign extends Lowercase<Sign> ? Sign : `_${Lowercase<Sign>}`}`>
  : Done

const PLAIN = /^[a-z][A-Za-z0-9_]*$/
/** Of fields, tables and aliases that the code names: they are finite. */
const columns = new Map<string, string>()
