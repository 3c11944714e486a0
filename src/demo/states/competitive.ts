import { DAY, MINUTE } from '#contract/time.ts'
import { PUMP_PARTS, PUMPS, STUDY, STUDY_PARTS } from '../competitive.ts'
import { atParts, type InquiryPlan, publishInquiry, signUp } from '../play/inquiry.ts'
import * as buyer from '../play/buyer.ts'
import { awaitOpening, submitQuote } from '../play/quotes.ts'
import { BIDDERS } from './inquiry.ts'
import type { Playing } from './playing.ts'

const THREE = ['supplier1', 'supplier2', 'supplier3'] as const

export interface Responded {
  orderId: string
  trades: Record<(typeof BIDDERS)[number], string>
}

export interface Consulted {
  orderId: string
  trades: Record<(typeof THREE)[number], string>
}

/** A competitive negotiation: four invited suppliers have responded, their responses are open, and no group was composed. */
export function responded(on: Playing): Promise<Responded> {
  return respond(on, { plan: PUMPS, bidders: BIDDERS, parts: PUMP_PARTS, days: 9 })
}

/** The same of a consultation with three suppliers, of whom two are enough. */
export function consulted(on: Playing): Promise<Consulted> {
  return respond(on, { plan: STUDY, bidders: THREE, parts: STUDY_PARTS, days: 16 })
}

async function respond<A extends (typeof BIDDERS)[number]>(
  { cast, now, moveTo, settle }: Playing,
  given: { plan: InquiryPlan; bidders: readonly A[]; parts: readonly (readonly string[])[]; days: number },
): Promise<{ orderId: string; trades: Record<A, string> }> {
  const { plan, bidders, parts, days } = given
  const deadline = now().getTime() + days * DAY
  const client = await cast.as('buyer')
  const orderId = await publishInquiry(client, plan, { purchaser: null, signUpEnd: deadline - 2 * DAY, deadline })
  const trades: [string, string][] = []
  for (const account of bidders) trades.push([account, await signUp(cast, orderId, { account, now: now() })])
  await buyer.approveAll(client, orderId)
  for (const [i, by] of bidders.entries())
    await submitQuote(await cast.as(by), orderId, { by, priceOf: atParts(parts[i]!) })
  await moveTo(new Date(deadline + MINUTE))
  await settle()
  await awaitOpening(client, orderId)
  await settle()
  return { orderId, trades: Object.fromEntries(trades) as Record<A, string> }
}
