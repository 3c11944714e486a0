import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { ERRORS } from '#contract/errors.ts'
import { TENANT_HEADER } from '#contract/workbench.ts'
import type { Account } from '#demo/people.ts'
import { selfCheckOf } from '#demo/play/joint.ts'
import * as keys from '#features/joint-key/contract.ts'
import * as invitations from '#features/joint-key/contract-invitations.ts'
import { archiveOrder, declareAbortive } from '#features/procurement/contract/order.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { DEMO_PASSWORD } from '#server/testing/test-system.ts'
import * as c from '../contract.ts'
import * as decryption from '../contract-decrypt.ts'
import * as opening from '../contract-joint.ts'
import { publicHall } from '../contract-portal.ts'
import * as talk from '../contract-talk.ts'
import { type Hall, type Seat, THREE } from '#demo/play/hall.ts'
import { type HallWorld, hallWorld } from './testing/hall.ts'

/*
 * Every call about a joint key: by everybody it does not belong to, at every wrong moment, twice and two at once. Four
 * officers, three of whom open. A call that is in no table fails the last test.
 */

const OFFICERS: readonly Account[] = ['buyer', 'agent', 'supplier6', 'supplier5']
const STRANGERS = ['nobody', 'otherTenant', 'bidder', 'colleague', 'officerElsewhere', 'officer', 'owner'] as const
type Stranger = (typeof STRANGERS)[number]
/** Status of the answer; `ok`: not a stranger to this call. */
type Answers = Record<Stranger, number | 'ok'>

/** Of whoever runs the order, in that workbench: an officer of another company is a stranger there. */
const OWNER: Answers = {
  nobody: 401,
  otherTenant: 404,
  bidder: 403,
  colleague: 403,
  officerElsewhere: 404,
  officer: 403,
  owner: 'ok',
}
/** Of the officers as persons. */
const OFFICER: Answers = {
  nobody: 401,
  otherTenant: 404,
  bidder: 404,
  colleague: 404,
  officerElsewhere: 'ok',
  officer: 'ok',
  owner: 'ok',
}

/** What comes of a call at each moment of an order's life; 200: it may be made. */
type Moment = 'published' | 'releasing' | 'abortive' | 'archived'
const NEVER: Record<Moment, number> = { published: 409, releasing: 409, abortive: 409, archived: 409 }
const NOTHING: Record<Moment, number> = { published: 404, releasing: 404, abortive: 404, archived: 404 }
const hex = '01'.repeat(32)
const proof = { challenge: hex, response: hex }
const shares = [1, 2].map((to) => ({ to, ephemeral: hex, data: '01'.repeat(64) }))

const TABLE: Record<string, { answers: Answers; body?: object; at?: Record<Moment, number>; by?: Account }> = {
  orderJointKey: { answers: OWNER },
  officerCandidates: { answers: OWNER },
  supervisorInvitations: { answers: OWNER },
  inviteSupervisor: { answers: OWNER, body: { contact: 'supplier5' }, at: NEVER },
  // There is no such invitation.
  withdrawInvitation: { answers: OWNER, at: NOTHING },
  answerInvitation: {
    answers: { ...OFFICER, officerElsewhere: 404, officer: 404, owner: 404 },
    body: { accept: true },
  },
  startCeremony: {
    answers: OWNER,
    body: { threshold: 2, officers: [hex, proof].map(() => ({ userId: randomUUID(), role: 'supervisor' })) },
    at: NEVER,
  },
  dropCeremony: { answers: OWNER, body: { reason: '人员有误' }, at: NEVER },
  // Too few would be left after the one who stepped back first.
  excuseOfficer: { answers: OWNER, body: { reason: '任职单位参加投标' }, at: NEVER },
  ownCeremony: { answers: OFFICER },
  giveDevice: { answers: OFFICER, body: { deviceKey: hex, deviceProof: proof }, at: NEVER },
  giveDealing: { answers: OFFICER, body: { from: 1, commitments: [hex, hex], proof, shares }, at: NEVER },
  giveConfirmation: { answers: OFFICER, body: { by: 1, proof }, at: NEVER },
  giveComplaint: { answers: OFFICER, body: { by: 1, against: 2, shared: hex, proof }, at: NEVER },
  giveSelfCheck: {
    answers: OFFICER,
    body: { by: 1, at: '2026-01-01T00:00:00.000Z', proof },
    at: { ...NEVER, published: 200, releasing: 200 },
  },
  officerOpening: { answers: OFFICER },
  giveAnswer: { answers: OFFICER, body: { by: 1, points: [hex], proof }, at: NEVER },
  closeRelease: { answers: { ...OWNER, officerElsewhere: 404 }, at: { ...NEVER, published: 404 } },
}
/** For everybody who is logged in, each their own; for everybody. */
const OTHERS = ['ownCeremonies', 'ownInvitations', 'jointKeyRecord']

