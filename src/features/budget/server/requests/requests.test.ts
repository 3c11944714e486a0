import { beforeAll, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { messagePage } from '#features/messages/contract.ts'
import { createDepartment } from '#features/organisation/contract/departments.ts'
import { projectDetail } from '#features/procurement/contract/project.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../../contract/request.ts'
import { subjectBudget } from '../../contract/use.ts'
import { inForce, line, seat } from '../testing/budget.ts'

const NOT_FOUND = { status: 404 }
const WRONG_STATE = { code: 10002 }

let t: TestSystem
let buyer: HttpClient
let own: HttpClient
let other: HttpClient
let lineIds: string[]

const body = (change: object = {}) => ({
  title: '监护仪更新',
  category: 'goods' as const,
  reason: '设备到期报废',
  neededBy: '2099-03-01',
  items: [{ name: '监护仪', spec: '12 英寸', unit: '台', quantity: '3' }],
  estimate: '60000',
  lineId: lineIds[0]!,
  ...change,
})
const draft = (client: HttpClient, change: object = {}) => client.call(c.createRequest, { body: body(change) })
const submitted = async (client: HttpClient, change: object = {}) => {
  const params = await draft(client, change)
  await client.call(c.submitRequest, { params })
  return params
}
const stateOf = async (params: { requestId: string }) => (await buyer.call(c.requestDetail, { params })).state
const titles = async (client: HttpClient) =>
  (await client.call(messagePage, { query: { identity: 'purchaser', pageSize: 50 } })).rows.map(({ title }) => title)

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  const { deptId } = await buyer.call(createDepartment, { body: { name: '护理部' } })
  const { deptId: otherId } = await buyer.call(createDepartment, { body: { name: '药学部' } })
  lineIds = (await inForce(buyer, { lines: [line('500000'), line('100000')] })).lineIds
  await seat(t, 'newbie', { departmentId: deptId, rights: ['purchaseDemand'] })
  await seat(t, 'buyer2', { departmentId: otherId, rights: ['purchaseDemand'] })
  own = await t.login('newbie', { workbench: 'purchaser' })
  other = await t.login('buyer2', { workbench: 'purchaser' })
})

test.each([
  ['no amount', { estimate: '0' }],
  ['a negative amount', { estimate: '-1' }],
  ['three decimals', { estimate: '1.001' }],
  ['nothing asked for', { items: [] }],
  ['no reason', { reason: '' }],
  ['an unknown line', { lineId: newId() }],
])('%s is refused', async (_, change) => {
  expect(await own.refused(c.createRequest, { body: body(change) })).toMatchObject({ code: 10001 })
})

test('a department asks, purchasing sends back, and takes up what was corrected', async () => {
  const params = await submitted(own)
  for (const call of [c.updateRequest, c.removeRequest] as const)
    expect(await own.refused(call, { params, body: body() })).toMatchObject(WRONG_STATE)
  // Another department neither knows nor handles it.
  expect(await other.refused(c.requestDetail, { params })).toMatchObject(NOT_FOUND)
  expect(await own.refused(c.acceptRequest, { params })).toMatchObject({ status: 403 })
  await own.call(c.recallRequest, { params })
  await own.call(c.submitRequest, { params })
  await t.settle()
  await buyer.call(c.returnRequest, { params, body: { reason: '请说明现有数量' } })
  expect(await own.call(c.requestDetail, { params })).toMatchObject({
    state: 'returned',
    returnReason: '请说明现有数量',
  })
  await own.call(c.updateRequest, { params, body: body({ reason: '现有 12 台，3 台报废' }) })
  await own.call(c.submitRequest, { params })
  await buyer.call(c.acceptRequest, { params })
  expect(await stateOf(params)).toBe('accepted')
  await t.settle()
  expect(await titles(own)).toEqual(expect.arrayContaining(['需求申报被退回', '需求申报已受理']))
  expect(await titles(buyer)).toContain('需求申报待受理')
})

