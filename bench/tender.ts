import { DAY } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { demoKey } from '#demo/keys.ts'
import { type Account, PEOPLE } from '#demo/people.ts'
import * as buyer from '#demo/play/buyer.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import * as supplier from '#demo/play/supplier.ts'
import { PLANS } from '#demo/tenders.ts'

export const BIDDERS: readonly Account[] = [
  'supplier1',
  'supplier2',
  'supplier3',
  'supplier4',
  'supplier5',
  'supplier6',
]

export interface BenchTender {
  cast: Cast
  orderId: string
  bidEnd: string
  trades: Map<Account, string>
  keys: Map<Account, string>
}

/** A published tender with six approved bidders whose keys are rehearsed. */
export async function publishedTender(base: string): Promise<BenchTender> {
  const cast = new Cast(base)
  const now = new Date()
  const buying = await cast.as('buyer')
  const plan = PLANS.his
  const projectId = await buyer.createProject(buying, plan)
  const schedule = lawfulSchedule(new Date(now.getTime() + DAY / 24))
  const orderId = await buyer.draftOrder(buying, projectId, { plan, schedule, now })
  await buyer.publish(buying, orderId)
  const trades = new Map<Account, string>()
  const keys = new Map<Account, string>()
  for (const account of BIDDERS) {
    const client = await cast.as(account)
    const { name, mobile } = PEOPLE[account]
    trades.set(account, await supplier.signUp(client, orderId, { contact: name, mobile, now }))
  }
  await buyer.approveAll(buying, orderId)
  for (const account of BIDDERS) {
    const client = await cast.as(account)
    const key = demoKey(account, plan.suite)
    const keyId = await supplier.registerKey(client, key, 'bench')
    await supplier.rehearse(client, orderId, { keyId, key })
    keys.set(account, keyId)
  }
  return { cast, orderId, bidEnd: schedule.bidEnd!, trades, keys }
}
