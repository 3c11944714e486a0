import type { Page } from '@playwright/test'
import { HttpClient } from '#server/testing/http-client.ts'
import { type Account, PASSWORD } from '#demo/people.ts'

/** Orders of the demonstration world by what they show. */
export interface Ids {
  bidding: string
  decrypting: string
  reviewing: string
  candidates: string
  project: string
}

/** Finds the orders of the demonstration world as the purchaser sees them. */
export async function findIds(base: string): Promise<Ids> {
  const client = new HttpClient(base)
  await client.login('buyer', PASSWORD)
  client.workbench = 'purchaser'
  const { rows } = (await client.raw('GET', '/api/workbench/buyer/orders/page?pageSize=50')) as {
    rows: { orderId: string; projectId: string; stage: string }[]
  }
  const of = (stage: string) => rows.find((row) => row.stage === stage)!
  return {
    bidding: of('投标中').orderId,
    decrypting: of('开标中').orderId,
    reviewing: of('评标中').orderId,
    candidates: of('候选人公示').orderId,
    project: of('投标中').projectId,
  }
}

/** Logs in without the login page, which has its own test, and works in the given workbench. */
export async function enter(
  page: Page,
  { base, who, workbench }: { base: string; who: Account; workbench: string },
): Promise<void> {
  await page.request.post(`${base}/api/login`, { data: { mode: 'password', account: who, password: PASSWORD } })
  const { userId } = (await (await page.request.get(`${base}/api/users/oneself`)).json()) as { userId: string }
  await page.addInitScript(([key, value]) => localStorage.setItem(key!, value!), [`kb.workbench.${userId}`, workbench])
}
