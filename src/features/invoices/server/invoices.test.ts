import { beforeAll, describe, expect, test, vi } from 'vitest'
import { HOUR } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { fromState } from '#demo/states/from-state.ts'
import { platformRefund, requestRefund } from '#features/payment/contract/finance.ts'
import { orderDetail } from '#features/payment/contract/order.ts'
import { InvoiceStatus } from '#features/payment/rules/enums.ts'
import type { Employee } from '#server/actor.ts'
import { type Context, inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as applying from '../contract/apply.ts'
import * as contract from '../contract/invoice.ts'
import { InvoiceKind, TitleKind } from '../rules/enums.ts'
import { apply } from './apply.ts'
import { check } from './check.ts'
import { localNotice } from './local-issuer.ts'
import { paidOrders } from './testing/paid-orders.ts'

/* Invoices from the application to the red letter, with the local issuer. */

let t: TestSystem
let supplier: HttpClient
let stranger: HttpClient
let admin: HttpClient
let buyer: HttpClient

beforeAll(async () => {
  ;({ t } = await fromState('people'))
  supplier = await t.login('supplier1', { workbench: 'supplier' })
  stranger = await t.login('supplier2', { workbench: 'supplier' })
  admin = await t.login('admin', { workbench: 'admin' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
})

const { supplier1, hospital } = COMPANIES
const TITLE = {
  titleKind: TitleKind.values.enterprise,
  title: supplier1.name,
  taxNo: supplier1.creditCode,
  address: '江州市滨江路 1 号',
  phone: '0511-88880000',
  bank: '江州银行',
  accountNo: '6222000011112222',
  email: 'finance@example.com',
}
type Body = Parameters<typeof bodyOf>[1]
const bodyOf = (
  orderIds: string[],
  more: Partial<
    typeof TITLE & { kind: (typeof InvoiceKind.values)[keyof typeof InvoiceKind.values]; remark: string }
  > = {},
) => ({ orderIds, kind: InvoiceKind.values.normal, ...TITLE, ...more }) as never
const orders = (count: number, more: Partial<Parameters<typeof paidOrders>[1]> = {}) =>
  paidOrders(t, { buyerId: supplier1.id, ...more, count })
const applyFor = async (orderIds: string[], more: Body = {}, client = supplier) =>
  (await client.call(applying.applyInvoice, { body: bodyOf(orderIds, more) })).invoiceId
const detail = (invoiceId: string, client = supplier) => client.call(contract.invoiceDetail, { params: { invoiceId } })
const at = (invoiceId: string) => ({ params: { invoiceId } })
const becomes = (invoiceId: string, state: string) =>
  vi.waitFor(async () => expect((await detail(invoiceId)).state).toBe(state), PATIENT)
const statusOf = async (orderId: string) =>
  (await supplier.call(orderDetail, { params: { id: orderId } })).invoiceStatus
const issue = async (invoiceId: string, rate = 6, client = admin) => {
  await client.call(contract.issueInvoice, { ...at(invoiceId), body: { rate: rate as 6 } })
  await becomes(invoiceId, 'issued')
}
const told = async (account: string) => {
  const { rows } = await t.owner.query<{ title: string }>(
    `select m.title from message m join app_user u on u.id = m.user_id where u.account = $1
     and m.kind like 'invoice.%' order by m.created_at, m.id`,
    [account],
  )
  return rows.map(({ title }) => title)
}
const notice = (invoiceId: string) => localNotice(t.kernel, 1, { act: 'issue', no: invoiceId })
const send = async (sent: { body: string; headers: Record<string, string> }, to = 'local.1') =>
  (await fetch(`${t.base}/api/invoices/callbacks/${to}`, { method: 'POST', ...sent })).status

test('applied for, issued with the parts that add up, read by both sides and nobody else', async () => {
  const [orderId] = await orders(1, { amount: '3600.00' })
  const form = await supplier.call(applying.invoiceForm, { query: { orderId: orderId! } })
  expect(form).toMatchObject({ refusal: null, isSample: true, rate: 6, titles: [{ taxNo: supplier1.creditCode }] })
  const invoiceId = await applyFor([orderId!])
  expect(await statusOf(orderId!)).toBe(InvoiceStatus.values.applied)
  expect(await detail(invoiceId)).toMatchObject({
    code: expect.stringMatching(/^FP\d{8}$/) as string,
    state: 'applied',
    status: InvoiceStatus.values.applied,
    total: '3600.00',
    net: '3396.23',
    tax: '203.77',
    phone: TITLE.phone,
    accountNo: TITLE.accountNo,
    side: 'buyer',
    actions: ['withdraw'],
  })
  expect((await detail(invoiceId, admin)).actions).toEqual(['issue', 'reject'])
  // Strangers: not there, whatever they try.
  for (const client of [stranger, buyer]) {
    const refused = [
      await client.refused(contract.invoiceDetail, at(invoiceId)),
      await client.refused(contract.invoiceFile, { ...at(invoiceId), query: {} }),
      await client.refused(applying.withdrawInvoice, at(invoiceId)),
      await client.refused(contract.issueInvoice, { ...at(invoiceId), body: { rate: 6 } }),
      await client.refused(contract.rejectInvoice, { ...at(invoiceId), body: { reason: '否' } }),
      await client.refused(contract.noteInvoiceUse, at(invoiceId)),
      await client.refused(contract.askRedLetter, { ...at(invoiceId), body: { reason: '否' } }),
      await client.refused(contract.answerRedLetter, { ...at(invoiceId), body: { isConfirmed: true } }),
      await client.refused(applying.invoiceForm, { query: { orderId: orderId! } }),
      await client.refused(applying.applyInvoice, { body: bodyOf([orderId!]) }),
    ]
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404))
  }
  // Who has paid cannot issue.
  expect(await supplier.refused(contract.issueInvoice, { ...at(invoiceId), body: { rate: 6 } })).toMatchObject({
    code: 10002,
  })
  await issue(invoiceId, 13)
  const issued = await detail(invoiceId)
  expect(issued).toMatchObject({ rate: 13, net: '3185.84', tax: '414.16', isSample: true })
  expect(issued.number).toMatch(/^00\d{18}$/)
  expect(await statusOf(orderId!)).toBe(InvoiceStatus.values.invoiced)
  await vi.waitFor(async () => expect((await detail(invoiceId)).hasFile).toBe(true), PATIENT)
  const { content } = await supplier.file(contract.invoiceFile, { ...at(invoiceId), query: {} })
  expect(content.subarray(0, 5).toString()).toBe('%PDF-')
  await t.settle()
  expect(await told('supplier1')).toContain('发票已开具')
  expect(await told('admin')).toContain('新的开票申请')
  expect((await supplier.call(contract.invoicePage, { query: { state: 'issued' } })).rows).toMatchObject([
    { invoiceId, content: expect.any(String) as string },
  ])
  expect((await stranger.call(contract.invoicePage, { query: {} })).rows).toEqual([])
  expect((await admin.call(contract.issuePage, { query: {} })).rows.map((row) => row.invoiceId)).toContain(invoiceId)
  expect((await buyer.call(contract.issuePage, { query: {} })).rows).toEqual([])
  // The title is kept once, its numbers encrypted, and can be forgotten by its own company alone.
  const again = await supplier.call(applying.invoiceForm, { query: { orderId: (await orders(1))[0]! } })
  expect(again.titles).toMatchObject([{ accountNo: TITLE.accountNo, email: TITLE.email }])
  const { rows } = await t.owner.query<{ account_no: string }>('select account_no from invoice_title')
  expect(rows).toHaveLength(1)
  expect(rows[0]!.account_no).not.toContain(TITLE.accountNo)
  const params = { titleId: again.titles[0]!.titleId! }
  expect(await stranger.refused(applying.removeTitle, { params })).toMatchObject({ status: 404 })
  await supplier.call(applying.removeTitle, { params })
})

test('what cannot be invoiced is refused with its reason', async () => {
  const [open, bond, mine, back, running] = [
    (await orders(1, { state: 'open' }))[0]!,
    (await orders(1, { purpose: 'bond' }))[0]!,
    (await orders(1))[0]!,
    (await orders(1, { amount: '10.00', refunded: '10.00' }))[0]!,
    (await orders(1, { refunding: '1.00' }))[0]!,
  ]
  const messageOf = async (orderIds: string[], more: Body = {}) =>
    (await supplier.refused(applying.applyInvoice, { body: bodyOf(orderIds, more) })).message
  expect(await messageOf([open])).toContain('未支付')
  expect(await messageOf([bond])).toContain('保证金')
  expect(await messageOf([back])).toContain('全额退款')
  expect(await messageOf([running])).toContain('退款处理中')
  const details = async (more: Body) =>
    (await supplier.refused(applying.applyInvoice, { body: bodyOf([mine], more) })).details
  expect(await details({ kind: InvoiceKind.values.paperSpecial })).toMatchObject([{ path: 'kind' }])
  expect(await details({ kind: InvoiceKind.values.special, taxNo: '' })).toMatchObject([{ path: 'taxNo' }])
  expect(await details({ taxNo: supplier1.creditCode.replace(/.$/, '0') })).toMatchObject([{ path: 'taxNo' }])
  expect(
    await details({ titleKind: TitleKind.values.personal as never, taxNo: '', kind: InvoiceKind.values.special }),
  ).toMatchObject([{ path: 'kind' }])
  expect(await details({ accountNo: '12' })).toMatchObject([{ path: 'accountNo' }])
  // None of them took a number.
  expect(await check(t.kernel, 1)).toEqual([])
})

test('combined: one payee, one buyer, one rate; an order stands on one live invoice', async () => {
  const three = await orders(3, { amount: '33.33' })
  const [other] = await orders(1, { payeeId: hospital.id })
  const [cheap] = await orders(1, { type: 3 })
  const [foreign] = await paidOrders(t, { count: 1, buyerId: COMPANIES.supplier2.id })
  await admin.call(contract.setIssueSetting, { body: { taxNo: '', rates: { 3: 9 } } })
  const refused = (orderIds: string[]) => supplier.refused(applying.applyInvoice, { body: bodyOf(orderIds) })
  expect(await refused([three[0]!, other!])).toMatchObject({ code: 10001, message: '合并开票的付款单须为同一收款方' })
  expect(await refused([three[0]!, cheap!])).toMatchObject({ code: 10001, message: '合并开票的付款单须为同一税率' })
  expect(await refused([three[0]!, foreign!])).toMatchObject({ status: 404 })
  const form = await supplier.call(applying.invoiceForm, { query: { orderId: three[0]! } })
  const offered = form.orders.map(({ orderId }) => orderId)
  expect(offered).toEqual(expect.arrayContaining(three))
  expect(offered).not.toContain(other)
  expect(offered).not.toContain(cheap)
  const invoiceId = await applyFor([...three, three[0]!])
  const found = await detail(invoiceId)
  expect(found).toMatchObject({ scope: 2, total: '99.99', net: '94.33', tax: '5.66' })
  expect(found.lines).toHaveLength(3)
  expect(await refused([three[1]!])).toMatchObject({ code: 10002 })
  // The database holds it as well.
  await expect(
    t.owner.query(
      `insert into invoice_line (tenant_id, invoice_id, line, order_id, order_code, name, amount)
       select tenant_id, $1, 9, $2, '', '', 1 from invoice where id = $1`,
      [invoiceId, three[1]],
    ),
  ).rejects.toMatchObject({ constraint: 'invoice_line_live' })
  for (const statement of [
    'update invoice_line set is_live = false',
    'update invoice set total = 1, net = 1, tax = 0',
    'update invoice_line set amount = 1',
  ])
    await expect(t.owner.query(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^KB0/) as string })
})

