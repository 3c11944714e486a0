import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERRORS } from '#contract/errors.ts'
import { HttpError } from '#server/testing/http-client.ts'
import * as c from '../contract.ts'
import * as bidFile from '../contract-bid-file.ts'
import * as compare from '../contract-compare.ts'
import * as decryption from '../contract-decrypt.ts'
import * as offer from '../contract-offer.ts'
import * as talk from '../contract-talk.ts'
import { type Hall, type Seat, THREE } from '#demo/play/hall.ts'
import { type HallWorld, hallWorld } from './testing/hall.ts'

/*
 * Every call that changes something in a hall, at every moment of an opening at which it has no business. A call that is
 * in no table fails the last test.
 */

const MOMENTS = ['early', 'waiting', 'decrypting', 'announcing', 'ended'] as const
type Moment = (typeof MOMENTS)[number]
const S = ERRORS.wrongState.code
const E = ERRORS.tooEarly.code
const N = ERRORS.notFound.code
const D = ERRORS.tooLate.code
/** By moment: the code of the refusal; null where the call may be made. */
type Row = readonly [number | null, number | null, number | null, number | null, number | null]

const TABLE: Record<string, { by: 'host' | 'bidder'; row: Row; body?: object; id?: 'order' | 'submission' }> = {
  startOpening: { by: 'host', row: [E, null, S, S, S] },
  openMarks: { by: 'host', row: [S, S, null, S, S] },
  readOut: { by: 'host', row: [S, S, S, null, S] },
  endOpening: { by: 'host', row: [S, S, S, null, S] },
  fileBack: { by: 'host', row: [S, S, S, S, S], body: { reason: '网络故障' } },
  bidRemark: { by: 'host', row: [S, S, null, null, S], body: { openBidRemark: '已核对' } },
  extendDecryption: { by: 'host', row: [S, S, null, S, S], body: { minutes: 5, reason: '网络故障' } },
  disputeReply: { by: 'host', row: [S, S, S, S, S], body: { reply: '已核对' } },
  hostSend: { by: 'host', row: [E, null, null, null, S], body: { content: '请注意' } },
  submitControlPrice: { by: 'host', row: [S, S, null, S, S], body: { price: '100', basis: '' } },
  drawScoreParams: { by: 'host', row: [S, S, S, S, S] },
  submitScoreParams: { by: 'host', row: [S, S, S, S, S], body: { params: { percentage: '95' }, how: '摇号' } },
  startBusinessOpening: { by: 'host', row: [S, S, S, S, S] },
  startOfferOpening: { by: 'host', row: [S, S, S, S, S] },
  openOfferMarks: { by: 'host', row: [S, S, S, S, S] },
  offerBidRemark: { by: 'host', row: [S, S, S, S, S], body: { openOfferBidRemark: '已核对' } },
  offerFileBack: { by: 'host', row: [S, S, S, S, S], body: { reason: '网络故障' } },
  endOfferOpening: { by: 'host', row: [S, S, S, S, S] },
  // Whoever has signed in has: the first instant stays.
  signIn: { by: 'bidder', row: [S, S, null, null, null] },
  confirmMarks: { by: 'bidder', row: [S, S, S, null, S], body: { agree: true } },
  bidderSend: { by: 'bidder', row: [E, S, null, null, S], body: { content: '已收到' } },
  releaseKeys: {
    by: 'bidder',
    row: [N, N, S, D, D],
    body: { keys: [{ position: 1, contentKey: '00'.repeat(32) }] },
    id: 'submission',
  },
  signRecord: { by: 'bidder', row: [S, S, S, S, null], body: { password: 'Kaibiao2026', sha256: '0'.repeat(64) } },
  startQrDecrypt: { by: 'bidder', row: [N, N, S, D, D], id: 'submission' },
}
/** Reading done by POST, and what is tested by what is held: `chat.test.ts`, `qr.test.ts`. */
const OTHERS = ['hostMessagesRead', 'bidderMessagesRead', 'digitalEnvelope', 'openTicket', 'releaseByTicket']

const endpoints = new Map(
  Object.entries({ ...c, ...talk, ...decryption, ...offer, ...compare, ...bidFile } as Record<string, unknown>).filter(
    (entry): entry is [string, Endpoint] =>
      typeof entry[1] === 'object' && entry[1] !== null && 'method' in entry[1] && entry[1].method !== 'GET',
  ),
)
let world: HallWorld
let hall: Hall
let submissionId: string

beforeAll(async () => {
  const made = await hallWorld([{ bidders: THREE }])
  world = made.world
  hall = made.halls[0]!
  const { rows } = await world.t.owner.query<{ id: string }>('select id from bid_submission where trade_id = $1', [
    hall.seats[0]!.tradeId,
  ])
  submissionId = rows[0]!.id
})

test('before its time nothing can be done, whoever asks', async () => {
  expect(await refusals('early')).toEqual(wanted('early'))
})

test('its time has come, and the host has not begun', async () => {
  await world.t.advanceTo(hall.openAt)
  expect(await refusals('waiting')).toEqual(wanted('waiting'))
})

test('while bids are decrypted nothing is read out or confirmed', async () => {
  await world.start(hall)
  for (const seat of hall.seats) await world.release(seat)
  expect(await refusals('decrypting')).toEqual(wanted('decrypting'))
})

test('once the quotes are open nobody decrypts, nothing is extended or returned', async () => {
  await (await world.host(hall)).call(c.openMarks, { params: hall.params })
  expect(await refusals('announcing')).toEqual(wanted('announcing'))
})

test('after the end nothing changes', async () => {
  const host = await world.host(hall)
  for (const seat of hall.seats) await host.call(c.readOut, { params: seat.params })
  await host.call(c.endOpening, { params: hall.params })
  await world.t.settle()
  const before = await world.detail(hall.by, hall)
  expect(await refusals('ended')).toEqual(wanted('ended'))
  await world.t.settle()
  expect(await world.detail(hall.by, hall)).toEqual(before)
})

test('every call that changes something is in the table', () => {
  expect([...Object.keys(TABLE), ...OTHERS].toSorted()).toEqual([...endpoints.keys()].toSorted())
})

/** By name: the calls that are refused at a moment, with their codes. */
function wanted(moment: Moment): Record<string, number> {
  const at = MOMENTS.indexOf(moment)
  return Object.fromEntries(Object.entries(TABLE).flatMap(([name, { row }]) => (row[at] ? [[name, row[at]]] : [])))
}

/** What comes of these calls, made one after the other by whom they belong to; 0: it went through. */
async function refusals(moment: Moment): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const name of Object.keys(wanted(moment))) {
    const { by, body, id } = TABLE[name]!
    const [seat] = hall.seats as [Seat]
    const client = by === 'host' ? await world.host(hall) : await world.as(seat.account)
    const params = { ...seat.params, id: id === 'submission' ? submissionId : hall.orderId }
    found[name] = await client.call(endpoints.get(name)!, { params, ...(body ? { body } : {}) }).then(
      () => 0,
      (error: unknown) => (error instanceof HttpError ? error.body.code : -1),
    )
  }
  return found
}
