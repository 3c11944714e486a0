import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Cast } from '#demo/cast.ts'
import type { Account } from '#demo/people.ts'
import { giveAnswer, selfCheckOf } from '#demo/play/joint.ts'
import { shiftClock } from '#demo/play/shift-clock.ts'
import * as k from '#features/joint-key/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { killableServer, type KillableServer } from '#server/testing/killable.ts'
import * as c from '../contract.ts'
import * as decryption from '../contract-decrypt.ts'
import * as j from '../contract-joint.ts'
import { JointStatus } from '../rules-joint.ts'
import { type Hall, prepareHall, type Stage, THREE } from '#demo/play/hall.ts'
import { OFFICERS } from '#demo/states/halls.ts'
import { eventually, keysOf, sealedOf } from './testing/hall.ts'
import { PATIENT } from '#server/testing/patience.ts'

/*
 * The only server process is killed between the steps of making the key, in the middle of a self-check and of an excuse,
 * between the officers' answers, and while the bids are being opened. What was given stands, and whoever comes after goes on.
 */

let server: KillableServer
let cast: Cast
let shift = 0
/** Everybody who was given out: they go on with whichever process runs now, in the same session. */
const clients = new Set<HttpClient>()

const stage: Stage = {
  async as(account: Account): Promise<HttpClient> {
    const client = await cast.as(account)
    clients.add(client)
    return client
  },
  now: () => new Date(Date.now() + shift),
}

beforeAll(async () => {
  server = await killableServer()
  cast = new Cast(server.base)
})

afterAll(() => server.stop())

test('killed while the key is made and cared for, between answers, and while bids are opened: all of them open, once', async () => {
  const hall: Hall = await prepareHall(stage, {
    bidders: THREE,
    joint: { threshold: 2, officers: OFFICERS, between: restart },
  })
  await advance(hall.openAt.getTime() - stage.now().getTime())
  await killedInCare(hall)
  const host = () => stage.as('buyer')
  await eventually(async () => (await (await host()).call(c.hallDoor, { params: { id: hall.orderId } })).isOpen)
  await (await host()).call(c.startOpening, { params: hall.params })
  for (const seat of hall.seats) {
    const { submissionId } = await sealedOf(stage, seat)
    const body = { keys: await keysOf(stage, seat) }
    await (await stage.as(seat.account)).call(decryption.releaseKeys, { params: { id: submissionId }, body })
  }
  await (await host()).call(j.closeRelease, { params: hall.params })
  const { ceremonyId, secrets } = hall.joint!
  const answer = async (account: Account) => giveAnswer(await stage.as(account), ceremonyId, secrets.get(account)!)
  await answer('agent')
  await restart()

  const block = await server.owner.connect()
  await block.query('begin; lock table opened_file in access exclusive mode')
  expect(await answer('supplier6')).toMatchObject({ begun: true })
  // Decrypted, stored, about to be recorded: the worst moment.
  await server.wantsToWrite('opened_file')
  await server.kill()
  await block.query('rollback')
  block.release()
  await next()

  const joint = async () => (await (await host()).call(c.hallDetail, { params: { id: hall.orderId } })).joint!
  await vi.waitFor(
    async () => expect(await joint()).toMatchObject({ status: JointStatus.values.opened, processed: 3 }),
    { timeout: 30_000, interval: 100 },
  )
  const { rowCount } = await server.owner.query('select 1 from opened_file where order_id = $1', [hall.orderId])
  expect(rowCount).toBe(9)
  const facts = await server.owner.query(
    `select 1 from audit_entry where body->>'action' = 'opening.decrypted' and body->>'entityId' = $1`,
    [hall.orderId],
  )
  expect(facts.rowCount).toBe(3)
  await vi.waitFor(
    async () => expect((await server.owner.query('select 1 from leased_work')).rowCount).toBe(0),
    PATIENT,
  )
})

/** A check and an excuse of which nothing is left, asked for again by the same click: each counts once. */
async function killedInCare(hall: Hall): Promise<void> {
  const { ceremonyId, secrets } = hall.joint!
  const client = await stage.as('agent')
  const body = await selfCheckOf(client, ceremonyId, { secret: secrets.get('agent')!, at: stage.now() })
  const check = { params: { ceremonyId }, body }
  const owner = await stage.as('buyer')
  const excuse = { params: { orderId: hall.orderId, index: 1 }, body: { reason: '任职单位参加投标' } }
  const keys = [randomUUID(), randomUUID()] as const
  const calls = [
    () => client.call(k.giveSelfCheck, check, { key: keys[0] }),
    () => owner.call(k.excuseOfficer, excuse, { key: keys[1] }),
  ]
  const held = async () =>
    (await owner.call(k.orderJointKey, { params: { orderId: hall.orderId } })).current!.officers.map(
      ({ checkedAt, excused }) => [checkedAt !== null, excused !== null],
    )
  const none = [false, false]
  const after = [
    [none, [true, false], none],
    [[false, true], [true, false], none],
  ]
  for (const [i, call] of calls.entries()) {
    await server.killWhileWriting('joint_officer', call)
    await next()
    expect(await held()).toEqual(i === 0 ? [none, none, none] : after[0])
    await call()
    await call()
    expect(await held()).toEqual(after[i])
  }
  for (const action of ['joint-key.self-check', 'joint-key.excuse'])
    await vi.waitFor(async () => {
      const facts = await server.owner.query(
        `select 1 from audit_entry where body->>'action' = $1 and body->>'entityId' = $2`,
        [action, hall.orderId],
      )
      expect(facts.rowCount).toBe(1)
    }, PATIENT)
}

async function advance(ms: number): Promise<void> {
  shift += Math.ceil(ms)
  await shiftClock(server, shift)
}

async function restart(): Promise<void> {
  await server.kill()
  await next()
}

async function next(): Promise<void> {
  await server.start()
  cast = new Cast(server.base)
  for (const client of clients) (client as { base: string }).base = server.base
}
