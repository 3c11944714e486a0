import { beforeAll, expect, test, vi } from 'vitest'
import { newId } from '#contract/id.ts'
import { COMPANIES } from '#demo/companies.ts'
import { byAmount } from '#demo/play/flows.ts'
import { PEOPLE } from '#demo/people.ts'
import { journalOf } from '#features/ledger/rules/postings.ts'
import { balanceOf, post } from '#features/ledger/server/public.ts'
import { approvalNode } from '#features/workflow/contract/businesses.ts'
import { agree, approver, enable, refuse, STAFF } from '#features/workflow/server/testing/flows.ts'
import { enterCompany } from '#features/passport/contract.ts'
import { todoPage } from '#features/workflow/contract/lists.ts'
import { addBankCard } from '#features/enterprise/contract/services.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import * as finance from '../contract/finance.ts'
import { orderDetail, placeOrder } from '../contract/order.ts'
import { requestPayment } from './public.ts'
import { payWorld } from './testing/pay.ts'

/* What leaves a company's balance is held where the company has it approved. */

let w: Awaited<ReturnType<typeof payWorld>>
let buyer: HttpClient
let chief: HttpClient
const approval = { choices: { pick: [STAFF.buyer2] }, remark: '请审批' }

beforeAll(async () => {
  w = await payWorld()
  buyer = await w.t.login('buyer', { workbench: 'purchaser' })
  chief = await w.t.login('buyer2', { workbench: 'purchaser' })
  for (const node of ['refund', 'withdrawal'])
    await enable(buyer, { type: 'finance', node }, [approver('pick', { by: 'choice', from: [], many: false })])
})

const balance = () => w.act((ctx) => balanceOf(ctx, { kind: 'company.cash', owner: COMPANIES.hospital.id }))
const idOf = (answer: { approval?: { workflowId: string } | undefined }) => {
  if (!answer.approval) throw new Error('not held')
  return answer.approval.workflowId
}

async function paid(amount: string): Promise<string> {
  const { orderId } = await w.act((ctx) =>
    requestPayment(ctx, {
      subject: { kind: 'test', id: crypto.randomUUID() },
      payee: { companyId: COMPANIES.hospital.id, purpose: 'income', name: COMPANIES.hospital.name },
      buyerId: COMPANIES.supplier1.id,
      amount,
      type: 3,
      title: '采购文件费',
    }),
  )
  const { payCode } = await w.supplier.call(placeOrder, { body: { orderId, payMethod: 2 } })
  await w.isBegun(payCode!)
  await w.play(payCode!, 'pay')
  await w.becomes(payCode!, 2)
  return orderId
}

test('a refund: tried before anybody is asked, nothing moves before it is agreed to, and then once', async () => {
  const orderId = await paid('100.00')
  const before = await balance()
  const body = { orderId, amount: '60.00', reason: '项目终止', approval }
  const { choices } = await buyer.call(approvalNode, { params: { type: 'finance', node: 'refund' } })
  expect(choices).toMatchObject([{ nodeId: 'pick', isRequired: true }])
  expect(await buyer.refused(finance.requestRefund, { body: { ...body, approval: undefined } })).toMatchObject({
    code: 10001,
    details: [{ path: 'approval.choices.pick' }],
  })
  expect((await buyer.refused(finance.requestRefund, { body: { ...body, amount: '100.01' } })).code).toBe(10060)
  expect((await w.supplier.refused(finance.requestRefund, { body })).status).toBe(403)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, i) =>
      buyer.call(finance.requestRefund, { body: { ...body, reason: `项目终止 ${i}` } }),
    ),
  )
  const held = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(held).toHaveLength(1)
  expect(await balance()).toEqual(before)
  const seen = () => buyer.call(orderDetail, { params: { id: orderId } })
  expect(await seen()).toMatchObject({ isRefundHeld: true, refunding: '0.00', actions: ['receipt'] })
  expect(await w.supplier.call(orderDetail, { params: { id: orderId } })).toMatchObject({ isRefundHeld: false })
  await refuse(chief, idOf(held[0]!))
  expect(await seen()).toMatchObject({ isRefundHeld: false, refunded: '0.00' })
  const workflowId = idOf(await buyer.call(finance.requestRefund, { body }))
  const both = await Promise.allSettled([agree(chief, workflowId), agree(chief, workflowId)])
  expect(both.some(({ status }) => status === 'fulfilled')).toBe(true)
  await vi.waitFor(async () => expect(await seen()).toMatchObject({ refunded: '60.00', refundStatus: 2 }), PATIENT)
  expect(Number((await balance()).total)).toBe(Number(before.total) - 60)
})

