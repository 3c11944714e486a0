import { MINUTE } from '#contract/time.ts'
import { AppError } from '#contract/errors.ts'
import { holdersOf } from '#features/joint-key/server/public.ts'
import { isJoint } from '#features/procurement/rules/key-mode.ts'
import type { RoundRow } from '#features/quotes/server/public.ts'
import { type ClosedBid, closingList } from '#features/sealed-bids/server/public.ts'
import { canonicalJson } from '#features/sealing/core/canonical.ts'
import { logRecord } from '#server/public-log.ts'
import type { Any, Order } from '../access.ts'
import { HOST } from '../quote-host.ts'
import { endOf, isSilent, type ListedQuote, type Opening, openingOf, releasesOf } from './opening.ts'

/** The release of a round has run its time: {orderId}. */
export const RELEASE_DUE = 'inquiry.release-due'
/** Suppliers are to release their keys: {orderId, roundId, tradeIds}. */
export const RELEASE_WANTED = 'inquiry.release'
/** Officers are to answer: {orderId, roundId}. */
export const ANSWER_WANTED = 'inquiry.answer'

/** Between two looks while the platform has not yet said that it was down. */
const LOOK_AGAIN = MINUTE / 4

/**
 * Whether all keys that open a round are there, or will not come any more. Begins and ends the release as it is time to:
 * behind the deadline, while the caller holds the order's row. May be called any number of times.
 */
export async function keysSettled(ctx: Any, order: Order, round: RoundRow): Promise<boolean> {
  const list = await closingList(ctx, order.id, round.roundNo)
  const opening = (await openingOf(ctx, round.id)) ?? (await begin(ctx, { order, round, list }))
  if (opening.closedAt) return opening.begunAt !== null || opening.bids!.length === 0
  if (!(await isReleaseOver(ctx, { order, opening, list }))) return false
  if (!isJoint(order.settings)) return true
  return (await closeRelease(ctx, { order, round, list })).length === 0
}

interface Place {
  order: Order
  round: RoundRow
  list: readonly ClosedBid[]
}

/** The quotes are fixed; whoever handed one in is asked for its keys. */
async function begin(ctx: Any, { order, round, list }: Place): Promise<Opening> {
  const since = ctx.clock.now()
  const releaseEnd = new Date(since.getTime() + order.decryptMinutes * MINUTE)
  const key = isJoint(order.settings) ? await holdersOf(ctx, order.id) : null
  if (isJoint(order.settings) && !key) throw new AppError('wrongState', '联合密钥不存在，不能开启')
  const ceremonyId = key?.ceremonyId ?? null
  await ctx.insert('quote_opening', { roundId: round.id, since, releaseEnd, ceremonyId })
  const tradeIds = list.map(({ tradeId }) => tradeId)
  HOST.record(ctx, order.id, {
    action: 'release-begun',
    summary: `${HOST.label(round.roundNo)}截止，${list.length} 家供应商须在 ${order.decryptMinutes} 分钟内提交密钥`,
    data: { roundId: round.id, tradeIds, releaseEnd: releaseEnd.toISOString() },
  })
  ctx.emit({
    kind: RELEASE_WANTED,
    payload: { orderId: order.id, roundId: round.id, tradeIds },
    topics: [`order-owner:${order.id}`, ...tradeIds.map((id) => `bid:${id}`)],
  })
  return { ...(await openingOf(ctx, round.id))! }
}

/** Everybody has released, or the time is over; while neither is so the clock looks again. */
async function isReleaseOver(
  ctx: Any,
  { order, opening, list }: { order: Order; opening: Opening; list: readonly ClosedBid[] },
): Promise<boolean> {
  const released = new Set((await releasesOf(ctx, opening.roundId)).map(({ tradeId }) => tradeId))
  const timer = `inquiry-release:${opening.roundId}`
  const now = ctx.clock.now()
  if (list.every(({ tradeId }) => released.has(tradeId))) {
    await ctx.schedule(timer, null, { kind: RELEASE_DUE, payload: {} })
    return true
  }
  const end = await endOf(ctx, opening)
  const isOver = now >= end && !(await isSilent(ctx))
  const again = now < end ? end : new Date(now.getTime() + LOOK_AGAIN)
  if (!isOver) await ctx.schedule(timer, again, { kind: RELEASE_DUE, payload: { orderId: order.id } })
  return isOver
}

/** Joint key: fixes the quotes that officers answer for. From here on no supplier can choose, and nobody has seen a quote. */
async function closeRelease(ctx: Any, { order, round, list }: Place): Promise<ListedQuote[]> {
  const released = new Set((await releasesOf(ctx, round.id)).map(({ submissionId }) => submissionId))
  const bids = list.filter(({ submissionId }) => released.has(submissionId)).map(listed)
  await ctx.update('quote_opening', { roundId: round.id }, { bids: JSON.stringify(bids), closedAt: ctx.clock.now() })
  const [tenantId, orderId] = [String(ctx.tenantId), order.id]
  const text = canonicalJson({ type: 'kaibiao.joint-release/1', tenantId, orderId, round: round.roundNo, bids })
  logRecord(ctx, { type: 'release', subject: orderId, text })
  HOST.record(ctx, orderId, {
    action: 'release-closed',
    summary: `${HOST.label(round.roundNo)}截止提交密钥：${bids.length} 家提交，${list.length - bids.length} 家未提交`,
    data: { roundId: round.id, released: bids.map(({ tradeId, part }) => ({ tradeId, ephemeral: part.ephemeral })) },
  })
  if (bids.length > 0)
    ctx.emit({
      kind: ANSWER_WANTED,
      payload: { orderId, roundId: round.id },
      topics: [`order-owner:${orderId}`],
    })
  return bids
}

function listed({ tradeId, manifest: { bidderId, joint } }: ClosedBid): ListedQuote {
  if (!joint) throw new Error(`a quote without its joint part: ${tradeId}`)
  return { tradeId, bidderId, part: joint }
}
