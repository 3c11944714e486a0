import { beforeAll, describe, expect, test, vi } from 'vitest'
import { TENANT_HEADER } from '#contract/workbench.ts'
import { COMPANIES } from '#demo/companies.ts'
import { fromState } from '#demo/states/from-state.ts'
import type { StateFacts } from '#demo/states/states.ts'
import { balanceOf, hold, release } from '#features/ledger/server/public.ts'
import { placeOrder } from '#features/payment/contract/order.ts'
import { PayMethod } from '#features/payment/rules/enums.ts'
import { requestPayment } from '#features/payment/server/public.ts'
import { actsIn } from '#features/payment/server/testing/pay.ts'
import { rerunOrder } from '#features/procurement/contract/follow-up.ts'
import * as orders from '#features/procurement/contract/order.ts'
import * as tenders from '#features/procurement/contract/supplier.ts'
import { bidRoom } from '#features/sealed-bids/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import { DEMO_PASSWORD, type TestSystem } from '#server/testing/test-system.ts'
import * as contract from '../contract.ts'
import { noteRefund } from './give-back.ts'
import { SUBJECT } from './subject.ts'

/* The fee for documents, from the sign-up to its refund, with the real cashier and the local gateway. */

let t: TestSystem
let facts: StateFacts['signedUp']
let params: { orderId: string }
let buyer: HttpClient
let suppliers: HttpClient[]
let world: ReturnType<typeof actsIn>

const ASKED = `update purchase_order set document_fee = 500,
  settings = jsonb_set(settings, '{documentFeeBy}', '"online"') where id = $1`

beforeAll(async () => {
  const from = await fromState('signedUp')
  t = from.t
  facts = from.facts
  params = { orderId: facts.orderId }
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  suppliers = []
  for (const n of [1, 2, 3, 4]) suppliers.push(await t.login(`supplier${n}`, { workbench: 'supplier' }))
  world = actsIn(t, suppliers[0]!)
})

const own = (client: HttpClient) => client.call(contract.ownDocumentFee, { params })
const stateOf = async (client: HttpClient) => (await own(client)).state
const balance = () =>
  world.act((ctx) => balanceOf(ctx, { kind: 'company.cash', owner: COMPANIES.hospital.id, currency: 'CNY' }))
const becomes = (client: HttpClient, state: string) =>
  vi.waitFor(async () => expect(await stateOf(client)).toBe(state), PATIENT)

/** Asked for, begun and paid in full. */
async function pay(client: HttpClient): Promise<string> {
  const { payOrderId } = await client.call(contract.payDocumentFee, { params })
  const body = { orderId: payOrderId, payMethod: PayMethod.values.wechat }
  const { payCode } = await client.call(placeOrder, { body })
  await world.isBegun(payCode!)
  await world.play(payCode!, 'pay', client)
  await becomes(client, 'paid')
  return payOrderId
}

test('paid elsewhere, as before: nothing is asked for and nothing is held back', async () => {
  const [first] = suppliers
  expect(await first!.refused(contract.ownDocumentFee, { params })).toMatchObject({ status: 404 })
  expect(await first!.refused(contract.payDocumentFee, { params })).toMatchObject({ status: 404 })
  expect(await buyer.refused(contract.documentFees, { params })).toMatchObject({ status: 404 })
  const tender = await first!.call(tenders.tenderDetail, { params })
  expect(tender.feeDue).toBe(false)
  expect(tender.files.length).toBeGreaterThan(0)
})

