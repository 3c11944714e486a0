import { beforeAll, expect, test } from 'vitest'
import { commitmentOf, draw as drawFrom } from '#contract/draw.ts'
import { seedOf } from '#contract/draw-steps.ts'
import { newId } from '#contract/id.ts'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { createEmployee } from '#features/organisation/contract/employees.ts'
import { acceptEmployment, leaveCompany } from '#features/organisation/contract/employments.ts'
import { drawn as drawnOf } from '#demo/play/drawn.ts'
import { join, publish } from '#features/procurement/server/testing/tender.ts'
import { committee } from '#features/review-hall/contract/purchaser.ts'
import * as audit from '../contract-audit.ts'
import * as c from '../contract-extraction.ts'
import { drawParts, poolHash, rowsDrawn, tokenOf } from '../rules/draw.ts'
import { recompute } from '../web/extraction/recompute.ts'
import {
  answer,
  drawn,
  type ExpertWorld,
  expertWorld,
  importPeople,
  draw,
  termsOf,
  waiting,
} from './testing/expert-world.ts'
import { findPlainNumbers } from '#server/testing/plain-numbers.ts'
import { blind, unsealed } from '#server/testing/sealed.ts'

let world: ExpertWorld
const people = (prefix: string, n: number, majors: string) =>
  Array.from({ length: n }, (_, i) => ({
    name: `${majors}${String(i + 1)}`,
    mobile: `${prefix}${String(i).padStart(3, '0')}`,
    majors,
  }))

beforeAll(async () => {
  world = await expertWorld()
  await importPeople(world, world.admin, [
    ...people('13911110', 6, '城乡规划'),
    ...people('13922220', 3, '工程勘察'),
    ...people('13933330', 4, '法律服务'),
    ...people('13944440', 4, '物业管理'),
    { name: '投标人员工', mobile: '13955550000', majors: '餐饮服务', employer: COMPANIES.supplier1.name },
    { name: '餐饮一', mobile: '13955550001', majors: '餐饮服务' },
  ])
})

test('a draw is committed before, recomputable after, and calls in the drawn order', async () => {
  const { buyer } = world
  const { extractionId, seedHash } = await buyer.call(c.createExtraction, { body: termsOf(world) })
  const params = { extractionId }
  expect((await buyer.refused(c.drawProof, { params })).code).toBe(10002)
  await buyer.call(c.drawExtraction, { params })
  const waits = await buyer.call(c.drawProof, { params })
  expect(waits).toMatchObject({ drawnAt: null, steps: { stage: 'waiting', operatorSeed: null, result: [] } })
  expect((await buyer.call(c.extractionDetail, { params })).calls).toEqual([])
  await drawnOf(world.t, extractionId)
  const proof = await buyer.call(c.drawProof, { params })
  expect(proof.steps!.operatorHash).toBe(seedHash)
  expect(commitmentOf(proof.steps!.operatorSeed!)).toBe(seedHash)
  expect(recompute(proof).filter((check) => !check.ok)).toEqual([])
  expect(recompute(proof).map((check) => check.label)).toContain('信标签名有效（非公共信标）')
  const [row] = proof.rows
  expect(row!.tokens).toHaveLength(6)
  const pool = [{ rowNo: 1, tokens: row!.tokens.toSorted() }]
  expect(poolHash(pool)).toBe(proof.poolHash)
  const { frozen, closed, operatorSeed, signature } = proof.steps!
  const seed = seedOf({ closed: closed!, operatorSeed: operatorSeed!, signature })
  expect(rowsDrawn(pool, drawFrom(seed, drawParts(pool)))[0]!.tokens).toEqual(row!.tokens)
  expect(frozen!.parts[0]!.options).toEqual(row!.tokens.toSorted())
  expect(row!.called).toEqual(row!.tokens.slice(0, 2))
  for (const person of row!.people) expect(tokenOf(proof.salt!, person.expertId)).toBe(person.token)
  expect(proof.records.map((r) => r.action)).toEqual(['extraction.create', 'extraction.freeze', 'extraction.draw'])
  // Told at once, by the inbox and text message.
  const detail = await buyer.call(c.extractionDetail, { params })
  expect(detail.calls.map((call) => [call.rank, call.noticeStatus, call.replyStatus])).toEqual([
    [1, 2, 0],
    [2, 2, 0],
  ])
  const texts = await world.t.owner.query<{ id: string; recipient: string }>(
    `select id, recipient from channel_outbox where channel = 'sms' and body like '%邀请您参加%'`,
  )
  const called = await waiting(world, extractionId)
  const sent = texts.rows.map((row) => unsealed('channel_outbox.recipient', row.id, row.recipient))
  expect(sent).toEqual(expect.arrayContaining(called))
  // What was drawn cannot be altered, not even by the owner of the database's application role.
  await expect(
    world.t.owner.query(`update expert_extraction set pool_hash = '\\x00' where id = $1`, [extractionId]),
  ).rejects.toThrow('cannot be changed')
})

