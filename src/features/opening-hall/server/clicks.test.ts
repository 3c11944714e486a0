import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { HttpError, type HttpClient } from '#server/testing/http-client.ts'
import * as c from '../contract.ts'
import * as decryption from '../contract-decrypt.ts'
import { DecryptState } from '../rules.ts'
import { type Hall, type Seat, THREE } from '#demo/play/hall.ts'
import { eventually, type HallWorld, hallWorld } from './testing/hall.ts'

/*
 * Everybody clicks twice, and two hosts click at once: each thing happens once.
 */

let world: HallWorld
let hall: Hall
let busy: Hall
let hosts: [HttpClient, HttpClient]

beforeAll(async () => {
  const made = await hallWorld([{ bidders: THREE }, { bidders: THREE }])
  world = made.world
  ;[hall, busy] = made.halls as [Hall, Hall]
  await world.t.advanceTo(hall.openAt)
  hosts = [await world.as('buyer'), await world.as('newbie')]
})

/** Codes of calls made at once, 0 for those that went through, in ascending order. */
async function atOnce<E extends Endpoint>(
  calls: readonly { client: HttpClient; key?: string }[],
  endpoint: E,
  input: InputOf<E>,
): Promise<number[]> {
  const codes = calls.map(({ client, key }) =>
    client.call(endpoint, input, key ? { key } : {}).then(
      () => 0,
      (error: unknown) => {
        if (error instanceof HttpError) return error.body.code
        throw error
      },
    ),
  )
  return (await Promise.all(codes)).toSorted((a, b) => a - b)
}

const both = () => hosts.map((client) => ({ client }))
const count = async (action: string) => (await world.facts(hall)).filter((f) => f === action).length

test('two hosts start at once: one opening', async () => {
  expect(await atOnce(both(), c.startOpening, { params: hall.params })).toEqual([0, 10002])
  expect(await count('order.startOpening')).toBe(1)
  expect((await world.detail('newbie', hall)).bidders).toHaveLength(3)
})

test('the same click again gets the same answer and does nothing; with other content it is refused', async () => {
  const [host] = hosts
  const key = randomUUID()
  const extend = { params: hall.params, body: { minutes: 20, reason: '投标人网络故障' } }
  const twice = await atOnce(
    [
      { client: host, key },
      { client: host, key },
    ],
    decryption.extendDecryption,
    extend,
  )
  expect([0, 10005]).toContain(twice[1])
  const first = await host.call(decryption.extendDecryption, extend, { key })
  expect(await host.call(decryption.extendDecryption, extend, { key })).toEqual(first)
  const other = { ...extend, body: { ...extend.body, minutes: 21 } }
  expect(await host.refused(decryption.extendDecryption, other, { key })).toMatchObject({ code: 10004 })
  expect(await host.call(decryption.extensionRecords, { params: hall.params })).toHaveLength(1)
  expect(await count('opening.extend')).toBe(1)
})

test('a bidder signs in twice: one sign-in, at the first instant', async () => {
  for (const seat of hall.seats) {
    const client = await world.as(seat.account)
    expect(await atOnce([{ client }, { client }], c.signIn, { params: seat.params })).toEqual([0, 0])
  }
  expect(await count('opening.signIn')).toBe(3)
  const [seat] = hall.seats as [Seat]
  const before = (await world.rowOf(hall, seat)).signedInAt
  await (await world.as(seat.account)).call(c.signIn, { params: seat.params })
  expect((await world.rowOf(hall, seat)).signedInAt).toBe(before)
})

test('keys released twice at once: one decryption', async () => {
  for (const seat of hall.seats) {
    const client = await world.as(seat.account)
    const { submissionId } = await world.sealed(seat)
    const input = { params: { id: submissionId }, body: { keys: await world.keysOf(seat) } }
    expect(await atOnce([{ client }, { client }], decryption.releaseKeys, input)).toEqual([0, 10002])
  }
  await world.t.settle()
  expect(await count('opening.release')).toBe(3)
  expect(await count('opening.decrypted')).toBe(3)
  const { rows } = await world.t.owner.query('select 1 from opened_file where order_id = $1', [hall.orderId])
  expect(rows).toHaveLength(9)
})