const endpoints = new Map(
  Object.entries({ ...keys, ...invitations, ...opening } as Record<string, unknown>).filter(
    (entry): entry is [string, Endpoint] =>
      typeof entry[1] === 'object' && entry[1] !== null && 'path' in entry[1] && 'answer' in entry[1],
  ),
)
let world: HallWorld
let hall: Hall
let clients: Record<Stranger, HttpClient>
let mine: InputOf<typeof keys.giveSelfCheck>['body']

beforeAll(async () => {
  const made = await hallWorld([{ bidders: THREE, joint: { threshold: 3, officers: OFFICERS } }])
  world = made.world
  hall = made.halls[0]!
  const { t } = world
  clients = {
    nobody: t.client(),
    otherTenant: await elsewhere('bj-buyer', 'purchaser'),
    bidder: await world.as('supplier1'),
    colleague: await t.login('buyer2', { workbench: 'purchaser' }),
    officerElsewhere: await world.as('agent'),
    officer: await world.as('supplier6'),
    owner: await world.host(hall),
  }
})

describe.each(Object.keys(TABLE))('%s', (name) => {
  test('is closed to strangers', async () => {
    const { answers } = TABLE[name]!
    const strangers = STRANGERS.filter((one) => answers[one] !== 'ok')
    const found: Partial<Answers> = {}
    for (const stranger of strangers)
      found[stranger] = (await clients[stranger].refused(endpoints.get(name)!, inputOf(name))).status
    expect(found).toEqual(Object.fromEntries(strangers.map((stranger) => [stranger, answers[stranger]])))
  })
})

test('every call is in the table', () => {
  expect([...Object.keys(TABLE), ...OTHERS].toSorted()).toEqual([...endpoints.keys()].toSorted())
})

describe('two at once', () => {
  test('of four officers, of whom three open, one steps back: never both', async () => {
    const host = await world.host(hall)
    const excuse = (index: number) =>
      outcome(host, keys.excuseOfficer, { ...inputOf('excuseOfficer'), params: { orderId: hall.orderId, index } })
    expect(new Set(await Promise.all([excuse(3), excuse(4)]))).toEqual(new Set([200, 409]))
    expect((await officers()).filter(({ excused }) => excused)).toHaveLength(1)
  })

  test('the same check by the same click is one check, by two clicks the later one', async () => {
    const client = await world.as('buyer')
    const secret = hall.joint!.secrets.get('buyer')!
    const { ceremonyId } = hall.joint!
    mine = await selfCheckOf(client, ceremonyId, { secret, at: world.now() })
    const key = randomUUID()
    const input = { params: { ceremonyId }, body: mine }
    const twice = await Promise.all([1, 2].map(() => outcome(client, keys.giveSelfCheck, input, key)))
    expect(Math.min(...twice)).toBe(200)
    await client.call(keys.giveSelfCheck, input, { key })
    const other = { ...input, body: { ...mine, by: 2 } }
    expect(await client.refused(keys.giveSelfCheck, other, { key })).toMatchObject({ code: 10004 })
    await world.t.settle()
    const checks = async () => (await world.facts(hall)).filter((fact) => fact === 'joint-key.self-check').length
    expect(await checks()).toBe(1)
    expect(await Promise.all([1, 2].map(() => outcome(client, keys.giveSelfCheck, input)))).toEqual([200, 200])
    await world.t.settle()
    expect(await checks()).toBe(3)
  })
})

describe('at the wrong moment', () => {
  test('published, nothing but a check is left to do', async () => {
    expect(await outcomes()).toEqual(wanted('published'))
  })

  test('while bidders release, nobody answers yet, and not one officer more may go', async () => {
    await world.t.advanceTo(hall.openAt)
    await world.start(hall)
    await world.release(hall.seats[0]!)
    expect(await outcomes()).toEqual(wanted('releasing'))
    expect(await watched()).toMatchObject({ state: '投标人正在提交密钥', decryptEnd: expect.any(String) })
  })

  test('the order was given up: nothing changes any more, neither then nor in the archive', async () => {
    const host = await world.host(hall)
    const params = { orderId: hall.orderId }
    const before = await state()
    await host.call(declareAbortive, { params, body: { reason: '有效投标不足，重新招标。' } })
    expect(await outcomes()).toEqual(wanted('abortive'))
    expect(await hallRefusals()).toEqual([ERRORS.wrongState.code])
    await host.call(archiveOrder, { params, body: { confirm: true } })
    await world.t.settle()
    expect(await outcomes()).toEqual(wanted('archived'))
    expect(await hallRefusals()).toEqual([ERRORS.wrongState.code])
    expect(await state()).toEqual(before)
    expect((await watched()).state).toBe('该标段已流标')
    const { actions, step } = await world.detail('buyer', hall)
    expect({ actions, step }).toEqual({ actions: [], step: 'end' })
    const own = await (
      await world.as('agent')
    ).call(keys.ownCeremony, { params: { ceremonyId: hall.joint!.ceremonyId } })
    expect(own.actions.filter(({ reason }) => reason === undefined)).toEqual([])
  })
})

