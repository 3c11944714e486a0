import type { Pool } from 'pg'
import { Cast } from '#demo/cast.ts'
import type { CompanyKey } from '#demo/companies.ts'
import { demoKey } from '#demo/keys.ts'
import { type Account, PEOPLE } from '#demo/people.ts'
import { makeJointKey } from '#demo/play/joint.ts'
import * as buyer from '#demo/play/buyer.ts'
import { lawfulSchedule, type TenderPlan } from '#demo/play/plan.ts'
import * as supplier from '#demo/play/supplier.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { releaseContentKey } from '#features/sealing/core/envelope.ts'
import { checkHeader } from '#features/sealing/core/envelope-header.ts'
import { toHex } from '#features/sealing/core/bytes.ts'
import type { KeyPair, SuiteName } from '#features/sealing/core/suite-types.ts'
import type { Receipt } from '#features/sealing/core/receipt.ts'
import { PRICE_SCORE_VERSION } from '#features/evaluation/rules/price-score.ts'
import { invitedBidding } from '#features/procurement/methods/invited-bidding.ts'
import type { OrderSettings } from '#features/procurement/rules/settings.ts'
import * as c from '../../contract.ts'
import * as decryption from '../../contract-decrypt.ts'
import * as offer from '../../contract-offer.ts'

/*
 * Openings for tests, played over HTTP up to the opening time: project, order, sign-ups, keys, sealed bids.
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
  openAt: Date
  seats: Seat[]
  joined: { account: Account; tradeId: string }[]
  joint?: { ceremonyId: string; secrets: Map<Account, string> }
}

type Keys = { position: number; contentKey: string }[]

/** Any system that can be played: in this process or another. */
export interface Stage {
  as(account: Account): Promise<HttpClient>
  now(): Date
}

/** Sealed and submitted; the clock has not moved. */
export async function prepareHall(stage: Stage, plan: HallPlan): Promise<Hall> {
  const { bidders, joined = [], suite = 'intl', by = 'buyer' } = plan
  const tender: TenderPlan = {
    ...tenderPlan(suite),
    ...(plan.double ? DOUBLE : {}),
    ...(plan.joint && { keyMode: 'joint' as const }),
    ...(plan.invited && { method: invitedBidding.code }),
  }
  tender.settings = { ...tender.settings, ...plan.settings }
  const host = await stage.as(by)
  const schedule = lawfulSchedule(stage.now())
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
  return { orderId, params, by, openAt: new Date(schedule.openAt!), seats, joined: others, ...(joint && { joint }) }
}

async function keyFor(
  stage: Stage,
  orderId: string,
  { by, threshold, officers, between }: { by: Account } & NonNullable<HallPlan['joint']>,
) {
  const host = await stage.as(by)
  const people = []
  for (const account of officers) {
    const role = account === by ? ('purchaser' as const) : ('supervisor' as const)
    people.push({ account, role, client: await stage.as(account) })
  }
  return makeJointKey(host, orderId, { threshold, officers: people, between })
}

/** The own sealed files with envelopes, as the bidder's browser gets them. */
export async function sealedOf(stage: Stage, seat: Seat): Promise<OutputOf<typeof decryption.bidderFileDecryption>> {
  return (await stage.as(seat.account)).call(decryption.bidderFileDecryption, { params: seat.params })
}

/** Unwraps the own content keys as the bidder's browser does. */
export async function keysOf(stage: Stage, seat: Seat): Promise<Keys> {
  const { files } = await sealedOf(stage, seat)
  const { tenantId, bidderId } = seat.receipt.body
  const expect = { tenantId, orderId: seat.params.projectId, bidderId }
  return Promise.all(
    files.map(async ({ position, header }) => ({
      position,
      contentKey: toHex(await releaseContentKey(checkHeader(header), seat.key.privateKey, expect)),
    })),
  )
}

/** A system of its own with these openings prepared, one after the other, all for the same hour. */
export class HallWorld implements Stage {
  readonly t: TestSystem
  readonly #cast: Cast

  constructor(t: TestSystem) {
    this.t = t
    this.#cast = new Cast(t.base)
  }

  now(): Date {
    return this.t.kernel.clock.now()
  }

  as(account: Account): Promise<HttpClient> {
    return this.#cast.as(account)
  }

  async host(hall: Hall): Promise<HttpClient> {
    return this.as(hall.by)
  }

  async later(minutes: number): Promise<void> {
    await this.t.advanceTo(new Date(this.now().getTime() + minutes * 60_000))
  }

  async detail(account: Account, hall: Hall): Promise<c.HallDetail> {
    return (await this.as(account)).call(c.hallDetail, { params: { id: hall.orderId } })
  }

  /** State and reason of a bidder as the host sees them. */
  async rowOf(hall: Hall, seat: Seat): Promise<c.BidderRow> {
    const { bidders } = await this.detail(hall.by, hall)
    return bidders.find((b) => b.bidderId === seat.tradeId)!
  }

