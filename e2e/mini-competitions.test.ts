import { expect, type Page, test } from '@playwright/test'
import { DAY, formatDate, formatTime, HOUR } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import * as c from '#features/frame-agreements/contract/agreement.ts'
import * as own from '#features/frame-agreements/contract/entry.ts'
import { agreementPlace, competePlace, LIBRARY, ownPlace } from '#features/frame-agreements/rules/places.ts'
import { acceptOnboarding, createOnboarding } from '#features/suppliers/contract/onboarding.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// Suppliers of a frame agreement compete for an order below its prices: sealed until the deadline, then ordered from the cheapest.
test.describe.configure({ mode: 'serial' })

const SUPPLIERS = ['supplier1', 'supplier2'] as const
const TITLE = '诊室家具框架协议'

const notes = newNotes()
let system: OwnSystem
let buyer: Visitor
let supplier1: Visitor
let supplier2: Visitor
let agreementId: string
let entries: Record<(typeof SUPPLIERS)[number], string>
let deadline: Date
let day: (days: number) => string

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  const now = (await system.now()).getTime()
  day = (days) => formatDate(now + days * DAY)
  ;({ agreementId, entries } = await signed(new Cast(system.base)))
  ;({ buyer, supplier1, supplier2 } = await openVisitors(
    browser,
    { base: system.base, notes },
    {
      buyer: ['buyer', 'purchaser'],
      supplier1: ['supplier1', 'supplier'],
      supplier2: ['supplier2', 'supplier'],
    },
  ))
})

test.afterAll(async () => {
  await system?.stop()
  expect(notes.axe).toEqual([])
  // The quote above the agreed price.
  expect(notes.console.filter((line) => !line.includes('/quotes'))).toEqual([])
})

test('the officer asks all suppliers of the agreement', async () => {
  const { page, inspect } = buyer
  await goWithin(page, LIBRARY)
  await page.getByRole('link', { name: '发起竞价' }).click()
  await expect(page.getByText('现有 2 家')).toBeVisible()
  await ask(page, { title: '一季度诊室家具', quantities: { 诊桌: '40', 诊椅: '80' } })
  await inspect('二次竞价报价中')
  await expect(page.getByText('密封')).toHaveCount(2)
})

test('both quote, and nobody sees a figure before the deadline', async () => {
  await openQuote(supplier1, entries.supplier1)
  await enterPrices(supplier1, { 诊桌: '1200', 诊椅: '400' })
  await expect(supplier1.page.getByText('“诊椅”的报价高于协议价').first()).toBeVisible()
  await enterPrices(supplier1, { 诊椅: '350' })
  await told(supplier1.page, '报价已提交')
  await expect(supplier1.page.getByText('已报价 76,000.00 元')).toBeVisible()
  await supplier1.inspect('二次竞价，本单位已报价')
  await openQuote(supplier2, entries.supplier2)
  await enterPrices(supplier2, { 诊桌: '1190', 诊椅: '345' })
  await told(supplier2.page, '报价已提交')
  await buyer.page.reload()
  await expect(buyer.page.getByText('密封')).toHaveCount(2)
  await expect(buyer.page.getByText('76,000.00')).toHaveCount(0)
})

test('at the deadline they are ranked, and the cheapest has the order', async () => {
  await system.moveTo(new Date(deadline.getTime() + 1000))
  const { page, inspect } = buyer
  await page.reload()
  await expect(page.getByText(`${COMPANIES.supplier2.name}以 75,200.00 元成交`)).toBeVisible()
  const ranked = (rank: number, { name }: { name: string }) => page.getByRole('row', { name: `${rank} ${name}` })
  const first = ranked(1, COMPANIES.supplier2)
  await expect(first).toContainText('75,200.00')
  await expect(first).toContainText('成交')
  await expect(ranked(2, COMPANIES.supplier1)).toContainText('76,000.00')
  await inspect('二次竞价已成交')
  await supplier1.page.reload()
  await expect(supplier1.page.getByText(/以 75,200.00 元成交.本单位第 2 名/)).toBeVisible()
  await expect(supplier1.page.getByRole('link', { name: '查看订单' })).toHaveCount(0)
  await supplier1.inspect('二次竞价未中')
  await supplier2.page.reload()
  await expect(supplier2.page.getByText('本单位以 75,200.00 元成交，请确认采购订单')).toBeVisible()
  await supplier2.inspect('二次竞价已中')
  await supplier2.page.getByRole('link', { name: '查看订单' }).click()
  await supplier2.page.getByRole('button', { name: '确认订单' }).click()
  await agree(supplier2.page)
  await told(supplier2.page, '订单已确认')
})

