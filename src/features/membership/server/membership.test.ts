import { beforeAll, describe, expect, test, vi } from 'vitest'
import { DAY } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { fromState } from '#demo/states/from-state.ts'
import { platformRefund } from '#features/payment/contract/finance.ts'
import { orderDetail, placeOrder } from '#features/payment/contract/order.ts'
import { PayMethod } from '#features/payment/rules/enums.ts'
import { actsIn } from '#features/payment/server/testing/pay.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as contract from '../contract.ts'
import { deliver } from './deliver.ts'
import { holdCount } from './spend.ts'

/* Services from the cashier to their use and refund, with the real cashier and the local gateway. */

const sku = (no: string) => `50000000-0000-4000-8000-00000000${no}`
const [PREVIEW, BASIC, ADVANCED, DIAMOND] = ['0201', '0301', '0401', '0501'].map(sku) as [
  string,
  string,
  string,
  string,
]
const product = (no: string) => `50000000-0000-4000-8000-0000000000${no}`

let t: TestSystem
let orderId = ''
let saleStart: Date
let suppliers: HttpClient[]
let world: ReturnType<typeof actsIn>

beforeAll(async () => {
  const from = await fromState('published')
  t = from.t
  orderId = from.facts.orderId
  suppliers = []
  for (const n of [1, 2, 3, 4]) suppliers.push(await t.login(`supplier${n}`, { workbench: 'supplier' }))
  world = actsIn(t, suppliers[0]!)
  const { rows } = await t.owner.query<{ sale_start: Date }>('select sale_start from purchase_order where id = $1', [
    orderId,
  ])
  saleStart = rows[0]!.sale_start
})

const lotsOf = async (company: 'supplier1' | 'supplier2' | 'supplier3' | 'supplier4') =>
  (
    await t.owner.query<{
      product: string
      from_at: Date
      until_at: Date
      used: number
      end_reason: string
      paid: string
    }>('select * from service_lot where company_id = $1 order by created_at, line, part', [COMPANIES[company].id])
  ).rows

/** Ordered, begun and paid in full; waits until it is delivered. */
async function buy(client: HttpClient, skuId: string, count = 1): Promise<{ orderId: string; amount: string }> {
  const made = await client.call(placeOrder, { body: { skuId, count, payMethod: PayMethod.values.wechat } })
  await world.isBegun(made.payCode!)
  await world.play(made.payCode!, 'pay', client)
  await delivered(made.orderId)
  return made
}

const delivered = (payOrderId: string) =>
  vi.waitFor(async () => {
    const { rowCount } = await t.owner.query('select 1 from service_lot where pay_order_id = $1', [payOrderId])
    expect(rowCount).toBeGreaterThan(0)
  }, PATIENT)

