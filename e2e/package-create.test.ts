import { expect, test } from '@playwright/test'
import { DAY } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { LAUNDRY } from '#demo/packages.ts'
import { createProject } from '#demo/play/buyer.ts'
import { inquiryPlan } from '#demo/play/inquiry.ts'
import { negotiation } from '#features/procurement/methods/negotiation.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A package made in the browser: the project's lines split into lots, one of them for invited suppliers, and published.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
let system: OwnSystem
let people: Record<'buyer' | 'visitor', Visitor>
let projectId = ''
let deadline = 0

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  deadline = (await system.now()).getTime() + 6 * DAY
  const plan = inquiryPlan({
    projectName: LAUNDRY.projectName,
    description: LAUNDRY.description,
    title: LAUNDRY.title,
    price: '630000',
    method: negotiation.code,
    lines: LAUNDRY.lots.flatMap(({ lines }) => [...lines]),
  })
  projectId = await createProject(await new Cast(system.base).as('buyer'), plan)
  people = await openVisitors(browser, { base: system.base, notes }, { buyer: ['buyer', 'purchaser'], visitor: null })
})

test.afterAll(async () => {
  await system.stop()
  // The law warns of a plan, which the server answers with a question.
  expect(notes.axe).toEqual([])
  expect(notes.console.filter((line) => !/409|422/.test(line))).toEqual([])
})

test('lines fall into lots, and one lot is for invited suppliers alone', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, '/purchaser/negotiation-package/list')
  await page.getByRole('button', { name: '新建采购包' }).first().click()
  await page.getByLabel('为哪个采购项目建立采购包？').click()
  await page.locator('.ant-select-dropdown:visible').getByText(LAUNDRY.projectName).click()
  await expect(page).toHaveURL(new RegExp(`/create/project/${projectId}/order`))
  await page.getByLabel('采购包名称').fill('后勤服务')
  await page.getByRole('button', { name: '每行一包' }).click()
  await page.getByLabel('工作服洗涤的包号').fill('1')
  await expect(page.getByRole('group', { name: '包号 2' })).toHaveCount(0)
  await page.getByRole('textbox', { name: '包号 1：采购单名称' }).fill('医用织物洗涤服务')
  const invited = page.getByRole('group', { name: '包号 4' })
  await invited.getByRole('textbox', { name: '包号 4：采购单名称' }).fill('涉密区域消杀服务')
  await invited.getByRole('radio', { name: '仅邀请' }).click()
  for (const company of [COMPANIES.supplier1, COMPANIES.supplier2]) {
    await invited.getByRole('combobox').click()
    await page.locator('.ant-select-dropdown:visible').getByTitle(company.name, { exact: true }).click()
  }
  await page.keyboard.press('Escape')
  const at = (days: number) =>
    new Date(deadline + days * DAY + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
  for (const [label, days] of [
    ['报名截止时间', -2],
    ['提问截止时间', -2],
    ['报价截止时间', 0],
  ] as const) {
    await page.getByLabel(label).fill(at(days))
    await page.keyboard.press('Enter')
  }
  await page.getByLabel('交付要求').fill('合同签订后按采购人通知分批交付。')
  await page.getByLabel('付款条件').fill('验收合格后30日内付款。')
  await inspect('编辑采购包')
  await page.getByRole('button', { name: '保存采购包' }).click()
  await told(page, '采购包已保存')
  await expect(page).toHaveURL(new RegExp(`/detail/project/${projectId}$`))
  await expect(page.getByText('仅邀请', { exact: true })).toHaveCount(1)
  await inspect('采购包（新）')
})

test('the package is edited again, published, and its notice does not name the invited lot', async () => {
  const { page } = people.buyer
  await page.getByRole('button', { name: '编辑采购包' }).click()
  await page.getByLabel('补充说明').fill('各采购单合同期均为一年。')
  await page.getByRole('button', { name: '保存采购包' }).click()
  await told(page, '采购包已保存')
  await page.getByRole('button', { name: '发布采购包' }).click()
  await agree(page, '发布')
  const asked = page.getByRole('dialog').filter({ hasText: '已知悉，继续发布' })
  await expect(asked.or(page.getByText('报名中').first())).toBeVisible()
  if (await asked.isVisible()) await agree(page, '已知悉，继续发布')
  await told(page, '已发布')
  await expect(page.getByText('报名中')).toHaveCount(3)
  const { page: portal } = people.visitor
  await portal.goto('/portal')
  await expect(portal.getByText('涉密区域消杀服务')).toHaveCount(0)
  await portal.getByRole('link', { name: '后勤服务谈判采购公告' }).click()
  const lots = portal.getByRole('group', { name: '本公告的采购单' })
  await expect(lots.getByRole('row')).toHaveCount(3)
  await expect(portal.getByText('各采购单合同期均为一年。')).toBeVisible()
  await expect(portal.getByText('涉密区域消杀服务')).toHaveCount(0)
})
