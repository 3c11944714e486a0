import { beforeAll, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { DAY } from '#contract/time.ts'
import * as quota from '../contract/quota.ts'
import * as own from '../contract/own.ts'
import * as register from '../contract/register.ts'
import { type BondWorld, bondWorld } from './testing/world.ts'

let w: BondWorld
beforeAll(async () => {
  w = await bondWorld()
  const now = w.now()
  await w.act((ctx) =>
    ctx.insert('service_lot', {
      id: ctx.newId(),
      companyId: COMPANIES.supplier1.id,
      product: 'advanced',
      fromAt: now,
      untilAt: new Date(now.getTime() + 365 * DAY),
      paid: '3600.00',
      payOrderId: ctx.newId(),
      line: 0,
      part: 0,
      createdAt: now,
    }),
  )
})

test('a member’s quota stands in for a bond, is used up by it, and comes back with its return', async () => {
  const { orderId, trades } = await w.tender(2)
  const [member, other] = w.suppliers
  expect(await member!.call(quota.depositQuota, {})).toMatchObject({
    totalQuota: '200000.00',
    remainQuota: '200000.00',
  })
  expect(await other!.call(quota.depositQuota, {})).toBeNull()
  expect(await other!.call(quota.depositQuotaUse, { query: { orderId } })).toMatchObject({
    usable: false,
    reason: '当前会员没有保证金额度',
  })
  expect(await member!.call(quota.depositQuotaUse, { query: { orderId, amount: '200000.01' } })).toMatchObject({
    usable: false,
    remainQuota: '200000.00',
  })
  expect((await w.suppliers[3]!.refused(quota.depositQuotaUse, { query: { orderId } })).status).toBe(404)
  expect(await other!.refused(own.chooseBond, { params: { orderId }, body: { kind: 'quota' } })).toMatchObject({
    code: 10002,
  })
  const answers = await Promise.allSettled(Array.from({ length: 16 }, () => w.choose(member!, orderId, 'quota')))
  expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await member!.call(quota.depositQuota, {})).toMatchObject({ usedQuota: '20000.00', remainQuota: '180000.00' })
  const list = await member!.call(quota.depositQuotas, {})
  expect(list.map(({ productCode, isActive }) => [productCode, isActive])).toEqual([
    ['advanced', true],
    ['diamond', false],
  ])
  await w.t.owner.query('update purchase_order set awarded_at = $2 where id = $1', [orderId, w.now()])
  await w.move(orderId, 'winner.fixed')
  await w.buyer.call(register.returnBonds, { params: { orderId }, body: { tradeIds: [trades[0]!] } })
  expect(await member!.call(quota.depositQuota, {})).toMatchObject({ usedQuota: '0.00', remainQuota: '200000.00' })
  const { rows } = await member!.call(quota.depositQuotaPage, { query: {} })
  expect(rows.filter(({ returnedAt }) => returnedAt === null)).toEqual([])
  expect(rows.find(({ amount }) => amount === '20000.00')).toMatchObject({ orderId })
})
