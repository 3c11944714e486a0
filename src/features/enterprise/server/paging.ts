import type { SelectQueryBuilder } from 'kysely'
import type { Page, PageQuery } from '#contract/page.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { listPage } from '#server/search/list-page.ts'

/** A page of these rows, newest first by `key`, an id with the alias of its table. */
export function newestFirst<DB, TB extends keyof DB, O>(
  ctx: Context<Actor | null>,
  base: SelectQueryBuilder<DB, TB, O>,
  { query, key }: { query: PageQuery; key: `${string}.${string}` },
): Promise<Page<O>> {
  const [alias, id] = key.split('.') as [string, string]
  // oxlint-disable-next-line no-explicit-any -- any table may be listed
  const rows = base as SelectQueryBuilder<any, any, O>
  return listPage<O>(ctx, {
    query,
    list: { alias, keys: [id], rows: () => rows.clearSelect() },
    show: (page) => rows.innerJoin(page, 'page.id', key),
  })
}
