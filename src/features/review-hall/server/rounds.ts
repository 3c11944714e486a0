import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import {
  closeAtDeadline,
  closeRound,
  dropRound,
  extendRound,
  openRound,
  type RoundPlace,
  startRound,
} from '#features/quotes/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import type { createRound } from '../contract/offers.ts'
import { actingMember, type Ctx, lockReview } from './access.ts'
import { beginning } from './begin.ts'
import { isValid } from './bids.ts'
import { HOST, overInWords, roundTerms } from './quote-host.ts'

/**
 * Prepares the next round. Throws `legalRule` where the tender documents provide for none: price may not be negotiated
 * in a tender (招标投标法第四十三条); `wrongState` while another round is open or after the final one.
 */
export async function create(
  ctx: Ctx,
  orderId: string,
  { bidderIds, notAbove, minutes, ...given }: z.output<typeof createRound.body>,
): Promise<{ roundId: string }> {
  const seat = await actingMember(ctx, orderId)
  if (seat.me.isLeader && roundTerms(seat.order).announced.rounds === 0)
    throw new AppError('legalRule', '采购文件未约定评审中报价，不得就投标价格进行谈判（《招标投标法》第四十三条）')
  const { order, me, bids } = await beginning(ctx, orderId, 'createRound')
  const valid = bids.filter(isValid)
  const chosen = bidderIds.length === 0 ? valid : valid.filter((b) => bidderIds.includes(b.tradeId))
  if (chosen.length < new Set(bidderIds).size) throw new AppError('invalid', '所选投标人不存在或已被否决')
  const roundId = await openRound(
    ctx,
    { host: HOST, order },
    {
      ...given,
      notAbove: notAbove ? 'total' : 'none',
      parts: chosen,
      until: { minutes },
      createdBy: me.id,
      terms: roundTerms(order),
    },
  )
  return { roundId }
}

export async function start(ctx: Ctx, place: Place): Promise<{ deadline: string }> {
  return { deadline: (await startRound(ctx, await acting(ctx, place))).toISOString() }
}

/** Closes a round in which everybody has quoted. */
export async function close(ctx: Ctx, place: Place): Promise<void> {
  await closeRound(ctx, await acting(ctx, place))
}

export async function extend(
  ctx: Ctx,
  place: Place,
  by: { minutes: number; reason: string },
): Promise<{ deadline: string }> {
  return { deadline: (await extendRound(ctx, await acting(ctx, place), by)).toISOString() }
}

export async function drop(ctx: Ctx, place: Place): Promise<void> {
  await dropRound(ctx, await acting(ctx, place))
}

export const roundDue: Subscriber = {
  name: 'review-hall.round-due',
  kind: HOST.due,
  async handle(ctx, event) {
    const place = event.payload as unknown as Place
    await lockReview(ctx, place.orderId)
    await closeAtDeadline(ctx, { host: HOST, ...place })
  },
}

interface Place {
  orderId: string
  roundId: string
}

async function acting(ctx: Ctx, { orderId, roundId }: Place): Promise<RoundPlace> {
  const { order, me, review } = await actingMember(ctx, orderId)
  return { host: HOST, order, roundId, who: me.isLeader ? 'host' : 'none', over: overInWords(order, review) }
}
