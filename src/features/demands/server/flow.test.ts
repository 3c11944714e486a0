import { beforeAll, describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#contract/time.ts'
import { PEOPLE } from '#demo/people.ts'
import { projectDetail } from '#features/procurement/contract/project.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract/demand.ts'
import * as p from '../contract/plan.ts'
import { surveyDetail } from '../contract/supplier.ts'
import * as s from '../contract/survey.ts'
import { answered, demandBody, detailOf, filled, published } from './testing/demand.ts'

/* From the draft over the survey, its conclusion, plan and review to the project. */

const WRONG_STATE = { code: 10002 }
const SCAN = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

let t: TestSystem
let buyer: HttpClient
let reviewer: HttpClient
let suppliers: HttpClient[]

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  reviewer = await t.login('buyer2', { workbench: 'purchaser' })
  suppliers = await Promise.all(
    ['supplier1', 'supplier2', 'supplier3'].map((one) => t.login(one, { workbench: 'supplier' })),
  )
})

const stateOf = async (demandId: string) => (await detailOf(buyer, demandId)).state
const actionsOf = async (demandId: string) => (await detailOf(buyer, demandId)).actions.map(({ action }) => action)
const pastEnd = () => t.advanceTo(new Date(t.kernel.clock.now().getTime() + 5 * DAY + MINUTE))

async function conclusionOf(demandId: string, change: object = {}) {
  const { parameters } = await detailOf(buyer, demandId)
  const { price } = await buyer.call(s.demandMatrix, { params: { demandId } })
  return {
    marketSize: '本地区年需求约二百台，供给充足。',
    summary: '三家应答，参数可行。',
    priceLow: price?.low ?? null,
    priceHigh: price?.high ?? null,
    parameters,
    ...change,
  }
}

const PLAN = {
  method: 7,
  lots: [
    { lotNo: 1, name: '监护仪', budget: '700000.00' },
    { lotNo: 2, name: '监护站', budget: '100000.00' },
  ],
  qualification: '具有有效的医疗器械经营许可。',
  evaluation: '综合评分，价格占三十分。',
  contractType: '货物买卖合同',
  pricing: '固定总价',
  acceptance: '到货、安装、试运行三次验收。',
  risks: '供货延误的，按日计违约金。',
}

/** Three answers, ended by the clock. */
async function ended() {
  const demandId = await published(t, buyer)
  for (const [i, supplier] of suppliers.entries())
    await answered({ buyer, supplier }, demandId, { brand: `品牌${i}`, price: `${600 + i * 50}000.00` })
  await pastEnd()
  return demandId
}

async function planned() {
  const demandId = await ended()
  await buyer.call(s.concludeDemand, { params: { demandId }, body: await conclusionOf(demandId) })
  const { planId } = await buyer.call(p.createPlan, { body: { ...PLAN, demandId } })
  await buyer.call(p.reviewPlan, { params: { planId }, body: { kind: 'general', employeeIds: [employeeOf('buyer2')] } })
  await reviewer.call(p.giveOpinion, { params: { planId }, body: { opinion: 'agree' } })
  return { demandId, planId }
}

const employeeOf = (account: 'buyer' | 'buyer2' | 'newbie') => PEOPLE[account].jobs[0]!.employeeId

