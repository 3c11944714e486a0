import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { type Account, PEOPLE } from '#demo/people.ts'
import { createPlan, giveOpinion, handOver, reviewPlan } from '#features/demands/contract/plan.ts'
import { concludeDemand, demandMatrix, endSurvey } from '#features/demands/contract/survey.ts'
import { answered, detailOf, published } from '#features/demands/server/testing/demand.ts'
import { inbox } from '#features/home/contract.ts'
import { verifiers } from '#features/procurement/server/public.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract.ts'

/* Experts verify a demand: each alone, sealed until all have spoken; the report names all. */

const NOT_FOUND = { status: 404, code: 404 }
const WRONG_STATE = { code: 10002 }
const QUESTIONS = [newId(), newId()].map((questionId, i) => ({ questionId, title: `论证问题${i + 1}` }))
const SECRET = '一人独有的意见'

let t: TestSystem
let buyer: HttpClient
let experts: HttpClient[]
let rival: HttpClient
let demandId: string
let ids: Map<string, string>

const ASKED: readonly Account[] = ['expert2', 'expert3', 'expert4']

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  experts = await Promise.all(ASKED.map((one) => t.login(one, { workbench: 'expert' })))
  rival = await t.login('expert5', { workbench: 'expert' })
  demandId = await concluded()
  const params = await draft()
  const offered = await buyer.call(c.verificationExperts, { params })
  ids = new Map(offered.experts.map(({ name, expertId }) => [name, expertId]))
})

async function concluded(): Promise<string> {
  const id = await published(t, buyer)
  const suppliers = await Promise.all(
    ['supplier1', 'supplier2', 'supplier3'].map((one) => t.login(one, { workbench: 'supplier' })),
  )
  for (const [i, supplier] of suppliers.entries()) await answered({ buyer, supplier }, id, { brand: `品牌${i}` })
  await buyer.call(endSurvey, { params: { demandId: id }, body: { reason: '均已应答' } })
  await conclude(id)
  return id
}

async function conclude(id: string, change: object = {}) {
  const params = { demandId: id }
  const { price } = await buyer.call(demandMatrix, { params })
  const { parameters } = await detailOf(buyer, id)
  const prices = { priceLow: price?.low ?? null, priceHigh: price?.high ?? null }
  await buyer.call(concludeDemand, {
    params,
    body: { marketSize: '充足', summary: '可行', ...prices, parameters, ...change },
  })
}

const BODY = { title: '监护设备论证', kind: 'general' as const, background: '请论证', questions: QUESTIONS }
const draft = (change: object = {}) =>
  buyer.call(c.createVerification, { body: { ...BODY, subjectKind: 'demand', subjectId: demandId, ...change } })
const idOf = (account: Account) => ids.get(PEOPLE[account].name)!

async function invited(asked: readonly Account[] = ASKED) {
  const params = await draft()
  const expertIds = asked.map(idOf)
  await buyer.call(c.inviteExperts, { params, body: { expertIds, chairId: expertIds[0]! } })
  return params
}

async function begun() {
  const params = await invited()
  for (const expert of experts) await expert.call(c.replyVerification, { params, body: { accepts: true } })
  await buyer.call(c.beginVerification, { params })
  return params
}

const say = (reason = '', opinion: 'agree' | 'amend' = 'agree') => ({
  opinions: QUESTIONS.map(({ questionId }) => ({ questionId, opinion, reason })),
})

