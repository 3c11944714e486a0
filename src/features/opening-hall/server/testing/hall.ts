import type { Pool } from 'pg'
import { Cast } from '#demo/cast.ts'
import { type Account, PEOPLE } from '#demo/people.ts'
import { type Hall, type HallPlan, prepareHall, type Seat, type Stage } from '#demo/play/hall.ts'
import { type HallFacts, hallsOf, hallStateFor } from '#demo/states/halls.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { releaseContentKey } from '#features/sealing/core/envelope.ts'
import { checkHeader } from '#features/sealing/core/envelope-header.ts'
import { toHex } from '#features/sealing/core/bytes.ts'
import { PRICE_SCORE_VERSION } from '#features/evaluation/rules/price-score.ts'
import * as c from '../../contract.ts'
import * as decryption from '../../contract-decrypt.ts'
import * as offer from '../../contract-offer.ts'

/*
 * What is done in openings of tests; `#demo/play/hall.ts` prepares them.
 */

type Keys = { position: number; contentKey: string }[]

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

/** The first of these tenders come from the state that holds them, where there is one; the rest is played. */
export async function hallWorld(plans: readonly HallPlan[]): Promise<{ world: HallWorld; halls: Hall[] }> {
  const state = hallStateFor(plans)
  const t = await testSystem({ from: state ?? 'people' })
  const world = new HallWorld(t)
  const halls = state ? hallsOf(t.facts as HallFacts) : []
  for (const plan of plans.slice(halls.length)) halls.push(await prepareHall(world, plan, halls[0]?.schedule))
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
