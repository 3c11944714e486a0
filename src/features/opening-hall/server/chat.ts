import { sql } from 'kysely'
import type { PageQuery } from '#contract/page.ts'
import { COUNT_LIMIT } from '#contract/page.ts'
import { isOver } from '#features/procurement/engine/order-status.ts'
import { participants } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#contract/errors.ts'
import { listPage } from '#server/search/list-page.ts'
import { bidderRecord, currentOpening, type HallPart, type OpeningRow } from './access.ts'

type Ctx = Context<Employee>
type Channel = { channel?: 'all' | 'private' | undefined; bidderId?: string | undefined }
/** Channels of what was read, beside bidders' ids. */
const EVERYTHING = 'everything'
const TO_ALL = 'all'

/** Stores a message and carries it to the live pages: to all in the hall, or between the host and one bidder. */
export async function send(
  ctx: Ctx,
  part: HallPart,
  { content, privateTo }: { content: string; privateTo: string | null },
): Promise<{ messageId: string }> {
  const orderId = part.order.id
  const opening = await currentOpening(ctx, orderId)
  if (opening?.endedAt || isOver(part.order)) throw new AppError('wrongState', '开标已结束，不能再发言')
  if (part.part === 'host' && privateTo !== null && !(await isListener(ctx, { orderId, opening, tradeId: privateTo })))
    throw new AppError('notFound')
  // Before the start the names of those waiting would tell who bids: only the host may speak to all.
  if (!opening && part.part === 'bidder' && privateTo === null)
    throw new AppError('wrongState', '开标开始前仅可与主持人单独沟通')
  const message = {
    id: ctx.newId(),
    tradeId: privateTo,
    senderName: part.part === 'bidder' ? ctx.actor.companyName : `${ctx.actor.name}（主持人）`,
    isHost: part.part === 'host',
    content,
    at: ctx.clock.now(),
  }
  await ctx.insert('hall_message', { orderId, senderUserId: ctx.actor.userId, ...message })
  ctx.emit({
    kind: 'hall.message',
    payload: {
      orderId,
      message: {
        messageId: message.id,
        bidderId: privateTo,
        senderName: message.senderName,
        isHost: message.isHost,
        content,
        at: message.at.toISOString(),
      },
    },
    topics: privateTo === null ? [`hall:${orderId}`] : [`hall-bidder:${privateTo}`, `hall-host:${orderId}`],
  })
  return { messageId: message.id }
}

/** A page of messages, newest first. */
export async function messages(ctx: Ctx, part: HallPart, query: PageQuery & Channel) {
  const page = await listPage(ctx, {
    query,
    list: { alias: 'hall_message', keys: ['id'], rows: () => visible(ctx, part, query) },
    show: (page) => visible(ctx, part, query).innerJoin(page, 'page.id', 'hall_message.id').selectAll('hall_message'),
  })
  return {
    ...page,
    rows: page.rows.map((m) => ({
      messageId: m.id,
      bidderId: m.tradeId,
      senderName: m.senderName,
      isHost: m.isHost,
      isOwn: m.senderUserId === ctx.actor.userId,
      content: m.content,
      at: m.at.toISOString(),
    })),
  }
}

/** Messages this person may see, and how many came since it last looked, in all and per talk with a bidder. */
export async function totals(ctx: Ctx, part: HallPart) {
  const reads = await ctx.many(
    'hall_read',
    { orderId: part.order.id, userId: ctx.actor.userId },
    { columns: ['channel', 'readAt'] },
  )
  const readAt = new Map(reads.map((read) => [read.channel, read.readAt.getTime()]))
  const everything = readAt.get(EVERYTHING) ?? 0
  const rows = await visible(ctx, part, null)
    .select(['tradeId', 'at', sql<boolean>`sender_user_id <> ${ctx.actor.userId}`.as('foreign')])
    .orderBy('id', 'desc')
    .limit(COUNT_LIMIT)
    .execute()
  const unread = rows.filter(
    (row) => row.foreign && row.at.getTime() > Math.max(everything, readAt.get(row.tradeId ?? TO_ALL) ?? 0),
  )
  const byBidder = Map.groupBy(
    unread.filter((row) => row.tradeId !== null),
    (row) => row.tradeId!,
  )
  return {
    total: rows.length,
    unread: unread.length,
    unreadBy: [...byBidder].map(([bidderId, list]) => ({ bidderId, unread: list.length })),
  }
}

/** What was read: everything, or only what was said to all, or only the talk with one bidder. */
export async function markRead(ctx: Ctx, part: HallPart, of: Channel = {}): Promise<void> {
  const values = { readAt: ctx.clock.now() }
  const own = part.part === 'bidder' ? part.tradeId : of.bidderId
  const channel = of.channel === 'all' ? TO_ALL : of.channel === 'private' && own ? own : EVERYTHING
  await ctx.tx
    .insertInto('hall_read')
    .values({ tenantId: ctx.tenantId, orderId: part.order.id, userId: ctx.actor.userId, channel, ...values })
    .onConflict((c) => c.columns(['tenantId', 'orderId', 'userId', 'channel']).doUpdateSet(values))
    .execute()
}

/** What this person may read: everything to all; private talk only of its own side, for the host of every bidder. */
function visible(ctx: Ctx, part: HallPart, channel: Channel | null) {
  const own = part.part === 'bidder' ? part.tradeId : null
  return ctx.tx
    .selectFrom('hall_message')
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', part.order.id)
    .where((e) => {
      if (part.part === 'observer') return e('tradeId', 'is', null)
      if (channel?.channel === 'all') return e('tradeId', 'is', null)
      if (channel?.channel === 'private') {
        const bidder = own ?? channel.bidderId
        return bidder ? e('tradeId', '=', bidder) : e('tradeId', 'is not', null)
      }
      return own === null ? e.lit(true) : e.or([e('tradeId', 'is', null), e('tradeId', '=', own)])
    })
}

/** Whom the host may speak to alone: bidders of this order, before the start approved participants. */
async function isListener(
  ctx: Ctx,
  { orderId, opening, tradeId }: { orderId: string; opening: OpeningRow | undefined; tradeId: string },
): Promise<boolean> {
  if (opening) return (await bidderRecord(ctx, orderId, tradeId)) !== undefined
  return (await participants(ctx, orderId)).some((p) => p.tradeId === tradeId)
}