test('a lone quote is the purchaser’s to take, with a reason', async () => {
  const { page, inspect } = buyer
  await goWithin(page, competePlace(agreementId))
  await ask(page, { title: '二季度诊室家具', quantities: { 诊桌: '10' } })
  await openQuote(supplier1, entries.supplier1)
  await enterPrices(supplier1, { 诊桌: '1250' })
  await told(supplier1.page, '报价已提交')
  await system.moveTo(new Date(deadline.getTime() + 1000))
  await page.reload()
  await expect(page.getByText('有效报价只有一家，请确定是否成交')).toBeVisible()
  await inspect('二次竞价待确定')
  await supplier1.page.reload()
  await expect(supplier1.page.getByText('由采购人确定是否成交')).toBeVisible()
  await page.getByRole('button', { name: '确定成交' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('低于协议价，急需')
  await dialog.getByRole('button', { name: '确定成交' }).click()
  await told(page, '已办理')
  await expect(page.getByText('12,500.00 元成交')).toBeVisible()
  await page.getByRole('link', { name: '查看订单' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await goWithin(page, agreementPlace(agreementId, LIBRARY))
  await expect(page.getByRole('row', { name: '二季度诊室家具' })).toContainText('12,500.00')
  await inspect('框架协议与二次竞价')
  await goWithin(supplier1.page, ownPlace(entries.supplier1))
  await expect(supplier1.page.getByRole('row', { name: '二季度诊室家具' })).toContainText('本单位成交')
  await supplier1.inspect('本单位的二次竞价')
})

/** Fills the form that is open; quotes are due in an hour and a half. */
async function ask(page: Page, { title, quantities }: { title: string; quantities: Record<string, string> }) {
  deadline = new Date((await system.now()).getTime() + 1.5 * HOUR)
  await page.getByLabel('竞价名称').fill(title)
  for (const [label, value] of [
    ['报价截止时间', formatTime(deadline)],
    ['交货期限', day(20)],
  ] as const) {
    await page.getByLabel(label).fill(value)
    await page.getByLabel(label).press('Enter')
  }
  await page.getByLabel('交货地点').fill('门诊楼三层')
  for (const [name, quantity] of Object.entries(quantities)) await page.getByLabel(`竞价${name}数量`).fill(quantity)
  await buyer.inspect('发起二次竞价')
  await page.getByRole('button', { name: '发起二次竞价' }).click()
  await agree(page)
  await told(page, '二次竞价已发起')
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
}

/** From the own entry to the dialog that takes prices for the mini-competition that runs. */
async function openQuote({ page, inspect }: Visitor, entryId: string) {
  await goWithin(page, ownPlace(entryId))
  await page.getByRole('row').filter({ hasText: '报价中' }).getByRole('link').click()
  await page.getByRole('button', { name: '报价', exact: true }).click()
  await inspect('二次竞价报价')
}

async function enterPrices({ page }: Visitor, prices: Record<string, string>) {
  for (const [name, price] of Object.entries(prices)) await page.getByLabel(`报价${name}单价`).fill(price)
  await page.getByRole('dialog').getByRole('button', { name: '提交报价' }).click()
}

/** An agreement in force, with both suppliers. */
async function signed(cast: Cast) {
  const client = await cast.as('buyer')
  for (const key of SUPPLIERS) {
    const { onboardingId } = await client.call(createOnboarding, {
      body: {
        way: 'direct',
        subject: { companyId: COMPANIES[key].id, name: '', creditCode: '' },
        categories: ['家具'],
        validFrom: day(0),
        validUntil: day(365),
        reason: '长期合作',
      },
    })
    await client.call(acceptOnboarding, { params: { onboardingId }, body: {} })
  }
  const { agreementId: id } = await client.call(c.createAgreement, {
    body: {
      title: TITLE,
      kind: 'price',
      regime: 'government',
      category: 'goods',
      rule: 'competition',
      from: day(0),
      until: day(300),
      quota: '500000.00',
      terms: '按订单供货。',
      place: '门诊楼三层',
      payer: 'organ',
      payDays: 30,
      items: [
        { name: '诊桌', spec: '1400 × 700', unit: '张', quantity: '300' },
        { name: '诊椅', unit: '把', quantity: '600' },
      ],
      entries: SUPPLIERS.map((key) => ({
        companyId: COMPANIES[key].id,
        prices: [
          { line: 1, unitPrice: '1280' },
          { line: 2, unitPrice: '360' },
        ],
      })),
    },
  })
  await client.call(c.sendAgreement, { params: { agreementId: id }, body: {} })
  const found = { supplier1: '', supplier2: '' }
  for (const key of SUPPLIERS) {
    const supplier = await cast.as(key)
    const { rows } = await supplier.call(own.entryPage, { query: { pageSize: 10 } })
    const { entryId } = rows.find((row) => row.agreementId === id)!
    const { contentHash } = await supplier.call(own.entryDetail, { params: { entryId } })
    await supplier.call(own.confirmEntry, { params: { entryId }, body: { contentHash, size: 'small' } })
    found[key] = entryId
  }
  return { agreementId: id, entries: found }
}
