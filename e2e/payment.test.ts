import { expect, test } from '@playwright/test'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { logIn, newNotes, newVisitor, type Visitor } from './kit/visitor.ts'
import { payByWallet } from './kit/wallet.ts'

// A supplier buys a membership by WeChat, in the wallet of the local gateway, and sees by itself that it is paid; the platform's
// people find money that was paid too much.
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

test('a membership is bought, paid in the wallet, and seen as paid without a click', async () => {
  const { page } = supplier
  await page.goto('/services/platform-points/list')
  await supplier.inspect('增值服务')
  const card = page.locator('.service-card', { hasText: '高级会员' })
  await card.getByRole('button', { name: '购买' }).click()
  await expect(page.getByRole('heading', { name: /高级会员/ })).toBeVisible()
  await expect(page.getByText('叁仟陆佰元整').first()).toBeVisible()
  await page.getByRole('button', { name: /微信支付/ }).click()
  await expect(page.getByAltText('付款二维码')).toBeVisible()
  await expect(page.getByText('模拟支付', { exact: true }).first()).toBeVisible()
  await supplier.inspect('收银台')
  await payByWallet(supplier)
  await expect(page.getByText('支付成功')).toBeVisible()
  await expect(page.getByText('支付成功')).toBeHidden()
  await expect(page.getByRole('button', { name: '电子回单' })).toBeVisible()
  const receipt = await supplier.opened(() => page.getByRole('button', { name: '电子回单' }).click())
  expect(receipt.headers()['content-type']).toContain('pdf')
})

test('orders, own finance, and a transfer with its data', async () => {
  const { page } = supplier
  await page.goto('/finance/orders')
  await expect(page.getByText('已支付').first()).toBeVisible()
  await supplier.inspect('付款单')
  await page.goto('/finance')
  await supplier.inspect('我的财务')
  await page.goto('/services/platform-points/buy')
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
  await admin.page.goto('/admin/finance/cases')
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
    await admin.page.goto(path)
    await admin.inspect(name)
  }
  expect(notes.axe).toEqual([])
  expect(notes.console).toEqual([])
})
