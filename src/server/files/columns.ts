import type { ColumnOf } from '../database/column-names.ts'
import type { Tables } from '../database/tables.ts'

/**
 * What stands in a column: a file's `id` (uuid), the `hash` of stored bytes (SHA-256), or a `document` (JSON) in which
 * ids of files stand somewhere, alone or within addresses.
 */
export type Holds = 'id' | 'hash' | 'document'

export type ColumnName = { [T in keyof Tables]: `${T}.${ColumnOf<keyof Tables[T] & string>}` }[keyof Tables]

/** By `table.column`: where stored files stand in records. */
export type FileColumns = Readonly<Partial<Record<ColumnName, Holds>>>
