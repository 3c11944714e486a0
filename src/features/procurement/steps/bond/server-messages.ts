import { URGENT } from '#server/feature.ts'
import { named, type OrderMessage, tellSupplier } from '../../server/telling.ts'

export const bond: readonly OrderMessage[] = [
  {
    kind: 'bond.decided',
    label: '投标保证金的认定',
    group: '公告与变更',
    workbenches: ['supplier'],
    channels: URGENT,
    isEssential: true,
    of: 'order.status',
    async tell(subject) {
      const { ctx, order, event } = subject
      const { from, to } = event.payload
      // With the result, and not before it: until then nobody outside learns how the committee decides.
      if (from === to || (to !== 'winner.fixed' && to !== 'abortive.declared')) return
      const decisions = await ctx.tx
        .selectFrom('bond_decision as d')
        .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'd.tenantId').onRef('t.id', '=', 'd.tradeId'))
        .select(['d.accepted', 'd.fault', 'd.reason', 't.supplierCompanyId'])
        .where('d.tenantId', '=', ctx.tenantId)
        .where('d.orderId', '=', order.id)
        .execute()
      for (const { accepted, fault, reason, supplierCompanyId: companyId } of decisions) {
        const outcome = accepted ? '予以接受' : '否决投标'
        await tellSupplier(subject, companyId, {
          kind: 'bond.decided',
          title: `投标保证金认定：${outcome}`,
          content: `${named(order)}：${fault}。评标委员会认定${outcome}，理由：${reason}。`,
        })
      }
    },
  },
]
