import { beforeAll, describe, expect, test } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { HOUR } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { type Account, PEOPLE } from '#demo/people.ts'
import { giveAnswer as answerAs } from '#demo/play/joint.ts'
import { inbox } from '#features/home/contract.ts'
import * as k from '#features/joint-key/contract.ts'
import { agreeAssociation, sendAssociation } from '#features/organisation/contract/associations.ts'
import { createEmployee } from '#features/organisation/contract/employees.ts'
import { acceptEmployment } from '#features/organisation/contract/employments.ts'
import { type JointKey, ownShare } from '#features/sealing/core/joint/joint-key.ts'
import { proveSelfCheck } from '#features/sealing/core/joint/self-check.ts'
import { inContext } from '#server/context.ts'
import * as j from '../contract-joint.ts'
import { JointStatus } from '../rules-joint.ts'
import { type Hall, THREE } from '#demo/play/hall.ts'
import { OFFICERS } from '#demo/states/halls.ts'
import { eventually, type HallWorld, hallWorld } from './testing/hall.ts'

/*
 * What becomes of a finished joint key until the opening: officers show that their devices work, and who is bound to a
 * bidder steps back. Two of three.
 */

let world: HallWorld
let hall: Hall
/** Where somebody steps back in the very instant in which the own answer would begin the opening. */
let races: Hall[]

beforeAll(async () => {
  const plan = { bidders: THREE, joint: { threshold: 2, officers: OFFICERS } }
  const made = await hallWorld([plan, plan, plan])
  world = made.world
  ;[hall, ...races] = made.halls as [Hall, ...Hall[]]
})

const params = () => ({ ceremonyId: hall.joint!.ceremonyId })
const owner = async () =>
  (await (await world.host(hall)).call(k.orderJointKey, { params: { orderId: hall.orderId } })).current!
async function proof(account: Account, { secretOf = account, at = world.t.kernel.clock.now() } = {}) {
  const view = await (await world.as(account)).call(k.ownCeremony, { params: params() })
  const record = view.record as unknown as JointKey
  const own = { index: view.index, secret: hall.joint!.secrets.get(secretOf)! }
  // Another's secret opens none of the own shares: the device would say so; here it pretends.
  const share =
    secretOf === account ? ownShare(record.ceremony, record.dealings, own) : hall.joint!.secrets.get(secretOf)!
  return proveSelfCheck(record, { index: view.index, share }, at.toISOString())
}
const check = async (account: Account, body: Awaited<ReturnType<typeof proof>>) =>
  (await world.as(account)).call(k.giveSelfCheck, { params: params(), body })
/** Whether home asks the officer to check; the officer's own page says the same. */
async function wanted(account: Account): Promise<boolean> {
  const client = await world.as(account)
  const { rows: todos } = await client.call(inbox, {})
  const { actions } = await client.call(k.ownCeremony, { params: params() })
  const isAsked = actions.some(({ action, primary }) => action === 'check' && primary)
  const own = todos.filter((todo) => todo.link.endsWith(hall.joint!.ceremonyId))
  expect(own.some((todo) => todo.label === '在本机自检')).toBe(isAsked)
  return isAsked
}
const messages = async (kind: string) =>
  (await world.t.owner.query<{ title: string }>('select title from message where kind = $1 order by title', [kind]))
    .rows
/** What was said of ties in this order, each thing once however many are told; nobody but the buyer's people is. */
const toldOfTies = async () => {
  await world.t.settle()
  const { rows } = await world.t.owner.query<{ event_id: string; content: string; identity: string; people: string[] }>(
    `select event_id, content, identity, array_agg(user_id) as people from message
     where kind = 'joint-key.tie' and link like $1 group by 1, 2, 3 order by 1`,
    [`%${hall.orderId}%`],
  )
  for (const { identity, people } of rows) {
    expect(identity).toBe('purchaser')
    expect(people).not.toContain(PEOPLE.agent.id)
    expect(people).not.toContain(PEOPLE.supplier6.id)
  }
  return rows.map(({ content }) => content)
}
const excuse = async (index: number, account?: Account) =>
  (await (account ? world.as(account) : world.host(hall))).call(k.excuseOfficer, {
    params: { orderId: hall.orderId, index },
    body: { reason: '任职单位参加投标' },
  })