describe('asked for online', () => {
  let fileId: string
  beforeAll(async () => {
    fileId = (await suppliers[0]!.call(tenders.tenderDetail, { params })).files[0]!.fileId
    await t.owner.query(ASKED, [facts.orderId])
  })
  const download = (client: HttpClient) => client.refused(tenders.tenderFileDownload, { params: { ...params, fileId } })

  test('who has not paid reads no document and hands no bid in', async () => {
    const [first] = suppliers
    expect(await own(first!)).toMatchObject({
      state: 'due',
      amount: '500.00',
      payeeName: COMPANIES.hospital.name,
      blocked: null,
    })
    expect(await first!.call(tenders.tenderDetail, { params })).toMatchObject({ feeDue: true, files: [] })
    expect(await download(first!)).toMatchObject({ status: 409, code: 10002, message: '请先缴纳招标文件费用' })
    const submit = (await first!.call(bidRoom, { params })).actions.find(({ action }) => action === 'submit')
    expect(submit!.reason).toBe('请先缴纳招标文件费用')
    expect(await buyer.call(contract.documentFees, { params })).toMatchObject({
      amount: '500.00',
      received: '0.00',
      rows: [{ state: 'due' }, { state: 'due' }, { state: 'due' }, { state: 'due' }],
      mayRefund: false,
    })
  })

  test('asked for ten times at once it is one order of the cashier, and paid once', async () => {
    const [first, second] = suppliers
    const asked = await Promise.all(
      Array.from({ length: 10 }, () => first!.call(contract.payDocumentFee, { params }).then((one) => one.payOrderId)),
    )
    expect(new Set(asked).size).toBe(1)
    expect(await pay(first!)).toBe(asked[0])
    expect(await balance()).toMatchObject({ available: '500.00' })
    expect(await first!.refused(contract.payDocumentFee, { params })).toMatchObject({ code: 10002 })
    const tender = await first!.call(tenders.tenderDetail, { params })
    expect(tender.feeDue).toBe(false)
    expect(tender.files.map((file) => file.fileId)).toContain(fileId)
    const submit = (await first!.call(bidRoom, { params })).actions.find(({ action }) => action === 'submit')
    expect(submit!.reason).not.toContain('费用')
    // Each pays for itself.
    expect(await stateOf(second!)).toBe('due')
    const seen = await buyer.call(contract.documentFees, { params })
    expect(seen).toMatchObject({ received: '500.00', refunded: '0.00' })
    expect(seen.rows.filter(({ state }) => state === 'paid')).toMatchObject([
      { tradeId: facts.trades.supplier1, supplierName: COMPANIES.supplier1.name },
    ])
  })

  test('a second payment, asked for before the first was noted here, goes back and leaves the first', async () => {
    const [first] = suppliers
    const { payOrderId } = await own(first!)
    const again = await world.act(async (ctx) => {
      const one = await ctx.expectOne('pay_order', { id: payOrderId! })
      return requestPayment(ctx, {
        subject: { kind: one.subjectKind, id: one.subjectId },
        payee: { companyId: one.payeeId, purpose: 'income', name: one.payeeName },
        buyerId: one.buyerId,
        amount: one.amount,
        type: one.type,
        title: one.title,
      })
    })
    const body = { orderId: again.orderId, payMethod: PayMethod.values.wechat }
    const { payCode } = await first!.call(placeOrder, { body })
    await world.isBegun(payCode!)
    await world.play(payCode!, 'pay', first)
    await vi.waitFor(
      async () => expect(await world.orderOf(again.orderId)).toMatchObject({ refunded: '500.00' }),
      PATIENT,
    )
    await t.settle()
    expect(await own(first!)).toMatchObject({ state: 'paid', payOrderId })
    expect(await balance()).toMatchObject({ available: '500.00', held: '0.00' })
  })

  test('a part that the payee gives back by itself leaves the fee paid', async () => {
    const [first] = suppliers
    const { payOrderId } = await own(first!)
    const payload = { subjectKind: SUBJECT, orderId: payOrderId, amount: '1.00' }
    await world.act((ctx) => noteRefund.handle(ctx, { id: 0, kind: noteRefund.kind, payload } as never))
    expect(await stateOf(first!)).toBe('paid')
  })

  test('is nobody’s business: strangers, other tenants, the wrong workbench', async () => {
    const stranger = await t.login('supplier5', { workbench: 'supplier' })
    for (const endpoint of [contract.ownDocumentFee, contract.payDocumentFee])
      expect(await stranger.refused(endpoint, { params })).toMatchObject({ status: 404 })
    for (const endpoint of [contract.documentFees, contract.refundDocumentFees]) {
      expect([403, 404]).toContain((await suppliers[0]!.refused(endpoint, { params })).status)
      const agency = await t.login('agent', { workbench: 'agency' })
      expect(await agency.refused(endpoint, { params })).toMatchObject({ status: 404 })
    }
    const elsewhere = t.client()
    const body = { mode: 'password', account: 'bj-buyer', password: DEMO_PASSWORD }
    await elsewhere.raw('POST', '/api/login', body, { headers: { [TENANT_HEADER]: '3' } })
    elsewhere.workbench = 'purchaser'
    expect(await elsewhere.refused(contract.documentFees, { params })).toMatchObject({ status: 404 })
    expect(await buyer.refused(contract.refundDocumentFees, { params })).toMatchObject({ code: 10002 })
  })

  test('what was paid cannot be changed in the database', async () => {
    await expect(t.owner.query('update document_fee set amount = 1')).rejects.toMatchObject({ code: 'KB002' })
  })

  test('ended before the opening it goes back to all, and where the payee has spent it, once it has it again', async () => {
    const [first, second, third] = suppliers
    await pay(second!)
    // Begun before the end, its money comes after.
    const { payOrderId } = await third!.call(contract.payDocumentFee, { params })
    const begun = await third!.call(placeOrder, {
      body: { orderId: payOrderId, payMethod: PayMethod.values.wechat },
    })
    await world.isBegun(begun.payCode!)
    const account = { kind: 'company.cash', owner: COMPANIES.hospital.id } as const
    const { available } = await balance()
    expect(available).toBe('1000.00')
    await world.act((ctx) => hold(ctx, { key: 'spent', account, amount: '500.00' }))
    const body = { reason: '采购任务取消，采购终止', acceptWarnings: true }
    await buyer.call(orders.declareAbortive, { params, body })
    // One of the two can be given back.
    await vi.waitFor(async () => {
      const { rows } = await buyer.call(contract.documentFees, { params })
      expect(rows.filter(({ state }) => state === 'refunded')).toHaveLength(1)
      expect(rows.filter(({ problem }) => problem.includes('余额不足'))).toHaveLength(1)
    }, PATIENT)
    expect(await buyer.call(contract.documentFees, { params })).toMatchObject({ mayRefund: true })
    await world.act((ctx) => release(ctx, 'spent'))
    expect(await buyer.call(contract.refundDocumentFees, { params })).toEqual({ asked: 1 })
    await becomes(first!, 'refunded')
    await becomes(second!, 'refunded')
    await world.play(begun.payCode!, 'pay', third)
    await becomes(third!, 'refunded')
    const { amount, received, refunded, mayRefund } = await buyer.call(contract.documentFees, { params })
    expect({ amount, received, refunded, mayRefund }).toEqual({
      amount: '500.00',
      received: '1500.00',
      refunded: '1500.00',
      mayRefund: false,
    })
    expect(await balance()).toMatchObject({ available: '0.00', held: '0.00' })
    expect(await suppliers[3]!.refused(contract.payDocumentFee, { params })).toMatchObject({ code: 10002 })
  })

  test('its copy keeps the way, and is not published where nothing can be paid online', async () => {
    const body = { companyIds: [COMPANIES.supplier1.id], reason: '重新采购' }
    const { orderId } = await buyer.call(rerunOrder, { params, body })
    const wrong = async () =>
      (await buyer.call(orders.publishCheck, { params: { orderId } })).rows.flatMap(({ state, path }) =>
        state === 'wrong' ? [path] : [],
      )
    expect(await wrong()).not.toContain('settings.documentFeeBy')
    const config = t.kernel.config as { mode: string }
    const before = config.mode
    config.mode = 'production'
    const found = await wrong().finally(() => (config.mode = before))
    expect(found).toContain('settings.documentFeeBy')
  })
})
