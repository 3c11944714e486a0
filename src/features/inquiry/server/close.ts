import { isOver } from '#features/procurement/engine/order-status.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { leastSuppliers } from '#features/procurement/rules/group-terms.ts'
import { isTimed } from '#features/procurement/rules/key-mode.ts'
import { heldOrder, type HeldOrder, unconfirmedTrades } from '#features/procurement/server/public.ts'
import { RoundStatus } from '#features/quotes/rules/enums.ts'
import { QUOTE_FILE } from '#features/procurement/rules/enums.ts'
import { mayOpen, moveDeadline, revealRound, type RoundRow, roundRows } from '#features/quotes/server/public.ts'
import { closingList, type OpenedBid, openRound, standingOffers } from '#features/sealed-bids/server/public.ts'
import { inContext } from '#server/context.ts'
import type { Worker } from '#server/work/worker.ts'
import type { Any, Order } from './access.ts'
import { openKeyed } from './keys/open.ts'
import { keysSettled } from './keys/settle.ts'
import { OPENING_WORK } from './keys/work.ts'
import { askForLowPrices } from './questions.ts'
import { HOST } from './quote-host.ts'
import { rank } from './ranking.ts'

const CLOCK = { part: 'clock' } as const
/** A quote by the old text is worth nothing. */
const UNCONFIRMED = '至报价截止未确认变更公告或者澄清，报价不计入'

/** Opens the quotes of an order's round once its deadline has passed. The subject is the order. */
export const opening: Worker = {
  kind: OPENING_WORK,
  leaseMs: 60_000,
  run: (kernel, { tenantId, subject }) =>
    inContext(kernel, { tenantId, actor: null }, (ctx) => closeRound(ctx, subject)),
}

/**
 * Ends the round that is open, if its time has come: what was sealed is opened, stored and ranked, all at one instant, as soon
 * as the keys are there and the people who open it have agreed. Where fewer quotes came to the first round than the method
 * demands, nothing is opened. May be called at any time, any number of times.
 */
export async function closeRound(ctx: Any, orderId: string): Promise<void> {
  const held = await heldOrder(ctx, orderId, CLOCK)
  const { order } = held
  const round = await openRoundOf(ctx, order)
  if (!round || isOver(order)) return
  const deadline = round.roundNo === 1 ? order.bidEnd : round.deadline
  if (!deadline || ctx.clock.now() < deadline) return
  const isFirst = round.roundNo === 1
  // Too few have come, and its owner has not decided yet what becomes of it.
  if (isFirst && order.state !== 'publish.open') return
  if (isFirst && (await fails(ctx, held))) return
  const isAgreed = await mayOpen(ctx, round)
  if (!isAgreed) await awaitOpeners(ctx, order, round)
  const isKept = isTimed(order.settings)
  if (!(isKept || (await keysSettled(ctx, order, round))) || !isAgreed) return
  const opened = isKept ? await openRound(ctx, orderId, round.roundNo) : await openKeyed(ctx, order, round)
  const unconfirmed = await unconfirmedTrades(ctx, orderId)
  if (isFirst) await moveDeadline(ctx, round.id, deadline)
  await revealRound(ctx, {
    host: HOST,
    order,
    roundId: round.id,
    opened: opened.map(({ bid, outcome }) => ({
      tradeId: bid.tradeId,
      submissionId: bid.submissionId,
      at: bid.at,
      by: bid.by,
      byName: bid.byName,
      sealed: bid.manifest.files.filter(({ role }) => role === QUOTE_FILE).map(({ fileId }) => fileId),
      sheet: outcome.ok ? outcome.priceSheet : null,
      files: () => keptFiles(bid, outcome),
      reason: outcome.ok ? (unconfirmed.has(bid.tradeId) ? UNCONFIRMED : '') : outcome.reason,
    })),
  })
  if (isFirst) await held.advance({ action: 'closeQuotes', summary: '报价截止，报价已开启' })
  await rank(ctx, held.order)
  await askForLowPrices(ctx, held.order)
  ctx.emit({ kind: 'inquiry.opened', payload: { orderId, roundNo: round.roundNo }, topics: [`order-owner:${orderId}`] })
}

/** The files beside the price sheet, kept as they were opened, with their ids in the sheet. */
async function keptFiles({ manifest }: OpenedBid['bid'], outcome: OpenedBid['outcome']) {
  const kept = outcome.ok ? await outcome.keep([QUOTE_FILE]) : []
  return kept.map(({ position, name, fileId }) => ({
    position,
    name,
    fileId,
    sealedId: manifest.files[position - 1]!.fileId,
  }))
}

/** Nothing is taken any more, and nothing is opened before its owner's people have agreed; they are told once. */
async function awaitOpeners(ctx: Any, order: Order, round: RoundRow): Promise<void> {
  const { id: roundId, roundNo } = round
  await closingList(ctx, order.id, roundNo)
  if ((await ctx.one('quote_round', { id: roundId }, { columns: ['remindedAt'] }))?.remindedAt) return
  await ctx.update('quote_round', { id: roundId }, { remindedAt: ctx.clock.now() })
  ctx.emit({
    kind: 'inquiry.openers',
    payload: { orderId: order.id, roundId, label: HOST.label(roundNo) },
    topics: [`order-owner:${order.id}`],
  })
}

async function openRoundOf(ctx: Any, order: Order): Promise<RoundRow | undefined> {
  const rows = await roundRows(ctx, { orderId: order.id, kind: HOST.kind })
  return rows.find(({ status }) => status === RoundStatus.values.quoting)
}

/**
 * Too few quotes: they stay sealed, how many there were is not said, and the order waits for its owner, who may give more time
 * once. The log is not fixed for it, so that the round can go on.
 */
async function fails(ctx: Any, held: HeldOrder): Promise<boolean> {
  const { order } = held
  const minSuppliers = leastSuppliers(methodOf(order.method), order.settings)
  if ((await standingOffers(ctx, order.id, 1)) >= minSuppliers) return false
  const reason = `至报价截止，提交报价的供应商不足 ${minSuppliers} 家`
  await held.advance({ action: 'failQuotes', summary: `${reason}，报价不予开启` })
  ctx.emit({ kind: 'inquiry.short', payload: { orderId: order.id }, topics: [`order-owner:${order.id}`] })
  return true
}
