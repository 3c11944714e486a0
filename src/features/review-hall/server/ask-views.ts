import type * as z from 'zod'
import type { Page } from '#contract/page.ts'
import type { PageQuery } from '#contract/page.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Ask, bidderAsks } from '../contract/asks.ts'
import { AskStatus } from '#features/evaluation/rules/enums.ts'
import { ASK_STATUS, type DialogWho } from '../rules/dialog-status.ts'
import { allReviewers, type Any, reviewRow, type Seat } from './access.ts'
import { filesOf } from './ask-files.ts'
import { type AskRow, factsOf } from './asks.ts'
import { BIDDER, bidderSeat, dialogWho, isOver } from './bidder-seat.ts'
import { type Bid, bidsOf } from './bids.ts'
import { isDecided, votesOn } from './low-price.ts'
import { pageOfRows } from './results.ts'

const S = AskStatus.values

/** Questions as this side sees them: the purchaser's side those that were sent. */
export async function askPage(
  ctx: Any,
  { order, me }: Seat,
  query: PageQuery & { bidderId?: string | undefined; status?: number | undefined },
): Promise<Page<Ask>> {
  const review = await reviewRow(ctx, order.id)
  const rows = (await askRows(ctx, order.id))
    .filter((r) => me !== null || r.sentAt !== null)
    .filter((r) => query.bidderId === undefined || r.tradeId === query.bidderId)
    .filter((r) => query.status === undefined || r.status === query.status)
  const members = await allReviewers(ctx, order.id)
  const names = me ? new Map(members.map((m) => [m.id, m.name])) : null
  const page = pageOfRows(rows, query)
  const views = await viewsOf(ctx, page.rows, {
    bids: await bidsOf(ctx, order),
    askers: names,
    over: review === null || isOver(order, review),
    whoOf: (row) => dialogWho(me, row.askedBy),
  })
  return { ...page, rows: views }
}

/** Questions to the own company; nobody of the committee is named. */
export async function ownAskPage(
  ctx: Context<Employee>,
  place: { orderId: string; bidderId: string },
  query: PageQuery,
): Promise<Page<Ask>> {
  const { order, bid, review } = await bidderSeat(ctx, place.orderId, place.bidderId)
  const rows = (await askRows(ctx, order.id)).filter((r) => r.tradeId === bid.tradeId && r.sentAt !== null)
  const page = pageOfRows(rows, query)
  const views = await viewsOf(ctx, page.rows, {
    bids: [bid],
    askers: null,
    over: isOver(order, review),
    whoOf: () => BIDDER,
  })
  return { ...page, rows: views }
}

export async function asksByBidder(ctx: Any, { order }: Seat): Promise<z.output<typeof bidderAsks.returns>> {
  const rows = (await askRows(ctx, order.id)).filter((r) => r.sentAt !== null)
  return (await bidsOf(ctx, order)).map((bid) => {
    const own = rows.filter((r) => r.tradeId === bid.tradeId)
    const count = (status: number) => own.filter((r) => r.status === status).length
    return {
      bidderId: bid.tradeId,
      no: bid.no,
      supplierName: bid.supplierName,
      total: own.length,
      waiting: count(S.waiting),
      replied: count(S.replied),
      overdue: count(S.overdue),
      lastAt: own[0]?.sentAt?.toISOString() ?? null,
    }
  })
}

/** Newest first. */
export async function askRows(ctx: Any, orderId: string): Promise<AskRow[]> {
  return ctx.many('review_ask', { orderId }, { orderBy: ['id desc'] })
}

async function viewsOf(
  ctx: Any,
  rows: readonly AskRow[],
  with_: {
    bids: readonly Bid[]
    askers: ReadonlyMap<string, string> | null
    over: boolean
    whoOf: (row: AskRow) => DialogWho
  },
): Promise<Ask[]> {
  const files = await filesOf(
    ctx,
    rows.map((r) => r.id),
  )
  const now = ctx.clock.now().getTime()
  const [first] = rows
  const votes = first ? await votesOn(ctx, first.orderId) : []
  return rows.map((row) => {
    const bid = with_.bids.find((b) => b.tradeId === row.tradeId)
    const of = (side: 'ask' | 'reply') => files.filter((f) => f.askId === row.id && f.side === side).map((f) => f.file)
    return {
      askId: row.id,
      bidderId: row.tradeId,
      no: bid?.no ?? 0,
      supplierName: bid?.supplierName ?? '',
      kind: row.kind as 1,
      title: row.title,
      content: row.content,
      files: of('ask'),
      status: row.status as 0,
      statusLabel: AskStatus.label(row.status),
      askedBy: with_.askers?.get(row.askedBy) ?? null,
      createdAt: row.createdAt.toISOString(),
      sentAt: row.sentAt?.toISOString() ?? null,
      deadline: row.deadline?.toISOString() ?? null,
      reply: row.reply,
      replyFiles: of('reply'),
      repliedAt: row.repliedAt?.toISOString() ?? null,
      repliedBy: row.repliedName,
      withdrawReason: row.withdrawReason,
      actions: ASK_STATUS.allowed(
        factsOf(row, { over: with_.over, decided: isDecided(votes.find((vote) => vote.askId === row.id)) }),
        with_.whoOf(row),
        now,
      ),
    }
  })
}
