import { expect, test } from '@playwright/test'
import { PRODUCTS } from '#features/payment/rules/catalogue.ts'
import { payInWallet } from '#demo/play/wallet.ts'
import { Cast } from '#demo/cast.ts'
import { applyFor, issue } from '#demo/invoices.ts'
import { InvoiceKind } from '#features/invoices/rules/enums.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { logIn, newNotes, newVisitor, type Visitor, goWithin } from './kit/visitor.ts'

// An invoice that was issued is taken back by a red letter before the platform gives the money back.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
let system: OwnSystem
let supplier: Visitor
let admin: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem('people')
  const sku = PRODUCTS.find(({ code }) => code === 'advanced')!.skus[0]!
  const client = await new Cast(system.base).as('supplier1')
  await payInWallet(client, { skuId: sku.id }, { method: 'wechat', play: 'pay' })
  const invoiceId = await applyFor(client, { content: '高级会员', kind: InvoiceKind.values.normal })
  await issue(await new Cast(system.base).as('admin'), invoiceId)
  supplier = await newVisitor(browser, { base: system.base, notes })
  admin = await newVisitor(browser, { base: system.base, notes })
  await logIn(supplier, 'supplier1')
  await logIn(admin, 'admin')
})
test.afterAll(async () => {
  await system?.stop()
})

async function confirm({ page }: Visitor, name: RegExp): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name }).click()
}

test('the platform sees it among its invoices, and may say by what it taxes', async () => {
  const { page } = admin
  await goWithin(page, '/admin/finance/invoices')
  await admin.inspect('开票')
  await page.getByRole('button', { name: '开票设置' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await confirm(admin, /取\s*消/)
})

test('a refund waits for the red letter', async () => {
  const { page } = admin
  const refund = async () => {
    await goWithin(page, '/admin/finance/orders')
    await page.getByRole('button', { name: '退款' }).first().click()
    await page.getByLabel('退款原因').fill('购买有误')
    await confirm(admin, /确\s*定/)
  }
  await refund()
  await expect(page.getByText('付款单已开票，请先红冲发票再退款').first()).toBeVisible()
  await goWithin(page, '/admin/finance/invoices')
  await page
    .getByRole('link', { name: /FP|有限公司/ })
    .first()
    .click()
  await page.getByRole('button', { name: /红\s*冲/ }).click()
  await page.getByLabel('红冲原因').fill('购买有误')
  await confirm(admin, /确\s*定/)
  await expect(page.getByRole('button', { name: '下载红字发票' })).toBeVisible()
  await refund()
  await expect(page.getByText('退款已提交')).toBeVisible()
  await goWithin(supplier.page, '/finance/invoices')
  await expect(supplier.page.getByText('已红冲').first()).toBeVisible()
  await supplier.inspect('我的发票')
  expect(notes.axe).toEqual([])
  // The refusal above is an answer 409, which browsers log.
  expect(notes.console.filter((text) => !/409.*\/finance\/refunds/.test(text))).toEqual([])
})
