import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { payInWallet } from '#demo/play/wallet.ts'
import { TENDER } from '#demo/states/tender.ts'
import { PRODUCTS } from '#features/payment/rules/catalogue.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A supplier takes a notice along, pays for it meanwhile, and looks at who published it.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
let system: OwnSystem
let supplier: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem('concluded')
  ;({ supplier } = await openVisitors(browser, { base: system.base, notes }, { supplier: ['supplier1', 'supplier'] }))
})
test.afterAll(async () => {
  await system?.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

async function buys(code: string): Promise<void> {
  const sku = PRODUCTS.find((product) => product.code === code)!.skus[0]!
  const client = await new Cast(system.base).as('supplier1')
  await payInWallet(client, { skuId: sku.id }, { method: 'wechat', play: 'pay' })
}

test('an export waits for its counts, and is there once they were bought, without a click', async () => {
  const { page, inspect } = supplier
  await goWithin(page, '/supplier/notice-exports/list')
  await page.getByRole('button', { name: '选择公告' }).click()
  await page.getByRole('button', { name: '导出公告' }).click()
  await expect(page.getByRole('checkbox', { name: /全选本页/ })).toBeChecked()
  await inspect('选择公告')
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByText(/将使用 1 次公告导出，剩余 0 次，次数不足/)).toBeVisible()
  await page.getByRole('button', { name: /^导\s?出$/ }).click()
  await expect(page).toHaveURL(/notice-exports/)
  const table = page.getByRole('main')
  await expect(table.getByText('待支付').last()).toBeVisible()
  await expect(table.getByRole('link', { name: '购买次数' })).toBeVisible()
  await inspect('公告导出')
  await buys('export')
  const take = table.getByRole('button', { name: '下载' })
  await expect(take).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), take.click()])
  expect(download.suggestedFilename()).toMatch(/^公告导出 .*\.zip$/)
})

test('a portrait is found, opened with one count, and leads to the notices that it is made of', async () => {
  const { page, inspect } = supplier
  await buys('portrait')
  await goWithin(page, '/supplier/portraits')
  await page.getByRole('searchbox', { name: '企业名称或信用代码' }).fill(COMPANIES.hospital.name)
  await page.getByRole('button', { name: /查\s?询$/ }).click()
  await page.getByRole('button', { name: COMPANIES.hospital.name }).click()
  await inspect('查询企业画像')
  await page.getByRole('button', { name: '使用 1 次查看' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /查\s?看/ })
    .click()
  await expect(page.getByRole('heading', { name: '作为采购人' })).toBeVisible()
  await inspect('企业画像')
  await page.getByRole('button', { name: /^发布采购/ }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: TENDER.title })).toBeVisible()
  await goWithin(page, '/supplier/portraits?part=records')
  await expect(page.getByText(COMPANIES.hospital.name)).toBeVisible()
  await inspect('企业画像查看记录')
})
