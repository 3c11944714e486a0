import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { playTrade } from '#features/payment/contract/gateway.ts'
import { payStatus, placeOrder } from '#features/payment/contract/order.ts'
import { PayMethod } from '#features/payment/rules/enums.ts'
import { killableServer, type KillableServer } from '#server/testing/killable.ts'
import { PATIENT } from '#server/testing/patience.ts'
import * as c from '../contract.ts'
import { type SaleGround, sold } from './testing/sold.ts'

/* The only process is killed between the success of whoever takes the price of a sale and its booking: it is paid, once. */

let server: KillableServer
beforeAll(async () => {
  server = await killableServer({ from: 'people' })
})
afterAll(() => server.stop())

/** The platform of the process that runs now, whose clock is moved for it. */
async function ground(): Promise<SaleGround> {
  const read = async () => (await server.owner.query<{ ms: string }>('select ms from clock_shift')).rows[0]!.ms
  let ms = Number(await read())
  const none = async (text: string, values: unknown[] = []) =>
    vi.waitFor(async () => expect((await server.owner.query(text, values)).rows).toEqual([]), PATIENT)
  const settle = () =>
    none(
      `select id from outbox where seq is null union all select event_id from event_job where due_at < 'infinity' limit 1`,
    )
  const now = () => new Date(Date.now() + ms)
  return {
    base: server.base,
    kernel: { clock: { now } },
    settle,
    async advanceTo(at) {
      await settle()
      ms = Math.max(ms, at.getTime() - Date.now())
      await server.owner.query('update clock_shift set ms = $1', [ms])
      await server.owner.query(`select pg_notify('kb_clock', '')`)
      await none('select from timer where fired_at is null and due_at <= $1 limit 1', [now()])
      await settle()
    },
  }
}

test.each(['ledger_entry', 'sale_payment', 'sale_deal'])(
  'killed while it writes %s: after the start the price is booked once, and nothing is owed any more',
  async (table) => {
    const { orderId, winner } = await sold(await ground())
    const params = { orderId }
    const { payOrderId } = await winner.call(c.paySale, { params })
    const body = { orderId: payOrderId, payMethod: PayMethod.values.wechat }
    const payCode = (await winner.call(placeOrder, { body })).payCode!
    await vi.waitFor(
      async () => expect((await winner.call(payStatus, { params: { payCode } })).payStatus).toBe(1),
      PATIENT,
    )
    const block = await server.owner.connect()
    await block.query(`begin; lock table ${table} in exclusive mode`)
    // The wallet's own tables are others: its payment is committed, ours follows.
    await winner.call(playTrade, { params: { payCode }, body: { play: 'pay' } })
    await server.wantsToWrite(table)
    await server.kill()
    await block.query('rollback')
    block.release()

    await server.start()
    await server.owner.query('update clock_shift set ms = ms + 60000')
    await server.owner.query(`select pg_notify('kb_clock', '')`)
    const again = await server.login('supplier1', 'supplier')
    const dealOf = async () => (await again.call(c.ownSale, { params })).deal
    await vi.waitFor(async () => expect(await dealOf()).toMatchObject({ state: 'paid', rest: '0.00' }), PATIENT)
    const { price, paid, payments } = await dealOf()
    expect([paid, payments.map(({ amount, isOnline }) => ({ amount, isOnline }))]).toEqual([
      price,
      [{ amount: price, isOnline: true }],
    ])
    const { rows } = await server.owner.query<{ kind: string }>(
      `select j.kind from ledger_journal j join payment p on p.id::text = j.subject where p.code = $1`,
      [payCode],
    )
    expect(rows).toEqual([{ kind: 'payment.received' }])
    expect(await again.refused(c.paySale, { params })).toMatchObject({ message: '没有待付的价款' })
  },
)
