import { HOUR } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { PEOPLE } from '#demo/people.ts'
import * as buyer from '#demo/play/buyer.ts'
import * as sales from '#demo/play/sales.ts'
import { signUp } from '#demo/play/supplier.ts'
import { SCRAP } from '#demo/sales.ts'
import type { HttpClient } from '#server/testing/http-client.ts'

/** A platform with a clock that can be moved, in this process or another. */
export interface SaleGround {
  base: string
  kernel: { clock: { now(): Date } }
  /** Until every event was handled. */
  settle(): Promise<void>
  advanceTo(at: Date): Promise<void>
}

/** Scrap that was sold to the one bidder that offered the reserve, and is still to be paid. */
export async function sold(t: SaleGround): Promise<{ orderId: string; seller: HttpClient; winner: HttpClient }> {
  const cast = new Cast(t.base)
  const seller = await cast.as('buyer')
  const starts = t.kernel.clock.now().getTime() + 3 * HOUR
  const orderId = await sales.draftSale(seller, SCRAP, { purchaser: null, dates: { signUpEnd: starts - HOUR, starts } })
  await buyer.publish(seller, orderId)
  for (const account of ['supplier1', 'supplier2'] as const) {
    const { name: contact, mobile } = PEOPLE[account]
    await signUp(await cast.as(account), orderId, { contact, mobile, now: t.kernel.clock.now() })
  }
  await buyer.approveAll(seller, orderId)
  await t.settle()
  await t.advanceTo(new Date(starts))
  const winner = await cast.as('supplier1')
  await sales.offerFor(winner, orderId, SCRAP.reserve!)
  await t.advanceTo(new Date(starts + HOUR))
  await sales.awardSale(seller, orderId)
  await t.settle()
  return { orderId, seller, winner }
}
