import { expect, test, type Page } from '@playwright/test'
import { HttpClient } from '#server/testing/http-client.ts'
import { type Account, PASSWORD } from '#demo/people.ts'
import { violationsOf } from './kit/visitor.ts'

/** The main screens of each role on the demonstration world: they show, say nothing to the console, and satisfy axe. */
interface Ids {
  bidding: string
  decrypting: string
  reviewing: string
  candidates: string
  project: string
}

let ids: Ids

test.beforeAll(async ({ baseURL }) => {
  const client = new HttpClient(baseURL!)
  await client.login('buyer', PASSWORD)
  client.workbench = 'purchaser'
  const { rows } = (await client.raw('GET', '/api/workbench/buyer/orders/page?pageSize=50')) as {
    rows: { orderId: string; projectId: string; status: number; stage: string }[]
  }
  const of = (stage: string) => rows.find((row) => row.stage === stage)!
  ids = {
    bidding: of('投标中').orderId,
    decrypting: of('开标中').orderId,
    reviewing: of('评标中').orderId,
    candidates: of('候选人公示').orderId,
    project: of('投标中').projectId,
  }
})

const SCREENS: [who: Account | null, workbench: string, what: string, address: (ids: Ids) => string][] = [
  [null, '', 'portal', () => '/portal'],
  [null, '', 'verifier', () => '/verify'],
  ['buyer', 'purchaser', 'home', () => '/'],
  ['buyer', 'purchaser', 'orders', () => '/purchaser/bidding/list'],
  ['buyer', 'purchaser', 'project', (i) => `/purchaser/register/projects/${i.project}/detail`],
  ['buyer', 'purchaser', 'order', (i) => `/purchaser/bidding/orders/${i.bidding}/info`],
  ['buyer', 'purchaser', 'sign-ups', (i) => `/purchaser/bidding/orders/${i.bidding}/apply`],
  ['buyer', 'purchaser', 'candidates', (i) => `/purchaser/bidding/orders/${i.candidates}/candidate`],
  ['buyer', 'purchaser', 'opening hall', (i) => `/purchaser/bidding/orders/${i.decrypting}/kpb/open-hall-home`],
  ['buyer', 'purchaser', 'review', (i) => `/purchaser/bidding/orders/${i.reviewing}/kpb/review-hall/review-session`],
  ['supplier1', 'supplier', 'tenders', () => '/supplier/public-tender/list'],
  ['supplier1', 'supplier', 'tender', (i) => `/supplier/bid/orders/${i.bidding}/info`],
  ['supplier1', 'supplier', 'receipt', (i) => `/supplier/bid/orders/${i.bidding}/bid`],
  ['supplier5', 'supplier', 'bid making', (i) => `/supplier/bid/orders/${i.bidding}/bid`],
  ['supplier1', 'supplier', 'keys', () => '/supplier/bid-keys'],
  ['expert7', 'expert', 'review tasks', () => '/review/tasks'],
  ['expert7', 'expert', 'scoring', (i) => `/review/projects/${i.reviewing}/review-session`],
]

for (const [who, workbench, what, address] of SCREENS) {
  test(`${what}${who ? ` as ${who}` : ''}`, async ({ page, baseURL }) => {
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    if (who) await enter(page, { base: baseURL!, who, workbench })
    await page.goto(address(ids))
    await expect(page.getByRole('heading').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(new URL(page.url()).pathname).not.toMatch(/^\/(404|401|login)$/)
    expect(await violationsOf(page)).toEqual([])
    expect(complaints).toEqual([])
  })
}

/** Logs in without the login page, which has its own test, and works in the given workbench. */
async function enter(
  page: Page,
  { base, who, workbench }: { base: string; who: Account; workbench: string },
): Promise<void> {
  await page.request.post(`${base}/api/login`, { data: { mode: 'password', account: who, password: PASSWORD } })
  const { userId } = (await (await page.request.get(`${base}/api/users/oneself`)).json()) as { userId: string }
  await page.addInitScript(([key, value]) => localStorage.setItem(key!, value!), [`kb.workbench.${userId}`, workbench])
}
