import { MINUTE } from '#contract/time.ts'
import type { ScheduleInput } from '#features/procurement/contract/shared.ts'
import type { Receipt } from '#features/sealing/core/receipt.ts'
import type { SuiteName } from '#features/sealing/core/suite-types.ts'
import { demoKey } from '../keys.ts'
import { type Account, PASSWORD, PEOPLE } from '../people.ts'
import * as buyer from '../play/buyer.ts'
import { pdfOf } from '../play/documents.ts'
import { openAndDecrypt, readAndEnd } from '../play/opening.ts'
import { lawfulSchedule, type TenderPlan } from '../play/plan.ts'
import * as review from '../play/review.ts'
import * as supplier from '../play/supplier.ts'
import { together } from '../play/together.ts'
import { PLANS } from '../tenders.ts'
import type { Acting, Playing } from './playing.ts'

/** The tender of all its states: comprehensive scoring, with one round of offers allowed that nobody has to hold. */
export const TENDER: TenderPlan = { ...PLANS.clean, offerRounds: 1 }
export const BIDDERS = ['supplier1', 'supplier2', 'supplier3', 'supplier4'] as const satisfies readonly Account[]
/** Its committee, by account; the first leads. */
export const SEATS = ['expert1', 'expert2', 'expert3', 'expert5', 'expert8'] as const satisfies readonly Account[]
const RATIOS = ['0.93', '0.9', '0.96', '0.98']

export interface Published {
  suite: SuiteName
  projectId: string
  orderId: string
  schedule: ScheduleInput
}

export interface Tender extends Published {
  /** Trades by bidder. */
  trades: Record<(typeof BIDDERS)[number], string>
  /** By bidder, from `submitted` on. */
  receipts: Partial<Record<(typeof BIDDERS)[number], Receipt>>
}

/** The tender in a suite, published. */
export const publishIn =
  (suite: SuiteName) =>
  async ({ cast, now }: Playing): Promise<Published> => {
    const plan = { ...TENDER, suite }
    const client = await cast.as('buyer')
    const schedule = lawfulSchedule(now())
    const projectId = await buyer.createProject(client, plan)
    const orderId = await buyer.draftOrder(client, projectId, { plan, schedule, now: now() })
    await buyer.publish(client, orderId)
    return { suite, projectId, orderId, schedule }
  }

export const publish = publishIn(TENDER.suite)

/** All bidders have signed up and are admitted. */
export async function signUp({ cast, now, moveTo, facts }: Acting<Published>): Promise<Tender> {
  const { orderId, schedule } = facts
  await moveTo(schedule.saleStart!)
  const trades: [string, string][] = []
  await together(BIDDERS, async (account) => {
    const { name, mobile } = PEOPLE[account]
    const about = { contact: name, mobile, now: now() }
    trades.push([account, await supplier.signUp(await cast.as(account), orderId, about)])
  })
  await buyer.approveAll(await cast.as('buyer'), orderId)
  return { ...facts, trades: Object.fromEntries(trades) as Tender['trades'], receipts: {} }
}

/** All have sealed and submitted, one after the other: their numbers, and with them the marks, follow. Bids are still taken. */
export async function submit({ cast, now, facts }: Acting<Tender>): Promise<Tender> {
  const { orderId, suite } = facts
  const receipts: Tender['receipts'] = {}
  for (const [i, account] of BIDDERS.entries()) {
    const client = await cast.as(account)
    const key = demoKey(account, suite)
    const keyId = await supplier.registerKey(client, key, '投标专用密钥')
    await supplier.rehearse(client, orderId, { keyId, key })
    const file = async (title: string) => {
      const parts = [{ heading: title, paragraphs: ['逐项响应见附表。'] }]
      return { name: `${title}.pdf`, content: await pdfOf({ title, org: TENDER.title, parts }, now()) }
    }
    const files = [
      { role: 'technical' as const, ...(await file('技术标文件')) },
      { role: 'business' as const, ...(await file('商务标文件')) },
    ]
    const content = { priceOf: supplier.atRatio(RATIOS[i]!), marks: ['40', '36'], files }
    receipts[account] = await supplier.submitBid(client, orderId, { keyId, key, content })
  }
  return { ...facts, receipts }
}

/** All are decrypted, read out and confirmed, and the opening has ended with its sheet. */
export async function open({ cast, moveTo, settle, facts }: Playing<Tender>): Promise<Tender> {
  const { orderId, schedule, suite, trades } = facts
  await moveTo(schedule.bidEnd!)
  const host = await cast.as('buyer')
  const bidders = await Promise.all(
    BIDDERS.map(async (account) => ({
      client: await cast.as(account),
      tradeId: trades[account],
      key: demoKey(account, suite),
    })),
  )
  await openAndDecrypt(host, orderId, { bidders, settle })
  await readAndEnd(host, orderId, { bidders, settle })
  return facts
}

/** The committee is composed, has declared and elected its leader; nothing is judged yet. */
export async function beginReview({ cast, now, moveTo, facts }: Acting<Tender>): Promise<Tender> {
  await moveTo(new Date(now().getTime() + 30 * MINUTE))
  const names = SEATS.map((seat) => PEOPLE[seat].name)
  await review.startReview(await cast.as('buyer'), facts.orderId, names)
  await review.chooseLeader(await seatsOf(cast), facts.orderId)
  return facts
}

/** Judged by all and summed up, the price as well; the report is to be written. */
export async function score({ cast, facts }: Acting<Tender>): Promise<Tender> {
  await review.judge(await seatsOf(cast), facts.orderId)
  return facts
}

/** The report is signed by all and the review has ended; the candidates are to be publicised. */
export async function conclude({ cast, facts }: Acting<Tender>): Promise<Tender> {
  await review.signAndEnd(await seatsOf(cast), facts.orderId, await cast.as('buyer'))
  return facts
}

/** The whole tender in the suite gm, up to the same point: nobody starts from the states between. */
export async function concludeInGm(on: Playing): Promise<Tender> {
  let facts = (await publishIn('gm')(on)) as Tender
  for (const step of [signUp, submit, open, beginReview, score, conclude]) facts = await step({ ...on, facts })
  return facts
}

/** The committee, logged in. */
export async function seatsOf(cast: Playing['cast']): Promise<review.Seat[]> {
  const seats: review.Seat[] = []
  for (const account of SEATS) seats.push({ client: await cast.as(account), password: PASSWORD })
  return seats
}
