import { expect, type Page, test } from '@playwright/test'
import { HttpClient } from '#server/testing/http-client.ts'
import { type Account, PASSWORD } from '#demo/people.ts'
import { type PlanName, PLANS } from '#demo/tenders.ts'
import { orderPage } from '#features/procurement/contract/order.ts'
import { publicBidding } from '#features/procurement/methods/public-bidding.ts'

/** Orders of the demonstration world by what they show. */
export interface Ids {
  bidding: string
  decrypting: string
  reviewing: string
  candidates: string
  announcing: string
  reviewed: string
  awarding: string
  project: string
}

/** On a machine that has much else to do. */
const LONGEST_PLAY_MS = 1_800_000

/** Waits until the run's server has played the demonstration world. */
export async function worldIsPlayed(base: string): Promise<void> {
  test.setTimeout(LONGEST_PLAY_MS)
  const status = () => fetch(`${base}/api/ready`).then((answer) => answer.status)
  await expect.poll(status, { timeout: LONGEST_PLAY_MS, intervals: [250] }).toBe(200)
}

/** Finds the orders of the demonstration world as the purchaser sees them. */
export async function findIds(base: string): Promise<Ids> {
  const client = new HttpClient(base)
  await client.login('buyer', PASSWORD)
  client.workbench = 'purchaser'
  const { rows } = await client.call(orderPage, { query: { pageSize: 100, method: publicBidding.code } })
  // By name and not by stage: several may stand at one, and people differ in what they have to do with them.
  const of = (name: PlanName) => rows.find((row) => row.title === PLANS[name].title)!
  return {
    bidding: of('endoscope').orderId,
    decrypting: of('ventilator').orderId,
    reviewing: of('clean').orderId,
    candidates: of('monitor').orderId,
    announcing: of('ecg').orderId,
    reviewed: of('sterilizer').orderId,
    awarding: of('bed').orderId,
    project: of('endoscope').projectId,
  }
}

/**
 * Logs in without the login page, which has its own test, and works in the given workbench. Suppliers of the demonstration
 * owe service fees: what reminds them of it is read and closed whenever it covers what a journey wants to press.
 */
export async function enter(
  page: Page,
  { base, who, workbench }: { base: string; who: Account; workbench: string },
): Promise<void> {
  await page.request.post(`${base}/api/login`, { data: { mode: 'password', account: who, password: PASSWORD } })
  const { userId } = (await (await page.request.get(`${base}/api/users/oneself`)).json()) as { userId: string }
  // Whoever was here before is known to the page until it is loaded again.
  if (page.url() !== 'about:blank') await page.goto('about:blank')
  await page.addInitScript(([key, value]) => localStorage.setItem(key!, value!), [`kb.workbench.${userId}`, workbench])
  // Looked for before every act and every expectation: a search by role would make each take half as long again.
  const reminder = page.locator('.ant-modal:visible', { hasText: '友情提示' })
  await page.addLocatorHandler(reminder, () => reminder.getByRole('button', { name: '我知道了' }).click())
}