test('what was only drafted is nobody else’s', async () => {
  const params = await draft(own)
  expect(await buyer.refused(c.requestDetail, { params })).toMatchObject(NOT_FOUND)
  await own.call(c.removeRequest, { params })
  expect(await own.refused(c.requestDetail, { params })).toMatchObject(NOT_FOUND)
})

test('several become one, a plan and a project, and both sides keep where it came from', async () => {
  const first = await submitted(own, { title: '输液泵' })
  const second = await submitted(other, { title: '注射泵', estimate: '40000', lineId: lineIds[1] })
  const works = await submitted(other, { title: '墙面维修', category: 'works' })
  const mixed = { title: '不同类别', requestIds: [first.requestId, works.requestId] }
  expect(await buyer.refused(c.mergeRequests, { body: mixed })).toMatchObject({ code: 10001 })
  const requestIds = [first.requestId, second.requestId]
  const merged = await buyer.call(c.mergeRequests, { body: { title: '泵类设备', requestIds } })
  expect(await stateOf(first)).toBe('merged')
  const one = await buyer.call(c.requestDetail, { params: merged })
  expect(one).toMatchObject({ state: 'accepted', estimate: '100000.00' })
  expect(one.items).toHaveLength(2)
  expect(await buyer.refused(c.returnRequest, { params: merged, body: { reason: '合并有误' } })).toMatchObject(
    WRONG_STATE,
  )

  const plan = { title: '泵类采购计划', requestIds: [merged.requestId] }
  const { purchasePlanId } = await buyer.call(c.createPurchasePlan, { body: plan })
  expect(await buyer.refused(c.createPurchasePlan, { body: { ...plan, title: '再次' } })).toMatchObject(WRONG_STATE)
  const handed = { name: '泵类设备采购', regime: 'enterprise' as const }
  const params = { purchasePlanId }
  expect(await own.refused(c.handPurchasePlan, { params, body: handed })).toMatchObject({ status: 403 })
  const { projectId } = await buyer.call(c.handPurchasePlan, { params, body: handed })
  expect(await buyer.refused(c.handPurchasePlan, { params, body: { ...handed, name: '再次' } })).toMatchObject(
    WRONG_STATE,
  )

  const project = await buyer.call(projectDetail, { params: { projectId } })
  expect(project).toMatchObject({ budget: '100000.00' })
  expect(project.lines.map(({ name, remark }) => [name, remark])).toEqual([
    ['监护仪', expect.stringContaining('来源 XQ')],
    ['监护仪', expect.stringContaining('来源 XQ')],
  ])
  const subject = { subject: 'project' as const, subjectId: projectId }
  const { lines } = await buyer.call(subjectBudget, { params: subject })
  expect(lines.map(({ lineId, share }) => [lineId, share])).toEqual([
    [lineIds[0], '60.00'],
    [lineIds[1], '40.00'],
  ])
  const source = await buyer.call(c.projectRequests, { params: { projectId } })
  expect(source).toMatchObject({ requests: [{ requestId: merged.requestId }] })
  expect(await buyer.call(c.requestDetail, { params: first })).toMatchObject({ plan: { projectId } })
  expect((await buyer.call(c.purchasePlanPage, { query: {} })).rows[0]).toMatchObject({ project: { projectId } })
})

test('who does not handle requests sees no list of them, and other companies none at all', async () => {
  expect(await own.refused(c.requestPage, { query: { scope: 'handle' } })).toMatchObject({ status: 403 })
  const rows = (await own.call(c.requestPage, { query: { scope: 'own' } })).rows
  expect(rows.every(({ departmentName }) => departmentName === '护理部')).toBe(true)
  const far = await t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
  expect((await far.call(c.requestPage, { query: { scope: 'handle' } })).rows).toEqual([])
  expect(await far.refused(c.acceptRequest, { params: { requestId: newId() } })).toMatchObject(NOT_FOUND)
})
