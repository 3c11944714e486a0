import { type SelectQueryBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { COUNT_LIMIT, type PageQuery } from '#contract/page.ts'
import type { Tx } from '#server/database/connect.ts'

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

/** Rows of each query, counted up to COUNT_LIMIT, in one round trip. */
export async function countEach<DB, TB extends keyof DB, O>(
  tx: Tx,
  queries: Readonly<Record<string, SelectQueryBuilder<DB, TB, O>>>,
): Promise<Record<string, number>> {
  const counts = Object.entries(queries).map(([name, query]) => {
    const rows = query
      .clearSelect()
      .clearOrderBy()
      .select(sql<number>`1`.as('one'))
      .limit(COUNT_LIMIT)
    return sql`(select count(*)::int from ${rows} as t) as ${sql.ref(name)}`
  })
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(tx)
  return rows[0]!
}

/** A pattern for ILIKE that finds the text anywhere in it, whatever signs it holds. */
export function contains(keyword: string): string {
  return `%${keyword.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}

function writeCursor(values: readonly (string | Date)[]): string {
  const plain = values.map((v) => (v instanceof Date ? v.toISOString() : v))
  return Buffer.from(JSON.stringify(plain)).toString('base64url')
}

function readCursor(cursor: string, length: number): string[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(values) && values.length === length && values.every((v) => UUID.test(v) || INSTANT.test(v)))
      return values as string[]
  } catch {
    // Refused below like any other cursor that is not ours.
  }
  throw new AppError('badRequest', '翻页参数有误，请从第一页重新查询')
}
