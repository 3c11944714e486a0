import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { payInWallet } from '#demo/play/wallet.ts'
import { PRODUCTS } from '#features/payment/rules/catalogue.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, choose, newNotes, told, uploaded, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A supplier has a certificate whose key is made in its browser; the platform looks at the papers; anybody can check it.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
let system: OwnSystem
let supplier: Visitor
let admin: Visitor

const PAPER = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test.beforeAll(async ({ browser }) => {
  system = await startSystem('people')
  const client = await new Cast(system.base).as('supplier1')
  const sku = PRODUCTS.find(({ code }) => code === 'ca-voucher')!.skus[0]!
  await payInWallet(client, { skuId: sku.id }, { method: 'wechat', play: 'pay' })
  const people = { supplier: ['supplier1', 'supplier'], admin: ['admin', 'admin'] } as const
  ;({ supplier, admin } = await openVisitors(browser, { base: system.base, notes }, people))
})
test.afterAll(async () => {
  await system?.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

test('a supplier makes a key in its browser and redeems a voucher', async () => {
  const { page, inspect } = supplier
  await goWithin(page, '/services/ca/paid/list')
  await page.getByRole('button', { name: '申请证书' }).first().click()
  await page.getByLabel('姓名').fill('高远')
  await page.getByLabel('身份证号码').fill('11010519491231002X')
  await page.getByLabel('手机号码').fill('13800000088')
  const files = page.locator('input[type=file]')
  await files.nth(0).setInputFiles({ name: '授权书.png', mimeType: 'image/png', buffer: PAPER })
  await uploaded(page, '授权书.png')
  await files.nth(1).setInputFiles({ name: '营业执照.png', mimeType: 'image/png', buffer: PAPER })
  await uploaded(page, '营业执照.png')
  await page.getByRole('button', { name: '生成密钥' }).click()
  const dialog = page.getByRole('dialog', { name: '生成证书密钥' })
  await dialog.getByLabel(/^口令/).fill('zhengshu2026')
  await dialog.getByLabel('再次输入口令').fill('zhengshu2026')
  await dialog.getByRole('button', { name: '生成密钥' }).click()
  await expect(page.getByText('密钥已生成并保存在当前浏览器')).toBeVisible()
  await inspect('申请数字证书')
  await page.getByRole('button', { name: '保存，下一步' }).click()
  await expect(page.getByText('110105********002X')).toBeVisible()
  await page.getByRole('button', { name: /^提\s?交$/ }).click()
  const submit = page.getByRole('dialog', { name: '提交申请' })
  await expect(submit.getByText('0.00 元', { exact: true })).toBeVisible()
  await inspect('提交申请')
  await submit.getByRole('button', { name: /^提\s?交$/ }).click()
  await told(page, '已提交，等待审核')
  await expect(page.getByText('待审核').first()).toBeVisible()
})

test('the platform looks at it and has it issued; the supplier sees it, checks it and revokes it', async () => {
  await goWithin(admin.page, '/admin/ca/applications')
  await admin.inspect('证书审核')
  await admin.page.getByRole('link', { name: '审核', exact: true }).click()
  await admin.inspect('证书审核详情')
  await admin.page.getByRole('button', { name: /^通\s?过$/ }).click()
  await agree(admin.page)
  await expect(admin.page.getByText('已开通').first()).toBeVisible()

  const { page, inspect } = supplier
  await goWithin(page, '/services/ca/paid/list')
  await expect(page.getByText('演示 CA（不具法律效力）').first()).toBeVisible()
  await expect(page.getByText('密钥在本机')).toBeVisible()
  await inspect('数字证书')
  const { name, content } = await supplier.download(() => page.getByRole('button', { name: '下载证书' }).click())
  const file = { name, mimeType: 'application/x-pem-file', buffer: content }
  await page.getByRole('button', { name: '证书检查' }).click()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: /^检\s?查$/ }).click()
  await expect(page.getByText('证书有效', { exact: true }).first()).toBeVisible()
  await inspect('证书检查')
  await page.getByRole('button', { name: '我的证书' }).click()
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '吊销' }).click()
  const dialog = page.getByRole('dialog', { name: /^吊销证书/ })
  await choose(dialog.getByRole('combobox', { name: '类别' }), '密钥遗失或可能泄露')
  await dialog.getByLabel('原因').fill('电脑遗失')
  await dialog.getByRole('button', { name: /^吊\s?销$/ }).click()
  await told(page, '已吊销')
  await page.getByRole('button', { name: '证书检查' }).click()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: /^检\s?查$/ }).click()
  await expect(page.getByText(/^证书已于 .* 吊销/).first()).toBeVisible()
})

test('the platform keeps whom it trusts', async () => {
  const { page, inspect } = admin
  await goWithin(page, '/admin/ca/anchors')
  await expect(page.getByText('演示 CA（不具法律效力）').first()).toBeVisible()
  await inspect('受信任的签发机构')
})
