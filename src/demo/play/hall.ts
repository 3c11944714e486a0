import type { HttpClient } from '#server/testing/http-client.ts'
import type { Receipt } from '#features/sealing/core/receipt.ts'
import type { KeyPair, SuiteName } from '#features/sealing/core/suite-types.ts'
import type { ScheduleInput } from '#features/procurement/contract/shared.ts'
import { invitedBidding } from '#features/procurement/methods/invited-bidding.ts'
import type { OrderSettings } from '#features/procurement/rules/settings.ts'
import type { CompanyKey } from '../companies.ts'
import { demoKey } from '../keys.ts'
import { type Account, PEOPLE } from '../people.ts'
import * as buyer from './buyer.ts'
import { makeJointKey, officersOf } from './joint.ts'
import { lawfulSchedule, type TenderPlan } from './plan.ts'
import * as supplier from './supplier.ts'

/*
 * Tenders with sealed bids for tests of openings, played over HTTP up to the opening time: project, order, sign-ups, keys,
 * bids.
 */

export const THREE: readonly Account[] = ['supplier1', 'supplier2', 'supplier3']
/** Share of the control price by position, and with it the total quote: unlike any other number in an answer. */
const RATIOS = ['0.9371', '0.9173', '0.9639', '0.9817', '0.9539']

export interface HallPlan {
  bidders: readonly Account[]
  /** Approved, but without a bid. */
  joined?: readonly Account[]
  /** A tender with invited suppliers: these. */
  invited?: readonly CompanyKey[]
  suite?: SuiteName
  by?: 'buyer' | 'agent'
  /** In joint-key mode: officers by account, all as supervisors but the host. */
  joint?: { threshold: number; officers: readonly Account[]; between?: () => Promise<void> }
  /** Replaces the technical file. */
  technical?: Uint8Array
  /** Double envelope: delivery time in the first, price, warranty and a breakdown in the second. */
  double?: boolean
  /** What differs from the usual settings. */
  settings?: Partial<OrderSettings>
}

export interface Seat {
  account: Account
  tradeId: string
  key: KeyPair
  receipt: Receipt
  /** Total of the sealed price sheet, in yuan. */
  quote: string
  params: { projectId: string; bidderId: string }
}

export interface Hall {
  orderId: string
  params: { projectId: string }
  by: 'buyer' | 'agent'
  schedule: ScheduleInput
  openAt: Date
  seats: Seat[]
  joined: { account: Account; tradeId: string }[]
  joint?: { ceremonyId: string; secrets: Map<Account, string> }
}

/** Any system that can be played: in this process or another. */
export interface Stage {
  as(account: Account): Promise<HttpClient>
  now(): Date
}

/** Sealed and submitted; the clock has not moved. Tenders of one world have one schedule, whenever each is played. */
export async function prepareHall(
  stage: Stage,
  plan: HallPlan,
  schedule: ScheduleInput = lawfulSchedule(stage.now()),
): Promise<Hall> {
  const { bidders, joined = [], suite = 'intl', by = 'buyer' } = plan
  const tender: TenderPlan = {
    ...tenderPlan(suite),
    ...(plan.double ? DOUBLE : {}),
    ...(plan.joint && { keyMode: 'joint' as const }),
    ...(plan.invited && { method: invitedBidding.code }),
  }
  tender.settings = { ...tender.settings, ...plan.settings }
  const host = await stage.as(by)
  const projectId = await buyer.createProject(host, tender, by === 'agent' ? 'hospital' : null)
  const orderId = await buyer.draftOrder(host, projectId, { plan: tender, schedule, now: stage.now() })
  const joint = plan.joint && (await keyFor(stage, orderId, { by, ...plan.joint }))
  if (plan.invited) await buyer.invite(host, orderId, plan.invited)
  await buyer.publish(host, orderId)
  const trades = new Map<Account, string>()
  for (const account of [...bidders, ...joined]) {
    const { name, mobile } = PEOPLE[account]
    const contact = { contact: name, mobile, now: stage.now() }
    trades.set(account, await supplier.signUp(await stage.as(account), orderId, contact))
  }
  await buyer.approveAll(host, orderId)
  const params = { projectId: orderId }
  const seats: Seat[] = []
  for (const [i, account] of bidders.entries()) {
    const tradeId = trades.get(account)!
    const { key, receipt } = await bid(await stage.as(account), orderId, { account, suite, plan, ratio: RATIOS[i]! })
    const quote = quoteAt(tender, RATIOS[i]!)
    seats.push({ account, tradeId, key, receipt, quote, params: { ...params, bidderId: tradeId } })
  }
  const others = joined.map((account) => ({ account, tradeId: trades.get(account)! }))
  const openAt = new Date(schedule.openAt!)
  return { orderId, params, by, schedule, openAt, seats, joined: others, ...(joint && { joint }) }
}

