import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { HttpClient } from '#server/testing/http-client.ts'
import { killableServer, type KillableServer } from '#server/testing/killable.ts'
import { PATIENT } from '#server/testing/patience.ts'
import { platformRefund } from '../contract/finance.ts'
import { playTrade } from '../contract/gateway.ts'
import { payStatus, placeOrder } from '../contract/order.ts'
import { PREVIEWS } from './testing/pay.ts'

let server: KillableServer
beforeAll(async () => {
  server = await killableServer({ from: 'people' })
})
afterAll(() => server.stop())

const statusOf = async (client: HttpClient, payCode: string) =>
  (await client.call(payStatus, { params: { payCode } })).payStatus

let orders = 0
/** A payment that the provider waits for. */
async function begun(client: HttpClient): Promise<string> {
  const body = { skuId: PREVIEWS, count: ++orders, payMethod: 2 as const }
  const { payCode } = await client.call(placeOrder, { body })
  await vi.waitFor(async () => expect(await statusOf(client, payCode!)).toBe(1), PATIENT)
  return payCode!
}

/** Started again, and a minute later, it is paid: the kinds of its journals. */
async function journalsAfterStart(payCode: string): Promise<string[]> {
  await server.start()
  const again = await server.login('supplier1', 'supplier')
  await server.owner.query(`update clock_shift set ms = ms + 60000; select pg_notify('kb_clock', '')`)
  await vi.waitFor(async () => expect(await statusOf(again, payCode)).toBe(2), PATIENT)
  const { rows } = await server.owner.query<{ kind: string }>(
    `select j.kind from ledger_journal j join payment p on p.id::text = j.subject where p.code = $1`,
    [payCode],
  )
  return rows.map(({ kind }) => kind)
}

/** Tables that taking in money writes, in the order in which it does. */
test.each(['ledger_entry', 'ledger_journal', 'payment', 'pay_order', 'pay_notice'])(
  'killed while it writes %s, between the provider’s success and ours: paid once, within a minute of the start',
  async (table) => {
    const client = await server.login('supplier1', 'supplier')
    const payCode = await begun(client)
    const block = await server.owner.connect()
    await block.query(`begin; lock table ${table} in exclusive mode`)
    // The wallet's own tables are others: its payment is committed, the notice follows.
    await client.call(playTrade, { params: { payCode }, body: { play: 'pay' } })
    await server.wantsToWrite(table)
    await server.kill()
    await block.query('rollback')
    block.release()
    expect(await journalsAfterStart(payCode)).toEqual(['payment.received'])
  },
)

/** Of a refund the request itself writes neither: both are written once the provider has given the money back. */
test.each(['ledger_entry', 'ledger_journal'])(
  'killed while it writes %s, between the provider’s refund and ours: given back once',
  async (table) => {
    const client = await server.login('supplier1', 'supplier')
    const payCode = await begun(client)
    await client.call(playTrade, { params: { payCode }, body: { play: 'pay' } })
    await vi.waitFor(async () => expect(await statusOf(client, payCode)).toBe(2), PATIENT)
    const read = async <T extends object>(text: string) => (await server.owner.query<T>(text, [payCode])).rows
    const ofOrder = '(select order_id from payment where code = $1)'
    await vi.waitFor(
      async () => expect(await read(`select from service_lot where pay_order_id = ${ofOrder}`)).not.toEqual([]),
      PATIENT,
    )
    const [order] = await read<{ id: string; amount: string }>(`select id, amount from pay_order where id = ${ofOrder}`)
    const admin = await server.login('admin', 'admin')
    const body = { orderId: order!.id, amount: order!.amount, reason: '七日内未使用' }
    const block = await server.owner.connect()
    await block.query(`begin; lock table ${table} in exclusive mode`)
    await admin.call(platformRefund, { body })
    await server.wantsToWrite(table)
    await server.kill()
    await block.query('rollback')
    block.release()
    await server.start()
    await vi.waitFor(
      async () =>
        expect(await read(`select refunded from pay_order where id = ${ofOrder}`)).toEqual([
          { refunded: order!.amount },
        ]),
      PATIENT,
    )
    expect(
      await read(`select from gateway_refund r join gateway_trade t on t.id = r.trade_id where t.our_no = $1`),
    ).toHaveLength(1)
    expect(
      await read(
        `select from ledger_journal j join refund r on r.id::text = j.subject where r.order_id = ${ofOrder} and j.kind = 'order.refunded'`,
      ),
    ).toHaveLength(1)
  },
)

const MOMENTS = 50

// Minutes, and nothing that the named points leave out is known.
test.runIf(process.env.SOAK === '1')(
  `killed at ${MOMENTS} moments of chance behind the provider’s success: paid once each time`,
  async () => {
    for (let moment = 0; moment < MOMENTS; moment++) {
      const client = await server.login('supplier1', 'supplier')
      const payCode = await begun(client)
      await client.call(playTrade, { params: { payCode }, body: { play: 'pay' } })
      await sleep(randomInt(80))
      await server.kill()
      expect(await journalsAfterStart(payCode)).toEqual(['payment.received'])
    }
    // What was booked is what came in, after all of it.
    const { rows } = await server.owner.query<{ n: number; paid: number }>(
      `select count(*)::int as n, (select count(*)::int from payment where status = 2) as paid
       from ledger_journal where kind = 'payment.received'`,
    )
    expect(rows[0]!.n).toBe(rows[0]!.paid)
  },
  1_200_000,
)
