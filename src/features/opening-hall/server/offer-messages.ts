import { formatTime } from '#contract/time.ts'
import { notify } from '#features/messages/server/public.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { orderAudience, orderRow } from '#features/procurement/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { DecryptState } from '../rules.ts'
import { openingRow } from './access.ts'
import { bidderHall } from './places.ts'

export const OFFER_DUE = 'opening.offerDue'
export const OFFER_STARTED = 'opening.offerStarted'

/** The first stage's result stands: whoever runs the order may open the quotations. */
export const tellOfFirstStage: Subscriber = {
  name: 'opening-hall.tell-first-stage',
  kind: 'review.firstStageDone',
  async handle(ctx, { id: eventId, payload }) {
    const orderId = String(payload.orderId)
    if (await openingRow(ctx, orderId, 2)) return
    const order = await orderRow(ctx, orderId)
    const { owners, ownerIdentity } = await orderAudience(ctx, orderId)
    await notify(ctx, {
      to: { userIds: owners },
      identity: ownerIdentity,
      kind: OFFER_DUE,
      title: '第一阶段评审结果已确定，请组织报价开标',
      content: `“${order.title}”（${order.code}）第一阶段评审已汇总，可以进入开标大厅开启评审通过的投标人的报价信封。`,
      link: placeOf(order, 'open.hall', ownerIdentity),
      eventId,
    })
  },
}

/** The second opening has no date in the announcement: its bidders learn of it by this, while their time runs. */
export const tellOfOffers: Subscriber = {
  name: 'opening-hall.tell-offers',
  kind: OFFER_STARTED,
  async handle(ctx, { id: eventId, payload }) {
    const orderId = String(payload.orderId)
    const opening = await openingRow(ctx, orderId, 2)
    if (!opening?.decryptEnd) return
    const order = await orderRow(ctx, orderId)
    const of = `“${order.title}”（${order.code}）`
    const due = `${of}报价开标已开始，请在 ${formatTime(opening.decryptEnd, true)} 前进入开标大厅解密报价信封，逾期视为撤销投标。`
    const out = `${of}报价开标已开始。贵单位未通过第一阶段评审，报价信封不予开启，可进入开标大厅旁听。`
    for (const { tradeId, companyId, isIn } of await bidders(ctx, orderId))
      await notify(ctx, {
        to: { companyId, right: 'bidding' },
        identity: 'supplier',
        kind: OFFER_STARTED,
        title: isIn ? '报价开标已开始，请解密报价信封' : '报价开标已开始',
        content: isIn ? due : out,
        link: bidderHall(order, tradeId),
        eventId,
      })
  },
}

/** Whose first envelope was opened, and whether the second opening is theirs. */
async function bidders(ctx: Context<Actor | null>, orderId: string) {
  const rows = await ctx.tx
    .selectFrom('opening_bidder as b')
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'b.tenantId').onRef('t.id', '=', 'b.tradeId'))
    .leftJoin('opening_bidder as again', (j) =>
      j
        .onRef('again.tenantId', '=', 'b.tenantId')
        .onRef('again.orderId', '=', 'b.orderId')
        .onRef('again.tradeId', '=', 'b.tradeId')
        .on('again.stage', '=', 2),
    )
    .select(['t.id', 't.supplierCompanyId', 'again.tradeId as again'])
    .where('b.tenantId', '=', ctx.tenantId)
    .where('b.orderId', '=', orderId)
    .where('b.stage', '=', 1)
    .where('b.decryptState', '=', DecryptState.values.success)
    .orderBy('b.no')
    .execute()
  return rows.map((row) => ({ tradeId: row.id, companyId: row.supplierCompanyId, isIn: row.again !== null }))
}