describe('the devices of a finished key', () => {
  test('officers are reminded, and the owner is warned while too few have shown that theirs works', async () => {
    expect((await owner()).warnings).toEqual([])
    await world.t.advanceTo(new Date(new Date(hall.openAt).getTime() - HOUR))
    expect((await owner()).warnings[0]).toContain('仅 0 名保管人近期自检通过，少于开启所需的 2 名')
    expect((await owner()).warnings[0]).toContain('应在截止前终止并重新采购')
    expect(await wanted('agent')).toBe(true)
    const told = await messages('joint-key.care')
    expect(told.filter((m) => m.title === '请自检联合密钥').length).toBeGreaterThanOrEqual(3)
    expect(told.filter((m) => m.title === '联合密钥可能无法开启').length).toBeGreaterThanOrEqual(1)
  })

  test('a check proves the own share, now, in the own place', async () => {
    const honest = await proof('agent')
    await expect(check('agent', { ...honest, by: 1 })).rejects.toMatchObject({ body: { code: ERRORS.tampered.code } })
    await expect(check('agent', await proof('agent', { secretOf: 'buyer' }))).rejects.toMatchObject({
      body: { code: ERRORS.tampered.code },
    })
    const old = await proof('agent', { at: new Date(world.t.kernel.clock.now().getTime() - HOUR) })
    await expect(check('agent', old)).rejects.toMatchObject({ body: { code: ERRORS.invalid.code } })
    await expect(check('supplier1', honest)).rejects.toMatchObject({ status: 404 })
    // Somebody else's proof is no proof of the own device.
    await expect(check('buyer', honest)).rejects.toMatchObject({ body: { code: ERRORS.tampered.code } })
    await check('agent', honest)
    expect((await owner()).officers.map((officer) => officer.checkedAt !== null)).toEqual([false, true, false])
    expect(await wanted('agent')).toBe(false)
    await check('buyer', await proof('buyer'))
    expect((await owner()).warnings).toEqual([])
  })
})

