import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { newId } from '#contract/id.ts'
import { DAY } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { addBankCard, bankCards } from '#features/enterprise/contract/services.ts'
import { journalOf } from '#features/ledger/rules/postings.ts'
import { post } from '#features/ledger/server/public.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { parseRows } from '#server/sheet/parse.ts'
import { PATIENT } from '#server/testing/patience.ts'
import * as finance from '../contract/finance.ts'
import * as gateway from '../contract/gateway.ts'
import * as orders from '../contract/order.ts'
import * as products from '../contract/product.ts'
import { isSold, PRODUCTS } from '../rules/catalogue.ts'
import { refund } from './refunds.ts'
import { openSubAccount } from './sub-accounts.ts'
import { type FinanceWorld, financeWorld } from './testing/finance.ts'
import { ADVANCED } from './testing/pay.ts'
import type { Actor } from '#server/actor.ts'
import { topics } from './topics.ts'

let w: FinanceWorld['w']
let buyer: FinanceWorld['buyer']
let admin: FinanceWorld['admin']
let elsewhere: FinanceWorld['elsewhere']
let other: FinanceWorld['other']
let due: FinanceWorld['due']
let paid: FinanceWorld['paid']
let detail: FinanceWorld['detail']
let balance: FinanceWorld['balance']
let holds: FinanceWorld['holds']
beforeAll(async () => {
  ;({ w, buyer, admin, elsewhere, other, due, paid, detail, balance, holds } = await financeWorld())
})

describe('an order', () => {
  test('is shown to both companies, to nobody else, and what can be done with it', async () => {
    const { orderId, payCode } = await due('500.00')
    const seen = await detail(orderId)
    expect(seen).toMatchObject({
      typeLabel: '招标文件售价',
      amount: '500.00',
      payeeName: COMPANIES.hospital.name,
      isBuyer: true,
      actions: ['pay', 'cancel'],
      payment: { payCode, isLocal: true, begun: { kind: 'qr' } },
      reasons: [{ label: '招标文件售价', value: '500.00 元' }],
    })
    expect(await detail(seen.orderCode)).toMatchObject({ orderId })
    expect(await detail(orderId, buyer)).toMatchObject({ isBuyer: false, payment: null, actions: [] })
    expect((await buyer.refused(orders.payStatus, { params: { payCode } })).status).toBe(404)
    await w.supplier.call(orders.cancelOrder, { params: { id: orderId } })
    expect(await detail(orderId)).toMatchObject({
      state: 'closed',
      payStatus: 3,
      closeReason: '付款方取消',
      actions: [],
    })
  })

  test('paid, it can be found in lists, exported, and has a receipt', async () => {
    const { orderId } = await paid('120.00')
    const { rows, counts } = await w.supplier.call(orders.buyerOrders, { query: { status: 'paid' } })
    expect(rows[0]).toMatchObject({ orderId, payStatus: 2, methodLabel: '微信支付' })
    expect(counts!.paid).toBe(rows.length)
    const exported = async (query: { keyword?: string; status?: 'paid' | 'closed' }) => {
      const { content } = await w.supplier.file(orders.exportOrders, { query })
      return (await parseRows(content, [{ key: 'code', title: '付款单号', type: 'text' }])).rows.map(({ code }) => code)
    }
    expect(await exported({ status: 'paid' })).toEqual(rows.map(({ orderCode }) => orderCode))
    expect(await exported({ keyword: rows[0]!.orderCode })).toEqual([rows[0]!.orderCode])
    expect(await exported({ keyword: rows[0]!.orderCode, status: 'closed' })).toEqual([])
    const receipt = await w.supplier.file(orders.orderReceipt, { params: { id: orderId } })
    expect(receipt.content.subarray(0, 4).toString()).toBe('%PDF')
    expect(await w.supplier.call(finance.financeOverview, {})).toMatchObject({ balance: { total: '0.00' } })
    expect((await buyer.call(finance.statementPage, { query: {} })).rows[0]).toMatchObject({
      kindLabel: '收款',
      change: '120.00',
    })
  })

  test('of a service is placed at the price in force, which two people change', async () => {
    const { t } = w
    expect(
      await w.supplier.call(products.productSkus, { params: { id: ADVANCED.replace('401', '004') } }),
    ).toMatchObject([{ skuId: ADVANCED, price: '3600.00' }])
    const fromAt = new Date(t.kernel.clock.now().getTime() + 60_000).toISOString()
    const proposed = await admin.call(products.proposePrice, {
      params: { skuId: ADVANCED },
      body: { price: '3900', fromAt },
    })
    const decision = { params: proposed, body: { approve: true } }
    expect(await admin.refused(products.decidePrice, decision)).toMatchObject({ status: 403 })
    await t.owner.query('update app_user set is_platform_admin = true where id = $1', [PEOPLE.expert9.id])
    const second = await t.login('expert9', { workbench: 'admin' })
    await second.call(products.decidePrice, decision)
    expect((await second.refused(products.decidePrice, decision)).status).toBe(409)
    expect((await w.supplier.call(orders.placeOrder, { body: { skuId: ADVANCED } })).amount).toBe('3600.00')
    await t.advanceTo(new Date(Date.parse(fromAt) + 1000))
    const placed = { skuId: ADVANCED, count: 2, price: '3600.00' }
    expect(await w.supplier.refused(orders.placeOrder, { body: placed })).toMatchObject({ code: 10003 })
    expect((await w.supplier.call(orders.placeOrder, { body: { skuId: ADVANCED, count: 2 } })).amount).toBe('7800.00')
    const priced = await admin.call(products.productPrices, {})
    expect(priced.find(({ skuId }) => skuId === ADVANCED)).toMatchObject({
      price: '3900.00',
      versions: [{ state: 'approved' }],
    })
  })
})

