import { beforeAll, describe, expect, test, vi } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { balanceOf, hold, release } from '#features/ledger/server/public.ts'
import { PATIENT } from '#server/testing/patience.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as c from '../contract/order.ts'
import * as own from '../contract/supplier.ts'
import * as trades from '../contract/trade.ts'
import { type RecruitWorld, recruitWorld } from './testing/world.ts'

/* What applications cost, with the real cashier and the local gateway. */

let w: RecruitWorld
let buyer: HttpClient
let suppliers: HttpClient[]

beforeAll(async () => {
  w = await recruitWorld()
  ;({ buyer, suppliers } = w)
})

const account = { kind: 'company.cash', owner: COMPANIES.hospital.id, currency: 'CNY' } as const
const balance = () => w.pay.act((ctx) => balanceOf(ctx, account))
const feeOf = async (client: HttpClient, orderId: string) => (await w.seen(client, orderId)).trade!.fee!
const becomes = (client: HttpClient, orderId: string, state: string) =>
  vi.waitFor(async () => expect((await feeOf(client, orderId)).state).toBe(state), PATIENT)
const refunds = async (payOrderId: string) => (await w.pay.orderOf(payOrderId)).refunded

describe('after passing', () => {
  let params: { orderId: string }
  let ids: string[]
  beforeAll(async () => {
    params = await w.published({ feeTiming: 'passed', feeAmount: '200' })
    ids = []
    for (const client of suppliers.slice(0, 4)) ids.push(await w.applied(client, params.orderId))
  })

  test('is due to who passed, by every way the same order of the cashier', async () => {
    const [first, second] = suppliers
    const tradeId = ids[0]!
    expect(await first!.refused(own.payTrade, { params: { tradeId } })).toMatchObject({ message: '当前无需缴费' })
    await w.decide(tradeId, 'pass')
    const { paymentId, ...fee } = await feeOf(first!, params.orderId)
    expect(fee).toMatchObject({ state: 'due', amount: '200.00', payeeName: COMPANIES.hospital.name })
    const asked = await Promise.all(
      Array.from({ length: 10 }, () => first!.call(own.payTrade, { params: { tradeId } })),
    )
    asked.push(await first!.call(own.payAgain, { params: { paymentId } }))
    asked.push(await first!.call(own.payOfSupplier, { params: { paymentId, recruitSupplierId: tradeId } }))
    const library = { paymentId, supplierId: COMPANIES.supplier1.id }
    const made = await first!.call(own.payLibraryFee, { params: library })
    expect(new Set([...asked, made].map(({ payOrderId }) => payOrderId)).size).toBe(1)
    expect(made.serviceFeeVo).toMatchObject({ amount: '200.00', sfPayStatus: 0, payee: COMPANIES.hospital.name })
    expect(made.serviceFeeVo.formula.at(-1)).toEqual({ label: '固定金额', value: '200.00 元' })
    // Nobody else pays it or reads it.
    for (const [call, at] of [
      [own.payAgain, { paymentId }],
      [own.payOfSupplier, { paymentId, recruitSupplierId: tradeId }],
      [own.paymentDetail, { ...params, paymentId }],
      [own.payLibraryFee, library],
      [own.libraryFee, library],
    ] as const)
      expect(await second!.refused(call, { params: at as never })).toMatchObject({ status: 404 })
    expect(
      await first!.refused(own.libraryFee, { params: { paymentId, supplierId: COMPANIES.supplier2.id } }),
    ).toMatchObject({ status: 404 })
    await w.paid(first!, made.payOrderId)
    await becomes(first!, params.orderId, 'paid')
    expect(await first!.call(own.libraryFee, { params: library })).toMatchObject({ serviceFeeVo: { sfPayStatus: 2 } })
    expect(await first!.call(own.paymentDetail, { params: { ...params, paymentId } })).toMatchObject({ state: 'paid' })
    expect(await first!.refused(own.payTrade, { params: { tradeId } })).toMatchObject({ message: '费用已缴纳' })
    expect(await balance()).toMatchObject({ available: '200.00' })
    await expect(w.t.owner.query('update recruit_fee set amount = 1')).rejects.toMatchObject({ code: 'KB002' })
  })

  test('goes back once to who is refused, and is due anew when that is undone', async () => {
    const [first] = suppliers
    const tradeId = ids[0]!
    const { payOrderId } = await feeOf(first!, params.orderId)
    await w.decide(tradeId, 'refuse', '许可证被吊销')
    await becomes(first!, params.orderId, 'refunded')
    expect(await refunds(payOrderId!)).toBe('200.00')
    expect(await balance()).toMatchObject({ available: '0.00', held: '0.00' })
    expect(await buyer.refused(c.refundAgain, { params })).toMatchObject({ message: '没有待退还的费用' })
    await w.decide(tradeId, 'pass')
    expect((await feeOf(first!, params.orderId)).state).toBe('due')
    const again = await first!.call(own.payTrade, { params: { tradeId } })
    expect(again.payOrderId).not.toBe(payOrderId)
    await w.paid(first!, again.payOrderId)
    await becomes(first!, params.orderId, 'paid')
    expect(await refunds(payOrderId!)).toBe('200.00')
  })

  test('paid too late it goes back; who has not paid cannot be taken in, who is left out has it back', async () => {
    const [, second, third, fourth] = suppliers
    for (const id of ids.slice(1)) await w.decide(id, 'pass')
    const late = await second!.call(own.payTrade, { params: { tradeId: ids[1]! } })
    await w.decide(ids[1]!, 'refuse', '经营范围不符')
    await w.paid(second!, late.payOrderId)
    await becomes(second!, params.orderId, 'refunded')
    const left = await third!.call(own.payTrade, { params: { tradeId: ids[2]! } })
    await w.paid(third!, left.payOrderId)
    await becomes(third!, params.orderId, 'paid')
    await w.end(params.orderId)
    expect(await buyer.refused(trades.saveResult, { params, body: { entries: [w.entry(ids[3]!)] } })).toMatchObject({
      message: `${COMPANIES.supplier4.name}尚未缴费`,
    })
    const lines = (await buyer.call(trades.supplierDetail, { params })).rows
    expect(lines.map(({ blocked }) => blocked)).toEqual(['', '', '尚未缴费'])
    await buyer.call(trades.saveResult, { params, body: { entries: [w.entry(ids[0]!)] } })
    // The payee has spent it: it says so, and goes back once there is something again.
    await w.pay.act((ctx) => hold(ctx, { key: 'spent', account, amount: '400.00' }))
    await buyer.call(trades.publishResult, { body: params })
    await vi.waitFor(async () => {
      const { rows } = await buyer.call(trades.tradePage, { params })
      expect(rows.filter(({ feeProblem }) => feeProblem.includes('余额不足'))).toHaveLength(1)
    }, PATIENT)
    await w.pay.act((ctx) => release(ctx, 'spent'))
    expect(await buyer.call(c.refundAgain, { params })).toEqual({ asked: 1 })
    await becomes(third!, params.orderId, 'refunded')
    expect((await feeOf(first(), params.orderId)).state).toBe('paid')
    expect((await feeOf(fourth!, params.orderId)).state).toBe('none')
    expect(await balance()).toMatchObject({ available: '200.00', held: '0.00' })
  })
  const first = () => suppliers[0]!
})

