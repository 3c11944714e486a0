import type { Cast } from '#demo/cast.ts'
import { type Account, PEOPLE } from '#demo/people.ts'
import * as buyer from '#demo/play/buyer.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import * as supplier from '#demo/play/supplier.ts'
import { PLANS } from '#demo/tenders.ts'
import * as tenders from '#features/procurement/contract/supplier.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { OwnSystem } from '../kit/system.ts'

/** Signs up behind the others. */
export const LATE = 'supplier5' satisfies Account
const PLAN = PLANS.monitor
export const QUESTION = '监护仪是否须配移动支架？'

/** What is played over HTTP, so that the browser only does the steps that are approved. */
export interface Played {
  /** Takes sign-ups; one of them is still to be decided, one question to be answered. */
  orderId: string
  lateTradeId: string
  /** Published and nothing more. */
  spareId: string
  /** The same run by an agency. */
  agencyId: string
}

/** Beside the tender of the state two more published orders, before anything has to be approved. */
export async function publishAll(cast: Cast, system: OwnSystem<'signedUp'>): Promise<Played> {
  const now = await system.now()
  const { orderId } = system.facts
  const [spareId, agencyId] = await Promise.all([
    published(await cast.as('buyer'), now),
    published(await cast.as('agent'), now, true),
  ])
  const { name, mobile } = PEOPLE[LATE]
  const lateTradeId = await supplier.signUp(await cast.as(LATE), orderId, { contact: name, mobile, now })
  const asking = await cast.as('supplier1')
  await asking.call(tenders.askQuestion, { params: { orderId }, body: { content: QUESTION } })
  return { orderId, lateTradeId, spareId, agencyId }
}

async function published(client: HttpClient, now: Date, forHospital = false): Promise<string> {
  const projectId = await buyer.createProject(client, PLAN, forHospital ? 'hospital' : null)
  const orderId = await buyer.draftOrder(client, projectId, { plan: PLAN, schedule: lawfulSchedule(now), now })
  await buyer.publish(client, orderId)
  return orderId
}
