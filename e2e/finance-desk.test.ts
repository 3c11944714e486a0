import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { DAY } from '#contract/time.ts'
import { playDifferences, playRefunds } from '#demo/finance.ts'
import { shotsOf } from './kit/shots.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { logIn, newNotes, newVisitor, type Visitor, goWithin } from './kit/visitor.ts'

// The desk of the platform's finance: a difference that was booked wrongly is undone by two people, and is open again.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
const look = shotsOf(process.env.MONEY_SHOTS)
let system: OwnSystem
let admin: Visitor
let second: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem('people')
  await playRefunds(new Cast(system.base))
  await system.moveTo(new Date((await system.now()).getTime() + DAY))
  await playDifferences(new Cast(system.base), await system.now())
  admin = await newVisitor(browser, { base: system.base, notes })
  await logIn(admin, 'admin')
  second = await newVisitor(browser, { base: system.base, notes })
  await logIn(second, 'admin2')
})
test.afterAll(async () => {
  await system?.stop()
})

test('refunds that wait or failed, and differences with their owner, are there', async () => {
  const { page } = admin
  await goWithin(page, '/admin/finance/cases')
  await expect(page.getByText('退款失败').first()).toBeVisible()
  await look(admin, '待处理款项')
  await goWithin(page, '/admin/finance/closings')
  await expect(page.getByText('渠道有、平台无').first()).toBeVisible()
  await look(admin, '日结与对账')
})

test('whoever paid reads why the refund has not come', async ({ browser }) => {
  const buyer = await newVisitor(browser, { base: system.base, notes })
  await logIn(buyer, 'supplier6')
  const { page } = buyer
  await goWithin(page, '/finance/orders')
  await page
    .getByRole('row', { name: /标书预览/ })
    .getByRole('link')
    .first()
    .click()
  const refunds = page.getByRole('group', { name: '退款' })
  await expect(refunds.getByRole('row', { name: /退款失败/ })).toContainText('退款账户异常')
  await look(buyer, '付款单（退款失败）')
})

test('whoever booked a difference cannot undo it alone; a second person agrees, and it is open again', async () => {
  await goWithin(admin.page, '/admin/finance/journals?state=proposed')
  await expect(admin.page.getByText('待复核：经核对属其他商户款项，不应入账').first()).toBeVisible()
  await expect(admin.page.getByRole('button', { name: /^同\s?意$/ })).toHaveCount(0)
  await look(admin, '凭证与冲正（待复核）')
  const { page } = second
  await goWithin(page, '/admin/finance/journals?state=proposed')
  await page.getByRole('button', { name: /^同\s?意$/ }).click()
  await expect(page.getByText('已复核')).toBeVisible()
  await goWithin(page, '/admin/finance/journals')
  await expect(page.getByText('已冲正：经核对属其他商户款项，不应入账')).toHaveCount(2)
  await look(second, '凭证与冲正')
  await goWithin(admin.page, '/admin/finance/closings')
  await expect(admin.page.getByRole('button', { name: /^入\s?账$/ })).toHaveCount(3)
})

test('a new correction wants its reason', async () => {
  const { page } = admin
  await page
    .getByRole('button', { name: /^入\s?账$/ })
    .first()
    .click()
  await page.getByLabel('处理原因').fill('渠道确认为长款')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await expect(page.getByText('已处理')).toBeVisible()
  await goWithin(page, '/admin/finance/journals')
  await page
    .getByRole('button', { name: /^冲\s?正$/ })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await expect(
    page
      .getByRole('dialog')
      .getByText(/冲正原因/)
      .first(),
  ).toBeVisible()
  await look(admin, '提出冲正')
  await page.getByLabel('冲正原因').fill('重复登记')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await expect(page.getByText('待复核：重复登记')).toBeVisible()
  expect(notes).toMatchObject({ axe: [], console: [] })
})
