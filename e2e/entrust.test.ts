import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import * as play from '#demo/play/buyer.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import { PLANS } from '#demo/tenders.ts'
import { createProject, replaceItems } from '#features/procurement/contract/project.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, choose, newNotes, told, uploaded, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A purchaser entrusts a project, the agency accepts and publishes an order, the purchaser looks on, ends the entrustment in the
// middle, and the order is its own again.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
const PLAN = PLANS.clean
const OTHER = '代理机构登记的项目'
const CONTRACT = {
  name: '委托代理合同.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n'),
}
let system: OwnSystem<'people'>
let people: Record<'buyer' | 'agent', Visitor>
let projectId: string
let orderId: string

test.beforeAll(async ({ browser }) => {
  system = await startSystem('people')
  projectId = await play.createProject(await new Cast(system.base).as('buyer'), PLAN)
  people = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], agent: ['agent', 'agency'] },
  )
})

test.afterAll(async () => {
  await system.stop()
  expect(notes.axe).toEqual([])
  // The agency's page asks once more for the order that it has lost.
  const isLost = (line: string) =>
    line.includes(`404 (Not Found) (${system.base}/api/workbench/buyer/orders/${orderId})`)
  expect(notes.console.filter((line) => !isLost(line))).toEqual([])
})

test('the purchaser offers its project with terms and contract', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, `/purchaser/register/projects/${projectId}/detail`)
  await page.getByRole('link', { name: '委托代理机构' }).click()
  await choose(page.getByLabel('代理机构', { exact: true }), COMPANIES.agency.name)
  await page.getByRole('checkbox', { name: '确定结果' }).check()
  await page.locator('input[type=file]').setInputFiles(CONTRACT)
  await uploaded(page, CONTRACT.name)
  await inspect('新建委托')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await expect(page.getByText('部分委托，确定结果由采购人审批').first()).toBeVisible()
  await page.getByRole('button', { name: '发出委托' }).click()
  await agree(page)
  await told(page, '委托已发出')
  await inspect('委托详情')
})

test('the agency accepts, and publishes an order that the purchaser looks at', async () => {
  const { page, inspect } = people.agent
  await goWithin(page, '/agency/entrust/list')
  await inspect('委托处理')
  await page.getByRole('link', { name: PLAN.projectName }).click()
  await page.getByRole('button', { name: '接受委托' }).click()
  await agree(page)
  await told(page, '已接受委托')
  const agent = await new Cast(system.base).as('agent')
  const now = await system.now()
  orderId = await play.draftOrder(agent, projectId, { plan: PLAN, schedule: lawfulSchedule(now), now })
  await play.publish(agent, orderId)

  const buyer = people.buyer
  await goWithin(buyer.page, '/purchaser/entrust-purchase/list')
  await buyer.inspect('委托采购')
  await buyer.page.getByRole('link', { name: PLAN.title }).click()
  await expect(buyer.page.getByRole('heading', { name: '时间线' })).toBeVisible()
  await expect(buyer.page.getByRole('button', { name: '澄清答疑' })).toHaveCount(0)
  await goWithin(buyer.page, `/purchaser/project/bidding/${projectId}/detail`)
  await expect(buyer.page.getByRole('group', { name: '标段与进展' })).toContainText(COMPANIES.agency.name)
  await expect(buyer.page.getByText(/发布.*公告/).first()).toBeVisible()
  await buyer.inspect('项目总览')
})

test('the purchaser ends it, and runs the order itself', async () => {
  const { page } = people.buyer
  await goWithin(page, `/purchaser/entrust-project/${projectId}/detail`)
  await page.getByRole('button', { name: '终止委托' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('改由本单位自行组织')
  await agree(page, '终止')
  await told(page, '委托已终止')
  await expect(page.getByText('1 个未结束的采购单已交回采购人')).toBeVisible()
  await page.getByRole('link', { name: PLAN.title }).click()
  await expect(page.getByRole('button', { name: '澄清答疑' })).toBeVisible()
  await expect(page.getByText('交回采购人办理').first()).toBeVisible()

  const agent = people.agent.page
  await goWithin(agent, `/agency/bidding/orders/${orderId}/info`)
  await expect(agent.getByText('内容不存在').first()).toBeVisible()
})

test('an agency announces nothing for a purchaser that has not agreed; it asks, and is agreed to', async () => {
  const agent = await new Cast(system.base).as('agent')
  const now = await system.now()
  const body = { category: PLAN.category, regime: 'tender', budget: PLAN.budget, region: PLAN.region } as const
  const registered = await agent.call(createProject, {
    body: { ...body, name: OTHER, funds: PLAN.funds, purchaserCompanyId: COMPANIES.hospital.id },
  })
  const at = { params: { projectId: registered.projectId } }
  await agent.call(replaceItems, { ...at, body: { items: PLAN.items.map((item) => ({ ...item })) } })
  const schedule = lawfulSchedule(now)
  const drafted = await play.draftOrder(agent, registered.projectId, { plan: PLAN, schedule, now })

  const { page, inspect } = people.agent
  await goWithin(page, `/agency/bidding/orders/${drafted}/preview`)
  await expect(page.getByRole('button', { name: '发布公告' })).toBeEnabled()
  await page.getByRole('button', { name: '采购人尚未同意委托本单位代理' }).click()
  await expect(page.getByText('采购人尚未同意', { exact: false }).first()).toBeVisible()
  await page.getByRole('link', { name: '提请采购人同意委托' }).click()
  await expect(page.getByRole('heading', { name: /同意委托$/ })).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(CONTRACT)
  await uploaded(page, CONTRACT.name)
  await inspect('提请委托')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByRole('button', { name: '提请采购人同意' }).click()
  await agree(page)
  await told(page, '已提请采购人同意')
  await inspect('提请后的委托')

  const buyer = people.buyer
  await goWithin(buyer.page, '/purchaser/entrust-project/list')
  await buyer.page.getByRole('row', { name: OTHER }).getByRole('link', { name: '答复' }).click()
  await buyer.page.getByRole('button', { name: '同意委托' }).click()
  await agree(buyer.page)
  await told(buyer.page, '已同意委托')
  await buyer.inspect('同意后的委托')

  await goWithin(page, `/agency/bidding/orders/${drafted}/preview`)
  await page.getByRole('button', { name: '发布公告' }).click()
  await agree(page, '发布')
  await expect(page).toHaveURL(/\/orders\/[^/]+\/info$/)
})
