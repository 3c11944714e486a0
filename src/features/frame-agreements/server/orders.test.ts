import { beforeAll, describe, expect, test } from 'vitest'
import * as order from '#features/contracts/contract/call-off.ts'
import { completeContract, contractDetail } from '#features/contracts/contract/contract.ts'
import { requestPayment } from '#features/contracts/contract/payment.ts'
import * as c from '../contract/agreement.ts'
import { answerAdjustment } from '../contract/entry.ts'
import { agreementWorld, type AgreementWorld } from './testing/world.ts'

/* Orders from an agreement, and its quota. */

const NOT_FOUND = { status: 404, code: 404 }
const NO_RIGHT = { status: 403, code: 10008 }
const WRONG_STATE = { code: 10002 }

let w: AgreementWorld
beforeAll(async () => {
  w = await agreementWorld()
})

const done = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length

describe('an order', () => {
  test('is a purchase order of its supplier, up to its payment', async () => {
    const { buyer, supplier1, supplier2 } = w
    const { agreementId, first } = await w.inForce()
    const { callOffId } = await w.order(agreementId, first, '4')
    const params = { callOffId }
    expect(await supplier2.refused(order.callOffDetail, { params })).toMatchObject(NOT_FOUND)
    await supplier1.call(order.confirmCallOff, { params })
    const { deliveryId } = await supplier1.call(order.noticeDelivery, {
      params,
      body: { deliveredOn: w.today(), lines: [{ line: 1, quantity: '4' }] },
    })
    await buyer.call(order.acceptDelivery, {
      params: { deliveryId },
      body: { people: '总务科 李明', lines: [{ line: 1, accepted: '4', rejected: '0' }] },
    })
    const found = await w.detail(agreementId)
    expect(found).toMatchObject({ ordered: '400.00', accepted: '400.00', left: '9600.00', orders: 1 })
    expect(found.items).toMatchObject([{ ordered: '4', accepted: '4' }])
    expect(await w.entryOf(supplier2, agreementId)).toMatchObject({ ordered: '0.00', callOffs: [] })
    expect(await w.entryOf(supplier1, agreementId)).toMatchObject({ ordered: '400.00', callOffs: [{ state: 'done' }] })
    const { contractId } = found.entries[0]!
    const { dues } = await supplier1.call(contractDetail, { params: { contractId: contractId! } })
    expect(dues).toMatchObject([{ amount: '400.00' }])
    await supplier1.call(requestPayment, { params: { dueId: dues[0]!.dueId }, body: { amount: '400.00' } })
    // The contract itself is no way around the agreement.
    expect(
      await buyer.refused(order.createCallOff, { params: { contractId: contractId! }, body: w.ordering(first, '1') }),
    ).toMatchObject({ status: 404 })
  })

  test('never takes more than quantity or amount, by two or ten at once neither; refused or cancelled, it is free again', async () => {
    const { buyer, supplier1 } = w
    const { agreementId, first, second } = await w.inForce()
    const make = (entryId: string, quantity: string, note = '') => ({
      ...w.at(agreementId),
      body: { ...w.ordering(entryId, quantity), note },
    })
    for (const quantity of ['-1', '0', '1e15', ''])
      expect((await buyer.refused(c.orderFromAgreement, make(first, quantity))).status).toBe(400)
    expect((await buyer.refused(c.orderFromAgreement, make(first, '10.000001'))).message).toContain('最多还可订 10')
    // Of both suppliers together: six and six do not fit into ten.
    const two = await Promise.allSettled([
      buyer.call(c.orderFromAgreement, make(first, '6')),
      buyer.call(c.orderFromAgreement, make(second, '6')),
    ])
    expect(done(two)).toBe(1)
    const ten = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => buyer.call(c.orderFromAgreement, make(first, '1', `第 ${i} 单`))),
    )
    expect(done(ten)).toBe(4)
    expect((await w.detail(agreementId)).items[0]!.ordered).toBe('10')
    const [last] = (await w.detail(agreementId)).callOffs
    const cancel = { params: { callOffId: last!.callOffId }, body: { reason: '需求取消' } }
    await Promise.allSettled([1, 2, 3].map(() => buyer.call(order.cancelCallOff, cancel)))
    expect((await w.detail(agreementId)).items[0]!.ordered).toBe('9')
    const { callOffId } = await w.order(agreementId, first, '1')
    await supplier1.call(order.refuseCallOff, { params: { callOffId }, body: { reason: '缺货' } })
    expect((await w.detail(agreementId)).items[0]!.ordered).toBe('9')
  })

  test('stays within the amount and the share of its supplier, and under the agreed price', async () => {
    const [one, two] = w.terms().entries
    const { agreementId, first } = await w.inForce({
      quota: '1000.00',
      items: [{ name: '复印纸', spec: '', unit: '箱', quantity: null }],
      entries: [
        { ...one, share: '60' },
        { ...two, share: '40' },
      ],
    })
    const refused = async (quantity: string, change: object = {}) =>
      (await w.buyer.refused(c.orderFromAgreement, { ...w.at(agreementId), body: w.ordering(first, quantity, change) }))
        .message
    expect(await refused('7')).toContain('剩余额度 600.00 元')
    const above = { lines: [{ line: 1, quantity: '1', unitPrice: '100.01' }] }
    expect(await refused('1', above)).toContain('高于协议价')
    expect(await refused('1', { deliverBy: w.inDays(-1) })).toBe('交货日期不能早于今天')
    await w.order(agreementId, first, { lines: [{ line: 1, quantity: '6', unitPrice: '99' }] })
    expect((await w.detail(agreementId)).entries[0]).toMatchObject({ ordered: '594.00', left: '6.00' })
  })

  test('goes in turn where that was agreed; who is passed over is named with the reason', async () => {
    const { agreementId, first, second } = await w.inForce({ rule: 'rotation' })
    const next = async () => (await w.detail(agreementId)).entries.find(({ isNext }) => isNext)!.entryId
    expect(await next()).toBe(first)
    const skip = { ...w.at(agreementId), body: w.ordering(second, '1') }
    expect((await w.buyer.refused(c.orderFromAgreement, skip)).details).toMatchObject([{ path: 'skipReason' }])
    await w.order(agreementId, second, { skipReason: '该供应商本月停产' })
    expect(await next()).toBe(first)
    await w.order(agreementId, first, '1')
    expect(await next()).toBe(second)
    expect((await w.detail(agreementId)).callOffs.map(({ skipReason }) => skipReason)).toEqual(['', '该供应商本月停产'])
  })

  test('goes on under a contract that was completed meanwhile, and at new prices', async () => {
    const { buyer, supplier1 } = w
    const { agreementId, first } = await w.inForce()
    const { contractId } = (await w.detail(agreementId)).entries[0]!
    const params = { contractId: contractId! }
    const state = async () => (await buyer.call(contractDetail, { params })).state
    await buyer.call(completeContract, { params })
    expect(await state()).toBe('completed')
    await w.order(agreementId, first, '1')
    expect(await state()).toBe('signed')
    const { callOffId } = (await w.detail(agreementId)).callOffs[0]!
    await buyer.call(order.cancelCallOff, { params: { callOffId }, body: { reason: '需求取消' } })
    await buyer.call(completeContract, { params })
    const body = { reason: '按公式调整', prices: [{ line: 1, unitPrice: '90' }] }
    await buyer.call(c.adjustPrices, { params: { agreementId, entryId: first }, body })
    const { versions } = await w.entryOf(supplier1, agreementId)
    const answer = { contentHash: versions[0]!.contentHash, agree: true }
    await supplier1.call(answerAdjustment, { params: { entryId: first }, body: answer })
    const made = await w.order(agreementId, first, '1')
    expect((await w.callOff(buyer, made.callOffId)).lines).toMatchObject([{ unitPrice: '90' }])
    expect(await buyer.call(contractDetail, { params })).toMatchObject({ state: 'signed', version: 2 })
  })

  test('is made by who keeps agreements or performance, of the own company, from an own entry', async () => {
    const { agreementId, first } = await w.inForce()
    const body = w.ordering(first, '1')
    expect(await w.supplier1.refused(c.orderFromAgreement, { ...w.at(agreementId), body })).toMatchObject(NO_RIGHT)
    expect(await w.colleague.refused(c.orderFromAgreement, { ...w.at(agreementId), body })).toMatchObject(NO_RIGHT)
    const another = await w.inForce()
    expect(await w.buyer.refused(c.orderFromAgreement, { ...w.at(another.agreementId), body })).toMatchObject(NOT_FOUND)
    const sent = await w.sent()
    expect(await w.buyer.refused(c.orderFromAgreement, { ...w.at(sent), body })).toMatchObject(WRONG_STATE)
  })
})
