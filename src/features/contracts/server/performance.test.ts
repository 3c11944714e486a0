import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { DAY } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { messagePage } from '#features/messages/contract.ts'
import { reviewTask } from '#features/workflow/contract/acts.ts'
import { approver, enable, flow, taskFor } from '#features/workflow/server/testing/flows.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as order from '../contract/call-off.ts'
import * as c from '../contract/contract.ts'
import * as need from '../contract/demand-order.ts'
import * as pay from '../contract/payment.ts'
import { performanceFacts, spendingOf } from './public.ts'
import { contractWorld, type ContractWorld, PRICE } from './testing/contract.ts'

/* Orders, deliveries, acceptances and payments under a contract. */

const NOT_FOUND = { status: 404, code: 404 }
const NO_RIGHT = { status: 403, code: 10008 }
const WRONG_STATE = { code: 10002 }

let w: ContractWorld
beforeAll(async () => {
  w = await contractWorld()
})

const at = (contractId: string) => ({ params: { contractId } })
const callOff = (client: HttpClient, callOffId: string) => client.call(order.callOffDetail, { params: { callOffId } })
const titles = async (client: HttpClient) =>
  (await client.call(messagePage, { query: { identity: client.workbench as 'supplier', pageSize: 100 } })).rows.map(
    ({ title }) => title,
  )
const done = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length
const fails = async (promise: Promise<unknown>) => promise.then(() => 'done').catch((error: unknown) => error)

describe('a purchase order', () => {
  test('never takes more than the contract leaves, by two at once neither; refused, its quantity is free', async () => {
    const contractId = await w.signed()
    const make = (quantity: string) => ({ ...at(contractId), body: w.ordering(quantity) })
    for (const quantity of ['-1', '0', '1e15', '0.0000001', ''])
      expect((await w.buyer.refused(order.createCallOff, make(quantity))).status).toBe(400)
    expect((await w.buyer.refused(order.createCallOff, make('1.000001'))).message).toContain('最多还可订 1')
    const past = { ...at(contractId), body: { ...w.ordering('1'), deliverBy: w.day(-1) } }
    expect((await w.buyer.refused(order.createCallOff, past)).message).toBe('交货日期不能早于今天')
    expect(await w.supplier.refused(order.createCallOff, make('1'))).toMatchObject(NO_RIGHT)
    // Six tenths twice do not fit.
    const two = await Promise.allSettled([
      w.buyer.call(order.createCallOff, make('0.6')),
      w.buyer.call(order.createCallOff, { ...at(contractId), body: { ...w.ordering('0.6'), note: '第二单' } }),
    ])
    expect(done(two)).toBe(1)
    const [first] = (await w.detail(w.buyer, contractId)).callOffs
    const params = { callOffId: first!.callOffId }
    expect(first).toMatchObject({ amount: '480000.00', state: 'sent' })
    for (const call of [order.callOffDetail, order.confirmCallOff])
      expect(await w.other.refused(call as typeof order.confirmCallOff, { params })).toMatchObject(NOT_FOUND)
    expect(await w.buyer.refused(order.confirmCallOff, { params })).toMatchObject(NO_RIGHT)
    const body = { reason: '缺货' }
    await w.supplier.call(order.refuseCallOff, { params, body })
    expect(await w.supplier.refused(order.confirmCallOff, { params })).toMatchObject(WRONG_STATE)
    expect((await w.detail(w.buyer, contractId)).lines[0]!.ordered).toBe('0')
    await w.t.settle()
    expect(await titles(w.buyer)).toContain('供应商拒绝订单')
    const again = await w.ordered(contractId)
    // Ten times the same: one effect.
    const cancel = { params: { callOffId: again }, body: { reason: '需求取消' } }
    await Promise.allSettled(Array.from({ length: 10 }, () => w.buyer.call(order.cancelCallOff, cancel)))
    expect((await w.detail(w.buyer, contractId)).lines[0]!.ordered).toBe('0')
  })

  test('that was not delivered by its day is told to both, once', async () => {
    const contractId = await w.signed()
    const callOffId = await w.ordered(contractId)
    await w.t.advanceTo(new Date(w.t.kernel.clock.now().getTime() + 22 * DAY))
    for (const client of [w.buyer, w.supplier])
      expect((await titles(client)).filter((title) => title === '交货逾期')).toHaveLength(1)
    const { rows } = await w.supplier.call(order.callOffPage, { query: { state: 'confirmed' } })
    expect(rows.find((row) => row.callOffId === callOffId)).toMatchObject({ isLate: true })
  })
})