describe('a demand', () => {
  test('is drafted, changed and published; every mistake is told at its field', async () => {
    const refused = async (change: object) => {
      const { details } = await buyer.refused(c.createDemand, { body: demandBody(t, change) })
      return (details as { path: string }[])[0]!.path
    }
    expect(await refused({ budget: '0' })).toBe('budget')
    expect(await refused({ mode: 'none' })).toBe('noSurveyReason')
    expect(await refused({ parameters: [{ name: '同名' }, { name: '同名' }] })).toBe('parameters.1.name')
    expect(await refused({ items: [{ name: '仪器', unit: '台', quantity: '0' }] })).toBe('items.0.quantity')
    const { demandId } = await buyer.call(c.createDemand, { body: demandBody(t, { endsAt: null }) })
    const params = { demandId }
    expect(await buyer.refused(c.publishDemand, { params, body: {} })).toMatchObject({
      message: '请先填写调研截止时间',
    })
    await buyer.call(c.updateDemand, { params, body: demandBody(t, { title: '改名的需求' }) })
    expect(await detailOf(buyer, demandId)).toMatchObject({ title: '改名的需求', state: 'draft', version: 1 })
    await buyer.call(c.publishDemand, { params, body: {} })
    expect(await stateOf(demandId)).toBe('surveying')
    expect(await buyer.refused(c.updateDemand, { params, body: demandBody(t) })).toMatchObject(WRONG_STATE)
    expect(await buyer.refused(c.removeDemand, { params })).toMatchObject(WRONG_STATE)
    const { rows, counts } = await buyer.call(c.demandPage, { query: { state: 'surveying' } })
    expect(rows.map((row) => row.demandId)).toContain(demandId)
    expect(counts!.surveying).toBeGreaterThan(0)
  })

  test('goes from three answers over conclusion, plan and review to projects with items, budget and plan', async () => {
    const { demandId, planId } = await planned()
    const before = await detailOf(buyer, demandId)
    expect(before).toMatchObject({ state: 'planned', answers: 3 })
    const [first, second] = before.items
    const body = { name: '监护仪采购项目', budget: '700000.00', itemIds: [first!.itemId], approval: undefined }
    const params = { demandId }
    expect(await buyer.refused(p.handOver, { params, body: { ...body, budget: '900000.00' } })).toMatchObject({
      message: '超过需求剩余预算 800000.00 元',
    })
    const { projectId } = await buyer.call(p.handOver, { params, body })
    const project = await buyer.call(projectDetail, { params: { projectId: projectId! } })
    expect(project).toMatchObject({
      name: '监护仪采购项目',
      budget: '700000.00',
      regime: 'enterprise',
      region: '江州市',
    })
    expect(project.lines).toMatchObject([{ name: '床旁监护仪', quantity: '20', unit: '台', spec: '12 英寸' }])
    expect(project.description).toContain('采购方式：询比采购')
    expect(project.description).toContain(before.code)
    expect(await buyer.call(p.projectDemand, { params: { projectId: projectId! } })).toMatchObject({
      demandId,
      planNo: 1,
    })
    // A line goes into one project.
    expect(await buyer.refused(p.handOver, { params, body: { ...body, budget: '1.00' } })).toMatchObject({
      code: 10001,
    })
    await buyer.call(p.handOver, {
      params,
      body: { ...body, name: '监护站采购项目', budget: '100000.00', itemIds: [second!.itemId] },
    })
    const after = await detailOf(buyer, demandId)
    expect(after).toMatchObject({ state: 'handed' })
    expect(after.projects.map(({ name }) => name)).toEqual(['监护仪采购项目', '监护站采购项目'])
    expect(after.actions.find(({ action }) => action === 'handOver')?.reason).toBe('全部标的已转为采购项目')
    const results = await buyer.call(p.resultPage, {})
    expect(results.rows.find((row) => row.demandId === demandId)).toMatchObject({
      projects: 2,
      freeItems: 0,
      given: '800000.00',
    })
    expect((await buyer.call(p.planDetail, { params: { planId } })).state).toBe('passed')
  })

  test('without survey it is confirmed with its reason, and concluded without answers', async () => {
    const change = { mode: 'none', noSurveyReason: '标准通用设备，市场信息充分', endsAt: null } as const
    const demandId = await published(t, buyer, change)
    expect(await stateOf(demandId)).toBe('ended')
    const params = { demandId }
    const { parameters } = await detailOf(buyer, demandId)
    const body = { marketSize: '供给充足', summary: '按通用配置采购', parameters }
    expect(
      await buyer.refused(s.concludeDemand, { params, body: { ...body, priceLow: '1.00', priceHigh: '2.00' } }),
    ).toMatchObject({ message: '没有参考报价，请说明价格区间的来源' })
    await buyer.call(s.concludeDemand, { params, body })
    expect(await stateOf(demandId)).toBe('concluded')
  })

  test('a survey that the law asks for is warned of, and never blocks', async () => {
    const { demandId } = await buyer.call(c.createDemand, {
      body: demandBody(t, {
        budget: '12000000.00',
        mode: 'none',
        noSurveyReason: '时间紧迫',
        parameters: [{ name: '主机', wished: '联想 ThinkStation 或同档' }],
      }),
    })
    const { findings } = await detailOf(buyer, demandId)
    expect(findings.map(({ ruleId, severity }) => `${ruleId} ${severity}`)).toEqual([
      'demand.survey-compulsory warn',
      'demand.brand warn',
    ])
    await buyer.call(c.publishDemand, { params: { demandId }, body: {} })
    await buyer.call(c.withdrawDemand, { params: { demandId }, body: { reason: '需求取消' } })
    expect(await stateOf(demandId)).toBe('withdrawn')
    expect(await actionsOf(demandId)).toEqual([])
  })
})

