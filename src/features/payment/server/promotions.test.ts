import { beforeAll, expect, test, vi } from 'vitest'
import { DAY, HOUR } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import { platformRefund } from '../contract/finance.ts'
import { placeOrder } from '../contract/order.ts'
import { decidePromotion, openPromotions, payRank, promotions, proposePromotion } from '../contract/promotion.ts'
import { maskedName } from '../rules/masked.ts'
import { PRODUCTS } from '../rules/catalogue.ts'
import { PayMethod } from '../rules/enums.ts'
import { ADVANCED, payWorld } from './testing/pay.ts'

let w: Awaited<ReturnType<typeof payWorld>>
let admin: HttpClient
let second: HttpClient
const skuOf = (code: string) => PRODUCTS.find((product) => product.code === code)!.skus[0]!.id
const after = (ms: number) => new Date(w.t.kernel.clock.now().getTime() + ms).toISOString()

beforeAll(async () => {
  w = await payWorld()
  admin = await w.t.login('admin', { workbench: 'admin' })
  second = await w.t.login('admin2', { workbench: 'admin' })
})

test('names of rivals are masked', () => {
  expect(maskedName('江州康泰医疗器械有限公司')).toBe('江州****公司')
  expect(maskedName('康泰')).toBe('康****')
  expect(maskedName('')).toBe('****')
})

test('two persons set it, before it begins; nobody else, and only once', async () => {
  const body = {
    name: '年中会员活动',
    categories: ['membership' as const],
    fromAt: after(HOUR),
    untilAt: after(2 * DAY),
  }
  for (const wrong of [
    { ...body, name: ' ' },
    { ...body, categories: [] },
    { ...body, fromAt: after(-HOUR) },
    { ...body, untilAt: body.fromAt },
  ])
    expect((await admin.refused(proposePromotion, { body: wrong })).status).toBe(400)
  const { promotionId } = await admin.call(proposePromotion, { body })
  const params = { promotionId }
  expect(await admin.refused(decidePromotion, { params, body: { approve: true } })).toMatchObject({ status: 403 })
  for (const call of [
    () => w.supplier.refused(proposePromotion, { body }),
    () => w.supplier.refused(decidePromotion, { params, body: { approve: true } }),
    () => w.supplier.refused(promotions, {}),
  ])
    expect((await call()).status).toBe(403)
  // Before it is agreed to, and before it begins, no company knows of it.
  expect((await w.supplier.refused(payRank, { params: { id: promotionId } })).status).toBe(404)
  await second.call(decidePromotion, { params, body: { approve: true } })
  expect((await second.refused(decidePromotion, { params, body: { approve: false } })).status).toBe(409)
  expect(await w.supplier.call(openPromotions, {})).toEqual([])
  expect((await w.supplier.refused(payRank, { params: { id: promotionId } })).status).toBe(404)

  const late = await admin.call(proposePromotion, { body: { ...body, name: '复核过晚', fromAt: after(1000) } })
  await w.t.advanceTo(new Date(w.t.kernel.clock.now().getTime() + 2000))
  expect((await second.refused(decidePromotion, { params: late, body: { approve: true } })).status).toBe(409)
  await second.call(decidePromotion, { params: late, body: { approve: false } })
  expect((await admin.call(promotions, {})).map(({ name, state }) => `${name} ${state}`).toSorted()).toEqual([
    '复核过晚 refused',
    '年中会员活动 approved',
  ])
})

