import { beforeAll, describe, expect, test } from 'vitest'
import type { Account } from '#demo/people.ts'
import { answerOf, giveAnswer as answerAs } from '#demo/play/joint.ts'
import { inbox } from '#features/home/contract.ts'
import { giveDevice, ownCeremony } from '#features/joint-key/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as c from '../contract.ts'
import * as decryption from '../contract-decrypt.ts'
import * as j from '../contract-joint.ts'
import { DecryptState } from '../rules.ts'
import { JointStatus } from '../rules-joint.ts'
import { type Hall, type Seat, THREE } from '#demo/play/hall.ts'
import { OFFICERS } from '#demo/states/halls.ts'
import { eventually, type HallWorld, hallWorld } from './testing/hall.ts'

/*
 * Openings in joint-key mode over HTTP: two of three officers. What each may do and when, and what liars, strangers and
 * those who come late or twice achieve.
 */

const D = DecryptState.values
const S = JointStatus.values
const PLAN = { bidders: THREE, joint: { threshold: 2, officers: OFFICERS } }
let world: HallWorld
let main: Hall
let late: Hall

beforeAll(async () => {
  const made = await hallWorld([PLAN, PLAN])
  world = made.world
  ;[main, late] = made.halls as [Hall, Hall]
  await world.t.advanceTo(main.openAt)
  for (const hall of made.halls) await world.start(hall)
})

const joint = async (hall: Hall) => (await world.detail('buyer', hall)).joint!
const of = (hall: Hall) => ({ params: { ceremonyId: hall.joint!.ceremonyId } })
const secret = (hall: Hall, account: Account) => hall.joint!.secrets.get(account)!
const close = async (hall: Hall, client?: HttpClient) =>
  (client ?? (await world.host(hall))).call(j.closeRelease, { params: hall.params })
const answer = async (hall: Hall, account: Account) =>
  answerAs(await world.as(account), hall.joint!.ceremonyId, secret(hall, account))
const marks = async (hall: Hall) => (await world.host(hall)).call(c.openMarks, { params: hall.params })
const opened = async (hall: Hall) => {
  const { rows } = await world.t.owner.query<{ n: number }>(
    'select count(*)::int as n from opened_file where order_id = $1',
    [hall.orderId],
  )
  return rows[0]!.n
}

describe('while bidders release', () => {
  test('what is released stays closed: nothing is opened, no marks, nothing for officers to answer', async () => {
    for (const seat of main.seats) expect(await world.release(seat)).toMatchObject({ decryptState: D.held })
    expect(await opened(main)).toBe(0)
    expect(await joint(main)).toMatchObject({ status: S.releasing, released: 3, processed: 0, threshold: 2 })
    await expect(marks(main)).rejects.toMatchObject({ status: 409 })
    const view = await (await world.as('agent')).call(j.officerOpening, of(main))
    expect(view).toMatchObject({ bids: [], actions: [] })
  })

  test('a bidder releases once', async () => {
    await expect(world.release(main.seats[0]!)).rejects.toMatchObject({ status: 409 })
  })

  test('an answer before the release is closed is refused', async () => {
    const body = { by: 1, points: ['02'.repeat(32)], proof: { challenge: '01'.repeat(32), response: '01'.repeat(32) } }
    await expect((await world.as('buyer')).call(j.giveAnswer, { ...of(main), body })).rejects.toMatchObject({
      status: 409,
    })
  })

  test('the host cannot close it on somebody who can still release, nor can anybody else close it', async () => {
    await expect(close(late)).rejects.toMatchObject({ status: 409 })
    const bidder = await world.as('supplier1')
    await expect(close(main, bidder)).rejects.toMatchObject({ status: 403 })
    const rival = await world.t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
    await expect(close(main, rival)).rejects.toMatchObject({ status: 404 })
  })
})