test('of one order 16 applications at once make one invoice', async () => {
  const [orderId] = await orders(1)
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, i) =>
      supplier.call(applying.applyInvoice, { body: bodyOf([orderId!], { remark: `第 ${i} 次` }) }).then(
        () => 'made',
        (error: { body: { code: number } }) => error.body.code,
      ),
    ),
  )
  expect(answers.filter((answer) => answer === 'made')).toHaveLength(1)
  expect(new Set(answers)).toEqual(new Set(['made', 10002]))
})

test('numbers have no gap: 200 applications at once, half of which roll back', async () => {
  const ids = await orders(200)
  const { rows: people } = await t.owner.query<{ userId: string; employeeId: string }>(
    `select e.user_id as "userId", e.id as "employeeId" from employee e join app_user u on u.id = e.user_id
     where u.account = 'supplier1' and e.company_id = $1`,
    [supplier1.id],
  )
  const actor = {
    ...people[0]!,
    companyId: supplier1.id,
    companyName: supplier1.name,
    name: '供应商',
    rights: new Set(['finance']),
    workbench: 'supplier',
  } as unknown as Employee
  const outcomes = await Promise.all(
    ids.map((orderId, i) =>
      inContext(t.kernel, { tenantId: 1, actor }, async (ctx: Context<Employee>) => {
        const made = await apply(ctx, applying.applyInvoice.body.parse(bodyOf([orderId])))
        if (i % 2 === 0) throw new Error('undone')
        return made.code
      }).catch((error: Error) => error.message),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'undone')).toHaveLength(100)
  const { rows } = await t.owner.query<{ code: string }>('select code from invoice order by seq')
  expect(rows.map(({ code }) => code)).toEqual(rows.map((_, i) => `FP${String(i + 1).padStart(8, '0')}`))
  expect(await check(t.kernel, 1)).toEqual([])
})