describe('an officer who is bound to a bidder', () => {
  test('whoever runs the order is told when groups are joined, and when a bidder employs an officer', async () => {
    const six = await world.as('supplier6')
    const body = { companyId: COMPANIES.supplier2.id, kind: 1 as const }
    const { associationId } = await six.call(sendAssociation, { body })
    expect(await toldOfTies()).toEqual([])
    await (await world.as('supplier2')).call(agreeAssociation, { params: { id: associationId }, body: {} })
    expect(await toldOfTies()).toEqual([expect.stringContaining(`与投标人${COMPANIES.supplier2.name}存在关联关系`)])
    const { name, mobile } = PEOPLE.supplier6
    const { employeeId } = await (await world.as('supplier1')).call(createEmployee, { body: { name, mobile } })
    // Being asked is no job: a bidder cannot make an officer step back.
    expect(await toldOfTies()).toHaveLength(1)
    await (await world.as('supplier6')).call(acceptEmployment, { params: { invitationId: employeeId } })
    const told = await toldOfTies()
    expect(told).toHaveLength(2)
    expect(told[1]).toContain(`任职于投标人${COMPANIES.supplier1.name}`)
    // Somebody who holds no part is nobody's concern.
    const other = PEOPLE.supplier5
    await (await world.as('supplier1')).call(createEmployee, { body: { name: other.name, mobile: other.mobile } })
    expect(await toldOfTies()).toHaveLength(2)
  })

  test('the owner learns of it, with the rule; nobody else does', async () => {
    expect((await owner()).officers.map((officer) => officer.tie !== '')).toEqual([false, false, true])
    const view = await (await world.as('agent')).call(k.ownCeremony, { params: params() })
    expect(view.officers.map((officer) => [officer.tie, officer.actions])).toEqual([
      ['', []],
      ['', []],
      ['', []],
    ])
    const { rows } = await world.t.owner.query<{ id: string }>(
      'select id from trade where order_id = $1 and supplier_company_id = $2',
      [hall.orderId, COMPANIES.supplier1.id],
    )
    await inContext(world.t.kernel, { tenantId: 1, actor: null }, async (ctx) =>
      ctx.emit({ kind: 'trade.signed-up', payload: { tradeId: rows[0]!.id, orderId: hall.orderId } }),
    )
    await world.t.settle()
    expect((await messages('joint-key.tie')).length).toBeGreaterThanOrEqual(1)
  })

  test('steps back by the owner’s hand, once, and only while enough are left', async () => {
    await expect(excuse(3, 'supplier1')).rejects.toMatchObject({ status: 403 })
    await expect(excuse(4)).rejects.toMatchObject({ status: 404 })
    const both = await Promise.allSettled([excuse(3), excuse(3)])
    expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(excuse(1)).rejects.toThrow('少于门限 2 名')
    expect((await owner()).officers[2]).toMatchObject({ excused: { reason: '任职单位参加投标' }, tie: '' })
    await expect(check('supplier6', await proof('supplier6'))).rejects.toMatchObject({ status: 409 })
  })

  test('has no part in the opening; the others open, and the record says who stepped back', async () => {
    await world.t.advanceTo(hall.openAt)
    expect((await world.detail('buyer', hall)).readiness).toEqual({
      threshold: 2,
      officers: 2,
      checked: 2,
      missing: [],
    })
    await world.start(hall)
    expect((await world.detail('buyer', hall)).readiness).toBeNull()
    for (const seat of hall.seats) await world.release(seat)
    await (await world.host(hall)).call(j.closeRelease, { params: hall.params })
    const { ceremonyId, secrets } = hall.joint!
    const answer = async (account: Account) => answerAs(await world.as(account), ceremonyId, secrets.get(account)!)
    await expect(answer('supplier6')).rejects.toThrow('您已回避')
    expect(await answer('buyer')).toEqual({ begun: false, missing: 1 })
    await expect(excuse(2)).rejects.toMatchObject({ status: 409 })
    await answer('agent')
    const joint = async () => (await world.detail('buyer', hall)).joint!
    await eventually(async () => (await joint()).status === JointStatus.values.opened)
    const { status, officers } = await joint()
    expect(status).toBe(JointStatus.values.opened)
    expect(officers.map((officer) => officer.state)).toEqual(['answered', 'answered', 'excused'])
    await expect(check('buyer', await proof('buyer'))).rejects.toMatchObject({ status: 409 })
  })
})

describe('stepping back while the own answer would begin the opening', () => {
  test('one of the two counts, and the opening goes on by it', async () => {
    const host = await world.as('buyer')
    expect((await world.detail('buyer', races[0]!)).readiness).toMatchObject({
      threshold: 2,
      officers: 3,
      checked: 0,
      missing: OFFICERS.map((account) => ({ name: PEOPLE[account].name })),
    })
    expect((await world.detail('supplier1', races[0]!)).readiness).toBeNull()
    for (const [i, race] of races.entries()) {
      await world.start(race)
      for (const seat of race.seats) await world.release(seat)
      await host.call(j.closeRelease, { params: race.params })
      const { ceremonyId, secrets } = race.joint!
      const answer = async (account: Account) => answerAs(await world.as(account), ceremonyId, secrets.get(account)!)
      const goes = () =>
        host.call(k.excuseOfficer, {
          params: { orderId: race.orderId, index: 2 },
          body: { reason: '任职单位参加投标' },
        })
      expect(await answer('buyer')).toEqual({ begun: false, missing: 1 })
      // Whichever sets out first.
      const both = i % 2 === 0 ? [goes(), answer('agent')] : [answer('agent'), goes()]
      const outcomes = await Promise.allSettled(both)
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const left = outcomes[i % 2 === 0 ? 0 : 1]!.status === 'fulfilled'
      const seen = async () => (await world.detail('buyer', race)).joint!
      expect((await seen()).officers[1]!.state).toBe(left ? 'excused' : 'answered')
      if (left) await answer('supplier6')
      await eventually(async () => (await seen()).status === JointStatus.values.opened)
      expect(await seen()).toMatchObject({
        status: JointStatus.values.opened,
        officers: [
          { state: 'answered' },
          { state: left ? 'excused' : 'answered' },
          { state: left ? 'answered' : 'waiting' },
        ],
      })
    }
  })
})