describe('a delivery', () => {
  test('comes in parts, is judged in parts, and what was rejected may come again; money is due for what is accepted', async () => {
    const contractId = await w.signed()
    const callOffId = await w.ordered(contractId)
    const deliver = (quantity: string, deliveredOn = w.day()) => ({
      params: { callOffId },
      body: { deliveredOn, lines: [{ line: 1, quantity }] },
    })
    expect((await w.supplier.refused(order.noticeDelivery, deliver('1.1'))).message).toContain('最多还可交货 1')
    expect((await w.supplier.refused(order.noticeDelivery, deliver('1', w.day(1)))).message).toContain('不能晚于今天')
    expect(await w.other.refused(order.noticeDelivery, deliver('1'))).toMatchObject(NOT_FOUND)
    const deliveryId = await w.delivered(callOffId, '0.6')
    const accept = (accepted: string, rejected: string, why = '外观破损') => ({
      params: { deliveryId },
      body: w.judging(accepted, rejected, why),
    })
    // Above what was delivered, without a reason, nothing at all.
    expect((await w.buyer.refused(order.acceptDelivery, accept('0.6', '0.1'))).message).toContain(
      '不能超过待验收数量 0.6',
    )
    expect((await w.buyer.refused(order.acceptDelivery, accept('0.1', '0.1', ''))).message).toBe('请说明不合格的原因')
    expect((await w.buyer.refused(order.acceptDelivery, accept('0', '0'))).message).toContain('请填写')
    expect(await w.supplier.refused(order.acceptDelivery, accept('0.6', '0'))).toMatchObject(NO_RIGHT)
    expect(
      await w.buyer.refused(order.acceptDelivery, { ...accept('1', '0'), params: { deliveryId: newId() } }),
    ).toMatchObject(NOT_FOUND)
    const twice = await Promise.allSettled(
      [accept('0.3', '0.1'), accept('0.4', '0.1')].map((one) => w.buyer.call(order.acceptDelivery, one)),
    )
    expect(done(twice)).toBe(1)
    const judged = (await callOff(w.buyer, callOffId)).lines[0]!
    const left = (0.6 - Number(judged.accepted) - Number(judged.rejected)).toFixed(1)
    await w.buyer.call(order.acceptDelivery, accept(left, '0'))
    expect(await w.buyer.refused(order.acceptDelivery, accept('0.1', '0'))).toMatchObject(WRONG_STATE)
    await w.t.settle()
    expect(await titles(w.supplier)).toContain('到货已验收')
    // One tenth was rejected: half is still open.
    expect((await callOff(w.supplier, callOffId)).lines[0]).toMatchObject({
      delivered: '0.6',
      accepted: '0.5',
      open: '0.5',
    })
    const second = await w.delivered(callOffId, '0.5')
    await w.buyer.call(order.acceptDelivery, { params: { deliveryId: second }, body: w.judging('0.5') })
    expect(await callOff(w.buyer, callOffId)).toMatchObject({ state: 'done' })
    const { dues, due } = await w.detail(w.buyer, contractId)
    // The parts add up to the contract, to the cent.
    expect(due).toBe(PRICE)
    expect(dues.every((one) => one.dueOn === w.day(30) && one.legalOn === w.day(60))).toBe(true)
    await expect(w.t.owner.query("update acceptance set people = 'x'")).rejects.toThrow('cannot be changed')
    const facts = (supplierCompanyId: string, until = w.day(30)) =>
      inContext(w.t.kernel, { tenantId: 1, actor: null, readOnly: true }, async (ctx) =>
        (
          await performanceFacts(ctx, {
            purchaserCompanyId: COMPANIES.hospital.id,
            supplierCompanyIds: [supplierCompanyId],
            from: w.day(),
            until,
          })
        ).map(({ kind, isGood }) => `${kind} ${isGood}`),
      )
    const own = await facts(COMPANIES.supplier1.id)
    expect(own.toSorted()).toEqual(['acceptance false', 'acceptance true', 'delivery true'])
    // The order was to be delivered later, and has its place there.
    expect((await facts(COMPANIES.supplier1.id, w.day(1))).toSorted()).toEqual(['acceptance false', 'acceptance true'])
    expect(await facts(COMPANIES.supplier2.id)).toEqual([])
  })

  test('whose acceptance waits for approval is not accepted before', async () => {
    const contractId = await w.signed()
    const deliveryId = await w.delivered(await w.ordered(contractId))
    const definition = await enable(
      w.buyer,
      { type: 'contract', node: 'acceptance' },
      flow([approver('chief', ['buyer2'])]),
    )
    const accept = { params: { deliveryId }, body: w.judging('1') }
    const { approval } = await w.buyer.call(order.acceptDelivery, accept)
    expect((await w.detail(w.buyer, contractId)).dues).toEqual([])
    expect((await w.buyer.refused(order.acceptDelivery, { ...accept, body: w.judging('0.5') })).message).toContain(
      '正在审批',
    )
    const chief = await w.t.login('buyer2', { workbench: 'purchaser' })
    await w.t.settle()
    const id = await taskFor(chief, approval!.workflowId)
    await chief.call(reviewTask, { params: { id }, body: { action: 1 } })
    await w.t.settle()
    expect((await w.detail(w.buyer, contractId)).dues).toMatchObject([{ amount: PRICE }])
    await w.t.owner.query('update workflow_definition set status = 0 where id = $1', [definition])
  })
})