describe('the documents before a sign-up', () => {
  const params = () => ({ id: orderId })
  const stand = (client: HttpClient) => client.call(contract.previewRemain, { params: params() })
  const unlock = (client: HttpClient) => client.call(contract.unlockPreview, { params: params() })

  test('nothing without a count; one unlocks them, once however often it is asked', async () => {
    const [first, second] = [suppliers[0]!, suppliers[1]!]
    expect(await first.refused(contract.unlockPreview, { params: params() })).toMatchObject({ code: 10020 })
    await t.advanceTo(new Date(saleStart.getTime() + 1000))
    expect(await stand(first)).toEqual({
      remain: 0,
      isUnlimited: false,
      isUnlocked: false,
      givenBack: null,
      blocked: null,
    })
    expect(await first.refused(contract.unlockPreview, { params: params() })).toMatchObject({ code: 41003 })
    expect(await first.call(contract.previewFiles, { params: params() })).toEqual([])
    await buy(first, PREVIEW)
    expect(await stand(first)).toMatchObject({ remain: 10 })
    await Promise.all(Array.from({ length: 10 }, () => unlock(first)))
    expect(await stand(first)).toMatchObject({ remain: 9, isUnlocked: true })
    const [file] = await first.call(contract.previewFiles, { params: params() })
    const at = { params: { ...params(), fileId: file!.fileId } }
    expect((await first.file(contract.previewFile, at)).content.length).toBe(file!.size)
    // Another company, and the buyer, find nothing that was unlocked.
    expect(await second.call(contract.previewFiles, { params: params() })).toEqual([])
    expect(await second.refused(contract.previewFile, at)).toMatchObject({ status: 404 })
    const buyer = await t.login('buyer', { workbench: 'purchaser' })
    expect((await buyer.refused(contract.previewFile, at)).status).not.toBe(200)
    expect(await first.refused(contract.unlockPreview, { params: { id: crypto.randomUUID() } })).toMatchObject({
      code: 404,
    })
  })

  test('none where documents are sold, none are there, or sign-up is over', async () => {
    const third = suppliers[2]!
    const set = (what: string) => t.owner.query(`update purchase_order set ${what} where id = $1`, [orderId])
    const refused = async () => (await third.refused(contract.unlockPreview, { params: params() })).code
    await set('document_fee = 500')
    expect(await refused()).toBe(41004)
    await set('document_fee = 0')
    const { rows } = await t.owner.query<{ sign_up_end: Date }>(
      'select sign_up_end from purchase_order where id = $1',
      [orderId],
    )
    await set(`sign_up_end = now() - interval '40 years'`)
    expect(await refused()).toBe(41005)
    await t.owner.query('update purchase_order set sign_up_end = $2 where id = $1', [orderId, rows[0]!.sign_up_end])
    expect(await refused()).toBe(41003)
  })

  test('one count that is left is used for one of two subjects, at once', async () => {
    const second = suppliers[1]!
    await buy(second, PREVIEW)
    const { id: companyId } = COMPANIES.supplier2
    await t.owner.query('update service_lot set used = quantity - 1 where company_id = $1', [companyId])
    const actor = { companyId, userId: PEOPLE.supplier2.id }
    const tries = await Promise.allSettled(
      [1, 2].map(() =>
        world.act((ctx) =>
          holdCount(Object.assign(Object.create(ctx) as never, { actor }), {
            product: 'preview',
            subject: crypto.randomUUID(),
          }),
        ),
      ),
    )
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(tries.find((one) => one.status === 'rejected')?.reason).toMatchObject({ name: 'AppError' })
    expect(await stand(second)).toMatchObject({ remain: 0 })
    expect(await second.refused(contract.unlockPreview, { params: params() })).toMatchObject({ code: 41003 })
  })
})

