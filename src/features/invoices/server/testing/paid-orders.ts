import { requestPayment } from '#features/payment/server/public.ts'
import { makeNumber } from '#features/payment/rules/numbers.ts'
import { inContext } from '#server/context.ts'
import type { TestSystem } from '#server/testing/test-system.ts'

interface Given {
  count: number
  buyerId: string
  /** The platform, unless a company is named. */
  payeeId?: string
  amount?: string
  type?: number
  state?: 'open' | 'paid'
  purpose?: 'income' | 'bond'
  refunded?: string
  refunding?: string
}

let made = 0

/**
 * Orders as the cashier makes them, paid without playing the wallet; their ids. What was paid is in the ledger, so that it
 * can be given back.
 */
export async function paidOrders(t: TestSystem, given: Given): Promise<string[]> {
  const { count, buyerId, payeeId = null, amount = '100.00', type = 4, state = 'paid', purpose = 'income' } = given
  const { refunded = '0', refunding = '0' } = given
  const ids: string[] = []
  await inContext(t.kernel, { tenantId: 1, actor: null }, async (ctx) => {
    for (let i = 0; i < count; i++) {
      const title = `平台服务 ${++made}`
      const payee = { companyId: payeeId, purpose, subject: 'value-added', name: payeeId ? '收款单位' : '平台' }
      const subject = { kind: 'test', id: `${made}` }
      ids.push((await requestPayment(ctx, { subject, payee, buyerId, amount, type, title })).orderId)
    }
  })
  if (state === 'open') return ids
  for (const id of ids) {
    const code = makeNumber('P', { tenantId: 1, day: '2026-11-27', random: String(++made).padStart(15, '0') })
    await t.owner.query(
      `with paid as (insert into payment (tenant_id, id, code, order_id, method, provider, amount, status, created_at,
           expires_at, paid_at, provider_no)
         select 1, gen_random_uuid(), $2, id, 2, 'wechat', amount, 2, created_at, expires_at, created_at, 'N' || $2
         from pay_order where id = $1 returning id),
       trade as (insert into gateway_trade (tenant_id, id, provider, our_no, provider_no, title, amount, paid_amount, state,
           notify_url, created_at, paid_at)
         select 1, gen_random_uuid(), 'wechat', $2, 'N' || $2, title, amount, amount, 'SUCCESS', '', created_at, created_at
         from pay_order where id = $1)
       update pay_order o set state = 'paid', paid_at = created_at, payment_id = paid.id, refunded = $3, refunding = $4
       from paid where o.id = $1`,
      [id, code, refunded, refunding],
    )
  }
  return ids
}
