import { CompiledQuery, type Insertable, type Kysely, type Selectable, type Updateable } from 'kysely'
import { columnOf } from './column-names.ts'
import { PLATFORM_TABLES, type Tables } from './tables.ts'

type Table = keyof Tables
type Row<T extends Table> = Selectable<Tables[T]>
type Field<T extends Table> = keyof Row<T> & string

/** Asks for a column that is null. A variable that happens to be null does not: it is refused. */
export const NULL = Symbol('null')

/** By column: its value, one of several, or `NULL`. All must hold; the tenant is the context's. */
export type Where<T extends Table> = {
  readonly [C in Exclude<Field<T>, 'tenantId'>]?:
    | NonNullable<Row<T>[C]>
    | readonly NonNullable<Row<T>[C]>[]
    | typeof NULL
}

export interface How<T extends Table, C extends Field<T>> {
  /** All, unless named. */
  columns?: readonly C[]
  /** `createdAt`, or `createdAt desc`. */
  orderBy?: readonly (Field<T> | `${Field<T>} desc`)[]
  limit?: number
  lock?: 'update' | 'share'
}

type New<T extends Table> = Omit<Insertable<Tables[T]>, 'tenantId'>
type Changes<T extends Table> = Omit<Updateable<Tables[T]>, 'tenantId'>

/**
 * Records asked for and written by equality alone. The tenant comes from the context, and its column stays in every
 * statement, for sharding. One shape of a question is one text, made once. What is joined, compared or counted is written
 * with `tx`.
 */
export interface Records {
  /** The record, or undefined; where several fit, the first. */
  one<T extends Table, C extends Field<T> = Field<T>>(
    table: T,
    where: Where<T>,
    how?: How<T, C>,
  ): Promise<Pick<Row<T>, C> | undefined>
  /** The record, which must be there. */
  expectOne<T extends Table, C extends Field<T> = Field<T>>(
    table: T,
    where: Where<T>,
    how?: How<T, C>,
  ): Promise<Pick<Row<T>, C>>
  many<T extends Table, C extends Field<T> = Field<T>>(
    table: T,
    where: Where<T>,
    how?: How<T, C>,
  ): Promise<Pick<Row<T>, C>[]>
  /** One record, or several in one statement; none: nothing is asked. */
  insert<T extends Table>(table: T, values: New<T> | readonly New<T>[]): Promise<void>
  /** Resolves to the count of records changed. What is undefined stays as it is. */
  update<T extends Table>(table: T, where: Where<T>, set: Changes<T>): Promise<number>
  /** Resolves to the count of records removed. */
  remove<T extends Table>(table: T, where: Where<T>): Promise<number>
}

export function recordsOf(tx: Pick<Kysely<Tables>, 'executeQuery'>, tenantId: number): Records {
  const run = (text: string, values: readonly unknown[]) => tx.executeQuery<never>(CompiledQuery.raw(text, [...values]))
  const change = async (text: string, values: readonly unknown[]) =>
    Number((await run(text, values)).numAffectedRows ?? 0)
  const many: Records['many'] = async (table, where, how = {}) => {
    const { clause, values } = conditionOf({ table, tenantId }, where)
    return (await run(selectText(table, clause, how), values)).rows
  }
  const one: Records['one'] = async (table, where, how) => (await many(table, where, how))[0]
  return {
    many,
    one,
    async expectOne(table, where, how) {
      const row = await one(table, where, how)
      if (!row) throw new Error(`no ${table} where ${Object.keys(where).join(', ')}`)
      return row
    },
    async insert(table, given) {
      const rows = Array.isArray(given) ? (given as readonly object[]) : [given]
      if (rows.length === 0) return
      const { text, values } = insertOf(table, tenantId, rows)
      await run(text, values)
    },
    async update(table, where, set) {
      const changes = Object.entries(set).filter(([, value]) => value !== undefined)
      if (changes.length === 0) return 0
      const { clause, values } = conditionOf({ table, tenantId }, where, changes.length)
      const text = `update ${quoted(table)} set ${changes.map(([field], i) => `${column(field)} = $${i + 1}`).join(', ')}`
      return change(`${text} where ${clause}`, [...changes.map(([, value]) => value), ...values])
    },
    async remove(table, where) {
      const { clause, values } = conditionOf({ table, tenantId }, where)
      return change(`delete from ${quoted(table)} where ${clause}`, values)
    },
  }
}

const PLATFORM: ReadonlySet<string> = new Set(PLATFORM_TABLES)

/** The condition, with the values behind `given` others. Throws on none, and on a value that is missing. */
function conditionOf({ table, tenantId }: { table: string; tenantId: number }, where: object, given = 0) {
  const values: unknown[] = []
  const parts: string[] = []
  const bind = (value: unknown) => `$${given + values.push(value)}`
  if (!PLATFORM.has(table)) parts.push(`"tenant_id" = ${bind(tenantId)}`)
  const entries = Object.entries(where)
  if (entries.length === 0) throw new Error(`every record of ${table} was asked for`)
  for (const [field, value] of entries) {
    if (value === undefined || value === null) throw new Error(`${table} was asked for by a ${field} that is not there`)
    if (value === NULL) parts.push(`${column(field)} is null`)
    else parts.push(`${column(field)} = ${Array.isArray(value) ? `any(${bind(value)})` : bind(value)}`)
  }
  return { clause: parts.join(' and '), values }
}

/** `How`, of any table. */
interface Asked {
  columns?: readonly string[]
  orderBy?: readonly string[]
  limit?: number
  lock?: 'update' | 'share'
}

function selectText(table: string, clause: string, { columns, orderBy, limit, lock }: Asked): string {
  const order = orderBy?.map((one) => {
    const [field, direction] = one.split(' ')
    return direction ? `${column(field!)} desc` : column(field!)
  })
  return [
    `select ${columns?.map(column).join(', ') ?? '*'} from ${quoted(table)} where ${clause}`,
    order && `order by ${order.join(', ')}`,
    limit !== undefined && `limit ${limit}`,
    lock && `for ${lock}`,
  ]
    .filter(Boolean)
    .join(' ')
}

function insertOf(table: string, tenantId: number, rows: readonly object[]) {
  const all = PLATFORM.has(table) ? rows : rows.map((row) => ({ ...row, tenantId }))
  const fields = [
    ...new Set(all.flatMap((row) => Object.entries(row).flatMap(([f, v]) => (v === undefined ? [] : [f])))),
  ]
  const values: unknown[] = []
  const tuples = (all as readonly Record<string, unknown>[]).map((row) => {
    const signs = fields.map((field) => (row[field] === undefined ? 'default' : `$${values.push(row[field])}`))
    return `(${signs.join(', ')})`
  })
  return { text: `insert into ${quoted(table)} (${fields.map(column).join(', ')}) values ${tuples.join(', ')}`, values }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function column(field: string): string {
  return quoted(columnOf(field))
}
