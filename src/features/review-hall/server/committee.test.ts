import { beforeAll, describe, expect, test } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { agreeAssociation, sendAssociation } from '#features/organisation/contract/associations.ts'
import { createEmployee, deleteEmployee, disableEmployee } from '#features/organisation/contract/employees.ts'
import { acceptEmployment, ownEmployments } from '#features/organisation/contract/employments.ts'
import * as e from '../contract/expert.ts'
import * as p from '../contract/purchaser.ts'
import { expertReads } from '../contract/reads.ts'
import {
  begin,
  choose,
  declareAll,
  elect,
  employeeId,
  expertId,
  judge,
  MEMBERS,
  reviewWorld,
  run,
  type Say,
  seedOrder,
  wayId,
  type World,
} from './testing/review-world.ts'

let world: World
beforeAll(async () => {
  world = await reviewWorld()
})
const yes: Say = () => true
const QUOTES = ['900000', '1000000', '1200000']
const fresh = (quotes: readonly string[] = QUOTES, rest: object = {}) => seedOrder(world, { quotes, ...rest })

describe('committee', () => {
  test('the law is checked before the start, with its citation', async () => {
    const order = await fresh()
    const { params } = order
    const small = {
      expertIds: [expertId('expert1'), expertId('expert2'), expertId('expert7')],
      employeeIds: [employeeId('buyer2')],
    }
    const { findings } = await world.buyer.call(p.setCommittee, { params, body: small })
    // Of what need not be tendered, the law names no size; the documents do.
    const severityOf = (rule: string) => findings.find((f) => f.ruleId === rule && !f.ok)?.severity
    expect(['committee-size', 'committee-planned-size'].map(severityOf)).toEqual(['warn', 'block'])
    const refused = await world.buyer.refused(p.startReview, { params })
    expect(refused).toMatchObject({ status: 422, code: 10019 })
    expect(refused.message).toContain('采购文件约定 5 人，现有 4 人')
    expect((await world.buyer.call(p.purchaserProject, { params })).projectStatus).toBe(4)
  })

  test('an expert employed by a bidder or the purchaser may not sit', async () => {
    const order = await fresh()
    const { t } = world
    await t.owner.query(`update expert set employer = '江州康明医疗器械有限公司' where id = $1`, [expertId('expert1')])
    await t.owner.query(`update expert set employer_code = '123204004667302161' where id = $1`, [expertId('expert2')])
    const named = world.buyer.refused(p.setCommittee, {
      params: order.params,
      body: { expertIds: [expertId('expert1')], employeeIds: [] },
    })
    expect(await named).toMatchObject({ status: 422, code: ERRORS.legalRule.code })
    expect((await named).message).toContain('何清源（任职于投标人江州康明医疗器械有限公司）')
    expect((await named).message).toContain('《招标投标法》第三十七条第四款')
    await t.owner.query(`update expert set employer = '某单位' where id = $1`, [expertId('expert1')])
    await choose(world, order)
    const avoidance = async () =>
      (await world.buyer.call(p.committee, { params: order.params })).findings.find(
        (f) => f.ruleId === 'committee-avoidance',
      )!
    expect((await avoidance()).message).toContain('任职于江州市第一人民医院')
    await t.owner.query(`update expert set employer_code = '' where id = $1`, [expertId('expert2')])
    await choose(world, order)
    expect((await avoidance()).ok).toBe(true)
  })

  test('a bidder rids itself of nobody by making members its employees', async () => {
    const order = await fresh()
    await choose(world, order)
    const { name, mobile } = PEOPLE.expert1
    const bidder = await world.t.login('supplier2', { workbench: 'supplier' })
    const expert = world.as('expert1')
    const findings = async () => (await world.buyer.call(p.committee, { params: order.params })).findings
    const finding = async (id: string) => (await findings()).find((f) => f.ruleId === id)
    const invited = await bidder.call(createEmployee, { body: { name, mobile } })
    expect((await finding('committee-avoidance'))?.ok).toBe(true)
    expect(await finding('committee-sudden-tie')).toBeUndefined()
    // Accepted after the choice: the buyer is told, with the date, and the member stays.
    await expert.call(acceptEmployment, { params: { invitationId: invited.employeeId } })
    await world.t.settle()
    expect((await finding('committee-avoidance'))?.ok).toBe(true)
    const sudden = await finding('committee-sudden-tie')
    expect(sudden).toMatchObject({ ok: false, severity: 'warn' })
    const since = formatDate(
      (await expert.call(ownEmployments, {})).employments.find((one) => one.employeeId === invited.employeeId)!.since,
    )
    expect(sudden!.message).toContain(`${name}（任职于投标人${COMPANIES.supplier2.name}（${since}起，确定人选之后）`)
    const { rows } = await world.t.owner.query<{ title: string }>(
      `select title from message where kind = 'review.tie' and link like $1`,
      [`%${order.orderId}%`],
    )
    expect([...new Set(rows.map((row) => row.title))]).toEqual(['评标委员会成员新增任职关系'])
    await choose(world, order)
    expect((await finding('committee-avoidance'))?.ok).toBe(true)
    // Being disabled there by the company changes nothing.
    await bidder.call(disableEmployee, { params: invited })
    expect(await finding('committee-sudden-tie')).toBeDefined()
    // For a committee that is chosen now, it is known before: the expert avoids.
    const next = await fresh()
    const refused = await world.buyer.refused(p.setCommittee, {
      params: next.params,
      body: { expertIds: [expertId('expert1')], employeeIds: [] },
    })
    expect(refused).toMatchObject({ status: 422, code: ERRORS.legalRule.code })
    await world.buyer.call(p.startReview, { params: order.params })
    await bidder.call(deleteEmployee, { params: invited })
  })

  test('an association agreed after the choice is a finding as well', async () => {
    const order = await fresh()
    const { name, mobile } = PEOPLE.expert1
    const bidder = await world.t.login('supplier2', { workbench: 'supplier' })
    const employer = await world.t.login('supplier6', { workbench: 'supplier' })
    const invited = await employer.call(createEmployee, { body: { name, mobile } })
    await world.as('expert1').call(acceptEmployment, { params: { invitationId: invited.employeeId } })
    await choose(world, order)
    const { associationId } = await bidder.call(sendAssociation, {
      body: { companyId: COMPANIES.supplier6.id, kind: 1, message: '' },
    })
    await employer.call(agreeAssociation, { params: { id: associationId }, body: {} })
    const { findings } = await world.buyer.call(p.committee, { params: order.params })
    expect(findings.find((f) => f.ruleId === 'committee-avoidance')?.ok).toBe(true)
    const sudden = findings.find((f) => f.ruleId === 'committee-sudden-tie')
    expect(sudden?.message).toContain(`与投标人${COMPANIES.supplier2.name}存在关联关系（确定人选之后建立）`)
    // Known before the next choice, it stands against it.
    const next = await fresh()
    const refused = await world.buyer.refused(p.setCommittee, {
      params: next.params,
      body: { expertIds: [expertId('expert1')], employeeIds: [] },
    })
    expect(refused).toMatchObject({ status: 422, code: ERRORS.legalRule.code })
    await employer.call(deleteEmployee, { params: invited })
  })

  test('it is fixed by the start; starting twice is refused', async () => {
    const order = await fresh()
    await choose(world, order)
    const starts = await Promise.allSettled([1, 2].map(() => world.buyer.call(p.startReview, { params: order.params })))
    expect(starts.map((s) => s.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { rows } = await world.t.owner.query('select count(*)::int as n from review_way where order_id = $1', [
      order.orderId,
    ])
    expect(rows[0].n).toBe(5)
    const change = await world.buyer.refused(p.setCommittee, {
      params: order.params,
      body: { expertIds: [], employeeIds: [] },
    })
    expect(change.status).toBe(409)
    const inbox = await world.t.owner.query(
      `select count(*)::int as n from message where kind = 'review.started' and link like $1`,
      [`%${order.orderId}%`],
    )
    expect(inbox.rows[0].n).toBe(5)
  })

  test('a tie starts the election over', async () => {
    const order = await fresh()
    await choose(world, order)
    await world.buyer.call(p.startReview, { params: order.params })
    const early = await world
      .as('expert1')
      .refused(e.voteLeader, { params: order.params, body: { reviewerId: order.bidders[0]! } })
    expect(early.message).toContain('回避声明')
    for (const member of MEMBERS) await declareAll(world, order, member)
    await elect(world, order, { leader: 'expert1', voters: ['expert1', 'expert2'] })
    await elect(world, order, { leader: 'expert7', voters: ['expert7', 'expert8'] })
    const reviewers = await world.as('expert2').call(expertReads.reviewers, { params: order.params })
    const own = reviewers.find((r) => r.name === PEOPLE.buyer2.name)!
    const last = await world
      .as('buyer2')
      .call(e.voteLeader, { params: order.params, body: { reviewerId: own.reviewerId } })
    expect(last).toEqual({ voted: 5, voters: 5, leaderId: null, isTied: true })
    await elect(world, order, { leader: 'expert7', voters: MEMBERS })
    const project = await world.as('expert7').call(e.expertProject, { params: order.params })
    expect(project.me.isLeader).toBe(true)
    expect(project.processes[1]!.processStatus).toBe(1)
  })

  test('who has a conflict is out; the replacement reviews again what was concluded', async () => {
    const order = await fresh()
    const { params } = order
    await begin(world, order)
    await run(world, order, { way: '资格评审', say: yes })
    const conflict = {
      params: { ...params, bidderId: order.bidders[1]! },
      body: { hasConflict: true, reason: '近亲属任职' },
    }
    expect(await world.as('expert8').call(e.declareAvoidance, conflict)).toEqual({ noConflict: false })
    expect((await world.as('expert8').refused(e.expertProject, { params })).status).toBe(404)
    const open = await world.as('expert1').call(e.expertProject, { params })
    expect(open.wayList.map((w) => w.status)).toEqual([3, 0, 0, 0, 0])
    const qualification = { ...params, wayId: open.wayList[0]!.wayId }
    const stuck = await world.as('expert1').refused(e.summariseWay, { params: qualification })
    expect(stuck.message).toContain('采购文件约定 5 人，现有 4 人')
    const { members } = await world.buyer.call(p.committee, { params })
    const out = members.find((m) => m.outAt !== null)!
    expect(out.outReason).toContain('近亲属任职')
    await world.buyer.call(p.replaceReviewer, {
      params,
      body: { reviewerId: out.reviewerId, expertId: expertId('expert9'), reason: '回避更换' },
    })
    await declareAll(world, order, 'expert9')
    await judge(world, order, { way: '资格评审', say: yes, members: ['expert9'] })
    await world.as('expert1').call(e.summariseWay, { params: qualification })
    const { wayList } = await world.as('expert9').call(e.expertProject, { params })
    expect(wayList.map((w) => w.status)).toEqual([2, 1, 0, 0, 0])
  })

  test('without its leader the committee elects anew and goes on', async () => {
    const order = await fresh()
    const { params } = order
    await begin(world, order, 'expert1')
    await run(world, order, { way: '资格评审', say: yes })
    const { members } = await world.buyer.call(p.committee, { params })
    const leader = members.find((m) => m.isLeader)!
    await world.buyer.call(p.replaceReviewer, {
      params,
      body: { reviewerId: leader.reviewerId, expertId: expertId('expert3'), reason: '突发疾病' },
    })
    await declareAll(world, order, 'expert3')
    const now = ['expert3', 'expert2', 'expert7', 'expert8', 'buyer2'] as const
    await elect(world, order, { leader: 'expert2', voters: now })
    await judge(world, order, { way: '资格评审', say: yes, members: ['expert3'] })
    await world
      .as('expert2')
      .call(e.summariseWay, { params: { ...params, wayId: await wayId(world, order, '资格评审') } })
    const project = await world.as('expert2').call(e.expertProject, { params })
    expect(project.wayList[1]!.status).toBe(1)
  })
})
