import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { COUNT_LIMIT, type PageQuery } from '#contract/page.ts'
import type { Tx } from './database/connect.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/**
 * One page, newest first by `columns` (each an id or an instant), from the cursor of the page before; without a cursor
 * by page number, within the rows that are counted. Throws `badRequest` for a cursor that is not ours.
 */
export async function keysetPage<DB, TB extends keyof DB, O>(
  base: SelectQueryBuilder<DB, TB, O>,
  { query, columns, key }: { query: PageQuery; columns: readonly string[]; key: (row: O) => (string | Date)[] },
): Promise<{ rows: O[]; next: string | null }> {
  let page = base.limit(query.pageSize + 1)
  for (const column of columns) page = page.orderBy(sql.ref(column), 'desc')
  if (query.cursor) {
    const values = readCursor(query.cursor, columns.length)
    page = page.where(
      sql<boolean>`(${sql.join(columns.map((c) => sql.ref(c)))}) < (${sql.join(values.map((v) => sql.val(v)))})`,
    )
  } else {
    const offset = (query.pageNo - 1) * query.pageSize
    if (offset >= COUNT_LIMIT) throw new AppError('badRequest', '页码过大，请缩小查询范围')
    page = page.offset(offset)
  }
  const found = await page.execute()
  const rows = found.slice(0, query.pageSize)
  const last = rows.at(-1)
  const next = found.length > query.pageSize && last !== undefined ? writeCursor(key(last)) : null
  return { rows, next }
}

/** Rows of a query, counted up to COUNT_LIMIT. */
export async function countUpTo<DB, TB extends keyof DB, O>(
  tx: Tx,
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const rows = query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`1`.as('one'))
    .limit(COUNT_LIMIT)
  const { rows: found } = await sql<{ n: number }>`select count(*)::int as n from ${rows} as t`.execute(tx)
  return found[0]!.n
}

/**
 * Rows per tab and of the tab looked at. One pass over at most COUNT_LIMIT rows tells all tabs exactly; where there are
 * more rows than that, only the whole ("more than 1000") and the current tab are told: an exact number of every tab
 * would cost more than the page.
 */
export async function countTabs<DB, TB extends keyof DB, O>(
  tx: Tx,
  base: SelectQueryBuilder<DB, TB, O>,
  { tabs, current }: { tabs: Readonly<Record<string, RawBuilder<boolean>>>; current: string },
): Promise<{ total: number; counts: Record<string, number> }> {
  const names = Object.keys(tabs)
  const rows = base
    .clearSelect()
    .clearOrderBy()
    .select(names.map((name) => tabs[name]!.as(name)))
    .limit(COUNT_LIMIT)
  const each = names.map((name) => sql`count(*) filter (where ${sql.ref(name)})::int as ${sql.ref(name)}`)
  const { rows: found } = await sql<Record<string, number>>`
    select count(*)::int as "#", ${sql.join(each)} from ${rows} as t`.execute(tx)
  const { '#': whole = 0, ...counts } = found[0]!
  if (whole < COUNT_LIMIT) return { total: counts[current] ?? 0, counts }
  const total = current === 'all' ? whole : await countUpTo(tx, base.where(tabs[current]!))
  return { total, counts: { all: whole, [current]: total } }
}

function writeCursor(values: readonly (string | Date)[]): string {
  const plain = values.map((v) => (v instanceof Date ? v.toISOString() : v))
  return Buffer.from(JSON.stringify(plain)).toString('base64url')
}

/** Of the form, and on the calendar: the database takes no 31st of February. */
function isInstant(value: string): boolean {
  const at = new Date(value)
  return INSTANT.test(value) && !Number.isNaN(at.getTime()) && at.toISOString() === value
}

function readCursor(cursor: string, length: number): string[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(values) && values.length === length && values.every((v) => UUID.test(v) || isInstant(v)))
      return values as string[]
  } catch {
    // Refused below like any other cursor that is not ours.
  }
  throw new AppError('badRequest', '翻页参数有误，请从第一页重新查询')
}
