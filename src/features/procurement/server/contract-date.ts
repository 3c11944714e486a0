import { AppError } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import type { Route } from '#server/implement.ts'
import { recordContractDate } from '../contract/follow-up.ts'
import { buyer } from './bind.ts'
import { CONTRACT_EVENT, isAwarded } from './contract-day.ts'
import { ownersOrder } from './public.ts'

/** The day of the written contract, on record once: periods count from it. */
export const contractDateRoutes: readonly Route[] = [
  buyer(recordContractDate, async (ctx, { params, body }) => {
    const { order } = await ownersOrder(ctx, params.orderId, 'update')
    if (!isAwarded(order)) throw new AppError('wrongState', '定标后方可登记合同签订日期')
    const wrong = (message: string) => new AppError('invalid', message, [{ path: 'signedOn', message }])
    if (body.signedOn > formatDate(ctx.clock.now())) throw wrong('日期不得晚于今天')
    if (order.awardedAt && body.signedOn < formatDate(order.awardedAt)) throw wrong('合同签订日期不得早于定标日期')
    const added = await ctx.tx
      .insertInto('order_contract_date')
      .values({
        tenantId: ctx.tenantId,
        orderId: order.id,
        signedOn: body.signedOn,
        recordedByName: ctx.actor.name,
        recordedAt: ctx.clock.now(),
      })
      .onConflict((on) => on.columns(['tenantId', 'orderId']).doNothing())
      .returning('orderId')
      .executeTakeFirst()
    if (!added) throw new AppError('wrongState', '合同签订日期已登记')
    // Under the entity of bonds, whose dates it decides: archives hold it there.
    ctx.audit({
      action: 'bond.contract-date',
      entity: 'bond',
      entityId: order.id,
      summary: `登记合同签订日期 ${body.signedOn}`,
      data: body,
    })
    ctx.emit({ kind: CONTRACT_EVENT, payload: { orderId: order.id, signedOn: body.signedOn } })
  }),
]
