import { expect, test } from '@playwright/test'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { logIn, newNotes, newVisitor, type Visitor, goWithin } from './kit/visitor.ts'
import { payByWallet } from './kit/wallet.ts'

// A supplier is told where to transfer to, and pays a cent too little in the wallet of the local gateway; the platform's people
// find that money and send it back.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
let system: OwnSystem
let supplier: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem('people')
  supplier = await newVisitor(browser, { base: system.base, notes })
  await logIn(supplier, 'supplier1')
})
test.afterAll(async () => {
  await system?.stop()
})

test('own finance, and a transfer with its data', async () => {
  const { page } = supplier
  await goWithin(page, '/finance')
  await supplier.inspect('我的财务')
  await goWithin(page, '/services/platform-points/buy')
  await page.getByRole('button', { name: '购买' }).first().click()
  await page.getByRole('button', { name: /线下汇款/ }).click()
  await expect(page.getByText('平台收款专户（模拟）')).toBeVisible()
  await supplier.inspect('线下汇款')
})

test('too little money is a case that the platform closes', async ({ browser }) => {
  const { page } = supplier
  await page.getByRole('button', { name: /支付宝/ }).click()
  await expect(page.getByAltText('付款二维码')).toBeVisible()
  await payByWallet(supplier, { act: '少付 0.01 元' })
  await expect(page.getByText('支付失败').first()).toBeVisible()
  const admin = await newVisitor(browser, { base: system.base, notes })
  await logIn(admin, 'admin')
  await goWithin(admin.page, '/admin/finance/cases')
  await expect(admin.page.getByText('金额不符').first()).toBeVisible()
  await admin.page.getByRole('button', { name: '更多', exact: true }).first().click()
  await admin.page.getByRole('menuitem', { name: '由我负责' }).click()
  await expect(admin.page.getByText('已由您负责')).toBeVisible()
  await admin.inspect('待处理款项')
  await admin.page.getByRole('button', { name: '原路退回' }).first().click()
  await admin.page.getByLabel('处理原因').fill('金额不足，退回付款方')
  await admin.page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await expect(admin.page.getByText('金额不足，退回付款方')).toBeVisible()
  for (const [path, name] of [
    ['/admin/finance/orders', '付款单与退款'],
    ['/admin/finance/closings', '日结与对账'],
    ['/admin/products', '增值产品'],
  ] as const) {
    await goWithin(admin.page, path)
    await admin.inspect(name)
  }
  expect(notes.axe).toEqual([])
  expect(notes.console).toEqual([])
})