describe('refunds', () => {
  test('an invoiced order goes back only behind its red letter', async () => {
    const [orderId] = await orders(1, { amount: '106.00' })
    const invoiceId = await applyFor([orderId!])
    await issue(invoiceId)
    const refund = { body: { orderId: orderId!, amount: '6.00', reason: '多收' } }
    expect(await admin.refused(platformRefund, refund)).toMatchObject({
      code: 10002,
      message: '付款单已开票，请先红冲发票再退款',
    })
    // Unused: the buyer leaves it to the payee, who has it at once.
    expect(await supplier.refused(contract.askRedLetter, { ...at(invoiceId), body: { reason: '多收' } })).toMatchObject(
      { code: 10002 },
    )
    await admin.call(contract.askRedLetter, { ...at(invoiceId), body: { reason: '部分退款' } })
    await becomes(invoiceId, 'reversed')
    expect(await statusOf(orderId!)).toBe(InvoiceStatus.values.none)
    await vi.waitFor(async () => expect((await detail(invoiceId)).hasRedFile).toBe(true), PATIENT)
    await admin.call(platformRefund, refund)
    await vi.waitFor(
      async () =>
        expect(await supplier.call(orderDetail, { params: { id: orderId! } })).toMatchObject({ refunded: '6.00' }),
      PATIENT,
    )
    // The rest is invoiced anew: paid less refunded, exactly.
    const next = await applyFor([orderId!])
    expect(await detail(next)).toMatchObject({ total: '100.00', net: '94.34', tax: '5.66' })
  })

  test('an application that nobody dealt with is taken back by a refund', async () => {
    const two = await orders(2, { amount: '50.00' })
    const invoiceId = await applyFor(two)
    await admin.call(platformRefund, { body: { orderId: two[0]!, amount: '50.00', reason: '退' } })
    expect(await detail(invoiceId)).toMatchObject({
      state: 'withdrawn',
      reason: expect.stringContaining('退款') as string,
    })
    expect(await statusOf(two[1]!)).toBe(InvoiceStatus.values.none)
    await t.settle()
    expect(await told('supplier1')).toContain('开票申请已撤回')
  })

  test('issuing and refunding at once: never both', async () => {
    for (let i = 0; i < 5; i++) {
      const [orderId] = await orders(1, { amount: '20.00' })
      const invoiceId = await applyFor([orderId!])
      const done = await Promise.all([
        admin.call(contract.issueInvoice, { ...at(invoiceId), body: { rate: 6 } }).then(
          () => 'issue',
          () => '',
        ),
        admin.call(platformRefund, { body: { orderId: orderId!, amount: '20.00', reason: `退 ${i}` } }).then(
          () => 'refund',
          () => '',
        ),
      ])
      expect(done.filter(Boolean)).toHaveLength(1)
    }
  })
})

