import { MINUTE } from '#contract/time.ts'
import type { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { demoKey } from '#demo/keys.ts'
import { type Account, PASSWORD, PEOPLE } from '#demo/people.ts'
import * as buyer from '#demo/play/buyer.ts'
import { pdfOf } from '#demo/play/documents.ts'
import { openAndDecrypt, readAndEnd } from '#demo/play/opening.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import * as review from '#demo/play/review.ts'
import * as supplier from '#demo/play/supplier.ts'
import { together } from '#demo/play/together.ts'
import { PLANS } from '#demo/tenders.ts'
import * as hall from '#features/opening-hall/contract.ts'
import { enterCompany } from '#features/passport/contract.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import * as tenders from '#features/procurement/contract/supplier.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { OwnSystem } from '../kit/system.ts'

/** Whoever bids, and one more who signs up. */
const BIDDERS: readonly Account[] = ['supplier1', 'supplier2', 'supplier3']
const LATE: Account = 'supplier4'
const SEATS: readonly Account[] = ['expert1', 'expert2', 'expert3', 'expert5', 'expert8']
const PLAN = PLANS.monitor
export const QUESTION = '监护仪是否须配移动支架？'

/** What is played over HTTP, so that the browser only does the steps that are approved. */
export interface Played {
  /** Takes sign-ups; one of them is still to be decided, one question to be answered. */
  orderId: string
  /** Published and nothing more. */
  spareId: string
  /** The same run by an agency. */
  agencyId: string
  trades: Map<Account, string>
}

/** Whoever works for several companies, in one of them. */
export async function multiIn(cast: Cast, company: 'hospital' | 'agency'): Promise<HttpClient> {
  const client = await cast.as('multi')
  await client.call(enterCompany, { body: { companyId: COMPANIES[company].id } })
  client.workbench = company === 'hospital' ? 'purchaser' : 'agency'
  return client
}

/** Three published orders, before anything has to be approved. */
export async function publishAll(cast: Cast, system: OwnSystem): Promise<Played> {
  const now = await system.now()
  const hospital = await cast.as('buyer')
  const [orderId, spareId, agencyId] = await Promise.all([
    published(hospital, now),
    published(hospital, now),
    published(await cast.as('agent'), now, true),
  ])
  const trades = new Map<Account, string>()
  await together([...BIDDERS, LATE], async (account) => {
    const client = await cast.as(account)
    const { name, mobile } = PEOPLE[account]
    if (account === LATE) return
    trades.set(account, await supplier.signUp(client, orderId, { contact: name, mobile, now }))
  })
  await buyer.approveAll(hospital, orderId)
  const { name, mobile } = PEOPLE[LATE]
  trades.set(LATE, await supplier.signUp(await cast.as(LATE), orderId, { contact: name, mobile, now }))
  const asking = await cast.as(BIDDERS[0]!)
  await asking.call(tenders.askQuestion, { params: { orderId }, body: { content: QUESTION } })
  return { orderId, spareId, agencyId, trades }
}

/** From bids to the end of the review: nothing of it is approved. */
export async function bidOpenReview(cast: Cast, system: OwnSystem, { orderId, trades }: Played): Promise<void> {
  const files = await bidFiles(await system.now())
  await together(BIDDERS, async (account, i) => {
    const client = await cast.as(account)
    await supplier.confirmAllNotices(client, orderId)
    const key = demoKey(account, PLAN.suite)
    const keyId = await supplier.registerKey(client, key, '投标专用密钥')
    await supplier.rehearse(client, orderId, { keyId, key })
    const content = { priceOf: supplier.atRatio(`0.9${i + 1}`), marks: ['40', '36'], files }
    await supplier.submitBid(client, orderId, { keyId, key, content })
  })
  const host = await cast.as('buyer')
  const { schedule } = await host.call(orderDetail, { params: { orderId } })
  await system.moveTo(schedule.bidEnd!)
  const params = { projectId: orderId }
  const clients = await Promise.all(BIDDERS.map((account) => cast.as(account)))
  const bidders = BIDDERS.map((account, i) => ({
    client: clients[i]!,
    tradeId: trades.get(account)!,
    key: demoKey(account, PLAN.suite),
  }))
  await openAndDecrypt(host, orderId, {
    bidders,
    settle: () =>
      until(async () => (await host.call(hall.markList, { params })).every((row) => row.decryptState === 2)),
  })
  await readAndEnd(host, orderId, {
    bidders,
    settle: () => until(async () => (await host.call(hall.hallDetail, { params: { id: orderId } })).sheetReady),
  })
  await system.moveTo(new Date((await system.now()).getTime() + 30 * MINUTE))
  await review.startReview(
    host,
    orderId,
    SEATS.map((seat) => PEOPLE[seat].name),
  )
  const seats: review.Seat[] = []
  for (const account of SEATS) seats.push({ client: await cast.as(account), password: PASSWORD })
  await review.chooseLeader(seats, orderId)
  await review.judge(seats, orderId)
  await review.signAndEnd(seats, orderId, host)
}

async function published(client: HttpClient, now: Date, forHospital = false): Promise<string> {
  const projectId = await buyer.createProject(client, PLAN, forHospital ? 'hospital' : null)
  const orderId = await buyer.draftOrder(client, projectId, { plan: PLAN, schedule: lawfulSchedule(now), now })
  await buyer.publish(client, orderId)
  return orderId
}

async function bidFiles(now: Date) {
  const content = await pdfOf(
    { title: '投标文件', org: PLAN.title, parts: [{ heading: '响应', paragraphs: ['全部满足。'] }] },
    now,
  )
  return [
    { role: 'technical' as const, name: '技术标文件.pdf', content },
    { role: 'business' as const, name: '商务标文件.pdf', content },
  ]
}

async function until(done: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 300; i++) {
    if (await done()) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('waited a minute in vain')
}