describe('a refund', () => {
  test('goes back in parts, up to what was paid, by who was paid', async () => {
    const { orderId } = await paid('100.00')
    const ask = (amount: string) => ({ body: { orderId, amount, reason: '项目终止' } })
    expect(await w.supplier.refused(finance.requestRefund, ask('1.00'))).toMatchObject({ status: 403 })
    expect(await other.refused(finance.requestRefund, ask('1.00'))).toMatchObject({ status: 404 })
    expect(await admin.refused(finance.platformRefund, ask('1.00'))).toMatchObject({ status: 403 })
    await buyer.call(finance.requestRefund, ask('60.00'))
    expect(await buyer.refused(finance.requestRefund, ask('40.01'))).toMatchObject({
      code: 10060,
      message: '可退金额不足，当前可退 40.00 元',
    })
    await vi.waitFor(
      async () => expect(await detail(orderId)).toMatchObject({ refunded: '60.00', refundStatus: 2 }),
      PATIENT,
    )
    await holds()
  })

  test('64 at once: never more than was paid', async () => {
    const { orderId } = await paid('100.00')
    const outcomes = await Promise.allSettled(
      Array.from({ length: 64 }, (_, i) =>
        w.act((ctx) => refund(ctx, { orderId, amount: '3.00', reason: `第 ${i} 次` })),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(33)
    await vi.waitFor(
      async () => expect(await detail(orderId)).toMatchObject({ refunded: '99.00', refunding: '0.00' }),
      PATIENT,
    )
    await holds()
  })

  test('(i) that fails: the money is the payee’s again, and somebody of the platform is told', async () => {
    const before = await balance()
    const { orderId } = await paid('80.00', 'refund-fails')
    await buyer.call(finance.requestRefund, { body: { orderId, amount: '80.00', reason: '退款' } })
    await vi.waitFor(
      async () => expect(await detail(orderId)).toMatchObject({ refundStatus: 3, refunding: '0.00' }),
      PATIENT,
    )
    expect(await balance()).toEqual({
      available: (Number(before.available) + 80).toFixed(2),
      held: before.held,
      total: (Number(before.total) + 80).toFixed(2),
    })
    const { rows } = await admin.call(finance.casePage, { query: { state: 'open' } })
    const found = rows.find(({ kind }) => kind === 'refund-failed')!
    expect(found).toMatchObject({ amount: '80.00', closings: ['explain'] })
    const closing = { params: { caseId: found.caseId }, body: { how: 'explain' as const, reason: '已线下转账退还' } }
    await admin.call(finance.closeCase, closing)
    const again = { ...closing, body: { ...closing.body, reason: '再次处理' } }
    expect((await admin.refused(finance.closeCase, again)).status).toBe(409)
  })

  test('that the bank takes its time for is in progress meanwhile, its money held, and done once it says so', async () => {
    const { orderId } = await paid('60.00', 'refund-waits')
    const { held } = await balance()
    await buyer.call(finance.requestRefund, { body: { orderId, amount: '60.00', reason: '退款' } })
    await vi.waitFor(async () => {
      const { rows } = await w.t.owner.query(`select from gateway_refund where state = 'PROCESSING' and amount = 60`)
      expect(rows).toHaveLength(1)
    }, PATIENT)
    expect(await detail(orderId)).toMatchObject({ refundStatus: 1, refunding: '60.00', refunded: '0.00' })
    expect(Number((await balance()).held) - Number(held)).toBe(60)
    await w.t.advanceTo(new Date(w.t.kernel.clock.now().getTime() + DAY + 180_000))
    await vi.waitFor(
      async () => expect(await detail(orderId)).toMatchObject({ refundStatus: 2, refunded: '60.00' }),
      PATIENT,
    )
  })

  test('and a withdrawal of the same balance at once: one of them is told what is left', async () => {
    const card = await verified(buyer)
    const { orderId } = await paid('1000.00')
    const { available } = await balance()
    const outcomes = await Promise.allSettled([
      buyer.call(finance.requestWithdrawal, { body: { cardId: card, amount: available } }),
      w.act((ctx) => refund(ctx, { orderId, amount: '1000.00', reason: '退款' })),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await vi.waitFor(async () => expect((await balance()).held).toBe('0.00'), PATIENT)
    await holds()
  })
})

test('every service is sold at its price', async () => {
  for (const { id, price } of PRODUCTS.filter(({ category }) => category !== 'membership').map(({ skus }) => skus[0]!))
    expect(await w.supplier.call(orders.placeOrder, { body: { skuId: id } })).toMatchObject({ amount: price })
})

test('in production nothing is sold that is used with what is not connected', () => {
  const unsold = (env: Record<string, string>, mode: string) =>
    PRODUCTS.filter((product) => !isSold(product, { mode }, env)).map(({ code }) => code)
  expect(unsold({}, 'demo')).toEqual([])
  expect(unsold({}, 'production')).toEqual(['ca-voucher', 'sign-voucher', 'meeting', 'sign-copies'])
  expect(unsold({ CA_URL: 'https://ca', MEETING_URL: 'https://m' }, 'production')).toEqual([])
})

test('a withdrawal goes to a verified account of the company, is held until the bank has paid, and listed', async () => {
  const card = await verified(buyer)
  await w.act((ctx) => post(ctx, journalOf('payment.received', facts('seed', '50.00'))))
  const tooMuch = { body: { cardId: card, amount: '99999999.00' } }
  const before = (await balance()).available
  const ask = { body: { cardId: card, amount: '50.00' } }
  expect(await buyer.refused(finance.requestWithdrawal, tooMuch)).toMatchObject({ code: 10060 })
  expect((await w.supplier.refused(finance.requestWithdrawal, ask)).status).toBe(404)
  const { withdrawalId } = await buyer.call(finance.requestWithdrawal, ask)
  await vi.waitFor(async () => {
    const { rows } = await buyer.call(finance.withdrawalPage, { query: {} })
    expect(rows.find((row) => row.withdrawalId === withdrawalId)).toMatchObject({ status: 1, isLocal: true })
  }, PATIENT)
  expect(Number((await balance()).total)).toBeCloseTo(Number(before) - 50)
  // An account that the bank does not find: nothing is paid, and whoever asked is told so.
  const left = await balance()
  const gone = { body: { cardId: await verified(buyer, '6222020011110000'), amount: '1.00' } }
  await w.act((ctx) => post(ctx, journalOf('payment.received', facts('seed-again', '1.00'))))
  await buyer.call(finance.requestWithdrawal, gone)
  const told = async () => {
    const { rows } = await w.t.owner.query<{ said: string }>(
      `select title || ' ' || content as said from message where kind = 'payment.withdrawn' order by created_at, id`,
    )
    return rows.map(({ said }) => said)
  }
  await vi.waitFor(
    async () =>
      expect((await told()).slice(-2)).toEqual([
        expect.stringMatching(/^提现成功：.*，50\.00 元已由银行付出/),
        expect.stringMatching(/^提现未成功：.*，1\.00 元未能付出：收款账户不存在。款项已退回可用余额/),
      ]),
    PATIENT,
  )
  expect(await balance()).toMatchObject({ held: '0.00', total: (Number(left.total) + 1).toFixed(2) })
  await holds()
})

test('a guarantee account is opened by an event, and read by its company', async () => {
  const tradeId = newId()
  const given = { companyId: COMPANIES.supplier1.id, tradeId, purpose: '投标保证金' }
  await w.act(async (ctx) => {
    await openSubAccount(ctx, given)
    await openSubAccount(ctx, given)
  })
  await vi.waitFor(async () => {
    const account = await w.supplier.call(finance.subAccountNo, { query: { tradeId } })
    expect(account).toMatchObject({ state: 'open', accountNo: expect.stringMatching(/^88\d{15}$/) })
  }, PATIENT)
  const payee = { companyId: COMPANIES.supplier1.id, purpose: 'bond' as const, subject: tradeId }
  await w.act((ctx) => post(ctx, journalOf('payment.received', { ...facts(tradeId, '2000.00'), payee })))
  const info = await w.supplier.call(finance.guaranteeAccount, {})
  expect(info).toMatchObject({ balance: { total: '2000.00' }, accounts: [{ tradeId, total: '2000.00' }] })
  const { rows } = await w.supplier.call(finance.guaranteeTransactions, { query: { tradeId } })
  expect(rows).toMatchObject([{ change: '2000.00', balance: '2000.00' }])
  for (const client of [other, elsewhere, buyer])
    expect((await client.refused(finance.subAccountNo, { query: { tradeId } })).status).toBe(404)
})

test('strangers: orders, payments and money of others do not exist', async () => {
  const { orderId, payCode } = await due('9.00')
  const tries = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => ({ endpoint, input: input as never })
  const calls = [
    tries(orders.orderDetail, { params: { id: orderId } }),
    tries(orders.payStatus, { params: { payCode } }),
    tries(orders.placeOrder, { body: { orderId, payMethod: 2 } }),
    tries(orders.cancelOrder, { params: { id: orderId } }),
    tries(orders.orderReceipt, { params: { id: orderId } }),
    tries(gateway.gatewayTrade, { params: { payCode } }),
    tries(gateway.playTrade, { params: { payCode }, body: { play: 'pay' } }),
    tries(finance.requestRefund, { body: { orderId, amount: '1.00', reason: 'x' } }),
  ]
  for (const client of [other, elsewhere])
    for (const { endpoint, input } of calls)
      expect([endpoint.path, (await client.refused(endpoint as Endpoint, input)).status]).toEqual([endpoint.path, 404])
  const platform = [
    tries(finance.casePage, { query: {} }),
    tries(finance.closingPage, {}),
    tries(finance.reconPage, {}),
    tries(finance.platformOrders, { query: {} }),
    tries(products.productPrices, {}),
    tries(finance.closeCase, { params: { caseId: newId() }, body: { how: 'explain', reason: 'x' } }),
    tries(finance.closeDifference, { params: { lineId: newId() }, body: { how: 'reason', reason: 'x' } }),
    tries(gateway.planBill, { params: { day: '2026-01-01' }, body: {} }),
  ]
  for (const { endpoint, input } of platform)
    expect((await buyer.refused(endpoint as Endpoint, input)).status).toBe(403)
  expect((await elsewhere.call(orders.buyerOrders, { query: {} })).rows).toEqual([])
  expect(
    (await admin.refused(finance.closeCase, { params: { caseId: newId() }, body: { how: 'explain', reason: 'x' } }))
      .status,
  ).toBe(404)
})

test('the platform gives back what it was paid for', async () => {
  const { orderId, payCode } = await w.begin()
  await w.play(payCode, 'pay')
  await w.becomes(payCode, 2)
  const { rows } = await admin.call(finance.platformOrders, { query: { state: 'paid' } })
  const row = rows.find((one) => one.orderId === orderId)!
  // What was bought is delivered behind the payment; it cannot be given back before.
  await vi.waitFor(
    () => admin.call(finance.platformRefund, { body: { orderId, amount: row.refundable!, reason: '七日内未使用' } }),
    PATIENT,
  )
  await vi.waitFor(async () => expect(await detail(orderId)).toMatchObject({ refunded: row.amount }), PATIENT)
  await holds()
})

function facts(id: string, amount: string) {
  const payee = { companyId: COMPANIES.hospital.id, purpose: 'income' as const }
  return { id, amount, provider: 'wechat', payee, memo: '测试' }
}

let account = 6_222_020_011_119_000
/** An account of the company that was verified. */
async function verified(client: HttpClient, accountNo = String(++account)): Promise<string> {
  const body = { bank: '中国工商银行', branch: '江州支行', accountNo }
  const { id } = await client.call(addBankCard, { body })
  await w.t.owner.query('update bank_card set status = 1, verified_at = now() where id = $1', [id])
  expect((await client.call(bankCards, {})).cards.map((card) => card.id)).toContain(id)
  return id
}

test('what happens at the desk of the platform’s finance is heard by the platform alone', async () => {
  const desk = topics.find(({ prefix }) => prefix === 'payment-desk')!
  const hears = (isPlatformAdmin: boolean, id = 'all') =>
    desk.allows(w.t.kernel, { tenantId: 1, actor: { isPlatformAdmin } as Actor }, id)
  expect(await hears(true)).toBe(true)
  expect(await hears(false)).toBe(false)
  expect(await hears(true, 'other')).toBe(false)
  expect(await desk.allows(w.t.kernel, { tenantId: 1, actor: null }, 'all')).toBe(false)
})
