import type * as z from 'zod'
import { toCapitals } from '#contract/money.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Correction } from '../contract/asks.ts'
import { CORRECTION_RULES, type CorrectedLine, difference } from '../rules/correction.ts'
import { CORRECTION_STATUS, type DialogWho } from '../rules/dialog-status.ts'
import { CorrectionKind, CorrectionStatus } from '#features/evaluation/rules/enums.ts'
import { allReviewers, type Any, reviewRow, type Seat } from './access.ts'
import { BIDDER, bidderSeat, dialogWho, isOver } from './bidder-seat.ts'
import { type Bid, bidsOf } from './bids.ts'
import { type CorrectionRow, factsOf } from './corrections.ts'

type View = z.output<typeof Correction>

/** Corrections as this side sees them: the purchaser's side those that were sent. */
export async function correctionList(ctx: Any, { order, me }: Seat): Promise<View[]> {
  const rows = (await correctionRows(ctx, order.id)).filter((r) => me !== null || r.sentAt !== null)
  const [bids, members, review] = [
    await bidsOf(ctx, order),
    await allReviewers(ctx, order.id),
    await reviewRow(ctx, order.id),
  ]
  const over = review === null || isOver(order, review)
  return rows.map((row) =>
    viewOf(row, bids, {
      proposer: me ? (members.find((m) => m.id === row.proposedBy)?.name ?? null) : null,
      who: dialogWho(me, row.proposedBy),
      over,
      now: ctx.clock.now().getTime(),
    }),
  )
}

export async function ownCorrections(
  ctx: Context<Employee>,
  { orderId, bidderId }: { orderId: string; bidderId: string },
): Promise<View[]> {
  const { order, bid, review } = await bidderSeat(ctx, orderId, bidderId)
  const rows = (await correctionRows(ctx, orderId)).filter((r) => r.tradeId === bid.tradeId && r.sentAt !== null)
  const at = { proposer: null, who: BIDDER, over: isOver(order, review), now: ctx.clock.now().getTime() }
  return rows.map((row) => viewOf(row, [bid], at))
}

/** Newest first. */
export async function correctionRows(ctx: Any, orderId: string): Promise<CorrectionRow[]> {
  return ctx.many('review_correction', { orderId }, { orderBy: ['id desc'] })
}

function viewOf(
  row: CorrectionRow,
  bids: readonly Bid[],
  at: { proposer: string | null; who: DialogWho; over: boolean; now: number },
): View {
  const bid = bids.find((b) => b.tradeId === row.tradeId)
  return {
    correctionId: row.id,
    bidderId: row.tradeId,
    no: bid?.no ?? 0,
    supplierName: bid?.supplierName ?? '',
    kind: row.kind as 1,
    kindLabel: CorrectionKind.label(row.kind),
    rule: CORRECTION_RULES[row.kind] ?? '',
    basis: row.basis,
    lines: row.lines as CorrectedLine[],
    before: row.before,
    after: row.after,
    capitals: toCapitals(row.after),
    difference: difference(row.before, row.after),
    status: row.status as 0,
    statusLabel: CorrectionStatus.label(row.status),
    sha256: row.sha256.toString('hex'),
    proposedBy: at.proposer,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    deadline: row.deadline?.toISOString() ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decidedBy: row.decidedName,
    note: row.note,
    actions: CORRECTION_STATUS.allowed(factsOf(row, at.over), at.who, at.now),
  }
}
