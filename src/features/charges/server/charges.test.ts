import { beforeAll, describe, expect, test, vi } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { byAmount } from '#demo/play/flows.ts'
import * as play from '#demo/play/buyer.ts'
import { DAY } from '#contract/time.ts'
import { financeOverview, platformRefund, requestRefund } from '#features/payment/contract/finance.ts'
import { placeOrder } from '#features/payment/contract/order.ts'
import { PayMethod } from '#features/payment/rules/enums.ts'
import { approvalNode } from '#features/workflow/contract/businesses.ts'
import { enterCompany } from '#features/passport/contract.ts'
import { workflowDetail } from '#features/workflow/contract/workflows.ts'
import { done } from '#features/workflow/rules/held.ts'
import { agree, approver, enable, refuse } from '#features/workflow/server/testing/flows.ts'
import { PEOPLE } from '#demo/people.ts'
import { actsIn } from '#features/payment/server/testing/pay.ts'
import { secondProcess } from '#server/testing/second-process.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import * as bill from '../contract/bill.ts'
import * as money from '../contract/income.ts'
import * as monitor from '../contract/monitor.ts'
import * as std from '../contract/standard.ts'
import { checkCharges } from './check.ts'
import { type ChargeWorld, chargeWorld, CONFIG, GOODS, publish } from './testing/charges.ts'

/* From the standards to the ledger: an agency runs a tender to its award, over HTTP, with the real cashier and gateway. */

let t: ChargeWorld['t']
let facts: ChargeWorld['facts']
let admin: ChargeWorld['admin']
let buyer: ChargeWorld['buyer']
let agent: ChargeWorld['agent']
let suppliers: ChargeWorld['suppliers']
let world: ChargeWorld['world']
let before: ChargeWorld['before']
beforeAll(async () => {
  ;({ t, facts, admin, buyer, agent, suppliers, world, before } = await chargeWorld())
})

/** Who else works for the agency. */
const COLLEAGUE = PEOPLE.multi.jobs.find(({ company }) => company === 'agency')!.employeeId
const colleague = async () => {
  const client = await t.login('multi', { workbench: 'agency' })
  await client.call(enterCompany, { body: { companyId: COMPANIES.agency.id } })
  return client
}
const slip = (no: number) => Buffer.from(`%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%${no}\n%%EOF\n`)
const PDF = slip(1)

/** What of acts that were all started in one tick was done. */
const atOnce = async <T>(count: number, act: (i: number) => Promise<T>): Promise<T[]> => {
  const ends = await Promise.allSettled(Array.from({ length: count }, (_, i) => act(i)))
  return ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
}

