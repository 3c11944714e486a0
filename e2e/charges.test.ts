import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import * as play from '#demo/play/buyer.ts'
import { type Account, PEOPLE } from '#demo/people.ts'
import { DAY } from '#contract/time.ts'
import { addBankCard } from '#features/enterprise/contract/services.ts'
import { approver, enable } from '#features/workflow/server/testing/flows.ts'
import { noticeInForce } from '#features/charges/contract/bill.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { logIn, newNotes, newVisitor, told, type Visitor, goWithin } from './kit/visitor.ts'
import { payByWallet } from './kit/wallet.ts'

// An agency publishes its standard, a tender is awarded, and the agency sends its charge; the winner is told of it, pays in the
// wallet of the local gateway, and the agency sees income and monitor agree.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
let system: OwnSystem<'concluded'>
let agent: Visitor
let winner: Visitor
let account: Account

test.beforeAll(async ({ browser }) => {
  system = await startSystem('concluded')
  const { projectId, orderId } = system.facts
  const { id } = COMPANIES.agency
  await system.change('update project set agency_company_id = $1 where id = $2', [id, projectId])
  await system.change('update purchase_order set owner_company_id = $1 where id = $2', [id, orderId])
  agent = await newVisitor(browser, { base: system.base, notes })
  await logIn(agent, 'agent')
})
test.afterAll(async () => {
  await system?.stop()
})

test('the agency publishes what it charges, and everybody computes with it', async () => {
  const { page } = agent
  await goWithin(page, '/enterprise/charges')
  await expect(page.getByText('还没有收费项目')).toBeVisible()
  await page.getByRole('button', { name: '新增收费项目' }).click()
  await page.getByLabel('费用', { exact: true }).click()
  await page.getByTitle('代理服务费').click()
  await page.getByRole('combobox', { name: '收费模板' }).click()
  await page.getByTitle('计价格[2002]1980号（工程招标）').click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('参考标准').first()).toBeVisible()
  await agent.inspect('收费设置')
  await page
    .getByRole('button', { name: '公 示' })
    .or(page.getByRole('button', { name: '公示', exact: true }))
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /公\s?示/ })
    .click()
  await expect(page.getByText('已公示', { exact: true })).toBeVisible()
  await goWithin(page, `/charge-openness/${COMPANIES.agency.id}`)
  await page.getByLabel('中标金额').fill('60000000')
  await expect(page.getByText('应收 225,500.00 元')).toBeVisible()
  await agent.inspect('收费公示')
})

test('the charge of an award is drafted, sent, and the winner told', async ({ browser }) => {
  const { orderId, trades } = system.facts
  // As if it had been published before the tender.
  await system.change(`update charge_publication set published_at = published_at - interval '90 days'`, [])
  await play.publishCandidates(await new Cast(system.base).as('agent'), orderId)
  await system.moveTo(new Date((await system.now()).getTime() + 10 * DAY))
  const client = await new Cast(system.base).as('agent')
  await play.award(client, orderId)
  expect(await client.call(noticeInForce, {})).toBeNull()
  const { page } = agent
  // Drafted behind the award: the list follows by itself.
  await goWithin(page, '/agency/service-fee/charge/list')
  await expect(page.getByRole('row', { name: /草稿/ })).toBeVisible()
  await agent.inspect('代理服务费')
  await page
    .getByRole('row', { name: /草稿/ })
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByText('计费基数')).toBeVisible()
  const debtor = await page
    .getByText(/（中标人）/)
    .first()
    .innerText()
  account = (Object.keys(trades) as (keyof typeof trades)[]).find((one) => debtor.includes(COMPANIES[one].name))!
  await page.getByRole('button', { name: /^发\s?出$/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /发\s?出/ })
    .click()
  await expect(page.getByText('待收款', { exact: true })).toBeVisible()
  await agent.inspect('代理服务费详情')
  winner = await newVisitor(browser, { base: system.base, notes })
  await logIn(winner, account)
  const dialog = winner.page.getByRole('dialog', { name: '友情提示' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button')).toHaveCount(1)
  await winner.page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: '我知道了' }).click()
  await expect(dialog).toBeHidden()
})

test('it is paid at the cashier; income and monitor agree', async () => {
  const { page } = winner
  await goWithin(page, '/finance/charges')
  await expect(page.getByRole('link', { name: '去支付' })).toBeVisible()
  await winner.inspect('应付费用')
  await page.getByRole('link', { name: '去支付' }).click()
  await expect(page.getByText('计费过程').first()).toBeVisible()
  await winner.inspect('应付费用详情')
  await page.getByRole('button', { name: '去支付' }).click()
  await page.getByRole('button', { name: /微信支付/ }).click()
  await payByWallet(winner)
  await expect(page.getByRole('button', { name: '电子回单' })).toBeVisible()
  await goWithin(agent.page, '/agency/service-fee/income/list')
  await expect(agent.page.getByText('线上支付').last()).toBeVisible()
  await agent.inspect('服务费收入')
  await goWithin(agent.page, '/agency/monitor/tender-fee')
  await expect(agent.page.getByText('与账务一致')).toBeVisible()
  await agent.inspect('采购费用监控')
  await agent.page.getByRole('link', { name: '查看' }).click()
  await expect(agent.page.getByRole('group', { name: '付款单' })).toBeVisible()
})

test('what the agency takes out waits for its approver, and is held only then', async () => {
  const cast = new Cast(system.base)
  const designer = await cast.as('agent')
  const account = { bank: '中国工商银行', branch: '江州支行', accountNo: '6222020011112233' }
  const { id } = await designer.call(addBankCard, { body: account })
  await system.change('update bank_card set status = 1, verified_at = now() where id = $1', [id])
  const chief = PEOPLE.multi.jobs.find(({ company }) => company === 'agency')!.employeeId
  const pick = approver('pick', { by: 'person', employeeIds: [chief] })
  for (const node of ['refund', 'withdrawal']) await enable(designer, { type: 'finance', node }, [pick])
  const { page } = agent
  await goWithin(page, '/finance')
  await page.getByRole('button', { name: /^提\s?现$/ }).click()
  const dialog = page.getByRole('dialog', { name: '提现' })
  await dialog.getByLabel('提现金额').fill('50')
  await expect(dialog.getByText('审批').first()).toBeVisible()
  await agent.inspect('提现（需审批）')
  await dialog.getByRole('button', { name: '确定' }).click()
  await told(page, '已提交审批')
  await expect(page.getByText('提现正在审批')).toBeVisible()
  await agent.inspect('我的财务（提现审批中）')
  await goWithin(page, '/finance/withdrawals')
  await expect(page.getByText('还没有提现')).toBeVisible()
  expect(notes).toMatchObject({ axe: [], console: [] })
})
