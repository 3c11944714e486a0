import { expect, test } from '@playwright/test'
import { byAmount } from '#demo/play/flows.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { pdfOf } from '#demo/play/documents.ts'
import { formatTime } from '#contract/time.ts'
import { Exact, formatAmount } from '#contract/money.ts'
import { agencyBills, sendBill } from '#features/charges/contract/bill.ts'
import { approver, enable } from '#features/workflow/server/testing/flows.ts'
import * as reviewing from './approval/review.ts'
import { awardForFee } from './kit/award.ts'
import { shotsOf } from './kit/shots.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { choose, logIn, newNotes, newVisitor, told, uploaded, type Visitor, goWithin } from './kit/visitor.ts'

// An agency's fee comes to its own account. From a thousand yuan on, what is recorded of it waits for a second person, who
// refuses it once and agrees to it once; only then is it income.
test.describe.configure({ mode: 'serial' })

const LIST = '/agency/service-fee/income/list'
const LIMIT = '1000.00'
const notes = newNotes()
const look = shotsOf(process.env.MONEY_SHOTS)
let system: OwnSystem<'concluded'>
let recorder: Visitor
let second: Visitor
let payer = ''
/** What is owed, and its number. */
let bill: { code: string; amount: string }
let slip: Buffer

test.beforeAll(async ({ browser }) => {
  system = await startSystem('concluded')
  const { projectId, orderId } = system.facts
  const agency = COMPANIES.agency
  await system.change('update project set agency_company_id = $1 where id = $2', [agency.id, projectId])
  await system.change('update purchase_order set owner_company_id = $1 where id = $2', [agency.id, orderId])
  const agent = await awardForFee(system, { owner: 'agent', fee: 'agency' })
  const chief = PEOPLE.multi.jobs.find(({ company }) => company === 'agency')!.employeeId
  await enable(agent, { type: 'charges', node: 'receipt' }, [
    byAmount(LIMIT, [approver('chief', { by: 'person', employeeIds: [chief] })], []),
  ])
  await expect(async () => {
    const [row] = (await agent.call(agencyBills, { query: {} })).rows
    expect(row).toBeDefined()
    ;[bill, payer] = [row!, row!.debtorName]
    if (row!.state === 'draft') await agent.call(sendBill, { params: { billId: row!.billId }, body: {} })
  }).toPass()
  slip = await pdfOf(
    { title: '电子回单', org: agency.name, parts: [{ heading: '转账', paragraphs: ['代理服务费'] }] },
    await system.now(),
  )
  recorder = await newVisitor(browser, { base: system.base, notes })
  await logIn(recorder, 'agent')
  second = await newVisitor(browser, { base: system.base, notes })
  await reviewing.logInFor(second, 'multi', agency.name)
})
test.afterAll(async () => {
  await system?.stop()
})

/** Records a transfer that settles so much of the charge. */
async function record(amount: string, reference: string): Promise<void> {
  const { page } = recorder
  await goWithin(page, LIST)
  await page
    .getByRole('link', { name: '登记收入' })
    .or(page.getByRole('button', { name: '登记收入' }))
    .click()
  await choose(page.getByLabel('付款方'), payer)
  await page.getByLabel('到账金额').fill(amount)
  await page.getByLabel('到账时间').fill(formatTime(await system.now()))
  await page.getByLabel('到账时间').press('Enter')
  await page.getByLabel('银行流水号').fill(reference)
  await page
    .locator('input[type=file]')
    // Each slip of the bank is another one: the same could not be recorded twice.
    .setInputFiles({
      name: '电子回单.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.concat([slip, Buffer.from(`%${reference}\n`)]),
    })
  await uploaded(page, '电子回单.pdf')
  await page.getByLabel(`${bill.code}本次核销`).fill(amount)
  await expect(page.getByText(/^符合其条件的须经“.+”（第 1 版）审批/)).toBeVisible()
  await look(recorder, '登记收入（需审批）')
  await page.getByRole('button', { name: '登记', exact: true }).click()
}

