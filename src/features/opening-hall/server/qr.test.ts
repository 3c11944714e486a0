import { beforeAll, expect, test } from 'vitest'
import { toHex } from '#features/sealing/core/bytes.ts'
import { releaseContentKey } from '#features/sealing/core/envelope.ts'
import { checkHeader } from '#features/sealing/core/envelope-header.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as b from '../contract-bid-file.ts'
import { DecryptState } from '../rules.ts'
import { type Hall, type Seat, THREE } from '#demo/play/hall.ts'
import { type HallWorld, hallWorld } from './testing/hall.ts'

/*
 * Decryption by telephone: a pass is bound to one bid, works once, for five minutes, and without log-in; and the rest
 * of the bid file service.
 */

const D = DecryptState.values
let world: HallWorld
let hall: Hall
let seats: [Seat, Seat, Seat]

beforeAll(async () => {
  const made = await hallWorld([{ bidders: THREE }])
  world = made.world
  hall = made.halls[0]!
  seats = hall.seats as [Seat, Seat, Seat]
  await world.t.advanceTo(hall.openAt)
})

/** A telephone: no log-in, no workbench. */
const phone = (): HttpClient => world.t.client()
const secretOf = (address: string) => address.slice(address.lastIndexOf('/') + 1)

async function passOf(seat: Seat) {
  const client = await world.as(seat.account)
  const submissionId = await submissionOf(seat)
  const pass = await client.call(b.startQrDecrypt, { params: { id: submissionId } })
  return { ...pass, ticket: secretOf(pass.address), client }
}

async function submissionOf(seat: Seat): Promise<string> {
  return (await world.sealed(seat)).submissionId
}

/** What the telephone's page does with the answer. */
async function unwrap(seat: Seat, ticket: string) {
  const { tenantId, orderId, envelopeBidderId, files } = await phone().call(b.openTicket, { body: { ticket } })
  const expected = { tenantId, orderId, bidderId: envelopeBidderId }
  return Promise.all(
    files.map(async ({ position, header }) => ({
      position,
      contentKey: toHex(await releaseContentKey(checkHeader(header), seat.key.privateKey, expected)),
    })),
  )
}

test('there is no pass before the opening has begun', async () => {
  const client = await world.as('supplier1')
  const { rows } = await world.t.owner.query<{ id: string }>('select id from bid_submission where trade_id = $1', [
    seats[0].tradeId,
  ])
  expect(await client.refused(b.startQrDecrypt, { params: { id: rows[0]!.id } })).toMatchObject({ status: 404 })
  await world.start(hall)
})

test('a telephone scans, unwraps and releases; the computer learns of each step', async () => {
  const [seat] = seats
  const { ticket, address, qrCodeId, client } = await passOf(seat)
  expect(address).toMatch(/\/hall\/qr\/[\w-]{43}$/)
  const result = () => client.call(b.qrDecryptResult, { params: { id: qrCodeId } })
  expect(await result()).toMatchObject({ qrState: 0, decryptState: D.pending })
  // Only the hash of the secret is kept, wherever one looks.
  const { rows } = await world.t.owner.query(
    `select 1 from decrypt_ticket t where t::text like '%' || $1 || '%'
       union all select 1 from idempotency i where i::text like '%' || $1 || '%'`,
    [ticket],
  )
  expect(rows).toHaveLength(0)

  const seen = await phone().call(b.openTicket, { body: { ticket } })
  expect(seen).toMatchObject({ orderTitle: '有创呼吸机采购', envelopeBidderId: seat.receipt.body.bidderId })
  expect(await result()).toMatchObject({ qrState: 1 })
  const keys = await unwrap(seat, ticket)
  expect(await phone().call(b.releaseByTicket, { body: { ticket, keys } })).toEqual({ decryptState: D.released })
  await world.t.settle()
  expect(await result()).toMatchObject({ qrState: 2, decryptState: D.success, failure: '' })
  expect(await world.facts(hall)).toContain('opening.release')
  expect(await client.call(b.envelopeStatus, { params: { id: await submissionOf(seat) } })).toMatchObject({
    decryptState: D.success,
    files: [{ isOpened: true }, { isOpened: true }, { isOpened: true }],
  })
})

test('a used pass does not exist any more, nor does a made-up one', async () => {
  const [seat] = seats
  const { rows } = await world.t.owner.query<{ used: boolean }>(
    'select used_at is not null as used from decrypt_ticket',
  )
  expect(rows).toEqual([{ used: true }])
  const ticket = 'A'.repeat(43)
  const body = { ticket, keys: [{ position: 1, contentKey: '00'.repeat(32) }] }
  expect(await phone().refused(b.openTicket, { body: { ticket } })).toMatchObject({ status: 404 })
  expect(await phone().refused(b.releaseByTicket, { body })).toMatchObject({ status: 404 })
  // Decrypted already: another pass is refused.
  const client = await world.as(seat.account)
  const again = { params: { id: await submissionOf(seat) } }
  expect(await client.refused(b.startQrDecrypt, again)).toMatchObject({ code: 10002 })
})

test('asking again voids the pass before; two telephones with one pass: one release', async () => {
  const [, seat] = seats
  const old = await passOf(seat)
  const { ticket, qrCodeId, client } = await passOf(seat)
  expect(await phone().refused(b.openTicket, { body: { ticket: old.ticket } })).toMatchObject({ status: 404 })
  expect(await client.call(b.qrDecryptResult, { params: { id: old.qrCodeId } })).toMatchObject({ qrState: 3 })
  const keys = await unwrap(seat, ticket)
  const tries = await Promise.all(
    [0, 1].map(() =>
      phone()
        .call(b.releaseByTicket, { body: { ticket, keys } })
        .then(
          () => 200,
          (error: { status: number }) => error.status,
        ),
    ),
  )
  expect(tries.toSorted((x, y) => x - y)).toEqual([200, 404])
  await world.t.settle()
  expect(await client.call(b.qrDecryptResult, { params: { id: qrCodeId } })).toMatchObject({ decryptState: D.success })
})

test('keys that are wrong in shape leave the pass; an expired one is gone; another company’s is not found', async () => {
  const [first, , seat] = seats
  const { ticket, qrCodeId } = await passOf(seat)
  const keys = await unwrap(seat, ticket)
  const partly = { body: { ticket, keys: keys.slice(1) } }
  expect(await phone().refused(b.releaseByTicket, partly)).toMatchObject({ code: 10001 })
  const stranger = await world.as(first.account)
  expect(await stranger.refused(b.qrDecryptResult, { params: { id: qrCodeId } })).toMatchObject({ status: 404 })
  await world.t.movableClock!.advance(5 * 60_000 + 1)
  expect(await phone().refused(b.releaseByTicket, { body: { ticket, keys } })).toMatchObject({ status: 404 })
  const fresh = await passOf(seat)
  await world.t.movableClock!.advance(481 * 60_000)
  expect(await phone().refused(b.openTicket, { body: { ticket: fresh.ticket } })).toMatchObject({ status: 404 })
  const client = await world.as(seat.account)
  const late = { params: { id: await submissionOf(seat) } }
  expect(await client.refused(b.startQrDecrypt, late)).toMatchObject({ code: 10021 })
})

test('says what a bid is sealed with, to its bidder', async () => {
  const [seat] = seats
  const client = await world.as(seat.account)
  const id = await submissionOf(seat)
  expect(await client.call(b.encryptSpType, { params: { id } })).toMatchObject({ spType: 1, suite: 'intl' })
  const { files } = await client.call(b.digitalEnvelope, { params: { id } })
  expect(files.map((file) => file.position)).toEqual([1, 2, 3])
})