describe('payment', () => {
  test('is asked for, approved and recorded, never above what is due, whoever tries at once', async () => {
    const { contractId, dueId } = await w.due()
    const ask = (amount: string) => ({ params: { dueId }, body: { amount, invoice: '12345678' } })
    expect((await w.supplier.refused(pay.requestPayment, ask('800000.01'))).message).toContain('最多还可请款')
    for (const amount of ['0', '-1', '1.001', '1e15'])
      expect((await w.supplier.refused(pay.requestPayment, ask(amount))).status).toBe(400)
    expect(await w.other.refused(pay.requestPayment, ask('1'))).toMatchObject(NOT_FOUND)
    const two = await Promise.allSettled([
      w.supplier.call(pay.requestPayment, ask('500000')),
      w.buyer.call(pay.requestPayment, ask('500000')),
    ])
    expect(done(two)).toBe(1)
    const { requestId } = (await w.detail(w.buyer, contractId)).dues[0]!.requests[0]!
    const params = { requestId }
    const voucher = [await w.file(w.buyer, '电子回单.pdf', '第一笔')]
    const money = (amount: string, by = voucher) => ({ params, body: { amount, paidOn: w.day(), voucher: by } })
    expect(await w.buyer.refused(pay.recordPayment, money('1'))).toMatchObject(WRONG_STATE)
    expect(await w.supplier.refused(pay.approveRequest, { params, body: {} })).toMatchObject(NO_RIGHT)
    await w.buyer.call(pay.approveRequest, { params, body: {} })
    expect(await w.buyer.refused(pay.refuseRequest, { params, body: { reason: '重复' } })).toMatchObject(WRONG_STATE)
    expect((await w.buyer.refused(pay.recordPayment, money('500000.01'))).message).toContain('最多还可付款')
    const tomorrow = { params, body: { amount: '1', paidOn: w.day(1), voucher } }
    expect((await w.buyer.refused(pay.recordPayment, tomorrow)).message).toBe('付款日期不能晚于今天')
    const paid = await Promise.allSettled(
      ['300000', '300000.00'].map((amount) => w.buyer.call(pay.recordPayment, money(amount))),
    )
    expect(done(paid)).toBe(1)
    await w.t.settle()
    expect(await titles(w.supplier)).toContain('采购人已登记付款')
    expect(await w.detail(w.supplier, contractId)).toMatchObject({ paid: '300000.00', due: PRICE })
    await expect(w.t.owner.query('delete from contract_payment')).rejects.toThrow('cannot be changed')
    const { orderId } = await w.detail(w.buyer, contractId)
    const spending = await inContext(w.t.kernel, { tenantId: 1, actor: null, readOnly: true }, (ctx) =>
      spendingOf(ctx, [orderId!]),
    )
    expect(spending.get(orderId!)).toEqual({ contracted: PRICE, spent: '300000.00' })
    // The rest, and the contract can be closed.
    const copied = [await w.file(w.buyer, '副本.pdf', '第一笔')]
    for (const again of [voucher, copied])
      expect(await w.buyer.refused(pay.recordPayment, money('200000', again))).toMatchObject({
        code: 10003,
        message: expect.stringMatching(/^该回单已登记（.+：合同付款，.+）/) as string,
      })
    await w.buyer.call(pay.recordPayment, money('200000', [await w.file(w.buyer, '电子回单.pdf', '第二笔')]))
    expect((await w.buyer.refused(c.completeContract, at(contractId))).message).toBe('还有未付清的款项')
    const rest = await w.supplier.call(pay.requestPayment, ask('300000'))
    await w.buyer.call(pay.refuseRequest, { params: rest, body: { reason: '发票抬头有误' } })
    const last = await w.supplier.call(pay.requestPayment, { params: { dueId }, body: { amount: '300000' } })
    await w.buyer.call(pay.approveRequest, { params: last, body: {} })
    const third = [await w.file(w.buyer, '电子回单.pdf', '第三笔')]
    await w.buyer.call(pay.recordPayment, { params: last, body: { amount: '300000', paidOn: w.day(), voucher: third } })
    await w.buyer.call(c.completeContract, at(contractId))
    expect(await w.detail(w.buyer, contractId)).toMatchObject({ state: 'completed', paid: PRICE, overdue: '0.00' })
  })

  test('is in time on its day and late behind it, with interest that both see', async () => {
    const { contractId, due } = await w.due()
    await w.t.advanceTo(`${due.dueOn}T15:59:00.000Z`)
    expect(await titles(w.buyer)).toContain('付款即将到期')
    expect(await w.detail(w.buyer, contractId)).toMatchObject({ overdue: '0.00', interest: '0.00' })
    await w.t.advanceTo(new Date(Date.parse(`${due.dueOn}T15:59:00.000Z`) + 20 * DAY))
    // 800,000 × 0.05 % × 20 days.
    for (const client of [w.buyer, w.supplier]) {
      expect(await titles(client)).toContain('付款逾期')
      expect(await w.detail(client, contractId)).toMatchObject({ overdue: PRICE, interest: '8000.00' })
    }
    const { rows } = await w.buyer.call(c.contractPage, { query: { state: 'overdue' } })
    expect(rows.map((row) => row.contractId)).toContain(contractId)
    const centre = await w.supplier.call(pay.orderCentre, {})
    expect(centre.dues.find((one) => one.contractId === contractId)).toMatchObject({
      lateDays: 20,
      interest: '8000.00',
    })
    expect((await w.other.call(pay.orderCentre, {})).dues).toEqual([])
  })

  test('by milestones is due on the days that were agreed, and those ahead fall away with the contract', async () => {
    const milestones = [
      { name: '预付款', amount: '240000', dueOn: w.day(5) },
      { name: '验收款', amount: '560000', dueOn: w.day(60) },
    ]
    const short = await w.drafted({ payMode: 'milestones', milestones: milestones.slice(0, 1) })
    expect((await w.buyer.refused(c.offerContract, { ...at(short), body: {} })).message).toContain('240000.00')
    const contractId = await w.signed({ payMode: 'milestones', milestones })
    expect((await w.detail(w.supplier, contractId)).dues.map(({ name, amount }) => [name, amount])).toEqual([
      ['预付款', '240000.00'],
      ['验收款', '560000.00'],
    ])
    await w.t.advanceTo(new Date(w.t.kernel.clock.now().getTime() + 6 * DAY))
    await w.buyer.call(c.terminateContract, { ...at(contractId), body: { reason: '项目取消' } })
    expect((await w.detail(w.supplier, contractId)).dues.map(({ name }) => name)).toEqual(['预付款'])
  })
})

