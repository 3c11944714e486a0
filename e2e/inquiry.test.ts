import { expect, test } from '@playwright/test'
import { DAY, MINUTE } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { atParts } from '#demo/play/inquiry.ts'
import { awaitOpening, submitQuote } from '#demo/play/quotes.ts'
import { orderRounds } from '#features/inquiry/contract.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, told, twice, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A supplier fills in the sheet, seals its quote and keeps the receipt; the clock opens what came, the buyer starts a second
// round among some, and a supplier that is left out sees nothing of it.
test.describe.configure({ mode: 'serial' })

const NARROW = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }
const notes = newNotes()
let system: OwnSystem<'quoted'>
let people: Record<'buyer' | 'asked' | 'left', Visitor>

test.beforeAll(async ({ browser }) => {
  system = await startSystem('quoted')
  people = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], asked: ['supplier4', 'supplier'], left: ['supplier2', 'supplier'] },
  )
})

test.afterAll(async () => {
  await system.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

test('the letter leads to the order, and its sheet is filled in by pasting', async () => {
  const { page, inspect } = people.asked
  await goWithin(page, '/supplier/monitor/inquiry/list')
  await page.getByRole('link', { name: '检验科常用耗材询比采购' }).click()
  await page.getByRole('button', { name: '报价', exact: true }).click()
  const sheet = page.getByRole('region', { name: '报价单' })
  await expect(sheet.getByLabel('第1行 真空采血管 单价')).toBeVisible()
  await expect(page.getByText('平台运维方若掌握根密钥，理论上可以提前解密')).toBeVisible()
  const prices = ['0.8', '1', '40', '33', '41']
  await page.evaluate((text) => navigator.clipboard.writeText(text), prices.join('\n'))
  await sheet.getByLabel('第1行 真空采血管 单价').focus()
  await page.keyboard.press('ControlOrMeta+v')
  await told(page, '已粘贴 5 个单元格')
  const column = async (label: string, value: string) => {
    const cell = sheet.getByLabel(`第1行 真空采血管 ${label}`)
    await cell.fill(value)
    await page.getByRole('button', { name: '填充整列' }).click()
  }
  await column('品牌', '康宁')
  await column('交货期', '12')
  await expect(page.getByText('已填 5 / 6 行；未报 1 行')).toBeVisible()
  await inspect('报价单')
  await page.setViewportSize(NARROW)
  await inspect('报价单 390')
  await page.setViewportSize(WIDE)
})

test('a second device is told that there is a draft, and sees nothing of it', async ({ browser }) => {
  const { other } = await openVisitors(browser, { base: system.base, notes }, { other: ['supplier4', 'supplier'] })
  const { page, inspect } = other
  await goWithin(page, '/supplier/monitor/inquiry/list')
  const row = page.getByRole('row').filter({ hasText: '检验科常用耗材询比采购' })
  await expect(row.getByText('草稿未提交')).toBeVisible()
  await row.getByRole('link', { name: '检验科常用耗材询比采购' }).click()
  await page.getByRole('button', { name: '报价', exact: true }).click()
  await expect(page.getByText(/您于 .* 在另一台设备（.+）上填写过报价，尚未提交/)).toBeVisible()
  await expect(page.getByLabel('第1行 真空采血管 单价')).toHaveValue('')
  await inspect('另一台设备上的草稿')
  await page.context().close()
  // Where it was written nobody is told.
  await expect(people.asked.page.getByText('在另一台设备')).toHaveCount(0)
})

test('the quote is sealed in the browser, and its receipt names it', async () => {
  const { page, inspect } = people.asked
  await twice(page.getByRole('button', { name: '封存并提交' }))
  await agree(page, '封存并提交')
  await expect(page.getByRole('heading', { name: '报价提交回执' })).toBeVisible()
  await inspect('报价回执')
  await goWithin(people.buyer.page, `/purchaser/inquiry/orders/${system.facts.orderId}/multiple-rounds`)
  await expect(people.buyer.page.getByText('截止前任何人都看不到谁已报价、报了多少')).toBeVisible()
  await expect(people.buyer.page.getByText(COMPANIES.supplier4.name)).toHaveCount(0)
})

test('the clock opens the quotes, and the buyer starts another round among some', async () => {
  await system.moveTo(new Date(Date.parse(system.facts.deadline) + MINUTE))
  await awaitOpening(await new Cast(system.base).as('buyer'), system.facts.orderId)
  const { page, inspect } = people.buyer
  await goWithin(page, `/purchaser/inquiry/orders/${system.facts.orderId}/multiple-rounds`)
  await expect(page.getByRole('link', { name: COMPANIES.supplier4.name })).toBeVisible()
  await inspect('报价轮次')
  await page.getByRole('link', { name: COMPANIES.supplier4.name }).click()
  await expect(page.getByRole('heading', { name: `${COMPANIES.supplier4.name}的报价` })).toBeVisible()
  await expect(page.getByText('未报')).toBeVisible()
  await inspect('一份报价')
  await page.goBack()
  await page.getByRole('button', { name: '发起下一轮报价' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: new RegExp(COMPANIES.supplier2.name) }).uncheck()
  const until = new Date((await system.now()).getTime() + DAY)
  const beijing = new Date(until.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
  await dialog.getByLabel('报价截止时间').fill(beijing)
  await page.keyboard.press('Enter')
  await inspect('发起下一轮报价')
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await told(page, '新一轮报价已开始')
  await expect(page.getByRole('heading', { name: /第 2 轮报价/ })).toBeVisible()
})

test('who is asked finds the round, its earlier quote and nothing of others; who is left out finds none', async () => {
  const { page, inspect } = people.asked
  await goWithin(page, `/supplier/inquiry/orders/${system.facts.orderId}/info`)
  await expect(page.getByRole('row', { name: /第 2 轮报价/ })).toBeVisible()
  await page.getByRole('link', { name: '报价与回执' }).click()
  await expect(page.getByRole('heading', { name: '报价明细' })).toBeVisible()
  await inspect('开启后的本企业报价')
  const other = people.left.page
  await goWithin(other, `/supplier/inquiry/orders/${system.facts.orderId}/info`)
  await expect(other.getByRole('row', { name: /第 1 轮报价/ })).toBeVisible()
  await expect(other.getByText('第 2 轮')).toHaveCount(0)
})

test('the second round is opened, and its lines are divided among two', async () => {
  const { facts } = system
  const cast = new Cast(system.base)
  const asked = {
    supplier1: ['0.8', '0.8', '0.8', '0.8', '0.8', '0.75'],
    supplier4: ['0.7', '0.9', '0.7', '0.85', '0.7', null],
  }
  for (const [account, parts] of Object.entries(asked))
    await submitQuote(await cast.as(account as keyof typeof asked), facts.orderId, {
      priceOf: atParts(parts),
      lineOf: ({ line }) => ({ brand: `品牌${line}`, deliveryDays: '9' }),
    })
  const buyer = await cast.as('buyer')
  const { rounds } = await buyer.call(orderRounds, { params: { orderId: facts.orderId } })
  await system.moveTo(new Date(Date.parse(rounds.at(-1)!.deadline!) + MINUTE))
  await awaitOpening(buyer, facts.orderId)
  const { page, inspect } = people.buyer
  await goWithin(page, `/purchaser/inquiry/orders/${facts.orderId}/detail`)
  await page.getByRole('button', { name: '确定成交供应商' }).click()
  await page.getByRole('button', { name: '各行最低价' }).click()
  const table = page.getByRole('grid', { name: '按行定标' })
  await expect(table.getByTitle(new RegExp(`^第 1 行，${COMPANIES.supplier4.name}：`))).toContainText('已选')
  await expect(table.getByTitle(new RegExp(`^第 2 行，${COMPANIES.supplier1.name}：`))).toContainText('已选')
  await inspect('第二轮后的按行定标')
  await page.getByRole('button', { name: '定标并发布结果' }).click()
  await agree(page, '定标并发布')
  await expect(page.getByRole('heading', { name: `${COMPANIES.supplier4.name}成交明细` })).toBeVisible()
  await expect(page.getByRole('heading', { name: `${COMPANIES.supplier1.name}成交明细` })).toBeVisible()
  await goWithin(people.left.page, '/supplier/monitor/inquiry/list')
  const row = people.left.page.getByRole('row').filter({ hasText: '检验科常用耗材询比采购' })
  await expect(row.getByText('未成交')).toBeVisible()
})
