import type { DrawHost } from '#features/draws/server/public.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { NULL } from '#server/database/records.ts'
import { lockReview, reviewRow } from './access.ts'
import { moveOn } from './conclude.ts'
import { takeDrawn } from './draws.ts'

/** Draws of a review: its members take part as soon as they have declared that they need not avoid. */
export const reviewDraws: DrawHost = {
  kinds: ['price-params', 'lots'],
  async lock(ctx, orderId) {
    await lockReview(ctx, orderId)
  },
  async roleOf(ctx, { subject }) {
    const me = await ctx.one('reviewer', { orderId: subject, userId: ctx.actor.userId, outAt: NULL })
    return me?.noConflict === true ? '评标委员会成员' : null
  },
  async apply(ctx, made) {
    await takeDrawn(ctx, made.subject, made)
    const review = await reviewRow(ctx, made.subject)
    if (made.kind === 'lots' && review?.concludedAt === null) await moveOn(ctx, await orderRow(ctx, made.subject))
  },
}