async function keyFor(
  stage: Stage,
  orderId: string,
  { by, threshold, officers, between }: { by: Account } & NonNullable<HallPlan['joint']>,
) {
  const made = { threshold, officers: await officersOf(stage, officers, by), between }
  return makeJointKey(await stage.as(by), orderId, made)
}

/** With one round of offers allowed that nobody has to hold. */
const DOUBLE: Pick<TenderPlan, 'reviewModel' | 'offerRounds' | 'settings'> = {
  reviewModel: 2,
  offerRounds: 1,
  settings: {
    marks: [
      { name: '交货期（日历天）', unit: null, envelope: 1 },
      { name: '质保期（月）', unit: null },
    ],
    bidFiles: [
      { role: 'technical', name: '技术标文件', required: true },
      { role: 'business', name: '商务标文件', required: true },
      { role: 'quotation', name: '报价说明', required: true },
    ],
  },
}

function tenderPlan(suite: SuiteName): TenderPlan {
  return {
    projectName: '江州市第一人民医院呼吸机采购项目',
    title: '有创呼吸机采购',
    category: 'goods',
    region: '江州市',
    funds: '自筹资金',
    budget: '3200000',
    estimatedPrice: '3200000',
    controlPrice: '3200000',
    bond: '60000',
    suite,
    description: '采购有创呼吸机16台。',
    items: [
      { name: '有创呼吸机', spec: '涡轮驱动', unit: '台', quantity: '16', controlPrice: '186000' },
      { name: '湿化器', spec: '伺服控制', unit: '台', quantity: '16', controlPrice: '14000' },
    ],
  }
}

async function bid(
  client: HttpClient,
  orderId: string,
  given: { account: Account; suite: SuiteName; plan: HallPlan; ratio: string },
) {
  const key = demoKey(given.account, given.suite)
  const keyId = await supplier.registerKey(client, key, '测试密钥')
  await supplier.rehearse(client, orderId, { keyId, key })
  const technical = given.plan.technical ?? new TextEncoder().encode(`技术标 ${given.account}`)
  const receipt = await supplier.submitBid(client, orderId, {
    keyId,
    key,
    content: {
      priceOf: supplier.atRatio(given.ratio),
      marks: ['45', '36'],
      files: [
        { role: 'technical', name: '技术标.pdf', content: technical },
        { role: 'business', name: '商务标.pdf', content: new TextEncoder().encode(`商务标 ${given.account}`) },
        ...(given.plan.double
          ? [{ role: 'quotation' as const, name: '报价说明.pdf', content: new TextEncoder().encode('报价说明') }]
          : []),
      ],
    },
  })
  return { key, receipt }
}

/** What the price sheet adds up to: rounded unit prices times quantities. */
function quoteAt(plan: TenderPlan, ratio: string): string {
  const cents = plan.items.map(
    (item) => BigInt(Math.round(Number(item.controlPrice) * Number(ratio) * 100)) * BigInt(item.quantity),
  )
  const sum = cents.reduce((a, b) => a + b, 0n)
  return `${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`
}
