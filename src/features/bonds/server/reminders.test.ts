import { beforeAll, expect, test, vi } from 'vitest'
import { DAY, formatDate } from '#contract/time.ts'
import { recordContractDate } from '#features/procurement/contract/follow-up.ts'
import { PATIENT } from '#server/testing/patience.ts'
import * as register from '../contract/register.ts'
import { type BondWorld, bondWorld } from './testing/world.ts'

/* Whoever runs an order is reminded of bonds that are due back: three days behind the contract, and when the time is over. */

let w: BondWorld
beforeAll(async () => {
  w = await bondWorld()
})

test('on the third day of all that are here, the day after the last one of what is still here, and of nothing else', async () => {
  const { orderId, trades } = await w.tender(2)
  for (const [i, n] of ([1, 2] as const).entries()) {
    const accountNo = await w.account(w.suppliers[i]!, orderId)
    await w.transfer({ accountNo, amount: '20000.00', n })
  }
  await w.t.owner.query('update purchase_order set awarded_at = $2 where id = $1', [orderId, w.now()])
  await w.move(orderId, 'winner.fixed')
  const params = { orderId }
  const signedOn = formatDate(w.now())
  await w.buyer.call(recordContractDate, { params, body: { signedOn } })
  await w.t.settle()
  const told = async () => {
    const { rows } = await w.t.owner.query<{ said: string }>(
      `select title || ' ' || content as said from message where kind = 'bond.due' and link like '%' || $1 || '%'
       group by said order by min(created_at)`,
      [orderId],
    )
    return rows.map(({ said }) => said)
  }
  const nine = (days: number) => Date.parse(`${signedOn}T09:00:00+08:00`) + days * DAY
  const reach = async (ms: number) => {
    await w.t.advanceTo(new Date(ms))
    await w.t.settle()
  }
  await reach(nine(3) - 1000)
  expect(await told()).toEqual([])
  await reach(nine(3) + 1000)
  expect(await told()).toEqual([expect.stringMatching(/^保证金即将到期退还.*共 2 笔/)])
  const buyer = await w.t.login('buyer', { workbench: 'purchaser' })
  await buyer.call(register.returnBonds, { params, body: { tradeIds: [trades[0]!] } })
  await vi.waitFor(async () => {
    const { rows } = await buyer.call(register.orderBonds, { params })
    expect(rows.find(({ tradeId }) => tradeId === trades[0])).toMatchObject({ state: 'refunded' })
  }, PATIENT)
  await reach(nine(6) - 1000)
  expect(await told()).toHaveLength(1)
  await reach(nine(6) + 1000)
  expect((await told()).slice(1)).toEqual([expect.stringMatching(/^保证金逾期未退还.*共 1 笔/)])
  await reach(nine(30))
  expect(await told()).toHaveLength(2)
})
