import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { Id } from '#contract/id.ts'
import { COUNT_LIMIT, type Page } from '#contract/page.ts'
import type { Workbench } from '#contract/workbench.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { includes } from '#server/search/includes.ts'
import type { Message, messagePage } from '../contract.ts'
import { kindOf, namesOf, OTHER } from './kinds.ts'

type Ctx = Context<Actor>
type Query = z.output<typeof messagePage.query>

/** The own messages of one workbench, newest first. Ids grow with time, so they are the key to page by. */
export async function page(ctx: Ctx, query: Query): Promise<Page<Message>> {
  const { group } = query
  const matching = own(ctx)
    .where('identity', '=', query.identity)
    .$if(group === OTHER, (q) => q.where((e) => e.not(e('kind', '=', e.fn.any(e.val(namesOf()))))))
    .$if(group !== undefined && group !== OTHER, (q) => q.where((e) => e('kind', '=', e.fn.any(e.val(namesOf(group))))))
    .$if(query.isRead === 'true', (q) => q.where('readAt', 'is not', null))
    .$if(query.isRead === 'false', (q) => q.where('readAt', 'is', null))
    .$if(query.keyword !== undefined && query.keyword !== '', (q) =>
      q.where(includes(query.keyword!, ['title', 'content'])),
    )
  const after = query.cursor === undefined ? null : cursorId(query.cursor)
  const rows = await matching
    .select(['id', 'kind', 'title', 'content', 'link', 'readAt', 'createdAt'])
    .$if(after !== null, (q) => q.where('id', '<', after!))
    .$if(after === null, (q) => q.offset((query.pageNo - 1) * query.pageSize))
    .orderBy('id', 'desc')
    .limit(query.pageSize + 1)
    .execute()
  const { n } = await ctx.tx
    .selectFrom(matching.select('id').limit(COUNT_LIMIT).as('m'))
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const everything = own(ctx).where('identity', '=', query.identity).select('readAt').limit(COUNT_LIMIT)
  const counted = await ctx.tx
    .selectFrom(everything.as('m'))
    .select((e) => [
      e.fn.countAll<number>().as('all'),
      e.fn.countAll<number>().filterWhere('readAt', 'is', null).as('unread'),
    ])
    .executeTakeFirstOrThrow()
  const shown = rows.slice(0, query.pageSize)
  return {
    rows: shown.map((row) => ({
      messageId: row.id,
      kind: row.kind,
      kindLabel: kindOf(row.kind).label,
      title: row.title,
      content: row.content,
      link: row.link,
      isRead: row.readAt !== null,
      createdAt: row.createdAt.toISOString(),
    })),
    total: n,
    counts: { all: counted.all, unread: counted.unread, read: counted.all - counted.unread },
    next: rows.length > query.pageSize ? shown.at(-1)!.id : null,
  }
}

/** Marks own messages as read. Those of others, or gone, are passed over: `notFound` only when none was one's own. */
export async function markRead(ctx: Ctx, messageIds: readonly string[]): Promise<void> {
  await mustOwnSome(ctx, messageIds)
  await change(ctx).set({ readAt: ctx.clock.now() }).where('id', 'in', messageIds).where('readAt', 'is', null).execute()
  announce(ctx)
}

export async function markAllRead(ctx: Ctx, identity: Workbench): Promise<void> {
  await change(ctx)
    .set({ readAt: ctx.clock.now() })
    .where('identity', '=', identity)
    .where('readAt', 'is', null)
    .execute()
  announce(ctx)
}

export async function remove(ctx: Ctx, messageIds: readonly string[]): Promise<void> {
  await mustOwnSome(ctx, messageIds)
  await change(ctx).set({ deletedAt: ctx.clock.now() }).where('id', 'in', messageIds).execute()
  announce(ctx)
}

export async function unread(ctx: Ctx, identity: Workbench): Promise<{ count: number; latestId: string | null }> {
  const newest = own(ctx)
    .select('id')
    .where('identity', '=', identity)
    .where('readAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(COUNT_LIMIT)
  const { n, latest } = await ctx.tx
    .selectFrom(newest.as('m'))
    .select((e) => [e.fn.countAll<number>().as('n'), sql<string | null>`max(m.id::text)`.as('latest')])
    .executeTakeFirstOrThrow()
  return { count: n, latestId: latest }
}

function own(ctx: Ctx) {
  return ctx.tx.selectFrom('message').where('userId', '=', ctx.actor.userId).where('deletedAt', 'is', null)
}

function change(ctx: Ctx) {
  return ctx.tx.updateTable('message').where('userId', '=', ctx.actor.userId).where('deletedAt', 'is', null)
}

async function mustOwnSome(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (!(await own(ctx).select('id').where('id', 'in', ids).limit(1).executeTakeFirst())) throw new AppError('notFound')
}

/** The person's other pages count anew. */
function announce(ctx: Ctx): void {
  ctx.emit({ kind: 'message.changed', payload: {}, topics: [`user:${ctx.actor.userId}`] })
}

/** The id of the last row seen. Throws `badRequest` for what is no id. */
export function cursorId(cursor: string): string {
  if (!Id.safeParse(cursor).success) throw new AppError('badRequest', '翻页参数有误，请从第一页重新查询')
  return cursor
}
