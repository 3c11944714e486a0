import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { PLANS } from '#demo/tenders.ts'
import { declareAbortive } from '#features/procurement/contract/order.ts'
import { tenderOnSale } from './kit/sale.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'
import { payByWallet } from './kit/wallet.ts'

// A supplier pays for the documents of a tender in the wallet of the local gateway and reads them; its buyer sees it, ends the
// tender, and the money goes back.
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
  orderId = await tenderOnSale(system, cast, { ...PLANS.security, documentFee: '500' })
  ;({ supplier, buyer } = await openVisitors(
    browser,
    { base: system.base, notes },
    { supplier: ['supplier1', 'supplier'], buyer: ['buyer', 'purchaser'] },
  ))
})
test.afterAll(async () => {
  await system?.stop()
})

test('documents are there once they are paid for, without a click', async () => {
  const { page } = supplier
  const place = `/supplier/bid/orders/${orderId}/info`
  await goWithin(page, place)
  await expect(page.getByText('招标文件售价 500.00 元')).toBeVisible()
  await expect(page.getByText('缴纳招标文件费用后可获取')).toBeVisible()
  await supplier.inspect('待缴纳文件费用')
  await page.getByRole('button', { name: '去缴纳' }).click()
  await page.getByRole('button', { name: /微信支付/ }).click()
  await payByWallet(supplier)
  await expect(page.getByRole('button', { name: '电子回单' })).toBeVisible()
  await goWithin(page, place)
  await expect(page.getByText(/缴纳招标文件费用 500.00 元/)).toBeVisible()
  await expect(page.getByRole('link', { name: '招标文件.pdf' })).toBeVisible()
})

test('the buyer sees who has paid; when the tender is ended, the money goes back', async () => {
  const { page } = buyer
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/info`)
  const fees = page.getByRole('group', { name: '文件费用缴纳情况' })
  await expect(fees.getByText('已缴纳')).toBeVisible()
  await buyer.inspect('文件费用缴纳情况')
  const body = { reason: '采购任务取消，采购终止' }
  await (await cast.as('buyer')).call(declareAbortive, { params: { orderId }, body })
  await expect(fees.getByText('已退还')).toBeVisible()
  await goWithin(supplier.page, `/supplier/bid/orders/${orderId}/info`)
  await expect(supplier.page.getByText('招标文件费用 500.00 元 已退还')).toBeVisible()
  expect(notes).toMatchObject({ axe: [], console: [] })
})