describe('a survey', () => {
  test('its end may be moved, all are told, answers stay; early it ends with a reason', async () => {
    const demandId = await published(t, buyer)
    const params = { demandId }
    const tradeId = await answered({ buyer, supplier: suppliers[0]! }, demandId)
    const endsAt = new Date(t.kernel.clock.now().getTime() + 9 * DAY).toISOString()
    await buyer.call(s.moveSurveyEnd, { params, body: { endsAt, reason: '应供应商请求延长' } })
    await t.settle()
    const told = await t.owner.query(
      `select content from message where kind = 'demand.moved' and content like '%应供应商请求延长%'`,
    )
    expect(told.rowCount).toBe(1)
    expect(await suppliers[0]!.call(surveyDetail, { params })).toMatchObject({ endsAt, hasAnswered: true })
    // The timer of the earlier end does nothing.
    await pastEnd()
    expect(await stateOf(demandId)).toBe('surveying')
    await buyer.call(s.endSurvey, { params, body: { reason: '应答已充分' } })
    expect(await stateOf(demandId)).toBe('ended')
    expect(await buyer.refused(s.endSurvey, { params, body: { reason: '再次结束' } })).toMatchObject(WRONG_STATE)
    const shown = await buyer.call(s.demandTrade, { params: { demandId, tradeId } })
    expect(shown.answers).toHaveLength(1)
    expect((await detailOf(buyer, demandId)).changes.map(({ kind }) => kind)).toEqual(['moved', 'ended'])
  })

  test('fewer than three answers: extended, or concluded with the reason', async () => {
    const demandId = await published(t, buyer)
    const params = { demandId }
    await answered({ buyer, supplier: suppliers[0]! }, demandId, { brand: '甲' })
    await pastEnd()
    expect(await stateOf(demandId)).toBe('ended')
    const detail = await detailOf(buyer, demandId)
    expect(detail.findings.map(({ ruleId }) => ruleId)).toContain('demand.respondents')
    const endsAt = new Date(t.kernel.clock.now().getTime() + 2 * DAY).toISOString()
    await buyer.call(s.moveSurveyEnd, { params, body: { endsAt, reason: '应答不足三份' } })
    expect(await stateOf(demandId)).toBe('surveying')
    await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 3 * DAY))
    const body = await conclusionOf(demandId)
    const { details } = await buyer.refused(s.concludeDemand, { params, body })
    // One brand alone meets both must-parameters.
    expect((details as { path: string }[]).map(({ path }) => path.split('.')[0])).toEqual([
      'fewReason',
      'narrow',
      'narrow',
    ])
    const narrow = body.parameters.slice(0, 2).map(({ parameterId }) => ({ parameterId, reason: '市场上另有多家满足' }))
    await buyer.call(s.concludeDemand, { params, body: { ...body, fewReason: '本地仅此一家有意愿', narrow } })
    expect(await detailOf(buyer, demandId)).toMatchObject({
      state: 'concluded',
      conclusions: [{ respondents: 1, fewReason: '本地仅此一家有意愿', computedLow: '650000.00' }],
    })
  })

  test('an answer on paper needs its scan, is marked, and can be revised', async () => {
    const demandId = await published(t, buyer)
    const params = { demandId }
    const { parameters } = await detailOf(buyer, demandId)
    const { fileId, name } = await buyer.upload('demand-scan', '应答扫描件.pdf', SCAN)
    const body = {
      ...filled(parameters, []),
      name: '江州精密仪器厂',
      receivedOn: '2026-01-05',
      scan: [{ fileId, name }],
    }
    expect(await buyer.refused(s.enterAnswer, { params, body: { ...body, scan: [] } })).toMatchObject({ code: 10001 })
    expect(await buyer.refused(s.enterAnswer, { params, body: { ...body, receivedOn: '2999-01-05' } })).toMatchObject({
      message: '收到日期不能晚于今天',
    })
    const { tradeId } = await buyer.call(s.enterAnswer, { params, body })
    await buyer.call(s.enterAnswer, { params, body: { ...body, tradeId, price: '640000.00' } })
    const { trade, answers } = await buyer.call(s.demandTrade, { params: { demandId, tradeId } })
    expect(trade).toMatchObject({ isPaper: true, answered: true })
    expect(answers.map(({ price, scan }) => [price, scan.length])).toEqual([
      ['640000.00', 1],
      ['650000.00', 1],
    ])
    expect(await buyer.refused(s.enterAnswer, { params, body: { ...body, price: '1.00' } })).toMatchObject({
      code: 10003,
    })
  })

  test('a conclusion adjusts parameters by a new version and keeps the old one', async () => {
    const demandId = await ended()
    const params = { demandId }
    const body = await conclusionOf(demandId)
    const [screen, ...rest] = body.parameters
    const parameters = [{ ...screen!, wished: '≥ 15' }, ...rest, { name: '报警分级', wished: '三级' }]
    expect(await buyer.refused(s.concludeDemand, { params, body: { ...body, parameters } })).toMatchObject({
      message: '参数有调整，请说明理由',
    })
    expect(await buyer.refused(s.concludeDemand, { params, body: { ...body, priceHigh: '999000.00' } })).toMatchObject({
      message: '与应答计算的价格区间不同，请说明理由',
    })
    await buyer.call(s.concludeDemand, { params, body: { ...body, parameters, changeReason: '大屏已为主流' } })
    const detail = await detailOf(buyer, demandId)
    expect(detail.versions.map((one) => [one.version, one.parameters[0]!.wished, one.parameters.length])).toEqual([
      [2, '≥ 15', 4],
      [1, '≥ 12', 3],
    ])
    expect(detail.parameters[0]!.parameterId).toBe(screen!.parameterId)
  })

  test('the matrix says who meets what, by brand, and flags what too few meet', async () => {
    const demandId = await published(t, buyer)
    const answers = [
      { brand: '甲牌', met: ['yes', 'yes', 'no'] },
      { brand: '甲 牌', met: ['yes', 'no', 'no'] },
      { brand: '乙牌', met: ['yes', 'partly', 'yes'] },
    ] as const
    for (const [i, { brand, met }] of answers.entries())
      await answered({ buyer, supplier: suppliers[i]! }, demandId, { brand, met: [...met] })
    await pastEnd()
    const matrix = await buyer.call(s.demandMatrix, { params: { demandId } })
    expect(matrix.coverage.map(({ brands, flag }) => [brands.length, flag])).toEqual([
      [2, 'few'],
      [1, 'single'],
      [1, null],
    ])
    expect(matrix.coverage[1]!.yes).toHaveLength(1)
    expect(matrix.met.map((row) => [...row].toSorted().join(''))).toEqual(['yyy', 'npy', 'nny'])
    const file = await buyer.fetch('GET', `/api/workbench/demands/${demandId}/matrix/export`)
    expect(file.status).toBe(200)
  })
})