describe('a need of a department', () => {
  test('is asked for, turned into one order or sent back; others see only their own', async () => {
    const contractId = await w.signed()
    const nurse = await w.t.login('newbie', { workbench: 'purchaser' })
    const ask = (quantity: string) => ({
      body: { contractId, department: '急诊科', purpose: '补充设备', lines: [{ line: 1, quantity }] },
    })
    const choices = await nurse.call(need.orderableContracts, {})
    expect(choices.find((one) => one.contractId === contractId)!.lines).toMatchObject([{ left: '1' }])
    expect((await nurse.refused(need.askDemandOrder, ask('2'))).message).toContain('最多还可订 1')
    const { demandOrderId } = await nurse.call(need.askDemandOrder, ask('0.4'))
    await w.t.settle()
    expect(await titles(w.buyer)).toContain('新的需求订单')
    expect(
      await nurse.refused(need.refuseDemandOrder, { params: { demandOrderId }, body: { reason: '预算不足' } }),
    ).toMatchObject(NO_RIGHT)
    const make = { ...at(contractId), body: { ...w.ordering('0.4'), demandOrderId } }
    await w.buyer.call(order.createCallOff, make)
    expect(
      await fails(w.buyer.call(order.createCallOff, { ...make, body: { ...make.body, note: '再一次' } })),
    ).not.toBe('done')
    expect((await w.detail(w.buyer, contractId)).lines[0]!.ordered).toBe('0.4')
    const [row] = (await nurse.call(need.demandOrderPage, { query: {} })).rows
    expect(row).toMatchObject({ state: 'ordered', isOwn: true, callOffId: null })
    const second = await nurse.call(need.askDemandOrder, ask('0.1'))
    expect(await w.buyer.refused(need.withdrawDemandOrder, { params: second })).toMatchObject(NOT_FOUND)
    await nurse.call(need.withdrawDemandOrder, { params: second })
    const third = await nurse.call(need.askDemandOrder, ask('0.2'))
    await w.buyer.call(need.refuseDemandOrder, { params: third, body: { reason: '库存充足' } })
    await w.t.settle()
    expect(await titles(nurse)).toContain('需求订单被退回')
    const stranger = await w.t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
    expect((await stranger.call(need.demandOrderPage, { query: {} })).rows).toEqual([])
    expect(await stranger.refused(need.askDemandOrder, ask('0.1'))).toMatchObject(NOT_FOUND)
  })
})
