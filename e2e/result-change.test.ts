import { expect, test } from '@playwright/test'
import { MINUTE } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import * as play from '#demo/play/buyer.ts'
import { pdfOf } from '#demo/play/documents.ts'
import { winnerDetail } from '#features/procurement/contract/notice.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A winner gives up: the next candidate is fixed in its place by clicking, and both suppliers and the public see it.
test.describe.configure({ mode: 'serial' })

const NARROW = { width: 390, height: 844 }
const notes = newNotes()
let system: OwnSystem<'concluded'>
let orderId = ''
let ranked: string[] = []
let people: Record<'buyer' | 'former' | 'next' | 'reader', Visitor>

test.beforeAll(async ({ browser }) => {
  system = await startSystem('concluded')
  ;({ orderId } = system.facts)
  const buyer = await new Cast(system.base).as('buyer')
  const end = await play.publishCandidates(buyer, orderId)
  await system.moveTo(new Date(Date.parse(end) + MINUTE))
  await play.award(buyer, orderId)
  const { candidates } = await buyer.call(winnerDetail, { params: { orderId } })
  ranked = candidates.map((row) => row.supplierName)
  const { trades } = system.facts
  const account = (rank: number) =>
    (Object.keys(trades) as (keyof typeof trades)[]).find((who) => trades[who] === candidates[rank]!.tradeId)!
  people = await openVisitors(
    browser,
    { base: system.base, notes },
    {
      buyer: ['buyer', 'purchaser'],
      former: [account(0), 'supplier'],
      next: [account(1), 'supplier'],
      reader: null,
    },
  )
})

test.afterAll(async () => {
  await system.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

test('the buyer chooses the next candidate, with cause, facts and proof', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/info`)
  await page.getByRole('button', { name: '重新定标' }).click()
  await expect(page).toHaveURL(/\/abnormal\/winner$/)
  await expect(page.getByRole('radio', { name: `选择${ranked[1]}为中标人` })).toBeChecked()
  await expect(page.getByRole('radio', { name: `选择${ranked[0]}为中标人` })).toHaveCount(0)
  await page.getByRole('radio', { name: '中标人放弃中标' }).check()
  await page.getByLabel('具体说明').fill('收到中标人书面声明，因产能不足放弃中标。')
  const content = await pdfOf({ title: '放弃中标声明', org: ranked[0]!, parts: [] }, await system.now())
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '放弃中标声明.pdf', mimeType: 'application/pdf', buffer: content })
  await expect(page.getByRole('button', { name: '移除' })).toBeVisible()
  await expect(page.getByText(`${ranked[0]}的中标资格取消`)).toBeVisible()
  await inspect('重新定标')
  await page.getByRole('button', { name: '定标并发布变更公告' }).click()
  await agree(page, '定标并发布')
  await agree(page, '已知悉，继续发布')
  await expect(page).toHaveURL(/\/winner\/detail$/)

  // The lines of its sealed price sheet, as the review left them.
  await expect(page.getByRole('heading', { name: '中标明细' })).toBeVisible()
  const history = page.getByRole('region', { name: '历次结果' })
  await expect(history.getByText('第 2 次公布')).toBeVisible()
  await expect(history.getByText('中标人放弃中标')).toBeVisible()
  await expect(history.getByText('第 1 次公布')).toBeVisible()
  const proof = await people.buyer.opened(() => history.getByRole('button', { name: '放弃中标声明.pdf' }).click())
  expect(proof.status()).toBe(200)
  await inspect('历次结果')
})

test('the next candidate reads on a phone that it has won, and has its letter', async () => {
  const { page, inspect, opened } = people.next
  await page.setViewportSize(NARROW)
  await goWithin(page, `/supplier/bid/orders/${orderId}/info`)
  await expect(page.getByText('贵单位已被确定为中标人')).toBeVisible()
  await inspect('递补中标')
  expect((await opened(() => page.getByRole('button', { name: '中标通知书' }).click())).status()).toBe(200)
})

test('the former winner is told that it is none any more, and why', async () => {
  const { page, inspect } = people.former
  await goWithin(page, `/supplier/bid/orders/${orderId}/info`)
  await expect(page.getByText('贵单位的中标资格已取消')).toBeVisible()
  await expect(page.getByRole('button', { name: '中标通知书' })).toHaveCount(0)
  await inspect('中标资格已取消')
  await goWithin(page, '/notice')
  await expect(page.getByText(/中标人放弃中标/).first()).toBeVisible()
})

test('the public finds the change, and the notice before it marked', async () => {
  const { page, inspect } = people.reader
  await goWithin(page, '/portal?kind=5')
  const lines = page.getByRole('listitem').filter({ hasText: '结果' })
  await expect(lines.filter({ hasText: '已失效' })).toHaveCount(1)
  await lines.filter({ hasText: '已失效' }).getByRole('link').click()
  await expect(page.getByText('起失效')).toBeVisible()
  await inspect('失效的结果公告')
  await page
    .getByRole('link', { name: /中标结果变更公告/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /中标结果变更公告/ })).toBeVisible()
  await expect(page.getByText(`中标人：${ranked[1]}`)).toBeVisible()
})
