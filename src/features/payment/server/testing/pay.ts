import { vi } from 'vitest'
import { fromState } from '#demo/states/from-state.ts'
import { type Context, inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import { type Play, playTrade } from '../../contract/gateway.ts'
import { payStatus, placeOrder } from '../../contract/order.ts'
import { PayMethod, type ProviderCode } from '../../rules/enums.ts'
import { gatewaySecret } from '../gateway/keys.ts'
import { noticeBytes } from '../gateway/notify.ts'
import { signatureOf } from '../providers/remittance.ts'

/** A year of the advanced membership: 3,600 yuan. */
export const ADVANCED = '50000000-0000-4000-8000-000000000401'
/** Ten previews: as many as one likes are bought at once, and any number of times. */
export const PREVIEWS = '50000000-0000-4000-8000-000000000201'

/** A platform with somebody who pays, and what tests do about it. */
export async function payWorld() {
  const { t } = await fromState('people')
  const supplier = await t.login('supplier1', { workbench: 'supplier' })
  return { t, supplier, ...actsIn(t, supplier) }
}

export function actsIn(t: TestSystem, supplier: HttpClient) {
  const act = <T>(work: (ctx: Context<null>) => Promise<T>) => inContext(t.kernel, { tenantId: 1, actor: null }, work)
  let count = 0
  const world = {
    act,
    /** A new order (of a number of its own), begun to be paid by the method. */
    async begin(method: ProviderCode = 'wechat', client = supplier) {
      const payMethod = PayMethod.values[method]
      const order = await client.call(placeOrder, { body: { skuId: PREVIEWS, count: 1 + (count++ % 1000), payMethod } })
      await world.isBegun(order.payCode!)
      return { ...order, payCode: order.payCode! }
    },
    /** Waits until the provider knows of the payment. */
    isBegun: (payCode: string) =>
      vi.waitFor(async () => {
        const row = await world.paymentOf(payCode)
        if (row.status === 0) throw new Error('not begun')
      }, PATIENT),
    play: (payCode: string, play: Play, client = supplier) =>
      client.call(playTrade, { params: { payCode }, body: { play } }),
    paymentOf: (code: string) => act((ctx) => ctx.expectOne('payment', { code })),
    orderOf: (id: string) => act((ctx) => ctx.expectOne('pay_order', { id })),
    casesOf: (orderId: string) => act((ctx) => ctx.many('suspense_case', { orderId }, { orderBy: ['openedAt', 'id'] })),
    /** How many lots of a service an order has brought. */
    async lotsOf(orderId: string): Promise<number> {
      const { rows } = await t.owner.query<{ n: number }>(
        `select count(*)::int as n from service_lot where pay_order_id = $1 and part = 0`,
        [orderId],
      )
      return rows[0]!.n
    },
    statusOf: (payCode: string) => supplier.call(payStatus, { params: { payCode } }),
    /** Journals of the tenant by kind and subject. */
    async journalsOf(subject: string): Promise<string[]> {
      const { rows } = await t.owner.query<{ kind: string }>(
        'select kind from ledger_journal where subject = $1 order by at, key',
        [subject],
      )
      return rows.map(({ kind }) => kind)
    },
    /** Waits until the payment has come to this status. */
    becomes: (payCode: string, status: number) =>
      vi.waitFor(async () => {
        const row = await world.paymentOf(payCode)
        if (row.status !== status) throw new Error(`status ${row.status} ${row.reason}`)
      }, PATIENT),
    /** The gateway's side takes the money, and says nothing. */
    async payQuietly(payCode: string) {
      await world.play(payCode, 'silent')
    },
    /** Bytes and headers of a notice of a payment that the gateway has taken, as they go over the wire. */
    async notice(payCode: string, provider: ProviderCode = 'wechat', body = '') {
      const trade = await act((ctx) =>
        ctx.one('gateway_trade', { ourNo: payCode }, { orderBy: ['createdAt'], limit: 1 }),
      )
      return noticeBytes(t.kernel, 1, { id: crypto.randomUUID(), provider, about: `trade:${trade!.id}`, body })
    },
    /** Sends bytes to our address, as a provider does; gives status and text. */
    async send(notice: { body: string; headers: Record<string, string> }, to = 'wechat.1', base = t.base) {
      const response = await fetch(`${base}/api/pay/callbacks/${to}`, { method: 'POST', ...notice })
      return { status: response.status, text: await response.text() }
    },
    async noticesOf(verdict: string) {
      const { rows } = await t.owner.query<{ reason: string; our_no: string }>(
        'select reason, our_no from pay_notice where verdict = $1 order by at, id',
        [verdict],
      )
      return rows
    },
  }
  return world
}

/** A transfer that the played bank has taken, and the notice by which it tells of it. `at`: when it says that it came in. */
export async function transferNotice(
  t: TestSystem,
  given: {
    accountNo: string
    amount: string
    payerName: string
    at: Date
    id?: string
    currency?: string
    fails?: boolean
  },
): Promise<{ body: string; headers: Record<string, string> }> {
  const { accountNo, amount, payerName, at, id = `T${crypto.randomUUID()}`, currency = 'CNY', fails = false } = given
  await t.owner.query(
    `insert into gateway_trade (tenant_id, id, provider, provider_no, our_no, title, amount, notify_url, state, paid_amount, paid_at, refunds, created_at)
     values (1, $1, 'remittance', $2, $3, '', $4, '', 'SUCCESS', $4, $5, $6, $5) on conflict do nothing`,
    [crypto.randomUUID(), id, `T${accountNo}`, amount, at, fails ? 'fail' : ''],
  )
  const told = { id, accountNo, payerName, amount, currency, at: at.toISOString(), reference: '投标保证金' }
  const body = JSON.stringify(told)
  const timestamp = String(t.kernel.clock.now().getTime())
  const signature = signatureOf(gatewaySecret(t.kernel, 1, 'remittance'), timestamp, body)
  return { body, headers: { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': signature } }
}
