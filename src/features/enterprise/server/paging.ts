import { type SelectQueryBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { COUNT_LIMIT, type PageQuery } from '#contract/page.ts'
import type { Tx } from '#server/database/connect.ts'

/** One page, newest first by `key`, with the number of rows up to COUNT_LIMIT. The cursor is the last row's key. */
export async function newestFirst<DB, TB extends keyof DB, O>(
  tx: Tx,
  base: SelectQueryBuilder<DB, TB, O>,
  { query, key }: { query: PageQuery; key: { column: string; of: (row: O) => string } },
): Promise<{ rows: O[]; next: string | null; total: number }> {
  let page = base.orderBy(sql.ref(key.column), 'desc').limit(query.pageSize + 1)
  if (query.cursor) page = page.where(sql<boolean>`${sql.ref(key.column)} < ${uuidOf(query.cursor)}`)
  else {
    const offset = (query.pageNo - 1) * query.pageSize
    if (offset >= COUNT_LIMIT) throw new AppError('badRequest', '页码过大，请缩小查询范围')
    page = page.offset(offset)
  }
  const found = await page.execute()
  const rows = found.slice(0, query.pageSize)
  const last = rows.at(-1)
  const next = found.length > query.pageSize && last !== undefined ? key.of(last) : null
  const counted = base
    .clearSelect()
    .select(sql<number>`1`.as('one'))
    .limit(COUNT_LIMIT)
  const { rows: count } = await sql<{ n: number }>`select count(*)::int as n from ${counted} as c`.execute(tx)
  return { rows, next, total: count[0]!.n }
}

function uuidOf(cursor: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cursor))
    throw new AppError('badRequest', '翻页参数有误，请从第一页重新查询')
  return cursor
}
