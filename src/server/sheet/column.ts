/** What a column holds; values travel as strings, see `cell.ts` for their forms. */
export type ColumnType = 'text' | 'quantity' | 'amount' | 'integer' | 'date'

/** One column of a sheet, for reading, writing and templates alike. */
export interface SheetColumn<K extends string = string> {
  key: K
  /** Chinese heading; found in any order, with or without a `*`. */
  title: string
  type: ColumnType
  required?: boolean
  /** Text: most characters (500). Numbers: highest value, a decimal string. */
  max?: string
  /** Numbers: lowest value, a decimal string; 0 unless told. */
  min?: string
  /** Shown in the template under the rule of the type. */
  hint?: string
  /** In characters; by default from title and type. */
  width?: number
}

export const MAX_ROWS = 20_000
export const MAX_COLUMNS = 200
export const DEFAULT_TEXT_LENGTH = 500

/** Most decimals a number may have; those of `Amount` and `Quantity`. */
export const DECIMALS = { amount: 2, quantity: 6, integer: 0 } as const

/** `A`, `Z`, `AA` for 0, 25, 26. */
export function columnName(index: number): string {
  let name = ''
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26)) name = String.fromCharCode(65 + ((n - 1) % 26)) + name
  return name
}

/** 0, 25, 26 for `A`, `Z`, `AA`. */
export function columnIndex(name: string): number {
  let index = 0
  for (const letter of name) index = index * 26 + letter.charCodeAt(0) - 64
  return index - 1
}
