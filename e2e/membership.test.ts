import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { tenderDetail } from '#features/procurement/contract/supplier.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { logIn, newNotes, newVisitor, told, type Visitor } from './kit/visitor.ts'
import { payByWallet } from './kit/wallet.ts'

// A supplier that has not signed up buys previews, and reads the documents of a tender with one of them.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
let system: OwnSystem<'published'>
let supplier: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem('published')
  const client = await new Cast(system.base).as('supplier1')
  const { schedule } = await client.call(tenderDetail, { params: { orderId: system.facts.orderId } })
  if (schedule.saleStart) await system.moveTo(schedule.saleStart)
  supplier = await newVisitor(browser, { base: system.base, notes })
  await logIn(supplier, 'supplier1')
})
test.afterAll(async () => {
  await system?.stop()
})

const tender = () => `/supplier/bid/orders/${system.facts.orderId}/info`

test('without a preview the way leads to where they are sold; once paid they are there', async () => {
  const { page } = supplier
  await page.goto(tender())
  await expect(page.getByText('报名前可预览招标文件，剩余 0 次。')).toBeVisible()
  await supplier.inspect('标段详情（未购买预览）')
  await page.getByRole('link', { name: '购买预览次数' }).click()
  const card = page.locator('.service-card').filter({ hasText: /^标书预览\s*10 次/ })
  await card.getByRole('button', { name: '购买' }).click()
  await page.getByRole('button', { name: /微信支付/ }).click()
  await expect(page.getByAltText('付款二维码')).toBeVisible()
  await payByWallet(supplier)
  await expect(page.getByText('支付成功')).toBeVisible()
  await page.goto('/services/platform-points/list')
  const owned = page.getByRole('region', { name: '已开通' })
  await expect(owned.getByRole('row', { name: /标书预览\s*10/ })).toBeVisible()
  await supplier.inspect('增值服务（已开通）')
})

test('one of them unlocks the documents, which open', async () => {
  const { page } = supplier
  await page.goto(tender())
  await expect(page.getByText('报名前可预览招标文件，剩余 10 次。')).toBeVisible()
  await page.getByRole('button', { name: '预览招标文件' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('将使用 1 次标书预览，剩余 10 次。')).toBeVisible()
  await dialog.getByRole('button', { name: '确定', exact: true }).click()
  await told(page, '已解锁')
  const files = page.getByRole('region', { name: '招标文件预览' })
  await supplier.inspect('标段详情（已解锁预览）')
  const opened = await supplier.opened(() =>
    files
      .getByRole('button', { name: /^查看/ })
      .first()
      .click(),
  )
  expect(opened.status()).toBe(200)
  expect(opened.headers()['content-type']).toContain('pdf')
  await page.goto('/services/platform-points/list')
  await expect(page.getByRole('row', { name: /标书预览\s*9/ })).toBeVisible()
})

test('a membership: paid by WeChat the page says so by itself, and every page names it from then on', async () => {
  const { page } = supplier
  await page.goto('/personal-centre')
  const own = page.getByRole('region', { name: '会员与增值服务' })
  await expect(own.getByText('未开通')).toBeVisible()
  await own.getByRole('link', { name: '开通会员' }).click()
  const card = page.locator('.service-card').filter({ hasText: '高级会员' }).first()
  await card.getByRole('button', { name: '购买' }).first().click()
  await page.getByRole('button', { name: /微信支付/ }).click()
  await payByWallet(supplier)
  await expect(page.getByText('支付成功')).toBeVisible()
  // Its bill can be invoiced at once.
  await page
    .getByRole('link', { name: '申请发票' })
    .or(page.getByRole('button', { name: '申请发票' }))
    .first()
    .click()
  await expect(page.getByText('叁仟陆佰元整')).toBeVisible()
  await page.goto('/personal-centre')
  await expect(page.locator('.kb-top').getByRole('link', { name: '高级会员' })).toBeVisible()
  await expect(own.getByRole('term').filter({ hasText: '有效期至' })).toBeVisible()
  const quota = page.getByRole('region', { name: '保证金额度' })
  await expect(quota.getByText('200,000.00').first()).toBeVisible()
  await supplier.inspect('个人中心（会员）')
  await page.goto(tender())
  await supplier.inspect('标段详情（会员）')
})

test('no screen had a serious accessibility violation, and no console showed an error', () => {
  expect(notes.axe).toEqual([])
  expect(notes.console).toEqual([])
})