describe('red letters of used invoices', () => {
  const used = async () => {
    const invoiceId = await applyFor(await orders(1), { kind: InvoiceKind.values.special })
    await issue(invoiceId)
    await supplier.call(contract.noteInvoiceUse, at(invoiceId))
    return invoiceId
  }

  test('either side asks, the other confirms', async () => {
    const invoiceId = await used()
    expect(await supplier.refused(contract.noteInvoiceUse, at(invoiceId))).toMatchObject({ code: 10002 })
    await admin.call(contract.askRedLetter, { ...at(invoiceId), body: { reason: '开票有误' } })
    expect((await detail(invoiceId)).reds).toMatchObject([{ side: 'payee', state: 'waiting' }])
    const confirm = { ...at(invoiceId), body: { isConfirmed: true } }
    expect(await admin.refused(contract.answerRedLetter, confirm)).toMatchObject({ code: 10002 })
    await supplier.call(contract.answerRedLetter, confirm)
    await becomes(invoiceId, 'reversed')
    const other = await used()
    await supplier.call(contract.askRedLetter, { ...at(other), body: { reason: '抬头有误' } })
    const refuse = { ...at(other), body: { isConfirmed: false, answer: '' } }
    expect(await admin.refused(contract.answerRedLetter, refuse)).toMatchObject({ code: 10001 })
    await admin.call(contract.answerRedLetter, { ...at(other), body: { isConfirmed: false, answer: '抬头无误' } })
    expect(await detail(other)).toMatchObject({ state: 'issued', reds: [{ state: 'refused', answer: '抬头无误' }] })
  })

  test('void 72 hours later without confirmation; it can be asked for again', async () => {
    const invoiceId = await used()
    await supplier.call(contract.askRedLetter, { ...at(invoiceId), body: { reason: '抬头有误' } })
    const start = t.kernel.clock.now().getTime()
    await t.advanceTo(new Date(start + 72 * HOUR - 60_000))
    expect((await detail(invoiceId, admin)).reds[0]).toMatchObject({ state: 'waiting' })
    await t.advanceTo(new Date(start + 72 * HOUR + 60_000))
    const late = await detail(invoiceId, admin)
    expect(late).toMatchObject({ state: 'issued', reds: [{ state: 'void' }] })
    expect(late.actions).toEqual(['red'])
    expect(
      await admin.refused(contract.answerRedLetter, { ...at(invoiceId), body: { isConfirmed: true } }),
    ).toMatchObject({ code: 10002 })
  })
})

