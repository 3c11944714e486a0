import { expect, test } from '@playwright/test'
import { DAY } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import * as play from '#demo/play/buyer.ts'
import { createObjection } from '#features/procurement/contract/supplier.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// Candidates were objected to: the desk shows what is due today, the owner upholds it, and the supplier reads the answer.
test.describe.configure({ mode: 'serial' })

const NARROW = { width: 390, height: 844 }
const SUBJECT = '第一中标候选人业绩不符合要求'
const notes = newNotes()
let system: OwnSystem<'concluded'>
let people: Record<'buyer' | 'objector', Visitor>
let orderId = ''

test.beforeAll(async ({ browser }) => {
  system = await startSystem('concluded')
  ;({ orderId } = system.facts)
  const cast = new Cast(system.base)
  await play.publishCandidates(await cast.as('buyer'), orderId)
  const body = { subject: SUBJECT, content: '所列业绩签订于三年前，请核实。' }
  const objector = await cast.as('supplier2')
  await objector.call(createObjection, { params: { orderId }, body })
  await system.moveTo(new Date((await system.now()).getTime() + 3 * DAY))
  people = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], objector: ['supplier2', 'supplier'] },
  )
})

test.afterAll(async () => {
  await system.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

test('the desk shows what is due today, on a phone as well', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, '/purchaser/objection/list')
  await page.getByRole('button', { name: /今日到期/ }).click()
  await expect(page.getByRole('link', { name: SUBJECT })).toBeVisible()
  await expect(page.getByText(/今日到期，/)).toBeVisible()
  await inspect('异议处理')
  await page.setViewportSize(NARROW)
  await inspect('异议处理（手机）')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: SUBJECT }).click()
  await expect(page.getByText('答复前，该项目的后续程序暂停')).toBeVisible()
  await inspect('异议')
})

test('the owner upholds it, and is led on to what the order allows', async () => {
  const { page, inspect } = people.buyer
  await page.getByRole('button', { name: /答\s*复/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: '部分成立' }).check()
  await dialog.getByLabel('答复内容').fill('经复核，其中一项业绩不计入，候选人排序不变。')
  await inspect('答复异议（异议处理）')
  await dialog.getByRole('button', { name: '提交答复' }).click()
  await told(page, '已答复')
  const following = page.getByRole('region', { name: '后续处理' })
  await expect(following.getByRole('link').first()).toBeVisible()
  await inspect('异议已答复（异议处理）')
})

test('the complaint is noted, and the supplier reads all of it', async () => {
  await people.buyer.page.getByRole('button', { name: '登记投诉' }).click()
  const dialog = people.buyer.page.getByRole('dialog')
  await dialog.getByLabel('受理机关').fill('江州市公共资源交易监督局')
  const today = new Date((await system.now()).getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
  await dialog.getByLabel('受理日期').fill(today)
  await dialog.getByLabel('受理日期').press('Enter')
  await people.buyer.inspect('登记投诉')
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await told(people.buyer.page, '投诉已登记')
  const { page, inspect } = people.objector
  await goWithin(page, `/supplier/bid/orders/${orderId}/objection/list`)
  await expect(page.getByText('答复：部分成立')).toBeVisible()
  await expect(page.getByText(/投诉已由江州市公共资源交易监督局/)).toBeVisible()
  await inspect('异议（供应商）')
})
