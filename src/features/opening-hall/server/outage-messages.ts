import { formatTime } from '#contract/time.ts'
import { named, onOrder, tellOwners, tellSupplier } from '#features/procurement/server/public.ts'
import { currentOpening } from './access.ts'
import { OUTAGE } from './outage.ts'
import { bidderHall } from './places.ts'

/** Whoever left because nothing answered must hear that there is time again. */
export const tellOfOutage = onOrder('opening-hall.tell-outage', OUTAGE, async (subject) => {
  const { ctx, order } = subject
  const opening = await currentOpening(ctx, order.id)
  if (!opening?.decryptEnd) return
  const text = {
    title: '平台恢复，解密时间已顺延',
    content: `${named(order)}开标期间平台曾中断，解密时间对全体投标人顺延至 ${formatTime(opening.decryptEnd, true)}，请尽快进入开标大厅。`,
  }
  const bidders = await ctx.tx
    .selectFrom('opening_bidder as b')
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'b.tenantId').onRef('t.id', '=', 'b.tradeId'))
    .select(['t.id', 't.supplierCompanyId'])
    .where('b.tenantId', '=', ctx.tenantId)
    .where('b.orderId', '=', order.id)
    .where('b.stage', '=', opening.stage)
    .execute()
  for (const { id: tradeId, supplierCompanyId: companyId } of bidders)
    await tellSupplier(subject, companyId, { ...text, link: bidderHall(order, tradeId) })
  await tellOwners(subject, { ...text, page: 'open.hall' })
})
