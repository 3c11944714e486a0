import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { HttpClient } from '#server/testing/http-client.ts'
import { killableServer, type KillableServer } from '#server/testing/killable.ts'
import { PATIENT } from '#server/testing/patience.ts'
import { playTrade } from '../contract/gateway.ts'
import { payStatus, placeOrder } from '../contract/order.ts'
import { ADVANCED } from './testing/pay.ts'

let server: KillableServer
beforeAll(async () => {
  server = await killableServer({ from: 'people' })
})
afterAll(() => server.stop())

const statusOf = async (client: HttpClient, payCode: string) =>
  (await client.call(payStatus, { params: { payCode } })).payStatus

/** Tables that taking in money writes, in the order in which it does. */
test.each(['ledger_entry', 'ledger_journal', 'payment', 'pay_order', 'pay_notice'])(
  'killed while it writes %s, between the provider’s success and ours: paid once, within a minute of the start',
  async (table) => {
    const client = await server.login('supplier1', 'supplier')
    const body = { skuId: ADVANCED, count: 1 + TABLES.push(table), payMethod: 2 as const }
    const { payCode } = await client.call(placeOrder, { body })
    await vi.waitFor(async () => expect(await statusOf(client, payCode!)).toBe(1), PATIENT)
    const block = await server.owner.connect()
    await block.query(`begin; lock table ${table} in exclusive mode`)
    // The wallet's own tables are others: its payment is committed, the notice follows.
    await client.call(playTrade, { params: { payCode: payCode! }, body: { play: 'pay' } })
    await server.wantsToWrite(table)
    await server.kill()
    await block.query('rollback')
    block.release()
    await server.start()
    const again = await server.login('supplier1', 'supplier')
    await server.owner.query(`update clock_shift set ms = ms + 60000; select pg_notify('kb_clock', '')`)
    await vi.waitFor(async () => expect(await statusOf(again, payCode!)).toBe(2), PATIENT)
    const { rows } = await server.owner.query(
      `select j.kind from ledger_journal j join payment p on p.id::text = j.subject where p.code = $1`,
      [payCode],
    )
    expect(rows).toEqual([{ kind: 'payment.received' }])
  },
)

const TABLES: string[] = []