/** By name: what comes of the calls of the table that change something. */
function wanted(moment: Moment): Record<string, number> {
  return Object.fromEntries(Object.entries(TABLE).flatMap(([name, { at }]) => (at ? [[name, at[moment]]] : [])))
}

/** What comes of them now, made one after the other by whom they belong to. */
async function outcomes(): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const name of Object.keys(wanted('published'))) {
    const client = TABLE[name]!.answers === OFFICER ? await world.as('buyer') : await world.host(hall)
    const input = inputOf(name)
    if (name === 'giveSelfCheck') {
      const { ceremonyId, secrets } = hall.joint!
      input.body = { ...(await selfCheckOf(client, ceremonyId, { secret: secrets.get('buyer')!, at: world.now() })) }
    }
    found[name] = await outcome(client, endpoints.get(name)!, input)
  }
  return found
}

/**
 * Codes with which the hall refuses everything once the order is over, each once: bids are neither released nor opened,
 * nothing is said any more.
 */
async function hallRefusals(): Promise<number[]> {
  const host = await world.host(hall)
  const [, seat] = hall.seats as [Seat, Seat]
  const bidder = await world.as(seat.account)
  const reason = '与我无关'
  const { submissionId } = await world.sealed(seat)
  const released = { params: { id: submissionId }, body: { keys: await world.keysOf(seat) } }
  const calls: [HttpClient, Endpoint, InputOf<Endpoint>][] = [
    [host, c.openMarks, { params: hall.params }],
    [host, c.endOpening, { params: hall.params }],
    [host, c.readOut, { params: seat.params }],
    [host, c.bidRemark, { params: seat.params, body: { openBidRemark: reason } }],
    [host, c.fileBack, { params: seat.params, body: { reason } }],
    [host, decryption.extendDecryption, { params: hall.params, body: { minutes: 5, reason } }],
    [host, talk.hostSend, { params: hall.params, body: { content: reason } }],
    [bidder, c.signIn, { params: seat.params }],
    [bidder, c.confirmMarks, { params: seat.params, body: { agree: true } }],
    [bidder, talk.bidderSend, { params: seat.params, body: { content: reason } }],
    [bidder, decryption.releaseKeys, released],
  ]
  const codes = new Set<number>()
  for (const [client, endpoint, input] of calls) codes.add((await client.refused(endpoint, input)).code)
  return [...codes]
}

async function officers() {
  const { current } = await (await world.host(hall)).call(keys.orderJointKey, { params: { orderId: hall.orderId } })
  return current!.officers
}

/** What the public sees on the portal. */
function watched() {
  return world.t.client().call(publicHall, { params: { orderId: hall.orderId } })
}

/** What nobody may change after the end. */
async function state() {
  const { bidders, joint } = await world.detail('buyer', hall)
  const held = (await officers()).map(({ checkedAt, excused }) => ({ checkedAt, excused }))
  return { joint, held, bidders: bidders.map(({ decryptState, signedInAt }) => ({ decryptState, signedInAt })) }
}

function inputOf(name: string): InputOf<Endpoint> & { body?: object } {
  const { body } = TABLE[name]!
  const { ceremonyId } = hall.joint!
  const params = { ...hall.params, orderId: hall.orderId, ceremonyId, invitationId: ceremonyId, index: 1 }
  return { params, ...(body ? { body } : {}) }
}

function outcome(client: HttpClient, endpoint: Endpoint, input: object, key?: string): Promise<number> {
  return client.call(endpoint, input as InputOf<Endpoint>, key ? { key } : {}).then(
    () => 200,
    (error: { status: number }) => error.status,
  )
}

/** At the other tenant, and an employee there. */
async function elsewhere(account: string, workbench: string): Promise<HttpClient> {
  const client = world.t.client()
  const body = { mode: 'password', account, password: DEMO_PASSWORD }
  await client.raw('POST', '/api/login', body, { headers: { [TENANT_HEADER]: '3' } })
  client.workbench = workbench
  return client
}
