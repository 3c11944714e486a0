import { expect, type Locator, type Page, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import * as buying from '#demo/play/buyer.ts'
import { startReview } from '#demo/play/review.ts'
import { PEOPLE } from '#demo/people.ts'
import * as hall from '#features/opening-hall/contract.ts'
import { signComplete } from '#features/review-hall/contract/purchaser.ts'
import { purchaserReads } from '#features/review-hall/contract/reads.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// One person plays a tender with the control of the demonstration: the others act when asked to, the clock jumps to the
// next date. What the buyer does in halls and reviews is sent over HTTP; `tender.test.ts` does it in the browser.
test.describe.configure({ mode: 'serial' })
test.skip(process.env.SOAK !== '1', 'SOAK=1: the calls behind it play whole tenders in src/demo/others')

const notes = newNotes()
let system: OwnSystem
let buyer: Visitor
let cast: Cast
let orderId = ''

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  cast = new Cast(system.base)
  ;({ buyer } = await openVisitors(browser, { base: system.base, notes }, { buyer: ['buyer', 'purchaser'] }))
})

test.afterAll(async () => {
  await system?.stop()
})

test('the buyer publishes an example, and suppliers sign up and bid when asked to', async () => {
  const { page, inspect } = buyer
  await page.goto('/')
  await (await control(page)).getByRole('button', { name: '公开招标' }).click()
  await page.getByRole('button', { name: '预览并发布' }).click()
  await page.getByRole('button', { name: '发布公告' }).click()
  await agree(page, '发布')
  await expect(page).toHaveURL(/\/orders\/[^/]+\/info$/)
  orderId = /\/orders\/([^/]+)\/info$/.exec(page.url())![1]!
  await skipTo(page, '文件获取开始')
  await others(page, '✓ 报名')
  await inspect('演示控制台')
  await (await control(page)).getByRole('link', { name: '审核报名' }).click()
  await expect(page.getByRole('row')).toHaveCount(4)
  await buying.approveAll(await cast.as('buyer'), orderId)
  await others(page, '✓ 制作投标文件')
})

test('suppliers decrypt and confirm, the committee reviews, and a winner is told', async () => {
  const { page } = buyer
  const client = await cast.as('buyer')
  const params = { projectId: orderId }
  await skipTo(page, '报名截止')
  await skipTo(page, '投标截止')
  await client.call(hall.startOpening, { params })
  // What is done over HTTP the open board does not hear of.
  await page.reload()
  await (await control(page)).getByRole('link', { name: '继续开标' }).click()
  await others(page, '✓ 解密投标文件')
  await client.call(hall.openMarks, { params })
  for (const { bidderId } of await client.call(hall.markList, { params }))
    await client.call(hall.readOut, { params: { ...params, bidderId } })
  await others(page, '✓ 确认开标记录')
  await client.call(hall.endOpening, { params })
  const seats = ['expert1', 'expert2', 'expert3', 'expert4', 'expert7'] as const
  await startReview(
    client,
    orderId,
    seats.map((account) => PEOPLE[account].name),
  )
  await others(page, '✓ 签署评审报告')
  const processes = await client.call(purchaserReads.processes, { params })
  const { processId } = processes.find((one) => one.processType === 3)!
  const report = await client.call(purchaserReads.lastReport, { params: { ...params, processId } })
  await client.call(signComplete, { params: { ...params, reportId: report!.reportId } })
  await buying.publishCandidates(client, orderId)
  await page.reload()
  await skipTo(page, '公示截止')
  await buying.award(client, orderId)
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/winner`)
  await expect(page.getByRole('button', { name: '中标通知书' })).toBeVisible()
})

test('on a telephone the word about new messages lies over nothing that can be pressed', async () => {
  const { page } = buyer
  await page.setViewportSize({ width: 390, height: 844 })
  // What the browser remembers as shown is gone before the page begins: later, the page itself may note it anew.
  await page.addInitScript(() => localStorage.clear())
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/info`)
  await expect(page.getByRole('heading', { name: '基本信息' })).toBeVisible()
  const word = page.locator('.kb-corner-notice')
  await expect(word).toBeVisible()
  const covered = await word.evaluate((notice) => {
    const own = notice.getBoundingClientRect()
    return [...document.querySelectorAll('header, h1, a, button, input')]
      .filter((one) => {
        const box = one.getBoundingClientRect()
        return (
          box.width > 0 && box.right > own.left && box.left < own.right && box.bottom > own.top && box.top < own.bottom
        )
      })
      .map((one) => one.textContent)
  })
  expect(covered).toEqual([])
})

test('nothing that keeps anybody out was found on the way, and no browser complained', () => {
  expect(notes.axe).toEqual([])
  expect(notes.console).toEqual([])
})

/** The control, opened. */
async function control(page: Page): Promise<Locator> {
  const place = page.getByRole('complementary', { name: '演示控制台' })
  const pill = place.getByRole('button', { name: '演示', exact: true })
  // It stays open over a reload.
  if ((await pill.getAttribute('aria-expanded')) !== 'true') await pill.click()
  return place
}

/** Has the others act, and reads what they did; the board is closed before, so that it asks anew. */
async function others(page: Page, deed: string): Promise<void> {
  const place = page.getByRole('complementary', { name: '演示控制台' })
  const pill = place.getByRole('button', { name: '演示', exact: true })
  if ((await pill.getAttribute('aria-expanded')) === 'true') await pill.click()
  const board = await control(page)
  await board.getByRole('button', { name: '让其他人完成' }).click()
  await expect(board.getByRole('status')).toContainText(deed)
}

async function skipTo(page: Page, label: string): Promise<void> {
  const loaded = page.waitForEvent('load')
  await (await control(page)).getByRole('button', { name: new RegExp(`^快进至${label}`) }).click()
  await loaded
  await expect(page.getByRole('complementary', { name: '演示控制台' })).toBeVisible()
}