describe('after a whole tender', () => {
  let winner: HttpClient
  let winnerAccount: string
  let winnerId: string
  let agencyBill: string
  let service: string
  const dues = async () => (await winner.call(bill.ownDues, { query: {} })).rows

  beforeAll(async () => {
    await buyer.call(std.addConfig, { body: CONFIG })
    await before((await publish(buyer)).publicationId!)
    await admin.call(std.addConfig, {
      body: { ...CONFIG, feeType: 1, memberDiscounts: { basic: '20' } },
    })
    await before((await publish(admin)).publicationId!)
    await agent.call(std.addConfig, { body: { ...CONFIG, feeType: 5 } })
    await before((await publish(agent)).publicationId!)
    await play.publishCandidates(agent, facts.orderId)
    await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 10 * DAY))
    agent = await t.login('agent', { workbench: 'agency' })
    await play.award(agent, facts.orderId)
    await t.settle()
    const { rows } = await t.owner.query<{ trade_id: string; price: string }>(
      'select trade_id, price from award_in_force',
    )
    const account = Object.entries(facts.trades).find(([, id]) => id === rows[0]!.trade_id)![0] as 'supplier1'
    winner = await t.login(account, { workbench: 'supplier' })
    winnerAccount = account
    winnerId = COMPANIES[account].id
    world = actsIn(t, winner)
    buyer = await t.login('buyer', { workbench: 'purchaser' })
    admin = await t.login('admin', { workbench: 'admin' })
  })

  test('the winner owes platform and purchaser, once; the agency has a draft that nobody else sees', async () => {
    const rows = await dues()
    expect(rows.map(({ feeType, state }) => `${feeType} ${state}`).toSorted()).toEqual(['1 sent', '2 sent'])
    service = rows.find(({ feeType }) => feeType === 2)!.billId
    const page = await agent.call(bill.agencyBills, { query: {} })
    expect(page.rows).toMatchObject([{ feeType: 5, state: 'draft' }])
    agencyBill = page.rows[0]!.billId
    expect((await agent.call(bill.chargeableAwards, {})).awards).toEqual([])
    expect(await winner.refused(bill.ownDue, { params: { billId: agencyBill } })).toMatchObject({ status: 404 })
    const loser = suppliers.find((_, i) => COMPANIES[`supplier${(i + 1) as 1}`].id !== winnerId)!
    expect(await loser.refused(bill.ownDue, { params: { billId: service } })).toMatchObject({ status: 404 })
    expect(await loser.refused(bill.payDue, { params: { billId: service } })).toMatchObject({ status: 404 })
    const waiting = await winner.call(bill.waitingServiceFees, {})
    expect(waiting).toMatchObject([{ paymentId: service, purchaseType: 'ZB', sfPayStatus: 0 }])
    expect(waiting[0]!.sfOrderCode).not.toBe('')
    expect(await winner.call(std.biddingPlatformFee, { query: { orderId: facts.orderId } })).toMatchObject({
      setting: 2,
      state: 'sent',
    })
  })

  test('the agency discounts with a reason, sends once, and cannot change it then', async () => {
    const params = { billId: agencyBill }
    const dueAt = new Date(t.kernel.clock.now().getTime() + 20 * DAY).toISOString()
    const body = { payer: 'winner' as const, discount: '10', discountReason: '长期合作', dueAt }
    expect((await agent.refused(bill.changeBill, { params, body: { ...body, discountReason: '' } })).code).toBe(10001)
    const strangers = [{ billId: service }, { billId: COMPANIES.agency.id }]
    for (const stranger of strangers)
      expect(await agent.refused(bill.changeBill, { params: stranger, body })).toMatchObject({ status: 404 })
    await agent.call(bill.changeBill, { params, body })
    const seen = await agent.call(bill.agencyBill, { params })
    expect(Number(seen.amount)).toBeCloseTo(Number(seen.gross) * 0.9, 1)
    expect(seen.derivation.at(-1)!.amount).toBe(seen.amount)
    const sent = await Promise.allSettled(
      Array.from({ length: 16 }, () => agent.call(bill.sendBill, { params, body: {} })),
    )
    expect(sent.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect((await agent.refused(bill.changeBill, { params, body })).code).toBe(10002)
    expect((await agent.refused(bill.dropBill, { params })).code).toBe(10002)
    await t.settle()
    expect(await winner.call(bill.waitingServiceFees, {})).toHaveLength(2)
    const { rows } = await t.owner.query('select from charge_bill where fee_type = 5')
    expect(rows).toHaveLength(1)
  })

  test('part comes by transfer with a voucher, what is over stays in suspense, the rest by the cashier', async () => {
    const params = { billId: agencyBill }
    const { login } = await secondProcess(t)
    const [agentThere, winnerThere] = [await login('agent', 'agency'), await login(winnerAccount, 'supplier')]
    const { amount } = await agent.call(bill.agencyBill, { params })
    const voucher = { fileId: (await agent.upload('charge-voucher', '回单.pdf', PDF)).fileId, name: '回单.pdf' }
    const receivedAt = t.kernel.clock.now().toISOString()
    const body = {
      payerId: winnerId,
      amount: '5000.01',
      receivedAt,
      reference: 'SLIP-1',
      voucher,
      shares: [{ billId: agencyBill, amount: '4000.00' }],
    }
    const refusal = async (more: object) => {
      const { code, message } = await agent.refused(money.recordIncome, { body: { ...body, ...more } })
      return `${code} ${message}`
    }
    expect(await refusal({ shares: [{ billId: service, amount: '1' }] })).toContain('404')
    expect(await refusal({ shares: [{ billId: agencyBill, amount: '5000.02' }] })).toContain('10060')
    expect(await refusal({ payerId: COMPANIES.hospital.id })).toContain('没有应付的收费')
    expect(await refusal({ voucher: { ...voucher, fileId: GOODS } })).toContain('重新上传')
    // The slip is entered in both offices at once, at two processes: it counts once.
    const entered = await atOnce(8, (i) => (i % 2 ? agentThere : agent).call(money.recordIncome, { body }))
    expect(entered).toHaveLength(1)
    const { receiptId } = done(entered[0]!)
    expect(await refusal({ remark: '再次登记' })).toMatch(/^10003 该流水号或凭证号已登记（线下收款 .+SLIP-1）/)
    const copied = { fileId: (await agent.upload('charge-voucher', '副本.pdf', PDF)).fileId, name: '副本.pdf' }
    for (const again of [voucher, copied])
      expect(await refusal({ reference: 'SLIP-1A', voucher: again, shares: [] })).toMatch(/^10003 该回单已登记/)
    expect(await agent.call(money.income, { params: { receiptId } })).toMatchObject({
      settled: '4000.00',
      suspense: '1000.01',
    })
    const more = { params: { receiptId }, body: { shares: [{ billId: agencyBill, amount: '1000.01' }] } }
    expect(await atOnce(8, (i) => (i % 2 ? agentThere : agent).call(money.settleIncome, more))).toHaveLength(1)
    expect((await agent.call(money.income, { params: { receiptId } })).suspense).toBe('0.00')
    expect(await agent.call(bill.agencyBill, { params })).toMatchObject({ state: 'part', received: '5000.01' })
    expect((await buyer.refused(money.income, { params: { receiptId } })).status).toBe(403)

    // From an amount on a second person agrees first, below it nobody is asked.
    await enable(agent, { type: 'charges', node: 'receipt' }, [
      byAmount('1000', [approver('chief', { by: 'person', employeeIds: [COLLEAGUE] })], []),
    ])
    const file = await agent.upload('charge-voucher', '回单二.pdf', slip(2))
    const other = { fileId: file.fileId, name: '回单二.pdf' }
    const large = { ...body, amount: '1000.00', reference: 'SLIP-2', voucher: other, shares: [] }
    expect(await refusal({ ...large, payerId: COMPANIES.hospital.id })).toContain('没有应付的收费')
    const ask = async () => (await agent.call(money.recordIncome, { body: large })).approval!.workflowId
    const first = await ask()
    expect(await refusal(large)).toContain('10002')
    await expect(agree(agent, first)).rejects.toThrow('no task')
    const chief = await colleague()
    expect(await chief.call(workflowDetail, { params: { id: first } })).toMatchObject({
      title: expect.stringContaining('SLIP-2') as string,
      sections: [{ files: [{ name: '回单二.pdf' }] }],
    })
    // Whoever may see the list sees it wait, who recorded it or not; nobody else does, and no sum counts it.
    expect((await chief.refused(money.heldIncomes, {})).status).toBe(403)
    await t.owner.query(`update employee set rights = rights || '{auditing}' where id = $1`, [COLLEAGUE])
    const auditor = await colleague()
    await vi.waitFor(() => auditor.call(money.heldIncomes, {}), PATIENT)
    for (const reader of [agent, auditor])
      expect(await reader.call(money.heldIncomes, {})).toMatchObject([
        { workflowId: first, amount: '1000.00', waitsFor: [expect.any(String)] },
      ])
    expect((await buyer.refused(money.heldIncomes, {})).status).toBe(403)
    expect((await agent.call(money.incomes, { query: { tab: 'offline' } })).counts).toMatchObject({ offline: 1 })
    await refuse(chief, first)
    expect(await agent.call(money.heldIncomes, {})).toEqual([])
    const second = await ask()
    expect((await agent.call(money.incomes, { query: { tab: 'offline' } })).rows).toHaveLength(1)
    expect(await agree(chief, second)).toMatchObject({ status: 2, failure: null })
    expect((await agent.call(money.incomes, { query: { tab: 'offline' } })).rows).toMatchObject([
      { amount: '1000.00', suspense: '1000.00' },
      { amount: '5000.01' },
    ])
    const little = { fileId: (await agent.upload('charge-voucher', '回单三.pdf', slip(3))).fileId, name: '回单三.pdf' }
    const small = { ...large, amount: '999.99', reference: 'SLIP-3', voucher: little }
    expect(await agent.call(money.recordIncome, { body: small })).toMatchObject({ receiptId: expect.any(String) })

    const asked = await atOnce(8, (i) => (i % 2 ? winnerThere : winner).call(bill.payDue, { params }))
    expect(new Set(asked.map((one) => one.payOrderId)).size).toBe(1)
    const { payOrderId } = asked[0]!
    const begun = await winner.call(placeOrder, { body: { orderId: payOrderId, payMethod: PayMethod.values.wechat } })
    expect(begun.amount).toBe((Number(amount) - 5000.01).toFixed(2))
    await world.isBegun(begun.payCode!)
    await world.play(begun.payCode!, 'pay', winner)
    await vi.waitFor(async () => expect((await agent.call(bill.agencyBill, { params })).state).toBe('paid'), PATIENT)
    expect((await winner.refused(bill.payDue, { params })).code).toBe(10002)
    const { balance } = await agent.call(financeOverview, {})
    expect(balance.total).toBe(begun.amount)
    const { rows } = await agent.call(money.incomes, { query: { tab: 'online' } })
    expect(rows).toMatchObject([{ amount: begun.amount, settled: begun.amount, suspense: '0.00' }])
  })

  test('revenue is held against what was received; a difference needs a reason', async () => {
    const { rows } = await buyer.call(money.revenues, { query: {} })
    expect(rows).toHaveLength(1)
    const params = { revenueId: rows[0]!.revenueId }
    const voucher = { fileId: (await buyer.upload('charge-voucher', '回单.pdf', PDF)).fileId, name: '回单.pdf' }
    const body = { actual: '1', receivedDay: '2020-01-01', voucher }
    expect((await buyer.refused(money.fillRevenue, { params, body })).message).toContain('差异原因')
    await buyer.call(money.fillRevenue, { params, body: { ...body, differenceReason: '分期支付' } })
    expect(await buyer.call(money.revenue, { params })).toMatchObject({ actual: '1.00', differenceReason: '分期支付' })
    // The same record may be put right by its own slip; another one may not rest on it.
    await buyer.call(money.fillRevenue, { params, body: { ...body, differenceReason: '分期支付' } })
    const made = await t.owner.query<{ id: string }>(
      `insert into revenue_item (tenant_id, id, company_id, source_kind, source_id, order_id, title, payer_name, receivable, created_at)
       select tenant_id, gen_random_uuid(), company_id, source_kind, gen_random_uuid(), order_id, '另一项收入', payer_name, 2, created_at
       from revenue_item where id = $1 returning id`,
      [params.revenueId],
    )
    const second = { revenueId: made.rows[0]!.id }
    const copied = { fileId: (await buyer.upload('charge-voucher', '副本.pdf', PDF)).fileId, name: '副本.pdf' }
    const same = { ...body, actual: '2', voucher: copied }
    expect(await buyer.refused(money.fillRevenue, { params: second, body: same })).toMatchObject({
      code: 10003,
      message: expect.stringMatching(/^该回单已登记（收入填报：.+）/) as string,
    })
    // What the first no longer rests on is free.
    const { fileId } = await buyer.upload('charge-voucher', '更正.pdf', slip(4))
    const corrected = { ...body, differenceReason: '分期支付', voucher: { fileId, name: '更正.pdf' } }
    await buyer.call(money.fillRevenue, { params, body: corrected })
    await buyer.call(money.fillRevenue, { params: second, body: same })
    expect((await agent.refused(money.revenue, { params })).status).toBe(403)
    expect((await buyer.file(money.revenueVoucher, { params })).content.equals(slip(4))).toBe(true)
  })

  test('the service fee is paid and given back; the monitor equals the ledger to the cent', async () => {
    const { payOrderId } = await winner.call(bill.payDue, { params: { billId: service } })
    const begun = await winner.call(placeOrder, { body: { orderId: payOrderId, payMethod: PayMethod.values.alipay } })
    await world.isBegun(begun.payCode!)
    await world.play(begun.payCode!, 'pay', winner)
    const state = async () => (await winner.call(bill.ownDue, { params: { billId: service } })).state
    await vi.waitFor(async () => expect(await state()).toBe('paid'), PATIENT)
    expect(await winner.call(bill.waitingServiceFees, {})).toEqual([])
    await buyer.call(requestRefund, { body: { orderId: payOrderId, amount: '0.01', reason: '多收' } })
    await vi.waitFor(
      async () =>
        expect(await winner.call(bill.ownDue, { params: { billId: service } })).toMatchObject({ refunded: '0.01' }),
      PATIENT,
    )
    for (const client of [buyer, agent]) {
      const { rows } = await client.call(monitor.tenderFees, { query: {} })
      expect(rows).toMatchObject([{ orderId: facts.orderId, agrees: true, refunded: '0.01', offline: '5000.01' }])
      const one = await client.call(monitor.tenderFee, { params: { orderId: facts.orderId } })
      expect(one.payments.filter((row) => row.state === 'paid')).toHaveLength(2)
    }
    const { rows } = await t.owner.query<{ total: string }>(
      `select sum(case e.side when 'credit' then e.amount else -e.amount end)::text as total from ledger_entry e
       join ledger_account a on a.id = e.account_id where a.kind = 'company.cash'`,
    )
    const [row] = (await agent.call(monitor.tenderFees, { query: {} })).rows
    expect((Number(row!.paid) - Number(row!.refunded)).toFixed(2)).toBe(rows[0]!.total)
    expect(await winner.refused(monitor.tenderFee, { params: { orderId: facts.orderId } })).toMatchObject({
      status: 403,
    })
    const platform = (await dues()).find(({ feeType }) => feeType === 1)!
    expect(
      await agent.refused(bill.waiveBill, { params: { billId: platform.billId }, body: { reason: '不收' } }),
    ).toMatchObject({ status: 404 })
    expect(await checkCharges(t.kernel, 1)).toEqual([])
  })

  test('a result that falls takes what is open with it, and what was waived stays', async () => {
    await world.act(async (ctx) => {
      const { dropFallen } = await import('./arise.ts')
      await dropFallen(ctx, [Object.values(facts.trades)[0]!, ...Object.values(facts.trades)], '中标结果已变更')
    })
    expect((await dues()).map(({ state }) => state)).toEqual(['void', 'void', 'void'])
    const { awards } = await agent.call(bill.chargeableAwards, {})
    expect(awards).toHaveLength(1)
    const dueAt = new Date(t.kernel.clock.now().getTime() + DAY).toISOString()
    const body = { tradeId: awards[0]!.tradeId, templateId: GOODS, payer: 'purchaser' as const, dueAt }
    expect(await agent.refused(bill.makeBill, { body: { ...body, tradeId: GOODS } })).toMatchObject({ status: 404 })
    const { billId } = await agent.call(bill.makeBill, { body })
    await agent.call(bill.sendBill, { params: { billId }, body: {} })
    await t.settle()
    expect((await buyer.call(bill.ownDues, { query: { state: 'open' } })).rows).toMatchObject([{ billId }])
    // Held where the agency has it approved: by whom its initiator chooses, and only then done.
    await enable(agent, { type: 'charges', node: 'waive' }, [approver('pick', { by: 'choice', from: [], many: false })])
    const waive = { params: { billId }, body: { reason: '协议减免' } }
    const { choices } = await agent.call(approvalNode, { params: { type: 'charges', node: 'waive' } })
    expect(choices).toMatchObject([{ nodeId: 'pick', isRequired: true }])
    expect(await agent.refused(bill.waiveBill, waive)).toMatchObject({
      code: 10001,
      details: [{ path: 'approval.choices.pick' }],
    })
    const approval = { choices: { pick: [COLLEAGUE] }, remark: '' }
    const ask = () => agent.call(bill.waiveBill, { ...waive, body: { ...waive.body, approval } })
    const held = await ask()
    const chief = await colleague()
    expect(await agent.call(bill.agencyBill, { params: { billId } })).toMatchObject({
      state: 'sent',
      pending: '减免代理服务费',
    })
    expect((await agent.refused(bill.waiveBill, { ...waive, body: { ...waive.body, approval } })).code).toBe(10002)
    await refuse(chief, held.approval!.workflowId)
    expect((await buyer.call(bill.ownDue, { params: { billId } })).state).toBe('sent')
    expect(await agree(chief, (await ask()).approval!.workflowId)).toMatchObject({ status: 2, failure: null })
    expect(await buyer.call(bill.ownDue, { params: { billId } })).toMatchObject({
      state: 'waived',
      reason: '协议减免',
      open: '0.00',
    })
    expect((await buyer.refused(bill.payDue, { params: { billId } })).code).toBe(10002)
    expect(await admin.refused(platformRefund, { body: { orderId: billId, amount: '1', reason: '误' } })).toMatchObject(
      {
        status: 404,
      },
    )
  })

  test('the platform’s notice is dated', async () => {
    const now = t.kernel.clock.now().getTime()
    const at = (days: number) => new Date(now + days * DAY).toISOString()
    expect(await t.client().call(bill.noticeInForce, {})).toBeNull()
    const { noticeId } = await admin.call(bill.addNotice, {
      body: { content: '缴费通道维护', from: at(-1), until: at(1) },
    })
    await admin.call(bill.addNotice, { body: { content: '以后', from: at(2) } })
    expect(await t.client().call(bill.noticeInForce, {})).toMatchObject({ content: '缴费通道维护' })
    expect((await buyer.refused(bill.addNotice, { body: { content: 'x', from: at(0) } })).status).toBe(403)
    await admin.call(bill.endNotice, { params: { noticeId } })
    await admin.call(bill.addNotice, { body: { content: '再以后', from: at(3) } })
    expect((await admin.refused(bill.endNotice, { params: { noticeId } })).code).toBe(10002)
    expect(await t.client().call(bill.noticeInForce, {})).toBeNull()
  })
})
