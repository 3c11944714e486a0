import { formatTime } from '#contract/time.ts'
import { notify } from '#features/messages/server/public.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { orderAudience, orderRow } from '#features/procurement/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { currentOpening } from './access.ts'
import { OUTAGE } from './outage.ts'
import { bidderHall } from './places.ts'

/** Whoever left because nothing answered must hear that there is time again. */
export const tellOfOutage: Subscriber = {
  name: 'opening-hall.tell-outage',
  kind: OUTAGE,
  async handle(ctx, { id: eventId, payload }) {
    const orderId = String(payload.orderId)
    const order = await orderRow(ctx, orderId)
    const opening = await currentOpening(ctx, orderId)
    if (!opening?.decryptEnd) return
    const { owners, ownerIdentity } = await orderAudience(ctx, orderId)
    const text = {
      kind: OUTAGE,
      title: '平台恢复，解密时间已顺延',
      content: `“${order.title}”（${order.code}）开标期间平台曾中断，解密时间对全体投标人顺延至 ${formatTime(opening.decryptEnd, true)}，请尽快进入开标大厅。`,
      eventId,
    }
    const bidders = await ctx.tx
      .selectFrom('opening_bidder as b')
      .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'b.tenantId').onRef('t.id', '=', 'b.tradeId'))
      .select(['t.id', 't.supplierCompanyId'])
      .where('b.tenantId', '=', ctx.tenantId)
      .where('b.orderId', '=', orderId)
      .where('b.stage', '=', opening.stage)
      .execute()
    for (const { id: tradeId, supplierCompanyId: companyId } of bidders)
      await notify(ctx, {
        ...text,
        to: { companyId, right: 'bidding' },
        identity: 'supplier',
        link: bidderHall(order, tradeId),
      })
    await notify(ctx, {
      ...text,
      to: { userIds: owners },
      identity: ownerIdentity,
      link: placeOf(order, 'open.hall', ownerIdentity),
    })
  },
}
