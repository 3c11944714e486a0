import { sql } from 'kysely'
import { saleProblems } from '../../rules/sale-terms.ts'
import { orderItems } from '../../server/order-items.ts'
import type { FactReader, StepServer } from '../../server/step-server.ts'

/** Whether a deal of the order stands in one of these states, as a condition. */
function hasDeal({ tenantId }: Parameters<FactReader>[0], orderId: Parameters<FactReader>[1], ...states: string[]) {
  return sql`exists (select from sale_deal d where d.tenant_id = ${tenantId} and d.order_id = ${orderId}
    and d.state in (${sql.join(states.map((state) => sql.lit(state)))}))`
}

export const settlement: StepServer = {
  publishChecks: [
    async (ctx, { order, settings }) => {
      const prices = (await orderItems(ctx, order)).map(({ controlPrice }) => controlPrice)
      return { says: '付款和提货要求', problems: saleProblems(settings?.sale, prices) }
    },
  ],
  noticeData: (_ctx, _order, { sale }) => ({ sale }),
  facts: {
    unsettled: (ctx, orderId) =>
      sql`case when ${hasDeal(ctx, orderId, 'settled')} then null else '成交价款尚未结算，结算后方可归档' end`,
    buyerStays: (ctx, orderId) => sql`case
      when ${hasDeal(ctx, orderId, 'paid', 'settled')} then '成交价款已支付，不能变更成交人'
      when not ${hasDeal(ctx, orderId, 'defaulted')} then '成交人逾期不付款的，登记违约后方可递补'
      when not exists (select from purchase_order o where o.tenant_id = ${ctx.tenantId} and o.id = ${orderId}
        and o.settings->'sale'->>'nextBidder' = 'true') then '公告未载明可由报价次高者递补'
      end`,
    saleStands: (ctx, orderId) =>
      sql`case when ${hasDeal(ctx, orderId, 'paid', 'settled')} then '成交价款已支付，不能流标' end`,
  },
}
