import { bondStandings, named, onOrder, tellSupplier } from '#features/procurement/server/public.ts'
import { DecryptState } from '../rules.ts'
import { bidderHall } from './places.ts'

export const BOND_FAULT = 'opening.bond-fault'

/** A bidder whose bond is not as the documents demand hears of it with the quotes, while it can still object on the spot. */
export const tellOfBondFault = onOrder('opening-hall.tell-bond-fault', 'opening.marks', async (subject) => {
  const { ctx, order } = subject
  // The second opening of two envelopes has nothing new to say of it.
  if (order.state !== 'open.reading') return
  const bonds = await bondStandings(ctx, order)
  const bidders = await ctx.tx
    .selectFrom('opening_bidder as b')
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'b.tenantId').onRef('t.id', '=', 'b.tradeId'))
    .select(['t.id', 't.supplierCompanyId'])
    .where('b.tenantId', '=', ctx.tenantId)
    .where('b.orderId', '=', order.id)
    .where('b.stage', '=', 1)
    .where('b.decryptState', '=', DecryptState.values.success)
    .execute()
  const consequence = bonds.onFault === 'block' ? '将提请评标委员会认定是否否决投标。' : '将提示采购人。'
  for (const { id, supplierCompanyId: companyId } of bidders) {
    const bond = bonds.of(id)
    if (!bond?.isFault) continue
    await tellSupplier(subject, companyId, {
      kind: BOND_FAULT,
      title: `投标保证金：${bond.label}`,
      content: `${named(order)}：${bond.detail}。${consequence}如与事实不符，请在开标现场提出异议。`,
      link: bidderHall(order, id),
    })
  }
})
