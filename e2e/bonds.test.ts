import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { PLANS } from '#demo/tenders.ts'
import { declareAbortive } from '#features/procurement/contract/order.ts'
import { tenderOnSale } from './kit/sale.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A supplier gives its bond in cash to the played bank; its buyer sees nothing of it, ends the tender, and the money goes back.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
let system: OwnSystem
let cast: Cast
let orderId: string
let supplier: Visitor
let buyer: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  cast = new Cast(system.base)
  orderId = await tenderOnSale(system, cast, PLANS.security)
  ;({ supplier, buyer } = await openVisitors(
    browser,
    { base: system.base, notes },
    { supplier: ['supplier1', 'supplier'], buyer: ['buyer', 'purchaser'] },
  ))
})
test.afterAll(async () => {
  await system?.stop()
})

test('a supplier chooses cash, pays, and sees it in force without a click', async () => {
  const { page } = supplier
  await goWithin(page, `/supplier/bid/orders/${orderId}/info`)
  await expect(page.getByRole('heading', { name: '选择形式' })).toBeVisible()
  await page.getByRole('radio', { name: /现金转账/ }).check()
  await page.getByRole('button', { name: '确定', exact: true }).click()
  await expect(page.getByText('保证金子账户（模拟）')).toBeVisible()
  await page.getByRole('button', { name: /模拟转账/ }).click()
  await expect(page.getByText('已生效').first()).toBeVisible()
  await expect(page.getByText('计入保证金')).toBeVisible()
  await supplier.inspect('保证金')
})

test('its buyer sees nothing before the opening; ended, the money goes back to the supplier', async () => {
  const { page } = buyer
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/bond/refund`)
  await expect(page.getByText('经平台提交的保证金在开标后显示')).toBeVisible()
  await expect(page.getByText('未登记').first()).toBeVisible()
  await buyer.inspect('保证金，开标前')
  const body = { reason: '采购任务取消，采购终止', acceptWarnings: true }
  await (await cast.as('buyer')).call(declareAbortive, { params: { orderId }, body })
  await page.reload()
  await expect(page.getByText('已退还').first()).toBeVisible()
  await supplier.page.reload()
  await supplier.page.getByRole('link', { name: '查看退还明细 ›' }).click()
  await expect(supplier.page.getByRole('heading', { name: '保证金退还明细' })).toBeVisible()
  expect(notes).toMatchObject({ axe: [], console: [] })
})