test('two hosts open the marks at once: once', async () => {
  expect(await atOnce(both(), c.openMarks, { params: hall.params })).toEqual([0, 10002])
  expect(await count('order.openMarks')).toBe(1)
  const { rows } = await world.t.owner.query('select 1 from opening_mark where order_id = $1', [hall.orderId])
  expect(rows).toHaveLength(12)
})

test('two hosts read the same bidder out: on record once', async () => {
  for (const seat of hall.seats) expect(await atOnce(both(), c.readOut, { params: seat.params })).toEqual([0, 0])
  expect(await count('opening.readOut')).toBe(3)
})

test('a bidder confirms and disputes at once: one of the two stands', async () => {
  const [seat] = hall.seats as [Seat]
  const client = await world.as(seat.account)
  const answers = await Promise.all([
    atOnce([{ client }], c.confirmMarks, { params: seat.params, body: { agree: true } }),
    atOnce([{ client }], c.confirmMarks, { params: seat.params, body: { agree: false, dispute: '有异议' } }),
  ])
  expect(answers.flat().toSorted((a, b) => a - b)).toEqual([0, 10002])
  const confirmed = (await count('opening.confirm')) + (await count('opening.dispute'))
  expect(confirmed).toBe(1)
  // Whichever came first: a dispute has to be answered before the opening can end.
  if ((await world.rowOf(hall, seat)).dispute)
    await hosts[0].call(c.disputeReply, { params: seat.params, body: { reply: '与投标函核对无误' } })
})

test('two hosts end at once: one end, one sheet', async () => {
  expect(await atOnce(both(), c.endOpening, { params: hall.params })).toEqual([0, 10002])
  await world.t.settle()
  expect(await count('order.endOpening')).toBe(1)
  expect(await count('opening.sheet')).toBe(1)
})

test('while a bid is being opened the hall stays free, and the bid can be neither returned nor passed over', async () => {
  await world.start(busy)
  const [host] = hosts
  const [seat, other, third] = busy.seats as [Seat, Seat, Seat]
  for (const done of [other, third]) await world.release(done)
  const { submissionId } = await world.sealed(seat)
  const keys = await world.keysOf(seat)
  const block = await world.t.owner.connect()
  try {
    await block.query('begin; lock table opened_file in share mode')
    const released = { params: { id: submissionId }, body: { keys } }
    await (await world.as(seat.account)).call(decryption.releaseKeys, released)
    await eventually(async () => (await waiting()) === 1)
    expect(await waiting()).toBe(1)
    const body = { minutes: 5, reason: '等待解密完成' }
    await host.call(decryption.extendDecryption, { params: busy.params, body })
    await host.call(c.bidRemark, { params: other.params, body: { openBidRemark: '核对中' } })
    expect(await world.rowOf(busy, seat)).toMatchObject({ decryptState: DecryptState.values.released })
    expect(await host.refused(c.openMarks, { params: busy.params })).toMatchObject({ code: 10020 })
    await world.t.movableClock!.advance(486 * 60_000)
    expect(await host.refused(c.openMarks, { params: busy.params })).toMatchObject({ code: 10002 })
    const back = { params: seat.params, body: { reason: '等不及了' } }
    expect(await host.refused(c.fileBack, back)).toMatchObject({ message: '该投标文件正在解密，请稍候' })
  } finally {
    await block.query('rollback')
    block.release()
  }
  await world.t.settle()
  expect(await world.rowOf(busy, seat)).toMatchObject({ decryptState: DecryptState.values.success })
  await host.call(c.openMarks, { params: busy.params })
  expect((await world.detail('supplier1', busy)).bidders.every((b) => b.quote !== null)).toBe(true)
})

/** Connections that wait to record opened files. */
async function waiting(): Promise<number> {
  const { rows } = await world.t.owner.query<{ n: number }>(
    `select count(*)::int as n from pg_locks where not granted and relation = 'opened_file'::regclass`,
  )
  return rows[0]!.n
}