test('ranks what was paid within it, less what went back before its end, and stays so', async () => {
  const second2 = await w.t.login('supplier2', { workbench: 'supplier' })
  const third = await w.t.login('supplier3', { workbench: 'supplier' })
  const pay = async (client: HttpClient, skuId: string) => {
    const order = await client.call(placeOrder, { body: { skuId, payMethod: PayMethod.values.wechat } })
    await w.isBegun(order.payCode!)
    await w.play(order.payCode!, 'pay', client)
    await w.becomes(order.payCode!, 2)
    return order
  }
  // Before it begins nothing counts.
  await pay(third, ADVANCED)
  await w.t.advanceTo(new Date(w.t.kernel.clock.now().getTime() + 2 * HOUR))
  const { promotionId } = (await w.supplier.call(openPromotions, {}))[0]!
  const rank = (client: HttpClient) => client.call(payRank, { params: { id: promotionId } })
  expect(await rank(w.supplier)).toMatchObject({ isFinal: false, rows: [], own: null })

  const advanced = await pay(w.supplier, ADVANCED)
  const basic = await pay(second2, skuOf('basic'))
  // Another category counts nothing.
  await pay(second2, skuOf('preview'))
  const own = await rank(second2)
  expect(own.rows).toEqual([
    { rank: 1, name: maskedName(COMPANIES.supplier1.name), amount: '3600.00', isOwn: false },
    { rank: 2, name: COMPANIES.supplier2.name, amount: '300.00', isOwn: true },
  ])
  expect(own.own).toEqual({ rank: 2, amount: '300.00' })
  expect(JSON.stringify(await rank(third))).not.toContain(COMPANIES.supplier1.name)

  const refund = async ({ orderId }: { orderId: string }, amount: string) => {
    await admin.call(platformRefund, { body: { orderId, amount, reason: '部分退款' } })
    await vi.waitFor(async () => expect((await w.orderOf(orderId)).refunded).toBe(amount), PATIENT)
  }
  await refund(advanced, '3300.00')
  expect((await rank(third)).rows.map(({ rank: place, amount }) => [place, amount])).toEqual([
    [1, '300.00'],
    [1, '300.00'],
  ])
  await w.t.advanceTo(new Date(w.t.kernel.clock.now().getTime() + 3 * DAY))
  const final = await rank(third)
  expect(final.isFinal).toBe(true)
  await refund(basic, '100.00')
  await pay(third, skuOf('basic'))
  expect(await rank(third)).toEqual(final)
  // A month behind its end it is shown no more; the ranking itself stays.
  await w.t.advanceTo(new Date(w.t.kernel.clock.now().getTime() + 31 * DAY))
  expect(await third.call(openPromotions, {})).toEqual([])
  expect(await rank(third)).toEqual(final)
})

test('shows the first twenty and the own place behind them; what points paid was paid before', async () => {
  const now = w.t.kernel.clock.now().getTime()
  const body = {
    name: '年末积分活动',
    categories: ['count' as const],
    fromAt: new Date(now + HOUR).toISOString(),
    untilAt: new Date(now + 9 * DAY).toISOString(),
  }
  const { promotionId } = await admin.call(proposePromotion, { body })
  await second.call(decidePromotion, { params: { promotionId }, body: { approve: true } })
  const paidAt = new Date(now + 2 * HOUR)
  const skuId = skuOf('preview')
  /** As an order of the supplier's that another company paid. */
  const paidBy = async (companyId: string, amount: number, provider = 'wechat') => {
    const [order, payment] = [crypto.randomUUID(), crypto.randomUUID()]
    await w.t.owner.query(
      `insert into pay_order (tenant_id, id, code, type, subject_kind, subject_id, title, buyer_id, payee_name, purpose, payee_subject,
         lines, reasons, amount, state, created_by_name, created_at, expires_at)
       values (1, $1::uuid, $1::text, 4, 'sku', $1::text, '', $2, '平台', 'income', 'value-added', $3, '[]', $4, 'open', '', $5, $5)`,
      [order, companyId, JSON.stringify([{ skuId }]), amount, paidAt],
    )
    await w.t.owner.query(
      `insert into payment (tenant_id, id, code, order_id, method, provider, amount, status, created_at, expires_at, paid_at)
       values (1, $1::uuid, left($1::text, 32), $2, 2, $3, $4, 2, $5, $5, $5)`,
      [payment, order, provider, amount, paidAt],
    )
    await w.t.owner.query(`update pay_order set state = 'paid', paid_at = $1, payment_id = $2 where id = $3`, [
      paidAt,
      payment,
      order,
    ])
  }
  for (let n = 1; n <= 20; n++) {
    const id = crypto.randomUUID()
    await w.t.owner.query(
      `insert into company (id, name, credit_code, company_type, legal_person, created_at) values ($1, $2, $3, 1, '', now())`,
      [id, `江州第${n}医疗器械有限公司`, `9132000000000000${String(n).padStart(2, '0')}`],
    )
    await paidBy(id, 100 + n)
  }
  await paidBy(COMPANIES.supplier2.id, 50)
  await paidBy(COMPANIES.supplier2.id, 500, 'points')
  await w.t.advanceTo(new Date(now + 3 * HOUR))
  const client = await w.t.login('supplier2', { workbench: 'supplier' })
  const { rows, own } = await client.call(payRank, { params: { id: promotionId } })
  expect(rows).toHaveLength(20)
  expect(rows[0]).toMatchObject({ rank: 1, amount: '120.00', name: '江州****公司' })
  expect(rows.some(({ isOwn }) => isOwn)).toBe(false)
  expect(own).toEqual({ rank: 21, amount: '50.00' })
})