  /** Starts the opening of the business envelopes. */
  async startBusiness(hall: Hall): Promise<void> {
    await (await this.host(hall)).call(offer.startBusinessOpening, { params: hall.params })
  }

  /** Everybody decrypts, is read out and confirms, in the opening that is held now; then it ends. */
  async throughOpening(hall: Hall, seats: readonly Seat[], stage: 1 | 2 = 1): Promise<void> {
    const host = await this.host(hall)
    for (const seat of seats) await this.release(seat)
    await host.call(stage === 1 ? c.openMarks : offer.openOfferMarks, { params: hall.params })
    for (const seat of seats) await host.call(c.readOut, { params: seat.params })
    await host.call(stage === 1 ? c.endOpening : offer.endOfferOpening, { params: hall.params })
    await this.t.settle()
  }

  /** The order is in review, and its first stage has this result. */
  async inReview(hall: Hall, result: { done: boolean; passed: readonly Seat[] }): Promise<void> {
    await putInReview(this.t.owner, hall, result)
  }

  async start(hall: Hall): Promise<void> {
    await (await this.host(hall)).call(c.startOpening, { params: hall.params })
  }

  sealed(seat: Seat): ReturnType<typeof sealedOf> {
    return sealedOf(this, seat)
  }

  keysOf(seat: Seat): Promise<Keys> {
    return keysOf(this, seat)
  }

  /** Releases these keys (the right ones unless told) and waits for the outcome. */
  async release(seat: Seat, keys?: Keys): Promise<{ decryptState: number; failure: string }> {
    const client = await this.as(seat.account)
    const { submissionId } = await this.sealed(seat)
    const params = { id: submissionId }
    await client.call(decryption.releaseKeys, { params, body: { keys: keys ?? (await this.keysOf(seat)) } })
    await this.t.settle()
    return client.call(decryption.decryptResult, { params })
  }

  /** Audited actions of an opening, oldest first. */
  async facts(hall: Hall): Promise<string[]> {
    const { rows } = await this.t.owner.query<{ action: string }>(
      `select body->>'action' as action from audit_entry where body->>'entityId' = $1 order by seq`,
      [hall.orderId],
    )
    return rows.map((row) => row.action)
  }
}

/** The rows that a review leaves of its first stage: who did not pass was rejected in it. */
export async function putInReview(
  owner: Pick<Pool, 'query'>,
  hall: Hall,
  { done, passed }: { done: boolean; passed: readonly Seat[] },
): Promise<void> {
  await owner.query("update purchase_order set state = 'review.running' where id = $1", [hall.orderId])
  await owner.query(
    `insert into review (tenant_id, order_id, review_method, price_version, started_by, started_at, first_stage_at)
     values (1, $1, 1, $4, $2, now(), case when $3 then now() end)
     on conflict (tenant_id, order_id) do update set first_stage_at = excluded.first_stage_at`,
    [hall.orderId, PEOPLE.buyer.id, done, PRICE_SCORE_VERSION],
  )
  await owner.query('delete from review_rejection where order_id = $1', [hall.orderId])
  for (const { tradeId } of hall.seats.filter((seat) => !passed.includes(seat)))
    await owner.query(
      `insert into review_rejection (tenant_id, order_id, trade_id, reason, at) values (1, $1, $2, '资格评审不合格', now())`,
      [hall.orderId, tradeId],
    )
}

export async function hallWorld(plans: readonly HallPlan[]): Promise<{ world: HallWorld; halls: Hall[] }> {
  const t = await testSystem({ from: 'people' })
  const world = new HallWorld(t)
  const halls: Hall[] = []
  for (const plan of plans) halls.push(await prepareHall(world, plan))
  await t.settle()
  return { world, halls }
}

export interface Heard {
  frames: string[]
  kinds(): string[]
  close(): Promise<void>
}

/** Listens to live topics; collects what comes. Throws HttpError when refused. */
export async function listen(client: HttpClient, topics: string): Promise<Heard> {
  const response = await client.fetch('GET', `/api/live?topics=${topics}`)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const frames: string[] = []
  let rest = ''
  const reading = (async () => {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      const parts = (rest + step.value).split('\n\n')
      rest = parts.pop()!
      frames.push(...parts.filter((part) => part.startsWith('id: ')))
    }
  })().catch(() => undefined)
  return {
    frames,
    kinds: () => frames.map((f) => /"kind":"([^"]+)"/.exec(f)?.[1] ?? ''),
    async close() {
      await reader.cancel()
      await reading
    },
  }
}

/** Waits until something holds; the last look is the caller's expectation. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 1200 && !(await holds()); i++) await new Promise((resolve) => setTimeout(resolve, 50))
}

const DOUBLE: Pick<TenderPlan, 'reviewModel' | 'settings'> = {
  reviewModel: 2,
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
