import { type RawBuilder, sql } from 'kysely'
import type { Category } from '#features/procurement/rules/enums.ts'
import { subscriptionGroups } from '#features/membership/server/public.ts'
import { supplier } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import { plainTextOf } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract.ts'
import { finds, KIND } from './telling.ts'

type Ctx = Context<Employee>

/** The newest search of a person that tells, and what it has told. */
export const latestRoutes: readonly Route[] = [
  supplier(contract.latestSubscription, async (ctx) => {
    const search = await latestOf(ctx)
    if (!search) return null
    const { n } = await messagesOf(ctx, search.id)
      .where('m.readAt', 'is', null)
      .select((e) => e.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow()
    return {
      searchId: search.id,
      name: search.name,
      keyword: search.keyword,
      category: (search.category ?? '') as Category | '',
      region: search.region,
      toldAt: search.toldAt?.toISOString() ?? null,
      unread: Number(n),
    }
  }),

  supplier(contract.latestMessages, async (ctx, { query }) => {
    const search = await latestOf(ctx)
    if (!search) return { rows: [], total: 0, next: null }
    const page = await listPage(ctx, {
      query,
      list: { alias: 'm', keys: ['createdAt', 'id'], rows: () => messagesOf(ctx, search.id) },
      show: (page) =>
        messagesOf(ctx, search.id)
          .innerJoin(page, 'page.id', 'm.id')
          .select(['m.id', 'm.title', 'm.content', 'm.link', 'm.readAt', 'm.createdAt']),
    })
    const rows = page.rows.map(({ id, readAt, createdAt, ...row }) => ({
      messageId: id,
      title: row.title,
      content: row.content,
      link: row.link,
      isRead: readAt !== null,
      createdAt: createdAt.toISOString(),
    }))
    return { ...page, rows }
  }),
]

/** The newest of those that the company's membership lets tell: the oldest ones go first. */
async function latestOf(ctx: Ctx) {
  const { employeeId, companyId } = ctx.actor
  const telling = await ctx.many('saved_search', { employeeId, isTelling: true }, { orderBy: ['createdAt', 'id'] })
  const groups = (await subscriptionGroups(ctx, [companyId])).get(companyId)!
  return telling.slice(0, groups ?? telling.length).at(-1)
}

/** Messages to the person about orders that the search finds, as it found them; the order stands in the link. */
function messagesOf(ctx: Ctx, searchId: string) {
  return ctx.tx
    .selectFrom('message as m')
    .where('m.tenantId', '=', ctx.tenantId)
    .where('m.userId', '=', ctx.actor.userId)
    .where('m.identity', '=', 'supplier')
    .where('m.kind', '=', KIND)
    .where('m.deletedAt', 'is', null)
    .where(isFound(ctx.tenantId, searchId))
}

function isFound(tenantId: number, searchId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from saved_search s
    join purchase_order o on o.tenant_id = s.tenant_id
      and o.id = substring(m.link from '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')::uuid
    join project p on p.tenant_id = o.tenant_id and p.id = o.project_id
    where s.tenant_id = ${tenantId} and s.id = ${searchId}
      and ${finds({ publishedAt: 'o.published_at', category: 'p.category', words: 'o.words', region: plainTextOf(['p.region']) })})`
}