describe('a verification', () => {
  test('goes from the draft over sealed opinions to a signed report that names all', async () => {
    const params = await begun()
    const [chair, second, third] = experts as [HttpClient, HttpClient, HttpClient]
    expect(await second.refused(c.giveOpinions, { params, body: { opinions: say().opinions.slice(1) } })).toMatchObject(
      {
        code: 10001,
      },
    )
    expect(await second.refused(c.giveOpinions, { params, body: say('', 'amend') })).toMatchObject({ code: 10001 })
    await second.call(c.giveOpinions, { params, body: say(SECRET, 'amend') })
    expect((await second.refused(c.giveOpinions, { params, body: say() })).status).toBe(404)
    // Nobody reads it: colleagues, the owner, an expert of something else, messages, the trail.
    for (const client of [chair, third, buyer])
      expect(await everything(client, params.verificationId)).not.toContain(SECRET)
    expect(await everything(second, params.verificationId)).toContain(SECRET)
    for (const table of ['message', 'outbox', 'audit_record', 'audit_intake', 'channel_outbox', 'idempotency']) {
      const { rows } = await t.owner.query<{ text: string }>(
        `select coalesce(string_agg(x::text, ' '), '') as text from ${table} x`,
      )
      expect([table, rows[0]!.text.includes(SECRET)]).toEqual([table, false])
    }
    const body = { conclusion: 'amended' as const, summary: '综述', amendments: '放宽尺寸' }
    expect(await chair.refused(c.concludeVerification, { params, body })).toMatchObject(WRONG_STATE)
    await chair.call(c.giveOpinions, { params, body: say() })
    await third.call(c.giveOpinions, { params, body: say() })
    for (const client of [chair, third, buyer])
      expect(await everything(client, params.verificationId)).toContain(SECRET)
    expect(await second.refused(c.concludeVerification, { params, body })).toMatchObject(NOT_FOUND)
    expect(
      await chair.refused(c.concludeVerification, { params, body: { ...body, conclusion: 'passed' } }),
    ).toMatchObject({ code: 10001 })
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        chair.call(c.concludeVerification, { params, body: { ...body, summary: `综述${i}` } }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { hash } = await chair.call(c.verificationDetail, { params })
    const sign = (account: Account) => ({ params, body: { signature: PEOPLE[account].name, hash } })
    expect(await second.refused(c.signVerification, sign('expert2'))).toMatchObject({ code: 10001 })
    expect(
      await second.refused(c.signVerification, {
        params,
        body: { signature: PEOPLE.expert3.name, hash: '0'.repeat(64) },
      }),
    ).toMatchObject(WRONG_STATE)
    await chair.call(c.signVerification, sign('expert2'))
    await second.call(c.signVerification, sign('expert3'))
    expect(await buyer.call(c.verificationDetail, { params })).toMatchObject({ state: 'concluded' })
    await third.call(c.signVerification, sign('expert4'))
    const detail = await buyer.call(c.verificationDetail, { params })
    expect(detail).toMatchObject({ state: 'reported', conclusion: 'amended', isOutdated: false })
    const report = await buyer.fetch('GET', `/api/workbench/verifications/${params.verificationId}/report`)
    expect(report.headers.get('content-type')).toContain('application/pdf')
    expect((await report.arrayBuffer()).byteLength).toBeGreaterThan(5000)
  })

  test('strangers find nothing: experts of others, suppliers, other companies, other tenants', async () => {
    const params = await begun()
    const agent = await t.login('agent', { workbench: 'agency' })
    const abroad = await t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
    const supplier = await t.login('supplier1', { workbench: 'supplier' })
    for (const client of [rival, agent, abroad]) {
      expect(await client.refused(c.verificationDetail, { params })).toMatchObject({ status: 404 })
      expect(await client.refused(c.verificationReport, { params })).toMatchObject({ status: 404 })
      expect(await client.refused(c.giveOpinions, { params, body: say() })).toMatchObject({ status: 404 })
    }
    expect(await rival.refused(c.inviteExperts, { params, body: {} })).toMatchObject({ status: 403 })
    expect(await agent.refused(c.failVerification, { params, body: { reason: '外人' } })).toMatchObject(NOT_FOUND)
    expect(await supplier.refused(c.verificationDetail, { params })).toMatchObject({ status: 403 })
    expect((await rival.call(c.ownVerifications, {})).rows).toEqual([])
    expect(await buyer.refused(c.giveOpinions, { params, body: say() })).toMatchObject(NOT_FOUND)
    expect(await buyer.refused(c.verificationDetail, { params: { verificationId: newId() } })).toMatchObject(NOT_FOUND)
  })

  test('before it has accepted an expert learns who must be avoided, and not who else is asked', async () => {
    const params = await invited()
    const seen = await experts[1]!.call(c.verificationDetail, { params })
    expect(seen.members.map(({ isOwn }) => isOwn)).toEqual([true])
    expect(seen.suppliers).toHaveLength(3)
    const refusal = { accepts: false, reason: '与供应商有利害关系' }
    expect(await experts[1]!.refused(c.replyVerification, { params, body: { accepts: false } })).toMatchObject({
      code: 10001,
    })
    await experts[1]!.call(c.replyVerification, { params, body: refusal })
    expect(await experts[1]!.refused(c.giveOpinions, { params, body: say() })).toMatchObject(NOT_FOUND)
    for (const i of [0, 2]) await experts[i]!.call(c.replyVerification, { params, body: { accepts: true } })
    expect((await buyer.refused(c.beginVerification, { params })).message).toContain('至少 3')
    await buyer.call(c.failVerification, { params, body: { reason: '专家不足' } })
    expect(await buyer.call(c.verificationDetail, { params })).toMatchObject({ state: 'failed' })
    expect(await buyer.refused(c.inviteExperts, { params, body: {} })).toMatchObject(WRONG_STATE)
  })

  test('who works for a supplier that answered is refused with the reason', async () => {
    await t.owner.query(
      `update expert set employer = (select name from demand_trade where demand_id = $1 limit 1), employer_code = ''
       where user_id = $2`,
      [demandId, PEOPLE.expert6.id],
    )
    const params = await draft()
    const refused = await buyer.refused(c.inviteExperts, { params, body: { expertIds: [idOf('expert6')] } })
    expect(refused.message).toContain('应当回避')
    const { experts: offered } = await buyer.call(c.verificationExperts, { params })
    expect(offered.find(({ expertId }) => expertId === idOf('expert6'))!.tie).toContain('任职于应答单位')
  })

  test('a subject that changed needs a new verification, or the reason why not', async () => {
    const params = await begun()
    for (const expert of experts) await expert.call(c.giveOpinions, { params, body: say() })
    const { hash } = await experts[0]!.call(c.concludeVerification, {
      params,
      body: { conclusion: 'passed', summary: '一致同意' },
    })
    for (const [i, expert] of experts.entries())
      await expert.call(c.signVerification, { params, body: { signature: PEOPLE[ASKED[i]!].name, hash } })
    expect(await buyer.refused(c.waiveVerification, { params, body: { reason: '无须' } })).toMatchObject(NOT_FOUND)
    const { parameters } = await detailOf(buyer, demandId)
    await conclude(demandId, {
      parameters: parameters.map((one, i) => (i === 2 ? { ...one, remark: '调整' } : one)),
      changeReason: '按论证意见',
    })
    expect(await buyer.call(c.verificationDetail, { params })).toMatchObject({ isOutdated: true, currentVersion: 2 })
    await buyer.call(c.waiveVerification, { params, body: { reason: '仅文字调整' } })
    expect(await buyer.call(c.verificationDetail, { params })).toMatchObject({ isOutdated: false })
  })

  test('who does not sign is named with the reason, and the report is issued', async () => {
    const params = await begun()
    for (const expert of experts) await expert.call(c.giveOpinions, { params, body: say() })
    const body = { conclusion: 'refused' as const, summary: '暂不采购' }
    const { hash } = await experts[0]!.call(c.concludeVerification, { params, body })
    await experts[0]!.call(c.signVerification, { params, body: { signature: PEOPLE.expert2.name, hash } })
    await buyer.call(c.closeReport, { params, body: { reason: '联系不上' } })
    const { state, members } = await buyer.call(c.verificationDetail, { params })
    expect(state).toBe('reported')
    expect(members.filter(({ dissent }) => dissent.includes('联系不上'))).toHaveLength(2)
  })

  test('who verified may not review what is bought', async () => {
    const bought = await concluded()
    const params = await buyer.call(c.createVerification, {
      body: { ...BODY, subjectKind: 'demand', subjectId: bought },
    })
    const expertIds = ASKED.map(idOf)
    await buyer.call(c.inviteExperts, { params, body: { expertIds, chairId: expertIds[0]! } })
    for (const expert of experts) await expert.call(c.replyVerification, { params, body: { accepts: true } })
    const projectId = await handedOver(bought)
    const barred = async () => {
      const order = { id: newId(), projectId }
      const at = { tenantId: 1, actor: null, readOnly: true } as const
      return [...(await inContext(t.kernel, at, (ctx) => verifiers().of(ctx, order))).keys()]
    }
    // Whoever only accepted has verified nothing yet.
    expect(await barred()).toEqual([])
    await buyer.call(c.beginVerification, { params })
    expect((await barred()).toSorted()).toEqual(ASKED.map((one) => PEOPLE[one].id).toSorted())
  })
})

async function handedOver(id: string): Promise<string> {
  const texts = {
    qualification: '合格',
    evaluation: '综合',
    contractType: '买卖',
    pricing: '总价',
    acceptance: '验收',
    risks: '风险',
  }
  const lots = [1, 2].map((lotNo) => ({ lotNo, name: `包${lotNo}`, budget: '400000.00' }))
  const plan = await buyer.call(createPlan, { body: { demandId: id, method: 7, lots, ...texts } })
  const employeeIds = [PEOPLE.newbie.jobs[0]!.employeeId]
  await buyer.call(reviewPlan, { params: plan, body: { kind: 'general', employeeIds } })
  const reviewer = await t.login('newbie', { workbench: 'purchaser' })
  await reviewer.call(giveOpinion, { params: plan, body: { opinion: 'agree' } })
  const { items } = await detailOf(buyer, id)
  const body = { name: '监护设备采购', budget: '800000.00', itemIds: items.map(({ itemId }) => itemId) }
  const { projectId } = await buyer.call(handOver, { params: { demandId: id }, body })
  return projectId!
}

async function everything(client: HttpClient, id: string): Promise<string> {
  const paths =
    client === buyer
      ? ['/api/workbench/verifications/page', `/api/workbench/verifications/${id}`]
      : ['/api/workbench/expert/verifications', `/api/workbench/verifications/${id}`]
  const texts = await Promise.all(
    paths.map((path) => client.fetch('GET', path).then((answer) => answer.text(), String)),
  )
  return [...texts, JSON.stringify(await client.call(inbox, { query: {} }))].join('\n')
}
