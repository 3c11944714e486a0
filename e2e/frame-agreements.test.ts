import { expect, test } from '@playwright/test'
import { DAY, formatDate } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { acceptOnboarding, createOnboarding } from '#features/suppliers/contract/onboarding.ts'
import { AGREEMENTS, OWN_AGREEMENTS } from '#features/frame-agreements/rules/places.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A frame agreement is registered, confirmed by its supplier, ordered from up to its quota, and confirmed as an order.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
const { id: companyId, name: SUPPLIER } = COMPANIES.supplier1
let system: OwnSystem
let buyer: Visitor
let supplier: Visitor
let day: (days: number) => string

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  const now = (await system.now()).getTime()
  day = (days) => formatDate(now + days * DAY)
  const client = await new Cast(system.base).as('buyer')
  const { onboardingId } = await client.call(createOnboarding, {
    body: {
      way: 'direct',
      subject: { companyId, name: '', creditCode: '' },
      categories: ['办公用品'],
      validFrom: day(0),
      validUntil: day(365),
      reason: '长期合作',
    },
  })
  await client.call(acceptOnboarding, { params: { onboardingId }, body: {} })
  ;({ buyer, supplier } = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], supplier: ['supplier1', 'supplier'] },
  ))
})

test.afterAll(async () => {
  await system?.stop()
  expect(notes.axe).toEqual([])
  // The order beyond the quota.
  expect(notes.console.filter((line) => !line.includes('/call-offs'))).toEqual([])
})

test('the purchaser registers an agreement and hands it to its supplier', async () => {
  const { page, inspect } = buyer
  await goWithin(page, AGREEMENTS)
  await inspect('框架协议')
  await page
    .getByRole('link', { name: '登记框架协议' })
    .or(page.getByRole('button', { name: '登记框架协议' }))
    .first()
    .click()
  await page.getByLabel('协议名称').fill('办公用纸框架协议')
  for (const [label, value] of [
    ['起始日期', day(0)],
    ['截止日期', day(300)],
  ] as const) {
    await page.getByLabel(label).fill(value)
    await page.getByLabel(label).press('Enter')
  }
  await page.getByLabel('协议总金额').fill('1000')
  await page.getByLabel('第 1 行标的名称').fill('复印纸')
  await page.getByLabel('第 1 行标的单位').fill('箱')
  await page.getByRole('combobox', { name: '第 1 家供应商' }).click()
  await page.getByTitle(SUPPLIER).click()
  await page.getByLabel('第 1 家供应商复印纸协议价').fill('100')
  await page.getByLabel('协议条款').fill('按订单供货。')
  await inspect('登记框架协议')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await told(page, '协议草稿已保存')
  await inspect('框架协议草稿')
  await page.getByRole('button', { name: '提交供应商确认' }).click()
  await agree(page, '确认并提交')
  await told(page, '已提交供应商确认')
})

test('the supplier reads its own prices and confirms', async () => {
  const { page, inspect } = supplier
  await goWithin(page, OWN_AGREEMENTS)
  await page.getByRole('link', { name: '阅读并确认' }).click()
  await inspect('待确认的框架协议')
  await page.getByRole('button', { name: '确认协议' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: '小型企业' }).check()
  await dialog.getByRole('button', { name: '确认协议' }).click()
  await told(page, '协议已确认')
})

test('an order is held against the quota, and is an order of the supplier like any other', async () => {
  const { page, inspect } = buyer
  await page.reload()
  await page.getByRole('button', { name: '下达订单' }).click()
  await page.getByLabel('交货期限').fill(day(10))
  await page.getByLabel('交货期限').press('Enter')
  await page.getByLabel('交货地点').fill('总务科库房')
  const quantity = page.getByLabel('订货复印纸数量')
  await quantity.fill('11')
  await expect(page.getByText('超出 100.00 元')).toBeVisible()
  await page.getByRole('button', { name: '下达订单' }).click()
  await expect(page.getByText(/超过剩余额度 1000.00 元/).first()).toBeVisible()
  await quantity.fill('6')
  await expect(page.getByText('下单后剩余 400.00 元')).toBeVisible()
  await inspect('由框架协议下达订单')
  await page.getByRole('button', { name: '下达订单' }).click()
  await told(page, '采购订单已下达')
  await goWithin(supplier.page, '/supplier/order-collaboration/list')
  await supplier.page.getByRole('link', { name: '确认', exact: true }).click()
  await supplier.page.getByRole('button', { name: '确认订单' }).click()
  await agree(supplier.page)
  await told(supplier.page, '订单已确认')
  await goWithin(page, '/purchaser/performance/framework-agreement')
  await expect(page.getByText('剩余 400.00 元')).toBeVisible()
  await inspect('框架协议库')
})