describe('a plan', () => {
  test('is reviewed by people who did not draft; opinions are sealed until all are in; who objects sends it back', async () => {
    const demandId = await ended()
    await buyer.call(s.concludeDemand, { params: { demandId }, body: await conclusionOf(demandId) })
    expect(
      await buyer.refused(p.createPlan, { body: { ...PLAN, demandId, lots: PLAN.lots.slice(0, 1) } }),
    ).toMatchObject({ message: '标的所在的包 2 未列入采购包划分' })
    const { planId } = await buyer.call(p.createPlan, { body: { ...PLAN, demandId } })
    const params = { planId }
    const ask = (employeeIds: string[], kind: 'general' | 'key' = 'general') => ({
      params,
      body: { kind, employeeIds },
    })
    expect(await buyer.refused(p.reviewPlan, ask([employeeOf('buyer')]))).toMatchObject({ code: 10001 })
    expect(await buyer.refused(p.reviewPlan, ask([employeeOf('buyer2')], 'key'))).toMatchObject({
      message: '重点审查至少由 3 人进行',
    })
    expect((await buyer.call(p.planReviewers, { params })).map(({ employeeId }) => employeeId)).not.toContain(
      employeeOf('buyer'),
    )
    await buyer.call(p.reviewPlan, ask([employeeOf('buyer2'), employeeOf('newbie')]))
    const newbie = await t.login('newbie', { workbench: 'purchaser' })
    expect(await buyer.refused(p.updatePlan, { params, body: PLAN })).toMatchObject(WRONG_STATE)
    await reviewer.call(p.giveOpinion, { params, body: { opinion: 'against', reason: '验收方案不明确' } })
    for (const other of [buyer, newbie]) {
      const seen = JSON.stringify(await other.call(p.planDetail, { params }))
      expect(seen).not.toContain('验收方案不明确')
      expect(seen).not.toContain('against')
    }
    await newbie.call(p.giveOpinion, { params, body: { opinion: 'agree' } })
    const returned = await buyer.call(p.planDetail, { params })
    expect(returned).toMatchObject({ state: 'returned', reviews: [{ result: 'returned' }] })
    expect(JSON.stringify(returned)).toContain('验收方案不明确')
    await buyer.call(p.updatePlan, { params, body: { ...PLAN, acceptance: '按技术协议逐项验收。' } })
    await buyer.call(p.reviewPlan, ask([employeeOf('buyer2')]))
    await buyer.call(p.recallReview, { params, body: { reason: '补充材料' } })
    await buyer.call(p.reviewPlan, ask([employeeOf('buyer2')]))
    await reviewer.call(p.giveOpinion, { params, body: { opinion: 'amend', reason: '建议缩短质保响应' } })
    expect(await stateOf(demandId)).toBe('planned')
    // A change is a further version; the old one stays until the new one is passed.
    expect(await buyer.refused(p.createPlan, { body: { ...PLAN, demandId } })).toMatchObject({
      message: '请填写变更原因',
    })
    const changed = await buyer.call(p.createPlan, { body: { ...PLAN, demandId, changeReason: '改为竞价' } })
    expect((await buyer.call(p.planDetail, { params })).state).toBe('passed')
    await buyer.call(p.reviewPlan, { params: changed, body: { kind: 'general', employeeIds: [employeeOf('buyer2')] } })
    await reviewer.call(p.giveOpinion, { params: changed, body: { opinion: 'agree' } })
    expect((await buyer.call(p.planDetail, { params })).state).toBe('replaced')
    const { rows } = await reviewer.call(p.planPage, {})
    expect(rows.map((row) => row.planId)).toEqual(expect.arrayContaining([planId, changed.planId]))
  })
})
