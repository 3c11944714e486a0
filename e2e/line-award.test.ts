import { expect, test } from '@playwright/test'
import { COMPANIES } from '#demo/companies.ts'
import { pdfOf } from '#demo/play/documents.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// Quotes are open: the buyer gives each line to its best price, shares one, leaves a part unbought, and replaces a winner that
// falls away; suppliers see their own lines.
test.describe.configure({ mode: 'serial' })

const NARROW = { width: 390, height: 844 }
const [FIRST, SECOND, THIRD] = [COMPANIES.supplier1.name, COMPANIES.supplier2.name, COMPANIES.supplier3.name]
const notes = newNotes()
let system: OwnSystem<'quotesOpened'>
let people: Record<'buyer' | 'second' | 'other', Visitor>

test.beforeAll(async ({ browser }) => {
  system = await startSystem('quotesOpened')
  people = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], second: ['supplier2', 'supplier'], other: ['supplier4', 'supplier'] },
  )
})

test.afterAll(async () => {
  await system.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

const table = (page: Visitor['page']) => page.getByRole('grid', { name: '按行定标' })
const cell = (page: Visitor['page'], line: number, name: string) =>
  table(page).getByTitle(new RegExp(`^第 ${line} 行，${name}：`))
const line = (page: Visitor['page'], name: string) => table(page).getByRole('rowheader', { name })

test('lines go to their best price by one click, and one is shared for a reason', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, `/purchaser/inquiry/orders/${system.facts.orderId}/detail`)
  await page.getByRole('button', { name: '确定成交供应商' }).click()
  await expect(page.getByText('6 行未分配完')).toBeVisible()
  await page.getByRole('button', { name: '各行最低价' }).click()
  await expect(page.getByText('· 全部分配')).toBeVisible()
  await expect(cell(page, 3, THIRD)).toContainText('已选')

  // A line that goes to another wants a reason; the sums follow at once, by keys too.
  const sums = table(page).getByRole('row').filter({ hasText: '合计（元）' })
  const before = await sums.innerText()
  await cell(page, 5, SECOND).click()
  await expect(cell(page, 5, SECOND)).toContainText('非最低')
  await expect(cell(page, 5, FIRST)).not.toContainText('已选')
  await expect(sums).not.toHaveText(before, { useInnerText: true })
  await page.getByRole('combobox', { name: '清单行' }).click()
  await page.getByTitle('未选最低价').click()
  await expect(page.getByText('清单 6 行，显示 1 行')).toBeVisible()
  await page.getByRole('combobox', { name: '清单行' }).click()
  await page.getByTitle('全部清单行').click()
  await page.getByRole('button', { name: '定标并发布结果' }).click()
  await expect(page.getByText('第 5 行：未选择最低价，请填写原因').first()).toBeVisible()
  await cell(page, 5, FIRST).click()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 行未分配完')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(sums).toHaveText(before, { useInnerText: true })

  // 800 boxes: sixty per cent to one, 300 to another; the rest is not bought.
  await line(page, '3. 移液吸头').click()
  await page.getByRole('button', { name: '拆分数量' }).click()
  const dialog = page.getByRole('dialog', { name: '拆分：3. 移液吸头' })
  await dialog.getByLabel(`${THIRD}的比例`).fill('60')
  await dialog.getByLabel(`${SECOND}的数量`).fill('300')
  await expect(dialog.getByText('未分配 20 盒')).toBeVisible()
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByLabel('第 3 行选定原因').fill('分两家供货，降低断供风险')
  await page.getByLabel('第 3 行不采购的原因').fill('库存充足')
  await expect(page.getByText('各成交供应商的成交情况')).toBeVisible()
  await inspect('按行定标')
  await page.setViewportSize(NARROW)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width)
  await expect(table(page).getByRole('columnheader')).toHaveCount(2)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: '定标并发布结果' }).click()
  await agree(page, '定标并发布')

  await expect(page.getByRole('heading', { name: `${SECOND}成交明细` })).toBeVisible()
  await expect(page.getByRole('button', { name: '成交通知书' })).toHaveCount(3)
  await expect(page.getByText('库存充足').first()).toBeVisible()
  await inspect('按行定标的结果')
})

test('a winner reads its own lines and has its letter; who won nothing has another', async () => {
  const { page, inspect, opened } = people.second
  await goWithin(page, `/supplier/inquiry/orders/${system.facts.orderId}/info`)
  await expect(page.getByText('贵单位已被确定为成交供应商')).toBeVisible()
  const own = page.getByRole('group', { name: '成交明细' })
  await expect(own.getByText('移液吸头')).toBeVisible()
  await expect(own.getByText('血糖试纸')).toHaveCount(0)
  expect((await opened(() => page.getByRole('button', { name: '成交通知书' }).click())).status()).toBe(200)
  await inspect('部分成交')

  const { page: others, opened: shown } = people.other
  await goWithin(others, `/supplier/inquiry/orders/${system.facts.orderId}/info`)
  await expect(others.getByText('贵单位未被确定为成交供应商')).toBeVisible()
  expect((await shown(() => others.getByRole('button', { name: '成交结果通知书' }).click())).status()).toBe(200)
})

test('one of the winners gives up: its lines go on to others, who stays keeps its own', async () => {
  const { page, inspect } = people.buyer
  await page.getByRole('button', { name: '重新定标' }).click()
  await page.getByRole('checkbox', { name: new RegExp(SECOND) }).check()
  await page.getByRole('radio', { name: '成交供应商放弃成交' }).check()
  await page.getByLabel('具体说明').fill('收到书面声明，因产能不足放弃成交。')
  const content = await pdfOf({ title: '放弃成交声明', org: SECOND, parts: [] }, await system.now())
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '放弃成交声明.pdf', mimeType: 'application/pdf', buffer: content })
  await expect(page.getByRole('button', { name: '移除' })).toBeVisible()
  await expect(cell(page, 3, SECOND)).toHaveCount(0)
  await page.getByRole('button', { name: '各行最低价' }).click()
  await expect(page.getByText('· 全部分配')).toBeVisible()
  await inspect('按行重新定标')
  await page.getByRole('button', { name: '定标并发布结果' }).click()
  await agree(page, '定标并发布')
  await expect(page.getByRole('button', { name: '成交通知书' })).toHaveCount(2)
  await expect(page.getByRole('region', { name: '历次结果' }).getByText('第 2 次公布')).toBeVisible()
  await people.second.page.reload()
  await expect(people.second.page.getByText('贵单位的成交资格已取消')).toBeVisible()
})