test('a withdrawal: the balance may have gone meanwhile, and then it is refused by what is left', async () => {
  const account = { bank: '中国工商银行', branch: '江州支行', accountNo: '6222020011119999' }
  const { id: cardId } = await buyer.call(addBankCard, { body: account })
  await w.t.owner.query('update bank_card set status = 1, verified_at = now() where id = $1', [cardId])
  const income = { companyId: COMPANIES.hospital.id, purpose: 'income' as const }
  const seed = { id: 'seed', amount: '500.00', provider: 'wechat', payee: income, memo: '收款' }
  await w.act((ctx) => post(ctx, journalOf('payment.received', seed)))
  const { available } = await balance()
  const body = { cardId, amount: available, approval }
  expect((await w.supplier.refused(finance.requestWithdrawal, { body })).status).toBe(404)
  const first = idOf(await buyer.call(finance.requestWithdrawal, { body }))
  expect(await buyer.call(finance.financeOverview, {})).toMatchObject({ heldCards: [cardId], balance: { available } })
  expect(await buyer.refused(finance.requestWithdrawal, { body: { ...body, amount: '1.00' } })).toMatchObject({
    code: 10002,
    message: '提现正在审批，审批结束前不能再次办理',
  })
  const gone = { ...seed, id: 'gone', amount: '1.00', memo: '退款' }
  await w.act((ctx) => post(ctx, journalOf('order.refunded', gone)))
  const left = (await balance()).available
  expect(await agree(chief, first)).toMatchObject({ failure: expect.stringContaining('余额不足') as string })
  expect(await balance()).toMatchObject({ available: left, held: '0.00' })
  const second = idOf(await buyer.call(finance.requestWithdrawal, { body: { ...body, amount: '9.00' } }))
  expect(await agree(chief, second)).toMatchObject({ status: 2, failure: null })
  await vi.waitFor(async () => {
    const { rows } = await buyer.call(finance.withdrawalPage, { query: {} })
    expect(rows).toMatchObject([{ amount: '9.00', status: 1 }])
  }, PATIENT)
  expect(Number((await balance()).total)).toBe(Number(left) - 9)
})

test('a supplier has its withdrawals approved as well: from its limit on, and by somebody else', async () => {
  const { id: companyId } = COMPANIES.supplier1
  const colleague = newId()
  await w.t.owner.query(
    `insert into employee (tenant_id, id, company_id, user_id, name, email, status, rights, created_at)
     values (1, $1, $2, $3, '陈默', 'newbie@example.com', 1, '{finance}', $4)`,
    [colleague, companyId, PEOPLE.newbie.id, w.t.kernel.clock.now()],
  )
  await enable(w.supplier, { type: 'finance', node: 'withdrawal' }, [
    byAmount('1000', [approver('second', { by: 'person', employeeIds: [colleague] })], []),
  ])
  const account = { bank: '中国工商银行', branch: '江州支行', accountNo: '6222020011118888' }
  const { id: cardId } = await w.supplier.call(addBankCard, { body: account })
  await w.t.owner.query('update bank_card set status = 1, verified_at = now() where id = $1', [cardId])
  const income = { companyId, purpose: 'income' as const }
  const seed = { id: 'seed-supplier', amount: '3000.00', provider: 'wechat', payee: income, memo: '收款' }
  await w.act((ctx) => post(ctx, journalOf('payment.received', seed)))
  const overview = async () => (await w.supplier.call(finance.financeOverview, {})).balance
  const below = await w.supplier.call(finance.requestWithdrawal, { body: { cardId, amount: '999.99' } })
  expect(below).toMatchObject({ withdrawalId: expect.any(String) })
  const held = idOf(await w.supplier.call(finance.requestWithdrawal, { body: { cardId, amount: '1000.00' } }))
  await vi.waitFor(async () => expect(await overview()).toMatchObject({ available: '2000.01', held: '0.00' }), PATIENT)
  expect((await w.supplier.call(todoPage, { query: {} })).rows).toEqual([])
  const second = await w.t.login('newbie', { workbench: 'supplier' })
  await second.call(enterCompany, { body: { companyId } })
  expect((await second.call(todoPage, { query: {} })).rows).toMatchObject([{ workflowId: held }])
  expect(await agree(second, held)).toMatchObject({ status: 2, failure: null })
  await vi.waitFor(async () => expect((await overview()).available).toBe('1000.01'), PATIENT)
})
