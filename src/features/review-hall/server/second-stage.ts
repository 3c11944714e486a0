import { offerOpening } from '#features/opening-hall/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { record, reviewRow, tell } from './access.ts'
import { bidsOf, isValid } from './bids.ts'
import { afterRejections } from './motions.ts'
import { completeTasks } from './progress.ts'
import { insertRejections } from './verdicts.ts'

const UNOPENED = '第二信封（报价文件）未能在规定时间内解密，视为撤销或撤回投标'

/**
 * The second envelopes are open: who has no quote is out, the ways about prices begin. Handled once per event; a second
 * event finds nothing left to do.
 */
export const openSecondStage: Subscriber = {
  name: 'review-hall.second-stage',
  kind: 'opening.offerEnded',
  async handle(ctx, event) {
    const { orderId } = event.payload as { orderId: string }
    const review = await reviewRow(ctx, orderId, true)
    if (!review?.firstStageAt || review.concludedAt !== null) return
    const order = await orderRow(ctx, orderId)
    if ((await offerOpening(ctx, orderId)).endedAt === null) return
    const unopened = (await bidsOf(ctx, order)).filter((b) => isValid(b) && b.quote === null)
    await insertRejections(
      ctx,
      unopened.map((b) => ({
        orderId,
        tradeId: b.tradeId,
        reason: UNOPENED,
        rule: '采购文件关于双信封开启的规定',
        at: ctx.clock.now(),
      })),
    )
    await afterRejections(ctx, order)
    await completeTasks(ctx, order)
    record(ctx, orderId, {
      action: 'second-stage',
      summary: `报价信封开启结束，第二阶段评审开始${unopened.length > 0 ? `，${unopened.length} 家未能开启` : ''}`,
      data: { unopened: unopened.map((b) => b.tradeId) },
    })
    tell(ctx, orderId, 'second-stage')
  },
}
