import { AppError } from '#contract/errors.ts'
import { MINUTE } from '#contract/time.ts'
import type { AllowedAction } from '#contract/transition.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { ownOrder } from '#features/procurement/server/public.ts'
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
  if (!isDouble({ reviewModel: order.review_model })) throw new AppError('wrongState', '本标段不是双信封招标')
  const { done, passed } = await passedBidders(ctx, order, first)
  advanceOffer(ctx, order, {
    action: 'startOffer',
    opening: await openingRow(ctx, orderId, 2),
    done,
    passed: passed.length,
    summary: `开始报价开标，第一阶段评审通过${passed.length}家`,
    data: { tradeIds: passed.map((row) => row.trade_id) },
  })
  const now = ctx.clock.now()
  await ctx.tx
    .insertInto('opening')
    .values({
      tenant_id: ctx.tenantId,
      order_id: orderId,
      stage: 2,
      host_user_id: ctx.actor.userId,
      started_at: now,
      decrypt_end: new Date(now.getTime() + order.decrypt_minutes * MINUTE),
    })
    .execute()
  await ctx.tx
    .insertInto('opening_bidder')
    .values(
      passed.map(({ trade_id, submission_id, no }) => ({
        tenant_id: ctx.tenantId,
        order_id: orderId,
        trade_id,
        stage: 2,
        submission_id,
        no,
      })),
    )
    .execute()
  tell(ctx, 'opening.offerStarted', { orderId })
}

/** What the host may do about the second opening before it has begun; nothing without double envelope. */
export async function offerActions(ctx: Ctx, part: HallPart): Promise<AllowedAction[]> {
  const { order } = part
  if (part.part !== 'host' || !isDouble({ reviewModel: order.review_model })) return []
  const first = await openingRow(ctx, order.id, 1)
  if (!first?.ended_at || order.status >= 6) return []
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
  const passed = await ctx.tx
    .selectFrom('opening_bidder')
    .select(['trade_id', 'submission_id', 'no'])
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', order.id)
    .where('stage', '=', 1)
    .where('decrypt_state', '=', DecryptState.values.success)
    .where('trade_id', 'in', passedTradeIds)
    .orderBy('no')
    .execute()
  return { done, passed }
}
