import { beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '#demo/record/bending-rows.ts'
import { drawn } from '#demo/play/drawn.ts'
import { ERRORS } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { inContext } from '#server/context.ts'
import type { Actor } from '#server/actor.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { PEOPLE } from '#demo/people.ts'
import { agreeAssociation, sendAssociation } from '#features/organisation/contract/associations.ts'
import { createEmployee, deleteEmployee, disableEmployee } from '#features/organisation/contract/employees.ts'
import { acceptEmployment, ownEmployments } from '#features/organisation/contract/employments.ts'
import * as e from '../contract/expert.ts'
import * as p from '../contract/purchaser.ts'
import { expertReads, purchaserReads } from '../contract/reads.ts'
import { recheck } from './recheck.ts'
import {
  begin,
  choose,
  declareAll,
  elect,
  employeeId,
  expertId,
  judge,
  MEMBERS,
  report,
  reviewWorld,
  run,
  type Say,
  type SeededOrder,
  seedOrder,
  signAll,
  wayId,
  WAYS,
  type World,
} from './testing/review-world.ts'

let world: World
beforeAll(async () => {
  world = await reviewWorld()
})
const yes: Say = () => true
const flat: Say = (_, item) => ({ 方案: '20', 进度: '10', 业绩: '8', 服务: '15' })[item] ?? true
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

describe('rejection', () => {
  const reject = { reason: '报价明显低于成本且不能说明', rule: '《招标投标法实施条例》第五十一条第五项' }

  test('a proposal is decided by the majority', async () => {
    const order = await fresh(['900000', '1000000', '1200000', '500000'])
    const { params, bidders } = order
    await begin(world, order)
    const place = { ...params, bidderId: bidders[3]! }
    const { motionId } = await world.as('expert2').call(e.proposeWaste, { params: place, body: reject })
    expect((await world.as('expert7').refused(e.proposeWaste, { params: place, body: reject })).code).toBe(10003)
    // The purchaser's side hears of it when it is decided; votes are sealed until then.
    expect((await world.buyer.call(p.purchaserProject, { params })).motions).toEqual([])
    const seen = await world.as('expert1').call(e.expertProject, { params })
    expect(seen.motions[0]).toMatchObject({ voted: 1, voters: 5, votes: null })
    const ballot = { params: { ...params, motionId } }
    expect((await world.as('expert1').refused(e.voteMotion, { ...ballot, body: { agree: false } })).status).toBe(400)
    expect(
      await world.as('expert1').call(e.voteMotion, { ...ballot, body: { agree: false, opinion: '可以说明' } }),
    ).toEqual({ state: 0 })
    expect(await world.as('expert7').call(e.voteMotion, { ...ballot, body: { agree: true } })).toEqual({ state: 0 })
    expect(await world.as('expert8').call(e.voteMotion, { ...ballot, body: { agree: true } })).toEqual({ state: 1 })
    expect((await world.as('buyer2').refused(e.voteMotion, { ...ballot, body: { agree: true } })).status).toBe(409)
    const { rows } = await world.buyer.call(purchaserReads.wastePage, { params })
    expect(rows[0]).toMatchObject({ bidderId: bidders[3], byVote: true, rule: reject.rule })
  })

  test('fewer than three: the committee may go on', async () => {
    const order = await fresh()
    const { params } = order
    await begin(world, order)
    await run(world, order, { way: '资格评审', say: (bidder) => bidder !== 2 })
    const { motions, wayList } = await world.as('expert1').call(e.expertProject, { params })
    expect(motions[0]).toMatchObject({ kind: 'go-on', state: 0 })
    expect(motions[0]!.rule).toContain('第二十七条')
    expect(wayList[1]!.status).toBe(0)
    for (const member of ['expert1', 'expert2', 'expert7'] as const)
      await world
        .as(member)
        .call(e.voteMotion, { params: { ...params, motionId: motions[0]!.motionId }, body: { agree: true } })
    for (const way of ['符合性评审', '技术评分', '商务评分', '价格评分'])
      await run(world, order, { way, say: flat, ...(way === '价格评分' ? { members: [] } : {}) })
    const result = await world.buyer.call(purchaserReads.summaryResult, { params })
    expect(result.rows.map((r) => r.rank)).toEqual([1, 2, null])
  })

  test('or reject all: no candidates, and the order can be declared abortive', async () => {
    const order = await fresh()
    const { params } = order
    await begin(world, order)
    await run(world, order, { way: '资格评审', say: (bidder) => bidder !== 2 })
    const { motions } = await world.as('expert1').call(e.expertProject, { params })
    for (const member of ['expert1', 'expert2', 'expert7'] as const)
      await world.as(member).call(e.voteMotion, {
        params: { ...params, motionId: motions[0]!.motionId },
        body: { agree: false, opinion: '明显缺乏竞争' },
      })
    const project = await world.buyer.call(p.purchaserProject, { params })
    expect(project).toMatchObject({ projectStatus: 6, conclusion: { allRejected: true } })
    expect(project.actions.map((a) => a.action)).toContain('declareAbortive')
    await world.as('expert1').call(e.writeReport, { params })
    const reportId = await signAll(world, order)
    await world.buyer.call(p.signComplete, { params: { ...params, reportId } })
    const { rows } = await world.t.owner.query('select 1 from candidate_in_force where order_id = $1', [order.orderId])
    expect(rows).toEqual([])
  })

  test('a quote above the ceiling must be voted out first', async () => {
    const order = await fresh(['900000', '1000000', '1200000', '1100000'], { controlPrice: '1150000' })
    const { params, bidders } = order
    await begin(world, order)
    for (const way of ['资格评审', '符合性评审', '技术评分', '商务评分']) await run(world, order, { way, say: flat })
    const price = { ...params, wayId: await wayId(world, order, '价格评分') }
    expect(await world.as('expert1').refused(e.summariseWay, { params: price })).toMatchObject({ code: 10019 })
    const { motionId } = await world
      .as('expert1')
      .call(e.proposeWaste, { params: { ...params, bidderId: bidders[2]! }, body: reject })
    for (const member of ['expert2', 'expert7'] as const)
      await world.as(member).call(e.voteMotion, { params: { ...params, motionId }, body: { agree: true } })
    expect(await world.as('expert1').call(e.summariseWay, { params: price })).toEqual({ rejected: 0, concluded: true })
  })
})

describe('results', () => {
  test('a way can be judged again before the review is concluded', async () => {
    const order = await fresh()
    const { params } = order
    await begin(world, order)
    await run(world, order, { way: '资格评审', say: (bidder) => bidder !== 2 })
    const id = await wayId(world, order, '资格评审')
    await world
      .as('expert1')
      .call(e.reReview, { params: { ...params, wayId: id }, body: { reason: '对资格条件理解有误' } })
    const { bidders, motions } = await world.as('expert1').call(e.expertProject, { params })
    expect(bidders.every((b) => b.rejection === null)).toBe(true)
    expect(motions[0]!.state).toBe(3)
    const bound = ['leader_vote', 'review_motion', 'review_motion_vote', 'review_rejection']
    expect(await faultsOf(world.t, bound)).toEqual([])
    await run(world, order, { way: '资格评审', say: yes })
    const open = await world.as('expert1').call(e.expertProject, { params })
    expect(open.wayList.map((w) => w.status)).toEqual([2, 1, 0, 0, 0])
  })

  test('reviewers must agree on objective items', async () => {
    const order = await fresh()
    const { params } = order
    await begin(world, order)
    for (const way of ['资格评审', '符合性评审']) await run(world, order, { way, say: yes })
    const differs: Say = (bidder, item, member) =>
      item === '业绩' && member === 'expert2' && bidder === 0 ? '7' : flat(bidder, item, member)
    const id = await judge(world, order, { way: '商务评分', say: differs })
    const refused = await world.as('expert1').refused(e.summariseWay, { params: { ...params, wayId: id } })
    expect(refused.code).toBe(10019)
    expect(refused.message).toContain('“业绩”')
    const reviewers = await world.as('expert1').call(expertReads.reviewers, { params })
    const two = reviewers.find((r) => r.name === PEOPLE.expert2.name)!.reviewerId
    await world
      .as('expert1')
      .call(e.reReview, { params: { ...params, wayId: id }, body: { reason: '客观分不一致', reviewerIds: [two] } })
    await judge(world, order, { way: '商务评分', say: flat, members: ['expert2'] })
    await world.as('expert1').call(e.summariseWay, { params: { ...params, wayId: id } })
  })

  test('what the rules leave equal is drawn by lot, on record; the result can be computed again', async () => {
    const order = await fresh(['1000000', '1000000', '1000000', '1100000'])
    await concluded(order)
    const { rows } = await world.t.owner.query<{ trade_id: string; rank: number; lot: number | null; total: string }>(
      'select trade_id, rank, lot, total from review_ranking where order_id = $1 order by rank',
      [order.orderId],
    )
    expect(rows.map((r) => [r.rank, r.lot])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, null],
    ])
    expect(await checked(order)).toEqual([])
    // Whoever changes a stored mark is found out, and no report is written.
    await world.t.owner.query(`update review_score set score = score - 1 where trade_id = $1 and score is not null`, [
      order.bidders[3],
    ])
    expect((await checked(order)).length).toBeGreaterThan(0)
    expect((await world.as('expert1').refused(e.writeReport, { params: order.params })).code).toBe(10023)
  })

  test('the report can be given back until it is complete', async () => {
    const order = await fresh()
    const { params } = order
    await concluded(order)
    await world.as('expert1').call(e.writeReport, { params })
    const reportId = await signAll(world, order, ['expert1', 'expert2'])
    const { signs } = await report(world, order)
    expect(signs.map((s) => s.signState).toSorted((a, b) => a - b)).toEqual([1, 1, 1, 2, 2])
    const again = signs.find((s) => s.signState === 2)!.reviewerId
    await world.buyer.call(p.againSign, { params: { ...params, reportId }, query: { reviewerId: again }, body: {} })
    expect((await report(world, order)).signs.filter((s) => s.signState === 2)).toHaveLength(1)
    await world.buyer.call(p.signBack, { params: { ...params, reportId }, body: {} })
    await world.t.settle()
    const back = await world.t.owner.query<{ summary: string }>(
      `select body->>'summary' as summary from audit_entry where body->>'entityId' = '${order.orderId}' and body->>'action' in ('review.again-sign', 'review.sign-back') order by seq`,
    )
    expect(back.rows.map((row) => row.summary)).toEqual(['退回一名评委的签署：未说明原因', '退回全部签署：未说明原因'])
    await world.buyer.call(p.backToInit, { params: { ...params, reportId }, body: { reason: '项目名称有误' } })
    expect(await report(world, order)).toMatchObject({ state: 0, backReason: '项目名称有误' })
    await world.as('expert1').call(e.writeReport, { params })
    const next = await report(world, order)
    expect(next).toMatchObject({ state: 3 })
    expect(next.signs.every((s) => s.signState === 1)).toBe(true)
    const old = await world.as('expert2').refused(e.signReport, {
      params: { ...params, reportId },
      body: { password: 'Kaibiao2026', sha256: next.sha256! },
    })
    expect(old.status).toBe(409)
    await signAll(world, order)
    await world.buyer.call(p.signComplete, { params: { ...params, reportId: next.reportId } })
  })

  test('a member who refuses to sign without a word in writing counts as agreeing, and may sign after all', async () => {
    const order = await fresh()
    const { params } = order
    await concluded(order)
    await world.as('expert1').call(e.writeReport, { params })
    const reportId = await signAll(world, order, ['expert1', 'expert2'])
    const at = { ...params, reportId }
    const unsigned = async () => (await report(world, order)).signs.filter((s) => s.signState === 1)
    const body = { reason: '经通知未到场签署，也未书面说明' }
    const deem = (reviewerId: string) => ({ params: at, query: { reviewerId }, body })
    const [first] = await unsigned()
    // Not while the committee itself has not signed by majority, not by the committee, not for nobody.
    expect(await world.buyer.refused(p.deemAgreed, deem(first!.reviewerId))).toMatchObject({
      status: 409,
      message: '半数以上成员签署后方可办理',
    })
    await signAll(world, order, ['expert7'])
    const [refuser, other] = await unsigned()
    expect((await world.as('expert1').refused(p.deemAgreed, deem(refuser!.reviewerId))).status).toBeGreaterThan(400)
    expect((await world.buyer.refused(p.deemAgreed, deem(reportId))).status).toBe(404)
    const none = { ...deem(refuser!.reviewerId), body: { reason: '' } }
    expect((await world.buyer.refused(p.deemAgreed, none)).message).toBe('请填写原因')
    await world.buyer.call(p.deemAgreed, deem(refuser!.reviewerId))
    expect((await world.buyer.refused(p.deemAgreed, deem(refuser!.reviewerId))).message).toBe('该成员已签署')
    await world.buyer.call(p.deemAgreed, deem(other!.reviewerId))
    const { signs, actions } = await report(world, order)
    expect(signs.filter((s) => s.deemed === body.reason).map((s) => s.signState)).toEqual([2, 2])
    expect(actions.filter((a) => a.action === 'deemAgreed' && a.reason === undefined)).toEqual([])
    // Whoever was taken as agreeing may sign: that is what counts then.
    await signAll(world, order, ['expert8'])
    const after = (await report(world, order)).signs.filter((s) => s.deemed !== '')
    expect(after).toHaveLength(1)
    expect((await report(world, order)).signs.every((s) => s.signState === 2)).toBe(true)
    await world.buyer.call(p.signComplete, { params: at })
    expect((await world.buyer.refused(p.deemAgreed, deem(after[0]!.reviewerId))).status).toBe(409)
  })

  test('lowest price: no marks, the quotes decide', async () => {
    const order = await fresh(['1000000', '900000', '950000'], {
      reviewMethod: 3,
      settings: { ways: WAYS.slice(0, 2) },
    })
    await begin(world, order)
    await run(world, order, { way: '资格评审', say: yes })
    expect(await run(world, order, { way: '符合性评审', say: yes })).toEqual({ rejected: 0, concluded: true })
    const { rows } = await world.buyer.call(purchaserReads.summaryResult, { params: order.params })
    expect(rows.map((r) => [r.bidderId, r.total])).toEqual([1, 2, 0].map((i) => [order.bidders[i], null]))
    expect(await checked(order)).toEqual([])
  })

  test('without a plan the usual ways are used', async () => {
    const order = await fresh(QUOTES, { settings: {} })
    await begin(world, order)
    const { wayList } = await world.buyer.call(p.purchaserProject, { params: order.params })
    const marks = Object.fromEntries(wayList.map((w) => [w.name, w.fullMark]))
    expect(marks).toEqual({ 资格评审: '0', 符合性评审: '0', 技术评分: '40', 商务评分: '20', 价格评分: '40' })
  })
})

async function concluded(order: SeededOrder): Promise<void> {
  await begin(world, order)
  for (const way of ['资格评审', '符合性评审', '技术评分', '商务评分']) await run(world, order, { way, say: flat })
  await run(world, order, { way: '价格评分', say: flat, members: [] })
  await drawn(world.t, order.orderId)
}

const checked = (order: SeededOrder) =>
  inContext(world.t.kernel, { tenantId: 1, actor: null, readOnly: true }, async (ctx) =>
    recheck(ctx as typeof ctx & { actor: Actor }, await orderRow(ctx, order.orderId)),
  )
