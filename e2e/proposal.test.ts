import { expect, test } from '@playwright/test'
import { DAY } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { pdfOf } from '#demo/play/documents.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// The documents ask for a publicity: the buyer proposes who gets which line, a supplier objects, the buyer proposes anew and awards.
test.describe.configure({ mode: 'serial' })

const [FIRST, SECOND] = [COMPANIES.supplier1.name, COMPANIES.supplier2.name]
const notes = newNotes()
let system: OwnSystem<'toPublicise'>
let people: Record<'buyer' | 'other', Visitor>

test.beforeAll(async ({ browser }) => {
  system = await startSystem('toPublicise')
  people = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], other: ['supplier4', 'supplier'] },
  )
})

test.afterAll(async () => {
  await system.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

test('the buyer proposes who gets which line, and publicises it', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, `/purchaser/inquiry/orders/${system.facts.orderId}/detail`)
  await page.getByRole('button', { name: '发布预成交公示' }).click()
  await page.getByRole('button', { name: '各行最低价' }).click()
  await expect(page.getByText('· 全部分配')).toBeVisible()
  await inspect('发布预成交公示')
  await page.getByRole('button', { name: '发布公示' }).click()
  await agree(page, '发布')
  await expect(page.getByRole('heading', { name: '预成交公示' }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: `${FIRST}拟成交明细` })).toBeVisible()
  await inspect('预成交公示')
})

test('whoever takes part reads sums and no prices of lines, and objects', async () => {
  const { page, inspect } = people.other
  await goWithin(page, `/supplier/inquiry/orders/${system.facts.orderId}/info`)
  await expect(page.getByText('未入围候选人')).toBeVisible()
  await page.getByRole('button', { name: '提出异议' }).click()
  await page.getByLabel('异议事项').fill('对拟成交结果的异议')
  await page.getByLabel('事实与理由').fill('移液吸头的报价低于成本，请核实。')
  await page.getByRole('button', { name: '提交异议' }).click()
  await agree(page)
  await expect(page.getByText('待答复')).toBeVisible()
  await inspect('预成交公示的异议')
})

test('the objection is answered, the proposal changed, and what is public is awarded', async () => {
  const { page, inspect } = people.buyer
  await page.reload()
  await page.getByRole('button', { name: '答复' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: '异议成立' }).check()
  await dialog.getByLabel('答复内容').fill('取消该供应商的候选人资格。')
  await dialog.getByRole('button', { name: '提交答复' }).click()
  await expect(page.getByText('异议成立').first()).toBeVisible()
  await page.getByRole('button', { name: '重新公示成交候选人' }).click()
  await page.getByRole('checkbox', { name: `${SECOND}不再作为候选人` }).check()
  await page.getByRole('radio', { name: '异议成立' }).check()
  await page.getByLabel('具体说明').fill('异议经核实成立，取消候选人资格。')
  const content = await pdfOf({ title: '异议答复', org: SECOND, parts: [] }, await system.now())
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '异议答复.pdf', mimeType: 'application/pdf', buffer: content })
  await expect(page.getByRole('button', { name: '移除' })).toBeVisible()
  await page.getByRole('button', { name: '各行最低价' }).click()
  await inspect('重新公示成交候选人')
  await page.getByRole('button', { name: '发布公示' }).click()
  await agree(page, '发布')
  await expect(page.getByRole('region', { name: '历次结果' }).getByText('第 2 次公布')).toBeVisible()

  await system.moveTo(new Date((await system.now()).getTime() + 4 * DAY))
  await page.reload()
  await page.getByRole('button', { name: '确定成交供应商' }).click()
  await expect(page.getByText('按预成交公示的内容定标')).toBeVisible()
  await inspect('按预成交公示定标')
  await page.getByRole('button', { name: '定标并发布结果' }).click()
  await agree(page, '定标并发布')
  await expect(page.getByRole('button', { name: '成交通知书' })).toHaveCount(2)
})
