import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { COMPANIES } from '#demo/companies.ts'
import { type Account, PEOPLE } from '#demo/people.ts'
import { inbox } from '#features/home/contract.ts'
import { messagePage } from '#features/messages/contract.ts'
import { PDF } from '#features/procurement/server/testing/tender.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as order from '../contract/call-off.ts'
import * as c from '../contract/team.ts'
import { contractWorld, type ContractWorld } from './testing/contract.ts'

/* A team looks at a delivery before it is accepted: each member alone, sealed until all have spoken. */

const NOT_FOUND = { status: 404, code: 404 }
const NO_RIGHT = { status: 403, code: 10008 }
const WRONG_STATE = { code: 10002 }
const INVALID = { code: 10001 }
const SECRET = '一人独有的验收意见'
const PASSES = { verdict: 'passes' as const }

let w: ContractWorld
let contractId: string
/** An employee without rights, and two experts. */
let employee: HttpClient
let experts: HttpClient[]
let ids: Map<string, string>

const members = () => [employee, ...experts]
const employeeOf = (account: 'buyer' | 'buyer2' | 'newbie') => PEOPLE[account].jobs[0]!.employeeId
const idOf = (account: Account) => ids.get(PEOPLE[account].name)!

beforeAll(async () => {
  w = await contractWorld()
  contractId = await w.signed()
  employee = await w.t.login('buyer2', { workbench: 'purchaser' })
  experts = await Promise.all((['expert2', 'expert3'] as const).map((one) => w.t.login(one, { workbench: 'expert' })))
  const params = { deliveryId: (await arrived()).deliveryId }
  const candidates = await w.buyer.call(c.teamCandidates, { params })
  ids = new Map(candidates.experts.map(({ name, id }) => [name, id]))
})

/** A delivery that waits; each is of an order of its own. */
async function arrived() {
  const callOffId = await w.ordered(contractId, '0.05')
  const { fileId } = await w.supplier.upload('contract', '送货单.pdf', PDF)
  const { deliveryId } = await w.supplier.call(order.noticeDelivery, {
    params: { callOffId },
    body: {
      deliveredOn: w.day(),
      lines: [{ line: 1, quantity: '0.05' }],
      files: [{ fileId, name: '送货单.pdf' }],
    },
  })
  return { callOffId, deliveryId, fileId }
}

const asking = (change: object = {}) => ({
  task: '清点数量并通电测试',
  giveBy: w.day(3),
  employeeIds: [employeeOf('buyer2')],
  expertIds: [idOf('expert2'), idOf('expert3')],
  leaderId: employeeOf('buyer2'),
  ...change,
})

async function convened(change: object = {}) {
  const delivery = await arrived()
  const { deliveryId } = delivery
  const { teamId } = await w.buyer.call(c.conveneTeam, { params: { deliveryId }, body: asking(change) })
  return { ...delivery, params: { teamId } }
}

async function accepted() {
  const team = await convened()
  for (const member of members()) await member.call(c.replyTeam, { params: team.params, body: { accepts: true } })
  return team
}

async function spoken(verdicts: readonly ('passes' | 'reserves' | 'fails')[]) {
  const team = await accepted()
  for (const [i, member] of members().entries())
    await member.call(c.giveVerdict, { params: team.params, body: { verdict: verdicts[i]!, reason: '见测试记录' } })
  return team
}

const deliveryOf = async (client: HttpClient, { callOffId }: { callOffId: string }) =>
  (await client.call(order.callOffDetail, { params: { callOffId } })).deliveries[0]!
const memberOf = async (team: { callOffId: string }, account: Account) =>
  (await deliveryOf(w.buyer, team)).team!.members.find(({ name }) => name === PEOPLE[account].name)!
const judging = (change: object = {}) => ({
  people: '',
  lines: [{ line: 1, accepted: '0.05', rejected: '0', reason: '' }],
  ...change,
})

const statusOf = (client: HttpClient, path: string) =>
  client.fetch('GET', path).then(
    ({ status }) => status,
    (error: unknown) => (error as { status: number }).status,
  )

