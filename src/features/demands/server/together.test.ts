import { beforeAll, expect, test } from 'vitest'
import { DAY, MINUTE } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { findRecords } from '#features/home/contract.ts'
import { projectDetail } from '#features/procurement/contract/project.ts'
import { agree, approver, enable, refuse, STAFF } from '#features/workflow/server/testing/flows.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import * as c from '../contract/demand.ts'
import * as p from '../contract/plan.ts'
import * as sup from '../contract/supplier.ts'
import * as s from '../contract/survey.ts'
import { answerBody, answered, demandBody, detailOf, published } from './testing/demand.ts'

/* Several at once, spreadsheets, an agency, approvals. */

let t: TestSystem
let buyer: HttpClient
let first: HttpClient

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  first = await t.login('supplier1', { workbench: 'supplier' })
})

test('ten answers at once are ten revisions; none is lost', async () => {
  const demandId = await published(t, buyer)
  await answered({ buyer, supplier: first }, demandId)
  const params = { demandId }
  const body = await answerBody(first, demandId)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      first.call(sup.answerSurvey, { params, body: { ...body, cases: `案例${i}` } }),
    ),
  )
  expect(answers.map(({ revision }) => revision).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 10 }, (_, i) => i + 2),
  )
})

test('two people who end, move or publish at once: one does', async () => {
  const colleague = await t.login('buyer', { workbench: 'purchaser' })
  const { demandId } = await buyer.call(c.createDemand, { body: demandBody(t) })
  const params = { demandId }
  const outcomes = (acts: Promise<unknown>[]) =>
    Promise.allSettled(acts).then((all) => all.filter(({ status }) => status === 'fulfilled').length)
  const body = (i: number) => ({ approval: { choices: {}, remark: `第${i}人` } })
  expect(await outcomes([buyer, colleague].map((one, i) => one.call(c.publishDemand, { params, body: body(i) })))).toBe(
    1,
  )
  expect(
    await outcomes(
      [buyer, colleague].map((one, i) => one.call(s.endSurvey, { params, body: { reason: `结束原因${i}` } })),
    ),
  ).toBe(1)
})

test('parameters and items are read from a spreadsheet whole, or every wrong cell is named', async () => {
  const columns = ['参数名称', '单位', '期望值', '必须或期望', '权重'].map((title) => ({
    key: title,
    title,
    type: 'text' as const,
  }))
  const sheet = async (rows: Record<string, string>[]) => {
    const content = await writeSheet({ title: '参数', columns, rows })
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)]), '参数.xlsx')
    const answer = await buyer.fetch('POST', '/api/workbench/demands/parameters/read', form)
    return (await answer.json()) as {
      rows: { name: string; isMust: boolean }[]
      errors: { cell: string; message: string }[]
    }
  }
  const good = await sheet([
    { 参数名称: '屏幕', 单位: '英寸', 期望值: '≥ 12', 必须或期望: '必须', 权重: '40' },
    { 参数名称: '续航', 单位: '小时', 期望值: '≥ 4', 必须或期望: '', 权重: '' },
  ])
  expect(good.rows.map(({ name, isMust }) => [name, isMust])).toEqual([
    ['屏幕', true],
    ['续航', false],
  ])
  const bad = await sheet([
    { 参数名称: '屏幕', 必须或期望: '也许', 权重: '1' },
    { 参数名称: '屏幕', 必须或期望: '必须', 权重: '1' },
    { 参数名称: '', 期望值: '无名', 必须或期望: '必须', 权重: '1' },
    { 参数名称: '续航', 必须或期望: '必须', 权重: '900' },
  ])
  expect(bad.rows).toEqual([])
  expect(bad.errors.map(({ cell }) => cell[0])).toEqual(expect.arrayContaining(['A', 'D', 'E']))
  expect(bad.errors).toHaveLength(4)
})

test('a demand is found by its number, by who may read it', async () => {
  const demandId = await published(t, buyer, { title: '独一无二的调研' })
  const found = async (client: HttpClient) => {
    const { rows } = await client.call(findRecords, { query: { keyword: '独一无二' } })
    return rows.map(({ what, link }) => [what, link])
  }
  expect(await found(buyer)).toEqual([['采购需求', `/purchaser/demands/orders/${demandId}/detail`]])
  expect(await found(first)).toEqual([['需求调研', `/supplier/demand/orders/${demandId}/trades`]])
  expect(await found(await t.login('agent', { workbench: 'agency' }))).toEqual([])
})

