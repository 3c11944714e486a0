import { expect, test } from '@playwright/test'
import { TENDER } from '#demo/states/tender.ts'
import { pdfOf } from '#demo/play/documents.ts'
import { keyboardOf } from './kit/keyboard.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, told, type Visitor } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// Nobody touches a mouse here: a supplier finds a tender and signs up, another fills its price sheet, the purchaser makes
// an order from a copy.
const notes = newNotes()
let system: OwnSystem<'signedUp'>
let comer: Visitor
let bidder: Visitor
let buyer: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem('signedUp')
  const people = await openVisitors(
    browser,
    { base: system.base, notes },
    { comer: ['supplier5', 'supplier'], bidder: ['supplier1', 'supplier'], buyer: ['buyer', 'purchaser'] },
  )
  ;({ comer, bidder, buyer } = people)
})

test.afterAll(async () => {
  await system?.stop()
  expect(notes.console).toEqual([])
})

test('a supplier finds a tender past the menus and signs up', async () => {
  const { page } = comer
  const { use, fill, reach, press, faults } = keyboardOf(page)
  await page.goto('/supplier/public-tender/list')
  await expect(page.getByRole('link', { name: TENDER.title })).toBeVisible()
  await press('Tab')
  await expect(page.getByRole('link', { name: '跳到主要内容' })).toBeFocused()
  await press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await use(page.getByRole('link', { name: TENDER.title }))
  await expect(page.getByRole('heading', { name: TENDER.title, level: 1 })).toBeVisible()
  await use(page.getByRole('button', { name: '报名', exact: true }))
  await expect(page.getByRole('heading', { name: '报名', level: 1 })).toBeVisible()
  await fill(page.getByLabel('邮箱'), 'bid@example.com')
  for (const name of ['营业执照', '医疗器械经营许可证']) {
    const field = page.locator('.ant-form-item').filter({ has: page.getByText(new RegExp(`^${name}`)) })
    await reach(field.locator('button').first())
    const parts = [{ heading: name, paragraphs: [`报名资料：${name}。`] }]
    const buffer = await pdfOf({ title: name, org: TENDER.title, parts }, new Date('2026-01-01'))
    // Which file it is, is asked by the browser.
    const file = { name: `${name}.pdf`, mimeType: 'application/pdf', buffer }
    await field.locator('input[type=file]').setInputFiles(file)
    await expect(field.getByRole('button', { name: `移除 ${name}.pdf` })).toBeVisible()
  }
  await fill(page.getByLabel('报名说明'), '我方承诺所提交资料真实有效。')
  await reach(page.getByRole('button', { name: '提交报名' }), 'Shift+Tab')
  await press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: '确定' })).toBeFocused()
  await press('Enter')
  await told(page, '报名已提交')
  await expect(page.getByRole('region', { name: '我的报名' }).getByText('待审核')).toBeVisible()
  expect(faults).toEqual([])
})

test('a bidder looks into a dialog of its price sheet, fills the sheet and leaves it', async () => {
  const { page } = bidder
  const { reach, press, lookInto } = keyboardOf(page)
  await page.goto(`/supplier/bid/orders/${system.facts.orderId}/bid`)
  await lookInto(page.getByRole('button', { name: '按限价下浮' }), '按单价限价下浮')
  const sheet = page.getByRole('region', { name: '报价单' })
  await reach(sheet.getByLabel(/^第1行 .*投标单价$/))
  const last = TENDER.items.at(-1)!.name
  for (const { controlPrice } of TENDER.items) {
    await page.keyboard.type(controlPrice)
    await press('Enter')
  }
  await expect(sheet.getByLabel(new RegExp(`^第${TENDER.items.length}行 .*${last}.*投标单价$`))).not.toHaveValue('')
  // The sheet is no trap: Tab leaves it.
  await reach(page.getByLabel('交货期（日历天）'))
})

test('the purchaser copies an order, goes through its form by its sections and takes a template', async () => {
  const { page } = buyer
  const { use, pick, reach, press } = keyboardOf(page)
  await page.goto('/purchaser/bidding/list')
  const row = page.getByRole('row').filter({ hasText: TENDER.title })
  await pick(row.getByRole('button', { name: '更多' }), '复制')
  await expect(page.getByRole('heading', { name: '编辑标段' })).toBeVisible()
  const schedule = page.getByRole('region', { name: '时间安排' })
  await use(schedule.getByRole('button', { name: '按法定最短期限填充' }))
  await expect(schedule.getByLabel('投标截止时间')).not.toHaveValue('')
  // Long forms have a way through: Tab goes on in the section that was chosen.
  await reach(page.getByRole('navigation', { name: '页内导航' }).getByRole('link', { name: '公告' }), 'Shift+Tab')
  await press('Enter')
  const announcement = page.getByRole('region', { name: '公告', exact: true })
  await expect(announcement).toBeFocused()
  await reach(announcement.getByLabel('公告模板'))
  await press('ArrowDown')
  await expect(page.locator('.ant-select-dropdown:visible')).toBeVisible()
  await press('Enter')
  // A copy comes without the text: the first template fills it at once, a second one asks before it replaces anything.
  await use(announcement.getByRole('button', { name: '套用' }))
  await told(page, /已套用模板|占位符/)
  await expect(page.locator('.ant-message-notice')).toHaveCount(0)
  const replaces = page.getByRole('dialog', { name: '套用模板' })
  await use(announcement.getByRole('button', { name: '套用' }))
  await expect(replaces.getByRole('button', { name: '确定' })).toBeFocused()
  await press('Enter')
  await expect(replaces).toBeHidden()
  await expect(announcement.getByRole('button', { name: '套用' })).toBeFocused()
  await told(page, /已套用模板|占位符/)
})