describe('after the release is closed', () => {
  test('once; nobody releases or extends any more, and officers are asked', async () => {
    const closings = await Promise.allSettled([close(main), close(main)])
    expect(closings.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const host = await world.host(main)
    const extension = { params: main.params, body: { minutes: 5, reason: '再等一等' } }
    await expect(host.call(decryption.extendDecryption, extension)).rejects.toMatchObject({ status: 409 })
    expect(await joint(main)).toMatchObject({ status: S.answering, released: 3 })
    const { rows: todos } = await (await world.as('agent')).call(inbox, {})
    expect(todos.map((todo) => todo.link)).toContain(`/joint-keys/${main.joint!.ceremonyId}`)
    await world.t.settle()
    const { rows } = await world.t.owner.query<{ n: number }>(
      `select count(*)::int as n from message where kind = 'opening.jointAnswerWanted' and link = $1`,
      [`/joint-keys/${main.joint!.ceremonyId}`],
    )
    expect(rows[0]!.n).toBe(3)
  })

  test('strangers see and answer nothing: bidders, another tenant, officers of another key', async () => {
    const rival = await world.t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
    const body = await answerOf(await world.as('agent'), main.joint!.ceremonyId, secret(main, 'agent'))
    for (const stranger of [await world.as('supplier1'), rival]) {
      await expect(stranger.call(j.officerOpening, of(main))).rejects.toMatchObject({ status: 404 })
      await expect(stranger.call(j.giveAnswer, { ...of(main), body })).rejects.toMatchObject({ status: 404 })
      await expect(stranger.call(ownCeremony, of(main))).rejects.toMatchObject({ status: 404 })
    }
    await expect(world.t.client().call(j.officerOpening, of(main))).rejects.toMatchObject({ status: 401 })
  })

  test('one officer is not enough: nothing is opened', async () => {
    expect(await answer(main, 'buyer')).toEqual({ begun: false, missing: 1 })
    await world.t.settle()
    expect(await opened(main)).toBe(0)
    await expect(marks(main)).rejects.toMatchObject({ status: 409 })
    await expect(answer(main, 'buyer')).rejects.toMatchObject({ status: 409 })
  })

  test('lies are refused and named: an altered point, another officer’s share, an answer of another order', async () => {
    const client = await world.as('agent')
    const right = await answerOf(client, main.joint!.ceremonyId, secret(main, 'agent'))
    const altered = { ...right, points: [right.points[1]!, right.points[0]!, right.points[2]!] }
    const short = { ...right, points: right.points.slice(1) }
    const foreign = await answerOf(client, main.joint!.ceremonyId, secret(late, 'agent')).catch(() => null)
    // The own device of another key opens no share of this one.
    expect(foreign).toBeNull()
    const other = await answerOf(await world.as('supplier6'), main.joint!.ceremonyId, secret(main, 'supplier6'))
    for (const lie of [altered, short, { ...other, by: right.by }])
      await expect(client.call(j.giveAnswer, { ...of(main), body: lie })).rejects.toMatchObject({
        body: { code: 10023 },
      })
    // In another's name it is not even a lie of theirs.
    await expect(client.call(j.giveAnswer, { ...of(main), body: other })).rejects.toMatchObject({
      body: { code: 10023 },
    })
    const { officers } = await joint(main)
    expect(officers.map(({ state, lies }) => [state, lies])).toEqual([
      ['answered', 0],
      ['refused', 3],
      ['waiting', 0],
    ])
    expect((await world.facts(main)).filter((fact) => fact === 'opening.jointLie')).toHaveLength(3)
    expect(await opened(main)).toBe(0)
  })

  test('the last two at once: all bids are opened, once, and shown to all at one instant', async () => {
    const given = await Promise.all([answer(main, 'agent'), answer(main, 'supplier6').catch(() => null)])
    expect(given[0] ?? given[1]).toMatchObject({ begun: true })
    await eventually(async () => (await joint(main)).status === S.opened)
    expect(await joint(main)).toMatchObject({ status: S.opened, processed: 3 })
    expect(await opened(main)).toBe(9)
    for (const seat of main.seats)
      expect(await world.rowOf(main, seat)).toMatchObject({ decryptState: D.success, quote: null })
    await marks(main)
    const { bidders } = await world.detail('supplier2', main)
    expect(bidders.map((bidder) => bidder.quote)).toEqual(main.seats.map((seat) => seat.quote))
    const facts = await world.facts(main)
    for (const once of ['opening.closeRelease', 'opening.jointBegin', 'opening.jointDone'])
      expect(facts.filter((fact) => fact === once)).toHaveLength(1)
    expect(facts.filter((fact) => fact === 'opening.decrypted')).toHaveLength(3)
  })
})

describe('bidders who do not release, and who release what opens nothing', () => {
  test('both count as revoked, the others go on, the missing officer is named', async () => {
    const [own, garbled, absent] = late.seats as [Seat, Seat, Seat]
    await world.release(own)
    // Keys of another bid: closed alike, so that it shows only with the officers' answers.
    await world.release(garbled, await world.keysOf(main.seats[1]!))
    await world.later(481)
    await expect(world.release(absent)).rejects.toMatchObject({ status: 409 })
    await close(late)
    expect(await world.rowOf(late, absent)).toMatchObject({ decryptState: D.revoked })
    const replayed = await answerOf(await world.as('agent'), main.joint!.ceremonyId, secret(main, 'agent'))
    await expect(
      (await world.as('agent')).call(j.giveAnswer, {
        ...of(late),
        body: { ...replayed, points: replayed.points.slice(0, 2) },
      }),
    ).rejects.toMatchObject({ body: { code: 10023 } })
    await answer(late, 'buyer')
    await answer(late, 'supplier6')
    await eventually(async () => (await joint(late)).status === S.opened)
    expect(await world.rowOf(late, own)).toMatchObject({ decryptState: D.success })
    expect(await world.rowOf(late, garbled)).toMatchObject({ decryptState: D.failed })
    await marks(late)
    expect(await world.rowOf(late, garbled)).toMatchObject({ decryptState: D.revoked, quote: null })
    expect((await joint(late)).officers.map((officer) => officer.state)).toEqual(['answered', 'refused', 'answered'])
    const { rows } = await world.t.owner.query<{ summary: string }>(
      `select body->>'summary' as summary from audit_entry
       where body->>'entityId' = $1 and body->>'action' = 'opening.jointDone'`,
      [late.orderId],
    )
    expect(rows[0]!.summary).toContain('未参与的保管人')
  })

  test('the key of a published order cannot be given up or changed', async () => {
    const device = {
      deviceKey: '02'.repeat(32),
      deviceProof: { challenge: '01'.repeat(32), response: '01'.repeat(32) },
    }
    await expect((await world.as('agent')).call(giveDevice, { ...of(main), body: device })).rejects.toMatchObject({
      status: 409,
    })
  })
})
