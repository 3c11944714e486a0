import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { PEOPLE } from '#demo/people.ts'
import * as play from '#demo/play/buyer.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import { PLANS } from '#demo/tenders.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { publicBidding } from '#features/procurement/methods/public-bidding.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A year's plan comes into force, an order reserves of its line, and purchasing takes up what a department asks for.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
const PLAN = PLANS.clean
const ASKED = '候诊区座椅更新'
let system: OwnSystem<'people'>
let people: Record<'buyer' | 'asker', Visitor>

test.beforeAll(async ({ browser }) => {
  system = await startSystem('people')
  await system.change('update employee set rights = $2, direct_rights = $2 where id = $1', [
    PEOPLE.buyer2.jobs[0]!.employeeId,
    ['purchaseDemand'],
  ])
  people = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], asker: ['buyer2', 'purchaser'] },
  )
})

test.afterAll(async () => {
  await system.stop()
  expect(notes.axe).toEqual([])
  expect(notes.console).toEqual([])
})

test('who keeps budgets puts a year’s plan in force', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, '/purchaser/budget/annual/list')
  await inspect('年度预算')
  await page.getByRole('button', { name: '新建年度预算' }).click()
  await page.getByLabel('名称', { exact: true }).fill('年度采购预算')
  await page.getByLabel('第 1 项预算科目').fill('医疗设备购置')
  await page.getByLabel('第 1 项金额').fill('30000000')
  await inspect('编辑年度预算')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await agree(page)
  await told(page, '已生效')
  await expect(page.getByText('可用 30,000,000.00').first()).toBeVisible()
})

test('a project names its line, and its order reserves of it', async () => {
  const { page, inspect } = people.buyer
  const client = await new Cast(system.base).as('buyer')
  const projectId = await play.createProject(client, PLAN)
  await goWithin(page, `/purchaser/register/projects/${projectId}/detail`)
  await page.getByRole('button', { name: '选择预算项' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: '预算项' }).click()
  await page.locator('.ant-select-dropdown:visible').getByText('医疗设备购置').click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await told(page, '预算项已保存')
  const now = await system.now()
  const orderId = await play.draftOrder(client, projectId, { plan: PLAN, schedule: lawfulSchedule(now), now })
  await play.publish(client, orderId)
  await goWithin(page, placeOf({ id: orderId, method: publicBidding.code }, 'publish.detail', 'purchaser'))
  await expect(page.getByText('已预占').first()).toBeVisible()
  await page.getByRole('link', { name: '医疗设备购置' }).first().click()
  await expect(page.getByRole('link', { name: PLAN.title })).toBeVisible()
  await inspect('年度预算详情')
})

test('a department asks, and purchasing takes it up', async () => {
  const { page: asking, inspect } = people.asker
  await goWithin(asking, '/purchaser/demand-requirement/apply')
  await asking.getByRole('button', { name: '新建申报' }).click()
  const drawer = asking.getByRole('dialog')
  await drawer.getByLabel('申报名称').fill(ASKED)
  await drawer.getByLabel('需用日期').fill('2027-03-01')
  await drawer.getByLabel('需用日期').press('Enter')
  await drawer.getByLabel('估算金额').fill('86000')
  await drawer.getByLabel('申报理由').fill('候诊区座椅破损')
  await drawer.getByLabel('第 1 项名称').fill('候诊椅')
  await drawer.getByLabel('第 1 项单位').fill('组')
  await drawer.getByLabel('第 1 项数量').fill('40')
  await inspect('需求申报')
  await drawer.getByRole('button', { name: '保存草稿' }).click()
  await asking.getByRole('button', { name: ASKED }).click()
  await asking.getByRole('button', { name: '提交', exact: true }).click()
  await told(asking, '已提交')

  const { page } = people.buyer
  await goWithin(page, '/purchaser/demand-requirement/apply-handle')
  await page.getByRole('button', { name: ASKED }).click()
  await page.getByRole('button', { name: '受理', exact: true }).click()
  await told(page, '已受理')
  await people.buyer.inspect('申报受理')
})