test('an agency runs a demand for a purchaser, who looks on and gets the project', async () => {
  const agent = await t.login('agent', { workbench: 'agency' })
  expect(await agent.refused(c.createDemand, { body: demandBody(t) })).toMatchObject({ message: '请选择采购人' })
  const change = { purchaserCompanyId: COMPANIES.hospital.id, title: '代理的需求' }
  const draft = await agent.call(c.createDemand, { body: demandBody(t, change) })
  const params = draft
  // A draft is its owner's; what was published the purchaser reads, and does nothing.
  expect(await buyer.refused(c.demandDetail, { params })).toMatchObject({ code: 404 })
  await agent.call(c.publishDemand, { params, body: {} })
  expect((await detailOf(buyer, draft.demandId)).actions).toEqual([])
  expect(await buyer.refused(s.endSurvey, { params, body: { reason: '不是经办单位' } })).toMatchObject({ code: 404 })
  await answered({ buyer: agent, supplier: first }, draft.demandId, { brand: '甲' })
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 5 * DAY + MINUTE))
  const { parameters } = await detailOf(agent, draft.demandId)
  const narrow = parameters.map(({ parameterId }) => ({ parameterId, reason: '通用参数' }))
  const prices = { priceLow: '650000.00', priceHigh: '650000.00' }
  const body = { marketSize: '充足', summary: '可行', fewReason: '仅一家有意愿', parameters, narrow, ...prices }
  await agent.call(s.concludeDemand, { params, body })
  const texts = {
    qualification: '资格',
    evaluation: '评审',
    contractType: '买卖',
    pricing: '总价',
    acceptance: '验收',
    risks: '风险',
  }
  const lots = [1, 2].map((lotNo) => ({ lotNo, name: `包${lotNo}`, budget: '400000.00' }))
  const plan = await agent.call(p.createPlan, { body: { demandId: draft.demandId, method: 1, lots, ...texts } })
  // People of the purchaser may review as well.
  const newbie = await t.login('newbie', { workbench: 'purchaser' })
  const employeeIds = [PEOPLE.newbie.jobs[0]!.employeeId]
  await agent.call(p.reviewPlan, { params: plan, body: { kind: 'general', employeeIds } })
  await newbie.call(p.giveOpinion, { params: plan, body: { opinion: 'agree' } })
  const { items } = await detailOf(agent, draft.demandId)
  const { projectId } = await agent.call(p.handOver, {
    params,
    body: { name: '代理项目', budget: '800000.00', itemIds: items.map(({ itemId }) => itemId) },
  })
  const project = await agent.call(projectDetail, { params: { projectId: projectId! } })
  expect(project.purchaserCompanyId).toBe(COMPANIES.hospital.id)
  expect(await agent.call(p.projectDemand, { params: { projectId: projectId! } })).toMatchObject(draft)
})

test('where the company wants it approved, nothing is published before; refused it stays a draft', async () => {
  const chief = await t.login('buyer2', { workbench: 'purchaser' })
  const pick = [approver('pick', { by: 'choice', from: [], many: false })]
  await enable(buyer, { type: 'demand', node: 'publish' }, pick)
  const params = await buyer.call(c.createDemand, { body: demandBody(t) })
  const ask = async () => {
    const body = { approval: { choices: { pick: [STAFF.buyer2] }, remark: '' } }
    const answer = await buyer.call(c.publishDemand, { params, body })
    return answer.approval!.workflowId
  }
  const refused = await ask()
  expect(await detailOf(buyer, params.demandId)).toMatchObject({ state: 'draft', pending: '发布需求调研' })
  expect(await buyer.refused(c.updateDemand, { params, body: demandBody(t) })).toMatchObject({ code: 10002 })
  expect((await buyer.call(c.demandPage, { query: { state: 'approving' } })).rows).toHaveLength(1)
  expect(await first.refused(sup.surveyDetail, { params })).toMatchObject({ code: 404 })
  await refuse(chief, refused)
  expect(await detailOf(buyer, params.demandId)).toMatchObject({ state: 'draft', pending: null })
  await agree(chief, await ask())
  expect(await detailOf(buyer, params.demandId)).toMatchObject({ state: 'surveying', pending: null })
  expect(await first.call(sup.surveyDetail, { params })).toMatchObject({ ownState: 'none' })
})
