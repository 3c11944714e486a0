import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import type { Account } from '#demo/people.ts'
import { isOfficeTime } from '#demo/play/office-hours.ts'
import { formatTime, HOUR } from '#contract/time.ts'
import { isAbortive } from '#features/procurement/engine/states.ts'
import { orderDetail, orderPage } from '#features/procurement/contract/order.ts'
import { statesOf, wireStatus } from '#features/procurement/engine/states.ts'
import { comparison } from '#features/procurement/methods/comparison.ts'
import { METHODS } from '#features/procurement/methods/all.ts'
import { serverTime } from '#features/tenancy/contract.ts'
import { misfits } from './kit/fit.ts'
import { findIds, type Ids, worldIsPlayed } from './kit/samples.ts'
import { cutRings } from './kit/rings.ts'
import { closeVisitors, goWithin, standsStill, violationsOf } from './kit/visitor.ts'
import { windowOf } from './kit/visitors.ts'
import { strayWords } from './kit/words.ts'

/**
 * The main screens of each role on the demonstration world: they show, say nothing to the console, satisfy axe, show the
 * whole focus ring, and fit a small window and a phone.
 */
let ids: Ids

test.beforeAll(async ({ baseURL }) => {
  await worldIsPlayed(baseURL!)
  ids = await findIds(baseURL!)
})

test.afterAll(closeVisitors)

test('orders of every method stand in every state', async ({ baseURL }) => {
  const buyer = await new Cast(baseURL!).as('buyer')
  for (const { code, name, steps } of METHODS) {
    const { rows } = await buyer.call(orderPage, { query: { pageSize: 100, method: code } })
    const shown = new Set<number>(rows.map((row) => row.status))
    const lacks = statesOf(steps).filter((state) => !shown.has(wireStatus(state)))
    expect([name, lacks]).toEqual([name, []])
  }
})

test('an agency runs an order of one method in every state', async ({ baseURL }) => {
  const agent = await new Cast(baseURL!).as('agent')
  const { rows } = await agent.call(orderPage, { query: { pageSize: 100, method: comparison.code } })
  const shown = new Set<number>(rows.map((row) => row.status))
  expect(statesOf(comparison.steps).filter((state) => !shown.has(wireStatus(state)))).toEqual([])
})

test('every date of an order falls into the hours of a working day', async ({ baseURL }) => {
  const buyer = await new Cast(baseURL!).as('buyer')
  const { rows } = await buyer.call(orderPage, { query: { pageSize: 100 } })
  const orders = await Promise.all(rows.map(({ orderId }) => buyer.call(orderDetail, { params: { orderId } })))
  // Where suppliers' keys are awaited, the round has just ended; an auction runs: both for a few hours at any hour of the day.
  const { epochMs: now } = await buyer.call(serverTime, {})
  const isGoingOn = ({ state, settings, schedule: { openAt } }: (typeof orders)[number]) =>
    (state === 'auction.running' || settings.keyMode === 'bidder') &&
    openAt !== null &&
    now > Date.parse(openAt) &&
    now < Date.parse(openAt) + 8 * HOUR
  // What shows a released budget is published and given up as the demonstration loads.
  const isGivenUp = ({ state, publishedAt }: (typeof orders)[number]) =>
    isAbortive({ state }) && publishedAt !== null && now < Date.parse(publishedAt) + 8 * HOUR
  const odd = orders
    .filter((order) => !isGoingOn(order) && !isGivenUp(order))
    .flatMap(({ title, publishedAt, schedule }) =>
      Object.entries({ publishedAt, ...schedule })
        .filter((date): date is [string, string] => date[1] !== null)
        .filter(([, at]) => !isOfficeTime(Date.parse(at)))
        .map(([name, at]) => `${title}: ${name} ${formatTime(at)}`),
    )
  expect(orders.length).toBeGreaterThan(25)
  expect(odd).toEqual([])
})

const SCREENS: [who: Account | null, workbench: string, what: string, address: (ids: Ids) => string][] = [
  [null, '', 'portal', () => '/portal'],
  [null, '', 'check', () => '/portal/help/check'],
  [null, '', 'verifier', () => '/verify'],
  ['buyer', 'purchaser', 'home', () => '/'],
  ['buyer', 'purchaser', 'orders', () => '/purchaser/bidding/list'],
  ['buyer', 'purchaser', 'project', (i) => `/purchaser/register/projects/${i.project}/detail`],
  ['buyer', 'purchaser', 'order', (i) => `/purchaser/bidding/orders/${i.bidding}/info`],
  ['buyer', 'purchaser', 'sign-ups', (i) => `/purchaser/bidding/orders/${i.bidding}/apply`],
  ['buyer', 'purchaser', 'candidates', (i) => `/purchaser/bidding/orders/${i.candidates}/candidate`],
  ['buyer', 'purchaser', 'publishing candidates', (i) => `/purchaser/bidding/orders/${i.reviewed}/candidate`],
  ['buyer', 'purchaser', 'choosing the winner', (i) => `/purchaser/bidding/orders/${i.awarding}/winner`],
  ['buyer', 'purchaser', 'read-out', (i) => `/purchaser/bidding/orders/${i.announcing}/kpb/open-hall-home`],
  ['buyer', 'purchaser', 'opening hall', (i) => `/purchaser/bidding/orders/${i.decrypting}/kpb/open-hall-home`],
  ['buyer', 'purchaser', 'review', (i) => `/purchaser/bidding/orders/${i.reviewing}/kpb/review-hall/review-session`],
  ['supplier1', 'supplier', 'tenders', () => '/supplier/public-tender/list'],
  ['supplier1', 'supplier', 'tender', (i) => `/supplier/bid/orders/${i.bidding}/info`],
  ['supplier1', 'supplier', 'receipt', (i) => `/supplier/bid/orders/${i.bidding}/bid`],
  ['supplier5', 'supplier', 'bid making', (i) => `/supplier/bid/orders/${i.bidding}/bid`],
  ['supplier1', 'supplier', 'keys', () => '/supplier/bid-keys'],
  ['expert7', 'expert', 'review tasks', () => '/review/tasks'],
  ['expert7', 'expert', 'scoring', (i) => `/review/projects/${i.reviewing}/review-session`],
  ['expert7', 'expert', 'questions', (i) => `/review/projects/${i.reviewing}/review-session?view=asks`],
  ['expert7', 'expert', 'corrections', (i) => `/review/projects/${i.reviewing}/review-session?view=corrections`],
  ['expert1', 'expert', 'report', (i) => `/review/projects/${i.candidates}/review-report`],
]

