import { expect, test } from '@playwright/test'
import { unpackXlsx } from '#server/sheet/archive.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// The clock has opened the quotes of three suppliers for six lines; the buyer compares them, by keys too and on a phone.
const notes = newNotes()
let system: OwnSystem<'quotesOpened'>
let buyer: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem('quotesOpened')
  const people = await openVisitors(browser, { base: system.base, notes }, { buyer: ['buyer', 'purchaser'] })
  buyer = people.buyer
})

test.afterAll(async () => {
  await system?.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

test('the quotes of a round side by side', async () => {
  const { page, inspect } = buyer
  const grid = page.getByRole('grid', { name: '逐行比价表' })
  const cells = (line: string) => grid.getByRole('row').filter({ hasText: line }).getByRole('gridcell')
  await goWithin(page, `/purchaser/inquiry/orders/${system.facts.orderId}/multiple-rounds`)
  await page.getByRole('link', { name: '逐行比价' }).click()
  await expect(page.getByText('含税单价，单位：元')).toBeVisible()
  await expect(grid.getByRole('columnheader')).toHaveCount(5)
  // Line 3 at 0.9, 0.94 and 0.82 of 45 yuan; the quote that leaves a line out stands last.
  await expect(cells('3. 移液吸头').filter({ hasText: '最低' })).toContainText('36.90')
  await expect(cells('6. 一次性尿杯').filter({ hasText: '未报价' })).toHaveCount(1)
  await expect(grid.getByRole('row').filter({ hasText: '名次' })).toContainText('第 1 名')
  await expect(grid.getByRole('row').filter({ hasText: '含税合计' })).toContainText('未报全')
  await inspect('逐行比价')

  await page.getByText('不含税', { exact: true }).click()
  await expect(grid.getByRole('row').filter({ hasText: '不含税合计' })).toBeVisible()
  await expect(cells('3. 移液吸头').filter({ hasText: '最低' })).toContainText('32.654867')
  await page.getByText('含税', { exact: true }).click()
  await page.getByPlaceholder('名称、编码、规格').fill('离心')
  await expect(page.getByText('清单 6 行，显示 1 行')).toBeVisible()
  await page.getByPlaceholder('名称、编码、规格').fill('没有这一行')
  await expect(page.getByText('没有符合条件的清单行')).toBeVisible()
  await page.getByPlaceholder('名称、编码、规格').fill('')
})

test('ways to buy say how they were computed, and are shown in the table', async () => {
  const { page, inspect } = buyer
  const grid = page.getByRole('grid', { name: '逐行比价表' })
  await page.getByRole('button', { name: '采购组合' }).click()
  const ways = page.getByRole('region', { name: '采购组合' }).getByRole('listitem')
  await expect(ways.filter({ hasText: '逐行最低' })).toContainText('各行金额相加为')
  await ways.filter({ hasText: '单家最低' }).getByRole('button').click()
  await expect(grid.getByText('已选')).toHaveCount(6)
  await page.getByRole('combobox', { name: '清单行' }).click()
  await page.getByTitle('未选最低价').click()
  await expect(grid.getByRole('row').filter({ hasText: '已选' }).filter({ hasText: '最低' }).first()).toBeVisible()
  await expect(page.getByText(/显示 \d 行/)).toBeVisible()
  await inspect('采购组合')
  await page.getByRole('button', { name: '取消标出' }).click()
  await expect(grid.getByText('已选')).toHaveCount(0)
  await page.getByRole('button', { name: '采购组合' }).click()
})

test('keys walk the table; a phone shows one supplier at a time', async () => {
  const { page, inspect } = buyer
  const grid = page.getByRole('grid', { name: '逐行比价表' })
  const active = () =>
    grid.evaluate((box) => document.getElementById(box.getAttribute('aria-activedescendant')!)?.innerText)
  await grid.focus()
  await page.keyboard.press('Control+Home')
  expect(await active()).toBe('采购内容')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await active()).toContain('2. 真空采血管')
  await page.keyboard.press('Control+End')
  expect(await active()).toContain('不排名')

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(grid.getByRole('columnheader')).toHaveCount(2)
  await page.getByRole('button', { name: '下一家' }).click()
  await page.getByRole('button', { name: '下一家' }).click()
  await expect(grid.getByText('未报价')).toBeVisible()
  await inspect('逐行比价 390')
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('the workbook is a file that spreadsheets read', async () => {
  const { page, download } = buyer
  const { name, content } = await download(() => page.getByRole('button', { name: '导出 Excel' }).click())
  expect(name).toMatch(/第 1 轮报价比价\.xlsx$/)
  expect((await unpackXlsx(content)).get('xl/workbook.xml')!.toString()).toContain('采购组合明细')
})