describe('memberships', () => {
  test('are sold for ten years ahead, what there is counted', async () => {
    const order = (count: number) =>
      suppliers[2]!.refused(placeOrder, { body: { skuId: BASIC, count, payMethod: PayMethod.values.wechat } })
    for (const count of [11, 1000])
      expect(await order(count)).toMatchObject({ code: 10002, message: expect.stringMatching(/^最多可购买至 /) })
  })

  test('a paid order is delivered once, however often it is told', async () => {
    const third = suppliers[2]!
    const { orderId: payOrderId } = await buy(third, BASIC)
    const event = {
      kind: 'payment.paid',
      payload: { orderId: payOrderId, orderCode: '', buyerId: COMPANIES.supplier3.id, subjectKind: 'sku' },
    }
    await Promise.all([1, 2].map(() => world.act((ctx) => deliver.handle(ctx as never, event as never))))
    const lots = await lotsOf('supplier3')
    expect(lots.map((lot) => [lot.product, lot.used])).toEqual([
      ['basic', 0],
      ['preview', 0],
    ])
    const tenMore = { skuId: BASIC, count: 10, payMethod: PayMethod.values.wechat }
    expect((await third.refused(placeOrder, { body: tenMore })).message).toMatch(/^现有服务至 .*，最多可购买至 /)
    const [vip] = await third.call(contract.vipInfo, {})
    expect(vip).toMatchObject({ isExpire: false, productInfo: { productCode: 'basic', productName: '基础会员' } })
    expect(await third.call(contract.accountsRemain, {})).toMatchObject([
      { productCode: 'preview', remain: 12, isUnlimited: false },
      { productCode: 'basic', effect: 1, remain: null },
    ])
    await expect(
      t.owner.query(`update service_lot set quantity = 99 where product = 'preview' and company_id = $1`, [
        COMPANIES.supplier3.id,
      ]),
    ).rejects.toMatchObject({ code: 'KB002' })
  })

  test('a renewal follows the last end; an upgrade takes off what is unused, and ends the lower one', async () => {
    const third = suppliers[2]!
    const end = (await third.call(contract.vipInfo, {}))[0]!.until
    const asked = { query: { productId: product('03') } }
    expect(await third.call(contract.vipLastEnd, asked)).toEqual({ at: end })
    await t.movableClock!.advance(100 * DAY)
    const client = await t.login('supplier3', { workbench: 'supplier' })
    const { orderId: upgrade, amount } = await buy(client, ADVANCED)
    const days = Math.floor((Date.parse(end) - t.kernel.clock.now().getTime()) / DAY)
    expect(days).toBeGreaterThanOrEqual(264)
    expect(Number(amount)).toBeCloseTo(3600 - (300 * days) / 365, 1)
    const detail = await client.call(orderDetail, { params: { id: upgrade } })
    expect(JSON.stringify(detail.reasons)).toContain('抵扣现有会员')
    const [basic, gift, advanced] = await lotsOf('supplier3')
    expect([basic!.end_reason, gift!.end_reason]).toEqual(['由高级会员替代', '由高级会员替代'])
    expect(advanced!.product).toBe('advanced')
    expect(await client.call(contract.accountsRemain, {})).toMatchObject([
      { productCode: 'preview', remain: 0, isUnlimited: true },
      { productCode: 'advanced' },
    ])
    expect((await client.call(contract.vipExpiration, { query: { productId: product('05') } })).until).toBeNull()
    expect(await client.refused(contract.vipExpiration, { query: { productId: product('02') } })).toMatchObject({
      code: 404,
    })
  })

  test('two paid at once do not overlap, and nothing is lost', async () => {
    const fourth = await t.login('supplier4', { workbench: 'supplier' })
    const orders = await Promise.all(
      [
        [BASIC, 1],
        [BASIC, 2],
        [DIAMOND, 1],
      ].map(([skuId, count]) =>
        fourth.call(placeOrder, {
          body: { skuId: skuId as string, count: count as number, payMethod: PayMethod.values.wechat },
        }),
      ),
    )
    for (const { payCode } of orders) await world.isBegun(payCode!)
    await Promise.all(orders.map(({ payCode }) => world.play(payCode!, 'pay', fourth)))
    for (const made of orders) await delivered(made.orderId)
    const time = (await lotsOf('supplier4')).filter((lot) => lot.product !== 'preview' && lot.end_reason === '')
    const inOrder = time.toSorted((a, b) => a.from_at.getTime() - b.from_at.getTime())
    const gaps = inOrder.slice(1).map((lot, before) => lot.from_at.getTime() - inOrder[before]!.until_at.getTime())
    expect(gaps.filter((ms) => ms < 0)).toEqual([])
    const years = inOrder.reduce((sum, lot) => sum + lot.until_at.getTime() - lot.from_at.getTime(), 0) / (365.25 * DAY)
    expect(Math.round(years)).toBe(4)
  })

  test('what is unused goes back, and what it bought with it; no more, and once', async () => {
    const admin = await t.login('admin', { workbench: 'admin' })
    const { rows } = await t.owner.query<{ pay_order_id: string }>(
      `select pay_order_id from service_lot where company_id = $1 and product = 'preview' and paid > 0`,
      [COMPANIES.supplier1.id],
    )
    const ask = (amount: string) => ({ body: { orderId: rows[0]!.pay_order_id, amount, reason: '不再使用' } })
    expect(await admin.refused(platformRefund, ask('50.00'))).toMatchObject({
      code: 10060,
      message: '未使用部分可退 45.00 元',
    })
    await admin.call(platformRefund, ask('45.00'))
    const first = await t.login('supplier1', { workbench: 'supplier' })
    expect(await first.call(contract.productRemain, { params: { id: product('02') } })).toMatchObject({ remain: 0 })
    expect(await admin.refused(platformRefund, ask('5.00'))).toMatchObject({ code: 10060 })
    // What was unlocked stays so; a file that is lost is said to be.
    const [file] = await first.call(contract.previewFiles, { params: { id: orderId } })
    const { rows: stored } = await t.owner.query<{ sha256: Buffer }>('select sha256 from file_object where id = $1', [
      file!.fileId,
    ])
    const sha256 = stored[0]!.sha256.toString('hex')
    await t.kernel.files.retire(sha256, t.kernel.clock.now())
    await t.kernel.files.destroy(sha256)
    const at = { params: { id: orderId, fileId: file!.fileId } }
    expect(await first.refused(contract.previewFile, at)).toMatchObject({ code: 41006 })
  })
})
