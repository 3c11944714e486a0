import { formatTime } from '#contract/time.ts'
import { named, onOrder, tellOwners, tellSupplier } from '#features/procurement/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { DecryptState } from '../rules.ts'
import { openingRow } from './access.ts'
import { bidderHall } from './places.ts'

export const OFFER_DUE = 'opening.offerDue'
export const OFFER_STARTED = 'opening.offerStarted'

/** The first stage's result stands: whoever runs the order may open the quotations. */
export const tellOfFirstStage = onOrder('opening-hall.tell-first-stage', 'review.firstStageDone', async (subject) => {
  const { ctx, order } = subject
  if (await openingRow(ctx, order.id, 2)) return
  await tellOwners(subject, {
    kind: OFFER_DUE,
    title: '第一阶段评审结果已确定，请组织报价开标',
    content: `${named(order)}第一阶段评审已汇总，可以进入开标大厅开启评审通过的投标人的报价信封。`,
    page: 'open.hall',
  })
})

/** The second opening has no date in the announcement: its bidders learn of it by this, while their time runs. */
export const tellOfOffers = onOrder('opening-hall.tell-offers', OFFER_STARTED, async (subject) => {
  const { ctx, order } = subject
  const opening = await openingRow(ctx, order.id, 2)
  if (!opening?.decryptEnd) return
  const of = named(order)
  const due = `${of}报价开标已开始，请在 ${formatTime(opening.decryptEnd, true)} 前进入开标大厅解密报价信封，逾期视为撤销投标。`
  const out = `${of}报价开标已开始。贵单位未通过第一阶段评审，报价信封不予开启，可进入开标大厅旁听。`
  for (const { tradeId, companyId, isIn } of await bidders(ctx, order.id))
    await tellSupplier(subject, companyId, {
      title: isIn ? '报价开标已开始，请解密报价信封' : '报价开标已开始',
      content: isIn ? due : out,
      link: bidderHall(order, tradeId),
    })
})

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
