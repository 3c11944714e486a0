import { expect, test } from '@playwright/test'
import { DAY, MINUTE } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { LAUNDRY } from '#demo/packages.ts'
import * as buying from '#demo/play/buyer.ts'
import { pdfOf } from '#demo/play/documents.ts'
import { draftPackage, type PlayedPackage, quoteLots, signUpForLots } from '#demo/play/packages.ts'
import { awaitOpening } from '#demo/play/quotes.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, told, twice, uploaded, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A package of three lots: published together, signed up for once, two awarded at once; the third fails and goes on as a direct purchase.
test.describe.configure({ mode: 'serial' })

const [washing, green, pests] = LAUNDRY.lots.map(({ title }) => title) as [string, string, string]
const notes = newNotes()
let system: OwnSystem
let people: Record<'buyer' | 'supplier' | 'visitor', Visitor>
let made: PlayedPackage
let deadline = 0
const detail = () => `/purchaser/negotiation-package/detail/project/${made.projectId}`

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  deadline = (await system.now()).getTime() + 4 * DAY
  const client = await new Cast(system.base).as('buyer')
  made = await draftPackage(client, LAUNDRY, { signUpEnd: deadline - 2 * DAY, deadline })
  people = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], supplier: ['supplier1', 'supplier'], visitor: null },
  )
})

test.afterAll(async () => {
  await system.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

test('the buyer publishes all lots together', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, '/purchaser/negotiation-package/list')
  await inspect('采购包列表')
  await page.getByRole('link', { name: LAUNDRY.title }).click()
  await expect(page.getByText('采购包尚未发布')).toBeVisible()
  await inspect('采购包（待发布）')
  await page.getByRole('button', { name: '发布采购包' }).click()
  await agree(page, '发布')
  await told(page, '已发布')
  await expect(page.getByText('报名中')).toHaveCount(3)
  await inspect('采购包')
})

test('everybody finds one notice with three lots', async () => {
  const { page, inspect } = people.visitor
  await page.goto('/portal')
  await page.getByRole('link', { name: '后勤服务谈判采购公告' }).click()
  const lots = page.getByRole('group', { name: '本公告的采购单' })
  await expect(lots.getByRole('row')).toHaveCount(4)
  await inspect('共同公告')
})

test('a supplier ticks lots and signs up once', async () => {
  const { page, inspect } = people.supplier
  await goWithin(page, `/supplier/negotiation-v2/orders/${made.orderIds[0]!}/trades`)
  for (const title of [green, pests]) await page.getByRole('checkbox', { name: new RegExp(title) }).check()
  const paper = await pdfOf({ title: '营业执照', org: '供应商', parts: [] }, await system.now())
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: '营业执照.pdf', mimeType: 'application/pdf', buffer: paper })
  await uploaded(page, '营业执照.pdf')
  await inspect('报名（多个采购单）')
  await page.getByRole('button', { name: '提交报名' }).click()
  await agree(page)
  await told(page, '3 个采购单已提交报名')
  const lots = page.getByRole('group', { name: '同一公告的采购单' })
  await expect(lots.getByText('待审核')).toHaveCount(3)
  await inspect('项目（多个采购单）')
})

test('after the deadline two lots are awarded at once, and the third is named with its reason', async () => {
  const cast = new Cast(system.base)
  const client = await cast.as('buyer')
  await signUpForLots(cast, made.orderIds.slice(0, 2), { account: 'supplier2', now: await system.now() })
  for (const orderId of made.orderIds) await buying.approveAll(client, orderId)
  await quoteLots(cast, made.orderIds, { by: 'supplier1', part: '0.95' })
  await quoteLots(cast, made.orderIds.slice(0, 2), { by: 'supplier2', part: '0.9' })
  await system.moveTo(new Date(deadline + MINUTE))
  for (const orderId of made.orderIds.slice(0, 2)) await awaitOpening(client, orderId)
  const { page, inspect } = people.buyer
  await goWithin(page, detail())
  await page.getByRole('button', { name: '批量确定成交供应商' }).click()
  const table = page.getByRole('group', { name: '采购单', exact: true })
  await expect(table.getByText('可以办理')).toHaveCount(2)
  await expect(table.getByText(COMPANIES.supplier2.name)).toHaveCount(2)
  await inspect('批量定标')
  await twice(page.getByRole('button', { name: '办理 2 个采购单' }))
  await agree(page, '确认办理')
  await told(page, '2 个已办理')
  await expect(page.getByRole('region', { name: '办理结果' }).getByText('已办理', { exact: true })).toHaveCount(2)
  await inspect('批量定标结果')
  // Who asks for all of them is told which could not be done, and why.
  await goWithin(page, `/purchaser/negotiation-v2/batch/${made.orderIds.join(',')}/winner`)
  await expect(page.getByText('3 个采购单，可办理 0 个')).toBeVisible()
})

test('the lot that found one supplier fails, and goes on as a direct purchase in one act', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, `/purchaser/negotiation-v2/batch/${made.orderIds[2]!}/auction`)
  await page.getByLabel('流标原因', { exact: true }).fill('提交报价的供应商不足两家')
  await inspect('批量流标')
  await page.getByRole('button', { name: '办理 1 个采购单' }).click()
  await agree(page, '确认办理')
  await told(page, '1 个已办理')
  await goWithin(page, `/purchaser/negotiation-v2/orders/${made.orderIds[2]!}/auction/detail`)
  await page.getByRole('button', { name: '改为直接采购' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('拟定供应商').click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(COMPANIES.supplier1.name, { exact: true }).click()
  await dialog.getByLabel('具体理由').fill('报价的供应商仅此一家，重新采购仍难以成功。')
  const at = (days: number) =>
    new Date(deadline + days * DAY + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
  for (const [label, days] of [
    ['报名截止时间', 12],
    ['响应截止时间', 15],
  ] as const) {
    await dialog.getByLabel(label).fill(at(days))
    await page.keyboard.press('Enter')
  }
  await inspect('改为直接采购')
  await dialog.getByRole('button', { name: /^发\s*布$/ }).click()
  await told(page, '直接采购已发布')
  await expect(page).toHaveURL(/\/purchaser\/direct-purchase\/[^/]+\/detail$/)
  await expect(page.getByRole('heading', { level: 1, name: pests })).toBeVisible()
})

test('the package shows how each lot ended, also on a phone', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, detail())
  const lots = page.getByRole('group', { name: '采购单', exact: true })
  await expect(lots.getByText('已流标')).toHaveCount(1)
  await expect(lots.getByText(COMPANIES.supplier2.name)).toHaveCount(2)
  await expect(lots.getByRole('link', { name: washing })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await inspect('采购包 390')
})