describe('at sign-up', () => {
  test('nobody passes unpaid; refused it goes back, and a call that is given up pays all back', async () => {
    const params = await w.published({ feeTiming: 'signUp', feeAmount: '50' })
    const [first, second] = suppliers
    const ids = [await w.applied(first!, params.orderId), await w.applied(second!, params.orderId)]
    const body = { decision: 'pass' as const }
    expect(await buyer.refused(trades.decideTrade, { params: { tradeId: ids[0]! }, body })).toMatchObject({
      message: '供应商尚未缴费',
    })
    const todo = (await first!.call(own.ownRecruits, { query: { tab: 'todo' } })).rows
    expect(todo.find(({ orderId }) => orderId === params.orderId)).toMatchObject({
      fee: 'due',
      next: { label: '缴纳费用' },
    })
    const paid: string[] = []
    for (const [i, client] of [first!, second!].entries()) {
      const { payOrderId } = await client.call(own.payTrade, { params: { tradeId: ids[i]! } })
      await w.paid(client, payOrderId)
      await becomes(client, params.orderId, 'paid')
      paid.push(payOrderId)
    }
    await w.decide(ids[0]!, 'refuse', '材料不实')
    await becomes(first!, params.orderId, 'refunded')
    expect(await buyer.refused(trades.decideTrade, { params: { tradeId: ids[0]! }, body })).toMatchObject({
      message: '费用已退还，不能改为通过',
    })
    await w.decide(ids[1]!, 'pass')
    await buyer.call(c.abandonRecruit, { params, body: { reason: '年度计划调整' } })
    await becomes(second!, params.orderId, 'refunded')
    for (const one of paid) expect(await refunds(one)).toBe('50.00')
  })
})
