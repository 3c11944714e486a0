import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { COUNT_LIMIT, type Page } from '#contract/page.ts'
import type { Workbench } from '#contract/workbench.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import type { Message, messagePage } from '../contract.ts'
import { kindOf, namesOf, OTHER } from './kinds.ts'

type Ctx = Context<Actor>
type Query = z.output<typeof messagePage.query>

/** The own messages of one workbench, newest first: ids grow with time. */
export async function page(ctx: Ctx, query: Query): Promise<Page<Message>> {
  const { group, keyword, isRead } = query
  const found = await listPage(ctx, {
    query,
    list: {
      alias: 'message',
      keys: ['id'],
      rows: () =>
        own(ctx)
          .where('identity', '=', query.identity)
          .$if(group === OTHER, (q) => q.where((e) => e.not(e('kind', '=', e.fn.any(e.val(namesOf()))))))
          .$if(group !== undefined && group !== OTHER, (q) =>
            q.where((e) => e('kind', '=', e.fn.any(e.val(namesOf(group))))),
          )
          .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['title', 'content']))),
    },
    tabs: TABS,
    tab: isRead === undefined ? 'all' : isRead === 'true' ? 'read' : 'unread',
    show: (found) => own(ctx).innerJoin(found, 'page.id', 'message.id').selectAll('message'),
  })
  return {
    ...found,
    rows: found.rows.map((row) => ({
      messageId: row.id,
      kind: row.kind,
      kindLabel: kindOf(row.kind).label,
      title: row.title,
      content: row.content,
      link: row.link,
      isRead: row.readAt !== null,
      createdAt: row.createdAt.toISOString(),
    })),
  }
}

const TABS = {
  all: sql<boolean>`true`,
  unread: sql<boolean>`read_at is null`,
  read: sql<boolean>`read_at is not null`,
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