describe('the issuer', () => {
  test('notices that are altered, old, foreign or repeated change nothing, and are kept', async () => {
    const invoiceId = await applyFor(await orders(1))
    // Told before anybody asked for it.
    expect(await send(await notice(invoiceId))).toBe(200)
    expect(await detail(invoiceId, admin)).toMatchObject({
      state: 'applied',
      problem: expect.stringContaining('不符') as string,
    })
    await issue(invoiceId)
    const good = await notice(invoiceId)
    expect(await Promise.all(Array.from({ length: 8 }, () => send(good)))).toEqual(Array(8).fill(200))
    expect(await send({ ...good, body: good.body.replace('issued', 'refused') })).toBe(401)
    expect(await send({ ...good, headers: { ...good.headers, 'x-timestamp': '1' } })).toBe(401)
    expect(await send({ ...good, body: '{' })).toBe(401)
    expect(await send(good, 'local.2')).not.toBe(200)
    expect(await send(good, 'tax.1')).toBe(404)
    expect(await send(good, 'local.0')).toBe(404)
    await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 301_000))
    expect(await send(good)).toBe(401)
    expect(await detail(invoiceId)).toMatchObject({ state: 'issued' })
    const { rows } = await t.owner.query<{ verdict: string; count: number }>(
      `select verdict, count(*)::int as count from invoice_notice where our_no in ($1, '') group by 1`,
      [invoiceId],
    )
    const counts = Object.fromEntries(rows.map(({ verdict, count }) => [verdict, count]))
    expect(counts).toMatchObject({ differs: 1, settled: 1 })
    expect(counts.duplicate).toBeGreaterThanOrEqual(8)
    expect(counts.unauthentic).toBeGreaterThanOrEqual(4)
    await expect(t.owner.query('delete from invoice_notice')).rejects.toMatchObject({ code: 'KB067' })
  })

  test('rejected, withdrawn: the order can be applied for again', async () => {
    const [orderId] = await orders(1)
    const first = await applyFor([orderId!])
    await admin.call(contract.rejectInvoice, { ...at(first), body: { reason: '抬头有误' } })
    expect(await detail(first)).toMatchObject({ state: 'rejected', status: 3, reason: '抬头有误', actions: [] })
    expect(await statusOf(orderId!)).toBe(InvoiceStatus.values.rejected)
    const second = await applyFor([orderId!], { remark: '重新申请' })
    await supplier.call(applying.withdrawInvoice, at(second))
    expect(await statusOf(orderId!)).toBe(InvoiceStatus.values.none)
    for (const call of [contract.rejectInvoice, contract.issueInvoice] as const)
      expect(
        await admin.refused(call as typeof contract.rejectInvoice, {
          ...at(second),
          body: { reason: '否', rate: 6 } as never,
        }),
      ).toMatchObject({ code: 10002 })
    await t.settle()
    expect(await told('supplier1')).toContain('开票申请被驳回')
  })

  test('a company is a payee as well, with rates of its own', async () => {
    await buyer.call(contract.setIssueSetting, { body: { rates: { 4: 3 } } })
    expect(await buyer.call(contract.issueSetting, {})).toMatchObject({ isTaxNoOwn: false, taxNo: hospital.creditCode })
    const [orderId] = await orders(1, { payeeId: hospital.id, amount: '103.00' })
    const invoiceId = await applyFor([orderId!])
    expect(await detail(invoiceId)).toMatchObject({ rate: 3, tax: '3.00', sellerTaxNo: hospital.creditCode })
    expect(await admin.refused(contract.invoiceDetail, at(invoiceId))).toMatchObject({ status: 404 })
    await issue(invoiceId, 3, buyer)
    expect(
      await buyer.refused(requestRefund, { body: { orderId: orderId!, amount: '1.00', reason: '退' } }),
    ).toMatchObject({
      code: 10002,
    })
  })
})