/** Widths of a small window and of a phone, px. */
const NARROW = [900, 390] as const

/** Those that are looked at in the dark as well. */
const DARK = new Set([
  'portal',
  'home',
  'orders',
  'project',
  'order',
  'candidates',
  'review',
  'tender',
  'receipt',
  'bid making',
  'keys',
  'report',
])

for (const [who, workbench, what, address] of SCREENS) {
  test(`${what}${who ? ` as ${who}` : ''}`, async ({ browser, baseURL }) => {
    const { page, notes } = await windowOf(browser, { base: baseURL!, who, workbench })
    await page.setViewportSize({ width: 1440, height: 900 })
    // Pages outside of the shell share a heading, by which one could not be told from the next.
    await (who ? goWithin(page, address(ids), { keeps: true }) : page.goto(address(ids)))
    await expect(page.getByRole('heading').first()).toBeVisible()
    await standsStill(page)
    expect(new URL(page.url()).pathname).not.toMatch(/^\/(404|401|login)$/)
    expect(await violationsOf(page)).toEqual([])
    if (DARK.has(what)) {
      // As another window of the same browser would say it.
      await page.evaluate(() => {
        localStorage.setItem('kb.look', 'dark')
        dispatchEvent(new StorageEvent('storage', { key: 'kb.look' }))
      })
      await expect(page.locator('html')).toHaveAttribute('data-kb-mode', 'dark')
      expect(await violationsOf(page)).toEqual([])
      await page.evaluate(() => localStorage.removeItem('kb.look'))
    }
    expect(await cutRings(page)).toEqual([])
    expect(await strayWords(page)).toEqual([])
    for (const width of NARROW) {
      await page.setViewportSize({ width, height: 844 })
      await standsStill(page)
      expect(await misfits(page), `${width} px`).toEqual([])
    }
    expect(notes.console).toEqual([])
  })
}

/** The rest of what people use, on narrow windows alone. */
const ALSO: [who: Account | null, workbench: string, addresses: (ids: Ids) => string[]][] = [
  [null, '', (i) => ['/login', '/register', '/forgotten-password', '/online', `/portal/openings/${i.bidding}`]],
  [
    'buyer',
    'purchaser',
    (i) => [
      '/inbox',
      '/notice',
      '/purchaser/compete/list',
      '/purchaser/register/list',
      `/purchaser/bidding/orders/${i.bidding}/bond/refund`,
      `/purchaser/bidding/orders/${i.bidding}/clarification`,
      `/purchaser/bidding/orders/${i.bidding}/changes/content`,
      `/purchaser/bidding/orders/${i.reviewing}/review`,
      `/purchaser/bidding/orders/${i.reviewing}/kpb/review-hall/leader-recommend`,
      `/purchaser/bidding/orders/${i.decrypting}/open`,
    ],
  ],
  [
    'buyer',
    'purchaser',
    () => [
      '/joint-keys',
      '/personal-centre',
      '/personal-centre/companies',
      '/enterprise/organisation',
      '/enterprise/association',
      '/expert/manage',
      '/expert/extraction/project',
      '/data/screen',
    ],
  ],
  [
    'supplier1',
    'supplier',
    (i) => ['/', '/supplier/monitor/bid/list', `/supplier/bid/orders/${i.candidates}/objection/create`],
  ],
  ['expert7', 'expert', () => ['/', '/review/invitations', '/review/leave']],
  [
    'admin',
    'admin',
    () => ['/', '/admin/tenants', '/admin/legal-calendar', '/admin/menus', '/admin/login-policy', '/admin/audit-trail'],
  ],
]

for (const [who, workbench, addresses] of ALSO) {
  test(`narrow windows: ${addresses({} as Ids)[0]} and others as ${who ?? 'anybody'}`, async ({ browser, baseURL }) => {
    const { page } = await windowOf(browser, { base: baseURL!, who, workbench })
    for (const address of addresses(ids)) {
      await page.setViewportSize({ width: NARROW[0], height: 844 })
      await (who ? goWithin(page, address, { keeps: true }) : page.goto(address))
      await expect(page.getByRole('heading').first()).toBeVisible()
      await standsStill(page)
      expect(new URL(page.url()).pathname).toBe(address)
      expect(await misfits(page), `${address} at ${NARROW[0]} px`).toEqual([])
      await page.setViewportSize({ width: NARROW[1], height: 844 })
      expect(await violationsOf(page), address).toEqual([])
      expect(await misfits(page), `${address} at ${NARROW[1]} px`).toEqual([])
      expect(await strayWords(page), address).toEqual([])
    }
  })
}
