import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { giveBond } from '#demo/bonds.ts'
import { PEOPLE } from '#demo/people.ts'
import { PLANS } from '#demo/tenders.ts'
import { DAY } from '#contract/time.ts'
import { askToJoin, decideJoin } from '#features/enterprise/contract/certification.ts'
import { addBankCard } from '#features/enterprise/contract/services.ts'
import { financeOverview } from '#features/payment/contract/finance.ts'
import { declareAbortive } from '#features/procurement/contract/order.ts'
import { managePage, updateEmployee } from '#features/organisation/contract/employees.ts'
import * as designing from './approval/design.ts'
import * as reviewing from './approval/review.ts'
import { tenderOnSale } from './kit/sale.ts'
import { shotsOf } from './kit/shots.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { logIn, newNotes, newVisitor, told, type Visitor, goWithin } from './kit/visitor.ts'

// A supplier's bond has come back with interest. Its administrator has what is taken out of the balance approved by a
// colleague: draws that, asks once, and the colleague agrees.
test.describe.configure({ mode: 'serial' })

const OUT = '1.00'
const notes = newNotes()
const look = shotsOf(process.env.MONEY_SHOTS)
let system: OwnSystem
let admin: Visitor
let colleague: Visitor
/** What may be taken out, in yuan. */
let before = 0
/** Gives the colleague the right to the supplier's money. */
let giveRight: () => Promise<void>

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  const cast = new Cast(system.base)
  const { id: companyId, name: company } = COMPANIES.supplier1
  const client = await cast.as('supplier1')
  const asked = await (
    await cast.as('multi')
  ).call(askToJoin, { body: { companyId, name: PEOPLE.multi.name, message: '财务复核' } })
  await client.call(decideJoin, { params: { id: asked.id }, body: { accept: true } })
  const { name } = PEOPLE.multi
  const { rows } = await client.call(managePage, { query: { keyword: name } })
  const { employeeId } = rows[0]!
  giveRight = async () => {
    const body = { name, rights: ['finance'] }
    await (await new Cast(system.base).as('supplier1')).call(updateEmployee, { params: { employeeId }, body })
  }
  const { id } = await client.call(addBankCard, {
    body: { bank: '中国工商银行', branch: '江州支行', accountNo: '6222020011112233' },
  })
  await system.change('update bank_card set status = 1, verified_at = now() where id = $1', [id])
  const orderId = await tenderOnSale(system, cast, PLANS.clean)
  await giveBond(client, orderId, 'cash')
  await system.moveTo(new Date((await system.now()).getTime() + 12 * DAY))
  const later = new Cast(system.base)
  const body = { reason: '采购任务取消，采购终止', acceptWarnings: true }
  await (await later.as('buyer')).call(declareAbortive, { params: { orderId }, body })
  const supplier = await later.as('supplier1')
  await expect(async () => {
    before = Number((await supplier.call(financeOverview, {})).balance.available)
    expect(before).toBeGreaterThan(Number(OUT))
  }).toPass()
  admin = await newVisitor(browser, { base: system.base, notes })
  await logIn(admin, 'supplier1')
  colleague = await newVisitor(browser, { base: system.base, notes })
  await reviewing.logInFor(colleague, 'multi', company)
})
test.afterAll(async () => {
  await system?.stop()
})

test('whoever has no right yet is told so, and has an inbox from the first right on', async () => {
  const { page } = colleague
  await goWithin(page, '/inbox')
  await expect(page.getByText('您还没有可用的工作台')).toBeVisible()
  await colleague.inspect('待办（没有工作台）')
  await giveRight()
  await page.reload()
  await expect(page.getByText('暂无待办')).toBeVisible()
})

test('the supplier draws who approves what leaves its balance', async () => {
  await designing.openStep(admin, '提现')
  await designing.addApprover(admin, { name: '财务复核', person: PEOPLE.multi.name })
  await look(admin, '设计流程（提现）')
  await designing.enable(admin, '提现')
})

test('a withdrawal is held, and nothing leaves the balance', async () => {
  const { page } = admin
  await goWithin(page, '/finance')
  await expect(page.getByRole('row', { name: /利息/ })).toBeVisible()
  await page.getByRole('button', { name: /^提\s?现$/ }).click()
  const dialog = page.getByRole('dialog', { name: '提现' })
  await dialog.getByLabel('提现金额').fill(OUT)
  await expect(dialog.getByText('提现审批')).toBeVisible()
  await look(admin, '提现（供应商需审批）')
  await dialog.getByRole('button', { name: '确定' }).click()
  await told(page, '已提交审批')
  await expect(page.getByText('提现正在审批')).toBeVisible()
  await expect(page.getByText(before.toFixed(2)).first()).toBeVisible()
  await look(admin, '我的财务（供应商提现审批中）')
  await goWithin(page, '/to-do-list/audit/list?view=launched')
  await expect(page.getByRole('row').filter({ hasText: '审批中' })).toContainText(PEOPLE.multi.name)
})

test('the colleague finds it in the inbox and agrees; the bank pays it out', async () => {
  const { page } = colleague
  await goWithin(page, '/inbox')
  await expect(page.getByRole('listitem').filter({ hasText: '工商银行' })).toContainText('提现')
  await look(colleague, '待办（提现）')
  await reviewing.openTask(colleague, '工商银行')
  await expect(page.getByText(`${OUT} 元`).first()).toBeVisible()
  await look(colleague, '审批详情（提现）')
  await goWithin(admin.page, '/finance/withdrawals')
  await expect(admin.page.getByText('还没有提现')).toBeVisible()
  await reviewing.approve(colleague, { opinion: '', told: '已同意，流程通过' })
  // Nobody reloads the page.
  await expect(admin.page.getByRole('row').filter({ hasText: OUT })).toContainText('已到账')
  await look(admin, '提现记录')
  await goWithin(admin.page, '/finance')
  await expect(admin.page.getByRole('row', { name: /提现/ })).toContainText(`-${OUT}`)
  await expect(admin.page.getByRole('row', { name: /提现/ })).toContainText((before - Number(OUT)).toFixed(2))
  expect(notes).toMatchObject({ axe: [], console: [] })
})
