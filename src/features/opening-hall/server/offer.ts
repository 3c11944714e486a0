import { AppError } from '#contract/errors.ts'
import { MINUTE } from '#contract/time.ts'
import type { AllowedAction } from '#contract/transition.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { ownOrder } from '#features/procurement/server/public.ts'
import { reached } from '#features/procurement/engine/states.ts'
import { DecryptState } from '../rules.ts'
import { isDouble, OFFER_STATUS, OfferOpenStatus } from '../rules-offer.ts'
import { asHost, type HallPart, openingRow, type Order } from './access.ts'
import { advanceOffer, tell } from './host.ts'
import { offerFacts } from './offer-status.ts'
import { review } from './review-port.ts'

type Ctx = Context<Employee>

/**
 * Starts the second opening: those whose business envelope was opened and who passed the first stage, as the review
 * says, decrypt their quotation envelopes in a window of its own. Nobody else's can ever be opened after this.
 */
export async function startOffer(ctx: Ctx, orderId: string): Promise<void> {
  // As everywhere the review's lock comes before the order's: nobody can open the first stage again meanwhile.
  await ownOrder(ctx, orderId)
  const first = await review().firstStage(ctx, orderId, { lock: true })
  const { order } = await asHost(ctx, orderId)
  if (!isDouble({ reviewModel: order.reviewModel })) throw new AppError('wrongState', '本标段不是双信封招标')
  const { done, passed } = await passedBidders(ctx, order, first)
  advanceOffer(ctx, order, {
    action: 'startOffer',
    opening: await openingRow(ctx, orderId, 2),
    done,
    passed: passed.length,
    summary: `开始报价开标，第一阶段评审通过${passed.length}家`,
    data: { tradeIds: passed.map((row) => row.tradeId) },
  })
  const now = ctx.clock.now()
  await ctx.insert('opening', {
    orderId,
    stage: 2,
    hostUserId: ctx.actor.userId,
    startedAt: now,
    decryptEnd: new Date(now.getTime() + order.decryptMinutes * MINUTE),
  })
  await ctx.insert(
    'opening_bidder',
    passed.map(({ tradeId, submissionId, no }) => ({
      orderId,
      tradeId,
      stage: 2,
      submissionId,
      no,
    })),
  )
  tell(ctx, 'opening.offerStarted', { orderId })
}

/** What the host may do about the second opening before it has begun; nothing without double envelope. */
export async function offerActions(ctx: Ctx, part: HallPart): Promise<AllowedAction[]> {
  const { order } = part
  if (part.part !== 'host' || !isDouble({ reviewModel: order.reviewModel })) return []
  const first = await openingRow(ctx, order.id, 1)
  if (!first?.endedAt || reached(order, 'summarised')) return []
  const facts = offerFacts(order, await openingRow(ctx, order.id, 2))
  if (facts.status !== OfferOpenStatus.values.none) return []
  const { done, passed } = await passedBidders(ctx, order, await review().firstStage(ctx, order.id))
  const record = { ...facts, firstStageDone: done, passed: passed.length }
  return OFFER_STATUS.allowed(record, { isHost: true }, ctx.clock.now().getTime())
}

/** Who may open a quotation envelope: opened at the first opening, and passed by the review. */
async function passedBidders(
  ctx: Ctx,
  order: Order,
  { done, passedTradeIds }: { done: boolean; passedTradeIds: string[] },
) {
  if (!done || passedTradeIds.length === 0) return { done, passed: [] }
  const passed = await ctx.many(
    'opening_bidder',
    { orderId: order.id, stage: 1, decryptState: DecryptState.values.success, tradeId: passedTradeIds },
    { columns: ['tradeId', 'submissionId', 'no'], orderBy: ['no'] },
  )
  return { done, passed }
}