const received = (amount: string) =>
  expect(recorder.page.getByRole('row').filter({ hasText: payer })).toContainText(formatAmount(amount))

test('a receipt below the limit counts at once', async () => {
  await record('500.00', 'SLIP-A')
  await told(recorder.page, '收入已登记')
  await received('500.00')
  await expect(recorder.page.getByText(/笔线下收款正在审批/)).toHaveCount(0)
})

test('from the limit on it is held: its recorder sees it waiting, and it is no income', async () => {
  const { page } = recorder
  await record(LIMIT, 'SLIP-B')
  await told(page, '已提交审批')
  const held = page.getByRole('alert').filter({ hasText: '1 笔线下收款正在审批' })
  await expect(held).toContainText('周双')
  await expect(page.getByRole('row').filter({ hasText: payer })).toHaveCount(1)
  await expect(held).toContainText(`${formatAmount(LIMIT)} 元，`)
  await look(recorder, '服务费收入（审批中）')
  await held.getByRole('link', { name: /SLIP-B/ }).click()
  await expect(page.getByText('审批中', { exact: true }).first()).toBeVisible()
  await look(recorder, '线下收款（审批中）')
})

test('the second person finds it in the inbox, reads amount, payer and voucher, and refuses with a reason', async () => {
  const { page } = second
  await goWithin(page, '/inbox')
  const todo = page.getByRole('listitem').filter({ hasText: 'SLIP-B' })
  await expect(todo).toContainText('登记线下收款')
  await look(second, '待办（线下收款）')
  await todo.getByRole('link').click()
  await expect(page.getByText(`${formatAmount(LIMIT)} 元`).first()).toBeVisible()
  await expect(page.getByText(payer).first()).toBeVisible()
  const voucher = await second.opened(() => page.getByRole('button', { name: /电子回单/ }).click())
  expect([voucher.status(), voucher.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await look(second, '审批详情（线下收款）')
  await reviewing.reject(second, '回单金额与登记不符，请核对')
  await goWithin(recorder.page, LIST)
  await expect(recorder.page.getByRole('row').filter({ hasText: payer })).toHaveCount(1)
  await expect(recorder.page.getByText(/笔线下收款正在审批/)).toHaveCount(0)
  await goWithin(recorder.page, '/to-do-list/audit/list?view=launched')
  await recorder.page.getByRole('link', { name: /SLIP-B/ }).click()
  await expect(recorder.page.getByText('回单金额与登记不符，请核对').first()).toBeVisible()
  await look(recorder, '线下收款（被驳回）')
})

test('mended and agreed to, it is income, and settles the charge', async () => {
  await recorder.page.getByRole('button', { name: '重新编辑' }).click()
  await expect(recorder.page.getByText('电子回单.pdf')).toBeVisible()
  await expect(recorder.page.getByLabel(`${bill.code}本次核销`)).toHaveValue(/1,?000\.00/)
  await recorder.page.getByLabel('银行流水号').fill('SLIP-C')
  await look(recorder, '登记收入（重新编辑）')
  await recorder.page.getByRole('button', { name: '登记', exact: true }).click()
  await told(recorder.page, '已提交审批')
  await reviewing.openTask(second, 'SLIP-C')
  await reviewing.approve(second, { opinion: '已核对回单', told: '已同意，流程通过' })
  const { page } = recorder
  await goWithin(page, LIST)
  await expect(page.getByRole('row').filter({ hasText: payer })).toHaveCount(2)
  await expect(page.getByRole('row').filter({ hasText: formatAmount(LIMIT) })).toContainText('线下到账')
  await goWithin(page, '/agency/service-fee/charge/list')
  await page.getByRole('row').filter({ hasText: bill.code }).getByRole('link').first().click()
  const open = new Exact(bill.amount).minus('1500').toFixed(2)
  await expect(page.getByText(formatAmount(open)).first()).toBeVisible()
  await look(recorder, '代理服务费（部分收款）')
  expect(notes).toMatchObject({ axe: [], console: [] })
})
