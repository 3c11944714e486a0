import { afterAll, beforeAll, expect, test } from 'vitest'
import { Cast } from '#demo/cast.ts'
import type { Account } from '#demo/people.ts'
import { shiftClock } from '#demo/play/shift-clock.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { killableServer, type KillableServer } from '#server/testing/killable.ts'
import * as c from '../contract.ts'
import * as decryption from '../contract-decrypt.ts'
import * as offer from '../contract-offer.ts'
import { DECRYPT_RETRY_MS, DecryptState } from '../rules.ts'
import { type Hall, prepareHall, type Seat, type Stage, THREE } from '#demo/play/hall.ts'
import { type HallFacts, hallsOf } from '#demo/states/halls.ts'
import { eventually, keysOf, putInReview, sealedOf } from './testing/hall.ts'

/*
 * The only server process is killed between a bidder's keys and the opening of its bid. The keys were taken in time, so
 * the bid must be opened by whoever comes after.
 */

const D = DecryptState.values
let server: KillableServer
let stage: Servers
let hall: Hall
let double: Hall

/** The people at whichever process runs now, and the clock that all of them share. */
class Servers implements Stage {
  #cast: Cast
  #shift: number

  constructor(base: string, shift: number) {
    this.#cast = new Cast(base)
    this.#shift = shift
  }

  moveTo(base: string): void {
    this.#cast = new Cast(base)
  }

  as(account: Account): Promise<HttpClient> {
    return this.#cast.as(account)
  }

  now(): Date {
    return new Date(Date.now() + this.#shift)
  }

  async advance(ms: number): Promise<void> {
    this.#shift += Math.ceil(ms)
    await shiftClock(server, this.#shift)
  }
}

beforeAll(async () => {
  server = await killableServer({ from: 'doubleHall' })
  const { rows } = await server.owner.query<{ ms: string }>('select ms from clock_shift')
  stage = new Servers(server.base, Number(rows[0]!.ms))
  ;[double] = hallsOf(server.facts as HallFacts) as [Hall]
  hall = await prepareHall(stage, { bidders: THREE }, double.schedule)
  await stage.advance(Math.max(hall.openAt.getTime(), double.openAt.getTime()) - stage.now().getTime())
  await eventually(isDoorOpen)
  await (await stage.as('buyer')).call(c.startOpening, { params: hall.params })
})

afterAll(() => server.stop())

test('killed while the bid was being opened: the next process opens it', async () => {
  const [seat] = hall.seats as [Seat]
  const block = await server.owner.connect()
  await block.query('begin; lock table opened_file in access exclusive mode')
  await release(seat)
  // Decrypted, stored, about to be recorded: the worst moment.
  await eventually(async () => (await waiting()) > 0)
  expect(await waiting()).toBe(1)
  await server.kill()
  await block.query('rollback')
  block.release()

  await next()
  await stage.advance(DECRYPT_RETRY_MS + 1000)
  await eventually(async () => (await decryptState(seat)) === D.success)
  expect(await decryptState(seat)).toBe(D.success)
  await openedOnce(seat)
})

test('killed as soon as the keys were taken: as well', async () => {
  const [, seat] = hall.seats as [Seat, Seat]
  await release(seat)
  await server.kill()
  await next()
  await stage.advance(DECRYPT_RETRY_MS + 1000)
  await eventually(async () => (await decryptState(seat)) === D.success)
  expect(await decryptState(seat)).toBe(D.success)
  await openedOnce(seat)
})

test('killed in the second opening: quotations whose keys were taken are opened, once', async () => {
  const params = double.params
  const host = await stage.as('buyer')
  await host.call(offer.startBusinessOpening, { params })
  const [seat] = double.seats as [Seat]
  for (const one of double.seats) await release(one)
  for (const one of double.seats) {
    await eventually(async () => (await decryptState(one)) === D.success)
    expect(await decryptState(one)).toBe(D.success)
  }
  await host.call(c.openMarks, { params })
  for (const one of double.seats) await host.call(c.readOut, { params: one.params })
  await host.call(c.endOpening, { params })
  await putInReview(server.owner, double, { done: true, passed: double.seats })
  await host.call(offer.startOfferOpening, { params })
  expect(await decryptState(seat)).toBe(D.pending)
  await release(seat)
  await server.kill()
  await next()
  await stage.advance(DECRYPT_RETRY_MS + 1000)
  await eventually(async () => (await decryptState(seat)) === D.success)
  expect(await decryptState(seat)).toBe(D.success)
  const { rows } = await server.owner.query(
    'select stage, count(*)::int as files from opened_file where trade_id = $1 group by stage order by stage',
    [seat.tradeId],
  )
  expect(rows).toEqual([
    { stage: 1, files: 3 },
    { stage: 2, files: 2 },
  ])
  const facts = await server.owner.query(
    `select 1 from audit_entry where body->>'action' = 'opening.decrypted' and body->'data'->>'tradeId' = $1`,
    [seat.tradeId],
  )
  expect(facts.rowCount).toBe(2)
})

async function isDoorOpen(): Promise<boolean> {
  const { isOpen } = await (await stage.as('buyer')).call(c.hallDoor, { params: { id: hall.orderId } })
  return isOpen
}

async function release(seat: Seat): Promise<void> {
  const { submissionId } = await sealedOf(stage, seat)
  const keys = await keysOf(stage, seat)
  await (await stage.as(seat.account)).call(decryption.releaseKeys, { params: { id: submissionId }, body: { keys } })
}

async function decryptState(seat: Seat): Promise<number> {
  return (await (await stage.as(seat.account)).call(c.bidderState, { params: seat.params })).decryptState
}

async function openedOnce(seat: Seat): Promise<void> {
  const files = await server.owner.query('select 1 from opened_file where trade_id = $1', [seat.tradeId])
  expect(files.rowCount).toBe(3)
  const facts = await server.owner.query(
    `select 1 from audit_entry where body->>'action' = 'opening.decrypted' and body->'data'->>'tradeId' = $1`,
    [seat.tradeId],
  )
  expect(facts.rowCount).toBe(1)
  const left = await server.owner.query(`select 1 from timer where kind = 'opening.decryptDue' and fired_at is null`)
  expect(left.rowCount).toBe(0)
}

/** Connections that wait for the lock on the opened files. */
async function waiting(): Promise<number> {
  const { rows } = await server.owner.query<{ n: number }>(
    `select count(*)::int as n from pg_locks where not granted and relation = 'opened_file'::regclass`,
  )
  return rows[0]!.n
}

async function next(): Promise<void> {
  await server.start()
  stage.moveTo(server.base)
}
