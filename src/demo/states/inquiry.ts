import { DAY, MINUTE } from '#contract/time.ts'
import { atParts, type InquiryPlan, publishInquiry, signUp, SPLIT } from '../play/inquiry.ts'
import { CLEANING, CLEANING_PARTS } from '../negotiations.ts'
import type { Account } from '../people.ts'
import * as buyer from '../play/buyer.ts'
import { awaitOpening, submitQuote } from '../play/quotes.ts'
import type { Playing } from './playing.ts'

export const BIDDERS = ['supplier1', 'supplier2', 'supplier3', 'supplier4'] as const satisfies readonly Account[]

/** By bidder: each line's part of its unit ceiling; null leaves the line out. */
export const PARTS: readonly (readonly (string | null)[])[] = [
  ['0.88', '0.93', '0.9', '0.95', '0.86', null],
  ['0.92', '0.87', '0.94', '0.88', '0.97', '0.8'],
  ['0.95', '0.91', '0.82', '0.91', '0.93', '0.86'],
]

export interface Inquiry {
  orderId: string
  deadline: string
  trades: Record<(typeof BIDDERS)[number], string>
}

/** Published to four invited suppliers, all admitted; nobody has quoted. Candidates are not publicised. */
export function quoting(on: Playing): Promise<Inquiry> {
  return published(on, { ...SPLIT, terms: { ...SPLIT.terms, candidateDays: 0 } })
}

export interface Negotiation {
  orderId: string
  trades: Record<'supplier1' | 'supplier2', string>
}

/** A negotiation by line in two rounds: both invited suppliers have quoted, the first round is open, nobody was talked to. */
export async function negotiating({ cast, now, moveTo, settle }: Playing): Promise<Negotiation> {
  const deadline = now().getTime() + 4 * DAY
  const client = await cast.as('buyer')
  const plan = { ...CLEANING, terms: { ...CLEANING.terms, candidateDays: 0 } }
  const dates = { purchaser: null, signUpEnd: deadline - 2 * DAY, deadline }
  const orderId = await publishInquiry(client, plan, dates)
  const trades = {
    supplier1: await signUp(cast, orderId, { account: 'supplier1', now: now() }),
    supplier2: await signUp(cast, orderId, { account: 'supplier2', now: now() }),
  }
  await buyer.approveAll(client, orderId)
  for (const [i, by] of (['supplier1', 'supplier2'] as const).entries())
    await submitQuote(await cast.as(by), orderId, {
      by,
      priceOf: atParts(CLEANING_PARTS[i]!),
      lineOf: () => ({ deliveryDays: '10' }),
    })
  await moveTo(new Date(deadline + MINUTE))
  await settle()
  await awaitOpening(client, orderId)
  await settle()
  return { orderId, trades }
}

async function published({ cast, now }: Playing, plan: InquiryPlan): Promise<Inquiry> {
  const deadline = now().getTime() + 4 * DAY
  const client = await cast.as('buyer')
  const orderId = await publishInquiry(client, plan, { purchaser: null, signUpEnd: deadline - 2 * DAY, deadline })
  const trades: [string, string][] = []
  for (const account of BIDDERS) trades.push([account, await signUp(cast, orderId, { account, now: now() })])
  await buyer.approveAll(client, orderId)
  return {
    orderId,
    deadline: new Date(deadline).toISOString(),
    trades: Object.fromEntries(trades) as Inquiry['trades'],
  }
}

/** The first three have quoted, the first without the last line; the fourth has not. */
export async function quoted({ cast, facts }: Playing<Inquiry>): Promise<Inquiry> {
  for (const [i, parts] of PARTS.entries())
    await submitQuote(await cast.as(BIDDERS[i]!), facts.orderId, {
      by: BIDDERS[i]!,
      priceOf: atParts(parts),
      lineOf: ({ line }) => ({ brand: `品牌${line}`, deliveryDays: String(10 + line) }),
    })
  return facts
}

/** The same of an order whose suppliers' own keys open the quotes. */
export async function keyed(on: Playing): Promise<Inquiry> {
  const terms = { ...SPLIT.terms, candidateDays: 0 }
  return quoted({ ...on, facts: await published(on, { ...SPLIT, terms, keyMode: 'bidder' }) })
}

/** The clock has opened the quotes; they are to be compared. */
export async function quotesOpened({ cast, moveTo, settle, facts }: Playing<Inquiry>): Promise<Inquiry> {
  await moveTo(new Date(new Date(facts.deadline).getTime() + MINUTE))
  await settle()
  await awaitOpening(await cast.as('buyer'), facts.orderId)
  await settle()
  return facts
}

/** The same of an order whose candidates are to be publicised for three days. */
export async function toPublicise(on: Playing): Promise<Inquiry> {
  const facts = await published(on, SPLIT)
  await quoted({ ...on, facts })
  return quotesOpened({ ...on, facts })
}
