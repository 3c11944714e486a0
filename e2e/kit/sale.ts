import type { Cast } from '#demo/cast.ts'
import { PEOPLE } from '#demo/people.ts'
import * as buyers from '#demo/play/buyer.ts'
import { lawfulSchedule, type TenderPlan } from '#demo/play/plan.ts'
import * as suppliers from '#demo/play/supplier.ts'
import type { OwnSystem } from './system.ts'

/** A tender whose documents are on sale, and for which supplier1 has signed up and was admitted. */
export async function tenderOnSale(system: OwnSystem, cast: Cast, plan: TenderPlan): Promise<string> {
  const client = await cast.as('buyer')
  const now = await system.now()
  const schedule = lawfulSchedule(now)
  const projectId = await buyers.createProject(client, plan)
  const orderId = await buyers.draftOrder(client, projectId, { plan, schedule, now })
  await buyers.publish(client, orderId)
  await system.moveTo(schedule.saleStart!)
  const { name, mobile } = PEOPLE.supplier1
  const about = { contact: name, mobile, now: await system.now() }
  await suppliers.signUp(await cast.as('supplier1'), orderId, about)
  await buyers.approveAll(client, orderId)
  return orderId
}
