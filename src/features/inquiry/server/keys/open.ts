import { bindRow } from '#server/bound-rows.ts'
import { RELEASES } from './bound.ts'
import { jointKeyOf, unmask } from '#features/joint-key/server/public.ts'
import type { RoundRow } from '#features/quotes/server/public.ts'
import { isJoint } from '#features/procurement/rules/key-mode.ts'
import { type OpenedBid, openReleased, type Released, submissionFiles } from '#features/sealed-bids/server/public.ts'
import type { EnvelopeHeader } from '#features/sealing/core/envelope-header.ts'
import type { Any, Order } from '../access.ts'
import { answersOf, openingOf, type Release, releasesOf } from './opening.ts'

/** As it is said to the supplier, and in the record. */
export const NOT_RELEASED = '未在规定时间内提交密钥，报价未开启，视为撤销报价'

/**
 * Opens the quotes of a round whose keys have settled, all at one instant: those that were released, with what the officers
 * answered where they hold a key as well. Whoever released nothing is marked so, by its own fault. Once.
 */
export async function openKeyed(ctx: Any, order: Order, round: RoundRow): Promise<OpenedBid[]> {
  const releases = await releasesOf(ctx, round.id)
  const keys = isJoint(order.settings)
    ? await unmasked(ctx, { order, round, releases })
    : new Map(releases.map((one) => [one.submissionId, one.keys as Record<string, string>]))
  const opened = await openReleased(ctx, { orderId: order.id, round: round.roundNo }, ({ submissionId }): Released => {
    const found = keys.get(submissionId)
    return found ? { keys: found } : { reason: NOT_RELEASED }
  })
  for (const { bid, outcome } of opened)
    if (!outcome.ok && keys.has(bid.submissionId)) {
      await ctx.update('quote_release', { roundId: round.id, tradeId: bid.tradeId }, { failure: outcome.reason })
      bindRow(ctx, RELEASES, [round.id, bid.tradeId])
    }
  await ctx.update('quote_opening', { roundId: round.id }, { doneAt: ctx.clock.now() })
  return opened
}

/** Content keys by submission, from what suppliers released and officers answered. */
async function unmasked(
  ctx: Any,
  { order, round, releases }: { order: Order; round: RoundRow; releases: readonly Release[] },
): Promise<Map<string, Readonly<Record<string, string>>>> {
  const { bids } = (await openingOf(ctx, round.id))!
  const key = await jointKeyOf(ctx, order.id)
  if (!key) throw new Error(`no joint key: ${order.id}`)
  const answers = (await answersOf(ctx, round.id)).filter(({ holds }) => holds)
  const listed = bids!.map(({ tradeId }) => releases.find((one) => one.tradeId === tradeId)!)
  const masked = await Promise.all(
    listed.map(async ({ submissionId, keys }, at) => ({
      points: answers.map(({ answer }) => ({ by: answer.by, point: answer.points[at]! })),
      files: (await submissionFiles(ctx, submissionId)).map(({ position, header }) => ({
        position,
        header: header as unknown as EnvelopeHeader,
        released: (keys as Record<string, string>)[position] ?? '',
      })),
    })),
  )
  const found = masked.length > 0 ? await unmask(key, masked) : []
  return new Map(listed.map(({ submissionId }, i) => [submissionId, found[i]!]))
}