test('a refusal is replaced by the next, silence too, and acceptances end it', async () => {
  const { params, detail } = await drawn(world)
  const { extractionId } = params
  expect(detail.status).toBe(1)
  const [first, second] = await waiting(world, extractionId)
  await answer(world, extractionId, { mobile: first!, accept: false })
  const third = (await waiting(world, extractionId)).find((m) => m !== second)!
  await answer(world, extractionId, { mobile: third, accept: true })
  await world.t.advanceTo(new Date(world.t.kernel.clock.now().getTime() + 61 * MINUTE))
  const [fourth] = await waiting(world, extractionId)
  expect([first, second, third]).not.toContain(fourth)
  // Too late now.
  const late = await world.as(second!)
  const { rows } = await late.call(c.invitationPage, { query: {} })
  const own = rows.find((r) => r.replyStatus === 3)!
  expect(own.actions).toEqual([])
  const refused = await late.refused(c.replyInvitation, {
    params: { callId: own.callId },
    body: { accept: true, declared: true },
  })
  expect(refused.code).toBe(10002)
  await answer(world, extractionId, { mobile: fourth!, accept: true })
  const ended = await world.buyer.call(c.extractionDetail, { params })
  expect(ended).toMatchObject({ status: 2, accepted: 2, waiting: 0 })
  expect(ended.calls.map((call) => String(call.replyStatus)).toSorted()).toEqual(['1', '1', '2', '3'])
  expect(ended.calls.filter((call) => call.replaces !== null)).toHaveLength(2)
})

test('a reply between deadline and timer is refused', async () => {
  const { params } = await drawn(world, { replyMinutes: 5 })
  const [mobile] = await waiting(world, params.extractionId)
  const client = await world.as(mobile!)
  const { rows } = await client.call(c.invitationPage, { query: { tab: 'open' } })
  // The deadline is over, the timer has not fired.
  await world.t.owner.query(`update expert_call set reply_due = $2 where extraction_id = $1`, [
    params.extractionId,
    world.t.kernel.clock.now(),
  ])
  const body = { accept: true, declared: true }
  expect((await client.refused(c.replyInvitation, { params: { callId: rows[0]!.callId }, body })).code).toBe(10021)
  await world.buyer.call(c.giveUpExtraction, { params, body: { reason: '论证取消' } })
})

