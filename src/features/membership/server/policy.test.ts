import { beforeAll, expect, test, vi } from 'vitest'
import { DAY } from '#contract/time.ts'
import { platformRefund } from '#features/payment/contract/finance.ts'
import { placeOrder } from '#features/payment/contract/order.ts'
import { PayMethod } from '#features/payment/rules/enums.ts'
import { actsIn } from '#features/payment/server/testing/pay.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { refundPolicy, setRefundPolicy } from '../contract-policy.ts'

const BASIC = '50000000-0000-4000-8000-000000000301'

let t: TestSystem
let admin: HttpClient
let suppliers: HttpClient[]
let world: ReturnType<typeof actsIn>

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  admin = await t.login('admin', { workbench: 'admin' })
  suppliers = []
  for (const n of [1, 2, 3]) suppliers.push(await t.login(`supplier${n}`, { workbench: 'supplier' }))
  world = actsIn(t, suppliers[0]!)
})

async function buy(client: HttpClient): Promise<string> {
  const made = await client.call(placeOrder, { body: { skuId: BASIC, payMethod: PayMethod.values.wechat } })
  await world.isBegun(made.payCode!)
  await world.play(made.payCode!, 'pay', client)
  await vi.waitFor(async () => {
    const { rowCount } = await t.owner.query('select 1 from service_lot where pay_order_id = $1', [made.orderId])
    expect(rowCount).toBeGreaterThan(0)
  }, PATIENT)
  return made.orderId
}

const refusal = async (orderId: string) =>
  (await admin.refused(platformRefund, { body: { orderId, amount: '300.00', reason: '不再使用' } })).message

test('a membership goes back whole for as long as was promised when it was bought, whatever is promised later', async () => {
  const set = (wholeDays: number) => admin.call(setRefundPolicy, { body: { wholeDays, reason: '平台服务协议修订' } })
  expect(await suppliers[0]!.call(refundPolicy, {})).toEqual({ wholeDays: 7 })
  const week = await buy(suppliers[0]!)
  await set(20)
  expect(await suppliers[0]!.call(refundPolicy, {})).toEqual({ wholeDays: 20 })
  const [long, late] = [await buy(suppliers[1]!), await buy(suppliers[2]!)]
  await set(0)
  await t.settle()
  await t.movableClock!.advance(8 * DAY)
  admin = await t.login('admin', { workbench: 'admin' })
  expect(await refusal(week)).toMatch(/^未使用部分可退 2\d\d\.\d\d 元$/)
  await admin.call(platformRefund, { body: { orderId: long, amount: '300.00', reason: '未使用' } })
  await t.settle()
  await t.movableClock!.advance(13 * DAY)
  admin = await t.login('admin', { workbench: 'admin' })
  expect(await refusal(late)).toMatch(/^未使用部分可退 2\d\d\.\d\d 元$/)
  const { rows } = await t.owner.query<{ whole_days: number }>(
    "select distinct whole_days from service_lot where product = 'basic' order by 1",
  )
  expect(rows.map((row) => row.whole_days)).toEqual([7, 20])
})

test('nobody else sets it, nor without a reason, nor to what is no number of days', async () => {
  const supplier = await t.login('supplier1', { workbench: 'supplier' })
  const body = { wholeDays: 1, reason: '试' }
  expect(await supplier.refused(setRefundPolicy, { body })).toMatchObject({ status: 403 })
  for (const wrong of [
    { ...body, reason: ' ' },
    { ...body, wholeDays: -1 },
    { ...body, wholeDays: 61 },
  ])
    expect(await admin.refused(setRefundPolicy, { body: wrong })).toMatchObject({ code: 10001 })
  expect(await admin.call(refundPolicy, {})).toEqual({ wholeDays: 0 })
})