/** All that this client can read of a team by any call, and what waits for it. */
async function everything(client: HttpClient, { callOffId, params: { teamId } }: Awaited<ReturnType<typeof convened>>) {
  const paths = [
    `/api/workbench/acceptance-teams/${teamId}`,
    '/api/workbench/own-acceptance-teams/page',
    `/api/workbench/call-offs/${callOffId}`,
    '/api/workbench/call-offs/page',
    `/api/workbench/contracts/${contractId}`,
    '/api/enterprise/audit/records/page',
  ]
  const texts = await Promise.all(
    paths.map((path) => client.fetch('GET', path).then((answer) => answer.text(), String)),
  )
  return [...texts, JSON.stringify(await client.call(inbox, { query: {} }))].join('\n')
}

describe('a team', () => {
  test('speaks sealed; the delivery is accepted once all have, and keeps what that is founded on', async () => {
    const team = await convened()
    const { params, deliveryId, fileId } = team
    const accept = { params: { deliveryId }, body: judging() }
    const [, second, third] = members() as [HttpClient, HttpClient, HttpClient]
    expect((await w.buyer.refused(order.acceptDelivery, accept)).message).toBe('验收小组还有 3 人未提交意见')
    // Before it accepts, a member learns whom to avoid, and neither who else is asked nor papers.
    const seen = await second.call(c.ownTeam, { params })
    expect(seen).toMatchObject({ supplierName: COMPANIES.supplier1.name, files: [] })
    expect(seen.members.map(({ name }) => name)).toEqual([PEOPLE.expert2.name])
    const file = `/api/workbench/acceptance-teams/${params.teamId}/files/`
    expect(await statusOf(second, file + fileId)).toBe(404)
    expect(await second.refused(c.giveVerdict, { params, body: PASSES })).toMatchObject(NOT_FOUND)
    for (const member of members()) {
      const { rows } = await member.call(inbox, { query: {} })
      expect(rows.map(({ label }) => label)).toContain('答复验收邀请')
      await member.call(c.replyTeam, { params, body: { accepts: true } })
    }
    expect(await statusOf(second, file + fileId)).toBe(200)
    expect(await second.refused(c.giveVerdict, { params, body: { verdict: 'fails' } })).toMatchObject(INVALID)
    const upload = await second.upload('acceptance-opinion', `${SECRET}.pdf`, PDF)
    const files = [{ fileId: upload.fileId, name: `${SECRET}.pdf` }]
    const opinion = { params, body: { verdict: 'fails' as const, reason: SECRET, files } }
    // A file of somebody else.
    expect(await third.refused(c.giveVerdict, opinion)).toMatchObject(INVALID)
    await second.call(c.giveVerdict, opinion)
    expect(await second.refused(c.giveVerdict, opinion)).toMatchObject(NOT_FOUND)
    for (const client of [employee, third, w.buyer, w.supplier, w.other]) {
      expect(await everything(client, team)).not.toContain(SECRET)
      expect(await statusOf(client, file + upload.fileId)).toBeGreaterThan(400)
    }
    expect(await everything(second, team)).toContain(SECRET)
    for (const table of ['message', 'outbox', 'audit_record', 'audit_intake', 'channel_outbox', 'idempotency']) {
      const { rows } = await w.t.owner.query<{ text: string }>(
        `select coalesce(string_agg(x::text, ' '), '') as text from ${table} x`,
      )
      expect([table, rows[0]!.text.includes(SECRET)]).toEqual([table, false])
    }
    expect((await w.buyer.refused(order.acceptDelivery, accept)).message).toBe('验收小组还有 2 人未提交意见')
    // Both at once: one of them ends it.
    await Promise.all([employee, third].map((member) => member.call(c.giveVerdict, { params, body: PASSES })))
    for (const client of [employee, third, w.buyer]) {
      expect(await everything(client, team)).toContain(SECRET)
      expect(await statusOf(client, file + upload.fileId)).toBe(200)
    }
    for (const client of [w.supplier, w.other]) expect(await everything(client, team)).not.toContain(SECRET)
    expect(await deliveryOf(w.supplier, team)).toMatchObject({ isExamined: true, team: null, teamActions: [] })
    await w.t.settle()
    const told = await w.buyer.call(messagePage, { query: { identity: 'purchaser', pageSize: 100 } })
    expect(told.rows.filter(({ title }) => title === '验收小组意见已齐')).toHaveLength(1)
    for (const change of ['update acceptance_opinion set reason = $$$$', 'delete from acceptance_opinion'])
      await expect(w.t.owner.query(change)).rejects.toThrow('cannot be changed')
    await expect(
      w.t.owner.query(`update acceptance_team set task = '' where id = $1`, [params.teamId]),
    ).rejects.toThrow('cannot be changed')
    await w.buyer.call(order.acceptDelivery, accept)
    const { hash } = (await deliveryOf(w.buyer, team)).team!
    const { rows } = await w.t.owner.query<{ team_id: string; hash: string }>(
      `select team_id, encode(opinions_hash, 'hex') as hash from acceptance where delivery_id = $1`,
      [deliveryId],
    )
    expect(rows).toEqual([{ team_id: params.teamId, hash }])
    const founded = async (client: HttpClient) => (await deliveryOf(client, team)).acceptances[0]!.founded
    expect(await founded(w.buyer)).toEqual({
      result: 'reserves',
      tally: '通过 2 人、不通过 1 人',
      hash,
      overrideReason: '',
    })
    expect(await founded(w.supplier)).toEqual({ result: 'reserves', tally: '', hash: '', overrideReason: '' })
  })

  test('most of which is against is overruled with a reason alone', async () => {
    const team = await spoken(['fails', 'fails', 'passes'])
    const accept = (change: object = {}) => ({ params: { deliveryId: team.deliveryId }, body: judging(change) })
    expect(await w.buyer.refused(order.acceptDelivery, accept())).toMatchObject({
      ...INVALID,
      message: expect.stringContaining('多数意见为不通过') as string,
    })
    await w.buyer.call(order.acceptDelivery, accept({ overrideReason: '供应商已当场更换' }))
    expect((await deliveryOf(w.buyer, team)).acceptances[0]!.founded).toMatchObject({
      result: 'fails',
      overrideReason: '供应商已当场更换',
    })
    // Who rejects what the team is against needs no reason for it.
    const again = await spoken(['fails', 'fails', 'passes'])
    const lines = [{ line: 1, accepted: '0', rejected: '0.05', reason: '测试未通过' }]
    await w.buyer.call(order.acceptDelivery, { params: { deliveryId: again.deliveryId }, body: judging({ lines }) })
  })

  test('strangers find nothing, and others of the purchaser neither', async () => {
    const { params, deliveryId } = await accepted()
    const rival = await w.t.login('expert5', { workbench: 'expert' })
    const colleague = await w.t.login('newbie', { workbench: 'purchaser' })
    const abroad = await w.t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
    for (const client of [rival, colleague, abroad]) {
      expect(await client.refused(c.ownTeam, { params })).toMatchObject(NOT_FOUND)
      expect(await client.refused(c.giveVerdict, { params, body: PASSES })).toMatchObject(NOT_FOUND)
      expect(await client.refused(c.replyTeam, { params, body: { accepts: true } })).toMatchObject(NOT_FOUND)
      expect((await client.call(c.ownTeams, {})).rows).toEqual([])
    }
    const dissolve = { params, body: { reason: '外人' } }
    expect(await abroad.refused(c.dissolveTeam, dissolve)).toMatchObject(NOT_FOUND)
    expect(await abroad.refused(c.conveneTeam, { params: { deliveryId }, body: asking() })).toMatchObject(NOT_FOUND)
    expect(await rival.refused(c.dissolveTeam, dissolve)).toMatchObject({ status: 403 })
    for (const client of [colleague, w.supplier])
      expect(await client.refused(c.dissolveTeam, dissolve)).toMatchObject(NO_RIGHT)
    expect(await w.supplier.refused(c.ownTeam, { params })).toMatchObject(NO_RIGHT)
    expect(await w.buyer.refused(c.ownTeam, { params: { teamId: newId() } })).toMatchObject(NOT_FOUND)
    const unknown = { params: { ...params, memberId: newId() }, body: { reason: '外人' } }
    expect(await w.buyer.refused(c.releaseMember, unknown)).toMatchObject(NOT_FOUND)
  })

  test('is asked once, of those who are in use and not tied, and nobody twice', async () => {
    const { deliveryId } = await arrived()
    const ask = (change: object = {}) => ({ params: { deliveryId }, body: asking(change) })
    const refused = async (change: object) => (await w.buyer.refused(c.conveneTeam, ask(change))).message
    expect(await refused({ giveBy: w.day(-1) })).toContain('不能早于今天')
    expect(await refused({ expertIds: [] })).toContain('至少 2 人')
    expect(await refused({ leaderId: idOf('expert4') })).toContain('组长须为')
    const off = PEOPLE.disabled1
    expect(await refused({ employeeIds: [off.jobs[0]!.employeeId] })).toContain(`${off.name}已停用`)
    expect(await refused({ expertIds: [newId()] })).toContain('所选专家不存在')
    // An employee of another company is nobody of the purchaser's.
    expect(await refused({ employeeIds: [PEOPLE.supplier1.jobs[0]!.employeeId] })).toContain('所选人员')
    const two = await Promise.allSettled([
      w.buyer.call(c.conveneTeam, ask()),
      w.buyer.call(c.conveneTeam, ask({ task: '再一次' })),
    ])
    expect(two.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await w.buyer.refused(c.conveneTeam, ask())).toMatchObject(WRONG_STATE)
  })

  test('has nobody who works for the supplier: neither when it is asked nor when it speaks', async () => {
    const team = await accepted()
    await w.t.owner.query(
      `insert into employee (tenant_id, id, company_id, user_id, name, status, rights, direct_rights, created_at, accepted_at)
       values (1, $1, $2, $3, $4, 1, '{bidding}', '{bidding}', now(), now())`,
      [newId(), COMPANIES.supplier1.id, PEOPLE.expert3.id, PEOPLE.expert3.name],
    )
    const why = `${PEOPLE.expert3.name}应当回避：任职于供应商${COMPANIES.supplier1.name}`
    expect((await experts[1]!.refused(c.giveVerdict, { params: team.params, body: PASSES })).message).toContain(why)
    const { deliveryId } = await arrived()
    const params = { deliveryId }
    expect((await w.buyer.refused(c.conveneTeam, { params, body: asking() })).message).toContain(why)
    const { experts: offered } = await w.buyer.call(c.teamCandidates, { params })
    expect(offered.find(({ id }) => id === idOf('expert3'))!.tie).toContain('任职于供应商')
    await w.t.owner.query('delete from employee where company_id = $1 and user_id = $2', [
      COMPANIES.supplier1.id,
      PEOPLE.expert3.id,
    ])
    // Nor one who was put out of use there, though the library of an agency still has it.
    await w.t.owner.query(
      `insert into expert select (jsonb_populate_record(e, jsonb_build_object('id', $1::uuid, 'company_id', $2::uuid))).*
       from expert e where id = $3`,
      [newId(), COMPANIES.agency.id, idOf('expert3')],
    )
    const setStatus = (status: number) =>
      w.t.owner.query('update expert set status = $1 where id = $2', [status, idOf('expert3')])
    await setStatus(2)
    expect((await experts[1]!.refused(c.giveVerdict, { params: team.params, body: PASSES })).message).toBe(
      `${PEOPLE.expert3.name}已停用，不能参加验收`,
    )
    expect((await w.buyer.refused(c.conveneTeam, { params, body: asking() })).message).toBe(
      `${PEOPLE.expert3.name}已停用，不能参加验收`,
    )
    await setStatus(1)
    await experts[1]!.call(c.giveVerdict, { params: team.params, body: PASSES })
  })

  test('who declines or is silent is replaced or let go, and the last silent one who goes opens what was said', async () => {
    const team = await convened()
    const { params } = team
    const [, second, third] = members() as [HttpClient, HttpClient, HttpClient]
    expect(await second.refused(c.replyTeam, { params, body: { accepts: false } })).toMatchObject(INVALID)
    await second.call(c.replyTeam, { params, body: { accepts: false, reason: '出差' } })
    expect(
      (await w.buyer.refused(order.acceptDelivery, { params: { deliveryId: team.deliveryId }, body: judging() }))
        .message,
    ).toContain('其中 1 人不参加')
    const { rows } = await w.buyer.call(inbox, { query: {} })
    expect(rows.map(({ label }) => label)).toContain('更换或减少验收小组成员')
    const release = async (account: Account, change: object = {}) => ({
      params: { ...params, memberId: (await memberOf(team, account)).memberId },
      body: { reason: '不能参加', ...change },
    })
    const gone = await release('expert2', { replacementId: idOf('expert4') })
    await w.buyer.call(c.releaseMember, gone)
    expect(await w.buyer.refused(c.releaseMember, gone)).toMatchObject(NOT_FOUND)
    expect(await second.refused(c.ownTeam, { params })).toMatchObject(NOT_FOUND)
    const fourth = await w.t.login('expert4', { workbench: 'expert' })
    for (const member of [employee, third, fourth]) await member.call(c.replyTeam, { params, body: { accepts: true } })
    await third.call(c.giveVerdict, { params, body: { verdict: 'reserves', reason: SECRET } })
    expect((await w.buyer.refused(c.releaseMember, await release('expert3'))).message).toContain('已提交意见')
    expect((await w.buyer.refused(c.dissolveTeam, { params, body: { reason: '不再需要' } })).message).toContain(
      '不能解散',
    )
    await fourth.call(c.giveVerdict, { params, body: PASSES })
    // The leader goes: another leads.
    expect(await w.buyer.refused(c.releaseMember, await release('buyer2'))).toMatchObject(INVALID)
    expect(await everything(fourth, team)).not.toContain(SECRET)
    const leaderMemberId = (await memberOf(team, 'expert4')).memberId
    await w.buyer.call(c.releaseMember, await release('buyer2', { leaderMemberId }))
    expect(await everything(fourth, team)).toContain(SECRET)
    const { team: now } = await deliveryOf(w.buyer, team)
    expect(now).toMatchObject({ state: 'spoken', count: 2, result: 'reserves' })
    expect(now!.members.map(({ name, isLeader, releaseReason }) => [name, isLeader, releaseReason])).toEqual([
      [PEOPLE.expert4.name, true, ''],
      [PEOPLE.expert3.name, false, ''],
      [PEOPLE.expert2.name, false, '不能参加'],
      [PEOPLE.buyer2.name, true, '不能参加'],
    ])
  })

  test('that was dissolved leaves acceptance as it is without one', async () => {
    const team = await convened()
    await w.buyer.call(c.dissolveTeam, { params: team.params, body: { reason: '改由科室自行验收' } })
    expect(await w.buyer.refused(c.dissolveTeam, { params: team.params, body: { reason: '再次' } })).toMatchObject(
      WRONG_STATE,
    )
    expect(await employee.refused(c.replyTeam, { params: team.params, body: { accepts: true } })).toMatchObject(
      WRONG_STATE,
    )
    const params = { deliveryId: team.deliveryId }
    expect((await w.buyer.refused(order.acceptDelivery, { params, body: judging() })).message).toBe('请填写验收人员')
    await w.buyer.call(order.acceptDelivery, { params, body: judging({ people: '设备科 王宁' }) })
    expect(await deliveryOf(w.buyer, team)).toMatchObject({ isJudged: true, acceptances: [{ founded: null }] })
    expect((await w.buyer.refused(c.conveneTeam, { params, body: asking() })).message).toContain('已验收')
  })
})