test('two draws at once, and two replies at once, have one effect', async () => {
  const { buyer } = world
  const { extractionId } = await buyer.call(c.createExtraction, { body: termsOf(world, { replyMinutes: 4320 }) })
  const params = { extractionId }
  const draws = await Promise.allSettled([
    buyer.call(c.drawExtraction, { params }),
    buyer.call(c.drawExtraction, { params }),
  ])
  expect(draws.map((d) => d.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await drawnOf(world.t, extractionId)
  expect(await waiting(world, extractionId)).toHaveLength(2)
  const [mobile] = await waiting(world, extractionId)
  const client = await world.as(mobile!)
  const { rows } = await client.call(c.invitationPage, { query: { tab: 'open' } })
  const callId = rows[0]!.callId
  const answers = await Promise.allSettled([
    client.call(c.replyInvitation, { params: { callId }, body: { accept: false, category: 2, reason: '住院' } }),
    client.call(c.replyInvitation, { params: { callId }, body: { accept: false, category: 2, reason: '住院' } }),
  ])
  expect(answers.filter((a) => a.status === 'fulfilled')).toHaveLength(1)
  await world.t.settle()
  expect((await buyer.call(c.extractionDetail, { params })).calls).toHaveLength(3)
  // The same key again is the same answer, not another effect.
  await buyer.call(c.giveUpExtraction, { params, body: { reason: '改期' } }, { key: newId() })
  expect((await buyer.refused(c.giveUpExtraction, { params, body: { reason: '改期' } })).code).toBe(10002)
})

test('an exhausted pool fails with who and why, and is completed without those who were asked', async () => {
  const { buyer } = world
  const { params, detail } = await drawn(world, { conditions: [{ majors: ['A0102'], number: 2 }] })
  const { extractionId } = params
  expect(detail.pool).toEqual([{ rowNo: 1, size: 3, excluded: [] }])
  const [first, second] = await waiting(world, extractionId)
  await answer(world, extractionId, { mobile: first!, accept: true })
  await answer(world, extractionId, { mobile: second!, accept: false })
  const [third] = await waiting(world, extractionId)
  await answer(world, extractionId, { mobile: third!, accept: false })
  const failed = await buyer.call(c.extractionDetail, { params })
  expect(failed).toMatchObject({ status: 3, failure: '候选专家已全部通知，第1组缺 1 人' })
  expect(failed.calls.map((call) => call.reason)).toContain('当日有其他安排')
  expect(failed.actions.map((a) => a.action)).toEqual(['complete'])
  const completion = await buyer.call(c.completeExtraction, { params })
  const draft = await buyer.call(c.extractionDetail, { params: completion })
  expect(draft.fields.conditions[0]).toMatchObject({ number: 1 })
  expect((await buyer.refused(c.completeExtraction, { params })).code).toBe(10002)
  // All three were asked: the same condition finds nobody.
  const refused = await buyer.refused(c.drawExtraction, { params: completion })
  expect(refused.message).toContain('0 人')
  const { extractionId: _, ...fields } = { ...completion, ...draft.fields }
  await buyer.call(c.updateExtraction, {
    params: completion,
    body: { ...fields, conditions: [{ majors: ['A01'], number: 1 }] },
  })
  await draw(world, completion)
  const [next] = await waiting(world, completion.extractionId)
  expect([first, second, third]).not.toContain(next)
})

test('avoidance and leave keep people out; names of others stay hidden', async () => {
  const { buyer, t } = world
  const day = (offset: number) => new Date(t.kernel.clock.now().getTime() + offset * DAY).toISOString().slice(0, 10)
  const away = await world.as('13933330000')
  await away.call(audit.addLeave, { body: { firstDay: day(2), lastDay: day(4), reason: '出差' } })
  const avoidance = {
    options: [],
    units: [{ name: '法律服务2所在单位' }],
    people: [{ name: '法律服务3' }],
  }
  const terms = { conditions: [{ majors: ['C0301'], number: 1 }], avoidance }
  const preview = await buyer.call(c.previewPool, {
    body: { ...termsOf(world, terms), orderId: null },
  })
  expect(preview).toEqual([{ rowNo: 1, size: 1, excluded: 3 }])
  const { params, detail } = await drawn(world, terms)
  expect(await waiting(world, params.extractionId)).toEqual(['13933330003'])
  expect(detail.pool[0]!.excluded.map((e) => e.reason).toSorted()).toEqual(
    ['任职于指定回避单位', '指定回避人员', '评审当日请假'].toSorted(),
  )
})

test('one project: secret names, avoidance by bidders at the opening, committee', async () => {
  const { buyer, t } = world
  const supplier = await t.login('supplier1', { workbench: 'supplier' })
  const tender = { t, buyer, suppliers: [supplier] }
  const order = await publish(tender)
  await join(tender, order.orderId, { supplier })
  const reviewAt = new Date(t.kernel.clock.now().getTime() + 25 * DAY + 8 * HOUR).toISOString()
  const draw = () =>
    drawn(world, {
      kind: 1,
      title: '第一标段评标',
      orderId: order.orderId,
      isSecret: true,
      reviewAt,
      replyMinutes: 4320,
      conditions: [
        { majors: ['C0403'], number: 1 },
        { majors: ['C0401'], number: 1 },
      ],
    })
  // Until the bidder's employee is the one drawn: of two people one is, every other time.
  let { params, detail } = await draw()
  for (let i = 0; i < 40 && !(await waiting(world, params.extractionId)).includes('13955550000'); i++) {
    await buyer.call(c.giveUpExtraction, { params, body: { reason: '重新抽取' } })
    ;({ params, detail } = await draw())
  }
  const { extractionId } = params
  expect(detail.isRevealed).toBe(false)
  for (const call of detail.calls)
    expect([call.name, call.expertId, call.employer, call.mobile]).toEqual([null, null, null, null])
  const proof = await buyer.call(c.drawProof, { params })
  expect(proof.salt).toBeNull()
  expect(proof.rows.flatMap((r) => r.people)).toEqual([])
  // Whoever works for a bidder may be drawn: bidders are not known yet, and nothing tells of them.
  for (const mobile of await waiting(world, extractionId)) await answer(world, extractionId, { mobile, accept: true })
  const before = await buyer.call(c.extractionDetail, { params })
  expect(before.status).toBe(2)
  const said = JSON.stringify(before)
  const { rows: called } = await t.owner.query<{ id: string; name: string; mobile: string }>(
    'select id, name, mobile from expert_call where extraction_id = $1',
    [extractionId],
  )
  for (const person of called) {
    expect(said).not.toContain(person.name)
    expect(said).not.toContain(unsealed('expert_call.mobile', person.id, person.mobile))
  }
  expect((await buyer.call(committee, { params: { projectId: order.orderId } })).members).toEqual([])
  await t.advanceTo(order.body.schedule.openAt!)
  await t.settle()
  let after = await buyer.call(c.extractionDetail, { params })
  expect(after.isRevealed).toBe(true)
  expect(after.calls.find((call) => call.name === '投标人员工')).toMatchObject({ replyStatus: 2, category: 8 })
  expect(after.status).toBe(1)
  const [next] = await waiting(world, extractionId)
  expect(next).toBe('13955550001')
  await answer(world, extractionId, { mobile: next!, accept: true })
  after = await buyer.call(c.extractionDetail, { params })
  await t.settle()
  expect(after.status).toBe(2)
  const coming = after.calls.filter((call) => call.replyStatus === 1).map((call) => call.name)
  expect(coming).not.toContain('投标人员工')
  const { members, steps } = await buyer.call(committee, { params: { projectId: order.orderId } })
  expect(members.every((m) => m.isDrawn)).toBe(true)
  expect(steps.slice(0, 4).map((s) => s.state)).toEqual(['done', 'done', 'done', 'done'])
  expect(members.map((m) => m.name).toSorted()).toEqual(coming.map(String).toSorted())
  // Somebody falls ill: the next comes, and the committee follows.
  const sick = after.calls.find((call) => call.replyStatus === 1 && call.rowNo === 2)!
  await buyer.call(c.replaceCall, { params: { ...params, callId: sick.callId }, body: { reason: '突发疾病' } })
  await t.settle()
  const reduced = await buyer.call(committee, { params: { projectId: order.orderId } })
  expect(reduced.members.map((m) => m.name)).not.toContain(sick.name)
})

test('a bidder takes nobody out of a draw by inviting them; what is accepted too late is a finding', async () => {
  const { buyer, t } = world
  const supplier = await t.login('supplier1', { workbench: 'supplier' })
  const invite = (mobile: string, name: string) => supplier.call(createEmployee, { body: { name, mobile } })
  const unit = { name: COMPANIES.supplier1.name, code: COMPANIES.supplier1.creditCode }
  const terms = { conditions: [{ majors: ['C0401'], number: 1 }], orderId: null }
  const avoidance = { options: [], units: [unit], people: [] }
  const size = async () =>
    (await buyer.call(c.previewPool, { body: { ...termsOf(world), ...terms, avoidance } }))[0]!.size
  const everybody = await size()
  const asked = await invite('13944440000', '物业管理1')
  expect(await size()).toBe(everybody)
  const person = await t.login('13944440000')
  await person.call(acceptEmployment, { params: { invitationId: asked.employeeId } })
  expect(await size()).toBe(everybody - 1)
  await person.call(leaveCompany, { params: asked })
  expect(await size()).toBe(everybody)

  const order = await publish({ t, buyer, suppliers: [supplier] })
  await join({ t, buyer, suppliers: [supplier] }, order.orderId, { supplier })
  const { params } = await drawn(world, {
    kind: 1,
    title: '第二标段评标',
    orderId: order.orderId,
    isSecret: true,
    reviewAt: new Date(t.kernel.clock.now().getTime() + 25 * DAY + 8 * HOUR).toISOString(),
    replyMinutes: 4320,
    conditions: [{ majors: ['C0401'], number: 1 }],
  })
  const [mobile] = await waiting(world, params.extractionId)
  const late = await invite(mobile!, '受邀专家')
  const expert = await world.as(mobile!)
  await expert.call(acceptEmployment, { params: { invitationId: late.employeeId } })
  await answer(world, params.extractionId, { mobile: mobile!, accept: true })
  const [before] = (await buyer.call(c.extractionDetail, { params })).calls
  expect(before).toMatchObject({ name: null, finding: null, replyStatus: 1 })
  await t.advanceTo(order.body.schedule.openAt!)
  await t.settle()
  const [after] = (await buyer.call(c.extractionDetail, { params })).calls
  expect(after).toMatchObject({
    replyStatus: 1,
    finding: expect.stringMatching(/^抽取之后于 \d{4}-\d\d-\d\d 任职于投标人/),
  })
  const found = await t.owner.query<{ content: string }>(`select content from message where kind = 'expert.finding'`)
  expect(found.rows.length).toBeGreaterThan(0)
  expect(found.rows[0]!.content).toContain(COMPANIES.supplier1.name)
  // The committee says the same, and the buyer may put somebody else in.
  const { findings } = await buyer.call(committee, { params: { projectId: order.orderId } })
  expect(findings.find((f) => f.ruleId === 'committee-sudden-tie')).toMatchObject({ severity: 'warn', ok: false })
  await buyer.call(c.replaceCall, {
    params: { ...params, callId: after!.callId },
    body: { reason: '抽取后任职于投标人' },
  })
  await t.settle()
  expect(await waiting(world, params.extractionId)).not.toContain(mobile)
})

test('chosen by hand: with a reason, checked, and somebody is added instead of a refusal', async () => {
  const { buyer, t } = world
  const { rows } = await t.owner.query<{ id: string; name: string }>(
    'select id, name from expert where mobile_hash = any($1) order by name',
    [Array.from({ length: 10 }, (_, i) => blind('expert.mobile', `1394444000${i}`))],
  )
  const picks = rows.slice(0, 2).map((r) => r.id)
  const manual = { mode: 2 as const, conditions: [], picks }
  const without = await buyer.refused(c.createExtraction, { body: termsOf(world, manual) })
  expect(without.message).toContain('理由')
  const avoidance = { options: [], units: [], people: [{ name: rows[1]!.name }] }
  const terms = { ...manual, pickReason: '技术复杂，专业性强', byPlatform: false }
  const barred = await buyer.call(c.createExtraction, { body: termsOf(world, { ...terms, avoidance }) })
  const refused = await buyer.refused(c.drawExtraction, { params: barred })
  expect(refused.message).toBe(`${rows[1]!.name}：指定回避人员`)
  await buyer.call(c.deleteExtraction, { params: barred })
  expect((await buyer.refused(c.extractionDetail, { params: barred })).status).toBe(404)
  const { params, detail } = await drawn(world, terms)
  expect(detail.calls.map((call) => call.noticeStatus)).toEqual([4, 4])
  const [one, two] = detail.calls
  // Told by telephone: the owner notes the answer, the expert need not.
  const expert = await world.as('13944440000')
  const { rows: own } = await expert.call(c.invitationPage, { query: {} })
  expect(own[0]!.actions).toEqual([])
  const noReason = { accept: false, category: 1 as const }
  expect(
    (await buyer.refused(c.recordReply, { params: { ...params, callId: one!.callId }, body: noReason })).message,
  ).toBe('请说明原因')
  await buyer.call(c.recordReply, { params: { ...params, callId: one!.callId }, body: { ...noReason, reason: '出国' } })
  await buyer.call(c.recordReply, { params: { ...params, callId: two!.callId }, body: { accept: true } })
  const pick = { expertId: rows[2]!.id, reason: '增补' }
  await buyer.call(c.addPick, { params, body: pick })
  expect((await buyer.refused(c.addPick, { params, body: pick })).code).toBe(10002)
  const added = (await buyer.call(c.extractionDetail, { params })).calls.find((call) => call.replyStatus === 0)!
  await buyer.call(c.recordReply, { params: { ...params, callId: added.callId }, body: { accept: true } })
  expect((await buyer.call(c.extractionDetail, { params })).status).toBe(2)
  // After the review the experts are rated, once.
  const rating = { params: { ...params, callId: added.callId }, body: { score: 5, reason: '认真负责' } }
  expect((await buyer.refused(c.evaluateExpert, rating)).code).toBe(10002)
  await t.advanceTo(detail.reviewAt)
  await buyer.call(c.evaluateExpert, rating)
  expect((await buyer.refused(c.evaluateExpert, rating)).message).toBe('已评价，不能重复评价')
})

test('what is somebody else’s does not exist', async () => {
  const { params, detail } = await drawn(world, { conditions: [{ majors: ['C0401'], number: 1 }] })
  const callId = detail.calls[0]!.callId
  const { agent, buyer } = world
  const reason = { reason: '不是我的' }
  const { kind: _, ...fields } = termsOf(world)
  const tried = [
    agent.refused(c.extractionDetail, { params }),
    agent.refused(c.updateExtraction, { params, body: fields }),
    agent.refused(c.deleteExtraction, { params }),
    agent.refused(c.drawExtraction, { params }),
    agent.refused(c.addPick, { params, body: { expertId: newId(), ...reason } }),
    agent.refused(c.giveUpExtraction, { params, body: reason }),
    agent.refused(c.completeExtraction, { params }),
    agent.refused(c.recordReply, { params: { ...params, callId }, body: { accept: true } }),
    agent.refused(c.replaceCall, { params: { ...params, callId }, body: reason }),
    agent.refused(c.evaluateExpert, { params: { ...params, callId }, body: { score: 1, ...reason } }),
    agent.refused(c.drawProof, { params }),
    buyer.refused(c.replaceCall, { params: { ...params, callId: newId() }, body: reason }),
    world.t
      .login('expert1', { workbench: 'expert' })
      .then((e) => e.refused(c.invitationDetail, { params: { callId } })),
    world.t
      .login('expert1', { workbench: 'expert' })
      .then((e) => e.refused(c.replyInvitation, { params: { callId }, body: { accept: true, declared: true } })),
  ]
  for (const one of tried) expect((await one).status).toBe(404)
  expect((await agent.call(c.extractionPage, { query: {} })).total).toBe(0)
  const order = await publish({ t: world.t, buyer, suppliers: [] })
  const stolen = termsOf(world, { kind: 1, orderId: order.orderId })
  expect((await agent.refused(c.createExtraction, { body: stolen })).status).toBe(404)
  const newbie = await world.t.login('newbie', { workbench: 'purchaser' })
  expect((await newbie.refused(c.extractionPage, { query: {} })).status).toBe(403)
  const page = await buyer.call(c.extractionPage, { query: { kind: 3 } })
  expect(page.counts!.all).toBe(page.total)
  expect((await buyer.call(c.extractionPage, { query: { kind: 4 } })).total).toBe(0)
})

test('numbers of people to be avoided come back to the owner, and stand nowhere in plain', async () => {
  const { buyer, t } = world
  const people = [{ name: '亲属', mobile: '13944499999' }]
  const avoidance = { options: [], units: [], people }
  const draft = await buyer.call(c.createExtraction, { body: termsOf(world, { avoidance }) })
  const { kind: _, ...fields } = termsOf(world, { avoidance, title: '改名' })
  await buyer.call(c.updateExtraction, { params: draft, body: fields })
  const { extractionId } = draft
  const detail = await buyer.call(c.extractionDetail, { params: { extractionId } })
  expect(detail.fields.avoidance.people).toEqual(people)
  await t.settle()
  expect(await findPlainNumbers(t.owner)).toEqual({})
})
