import { beforeAll, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { COMPANIES } from '#demo/companies.ts'
import { askConsent } from '#demo/play/consent.ts'
import { registerClient } from '#features/clients/contract.ts'
import { creditCodeCheck } from '#features/enterprise/rules/identifiers.ts'
import { inbox } from '#features/home/contract.ts'
import { messagePage } from '#features/messages/contract.ts'
import * as order from '#features/procurement/contract/order.ts'
import * as project from '#features/procurement/contract/project.ts'
import { draft, PDF, type TenderWorld } from '#features/procurement/server/testing/tender.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract/entrust.ts'

/* The agency registers projects for the hospital, which has an account: it announces nothing before the hospital has agreed. */

const NOT_FOUND = { status: 404, code: 404 }
const WRONG_STATE = { code: 10002 }
const LACKS = '采购人尚未同意'

let t: TestSystem
let buyer: HttpClient
let agent: HttpClient
let world: TenderWorld

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  agent = await t.login('agent', { workbench: 'agency' })
  world = { t, buyer: agent, suppliers: [] }
})

/** A project that the agency registered, with an order that is ready to be announced. */
async function registered(purchaserCompanyId: string = COMPANIES.hospital.id) {
  const body = { name: '代理登记项目', category: 'goods' as const, regime: 'enterprise' as const, budget: '2000000' }
  const { projectId } = await agent.call(project.createProject, { body: { ...body, purchaserCompanyId } })
  const { orderId } = await draft(world, { projectId })
  return { projectId, publication: { params: { orderId }, body: { acceptWarnings: true } } }
}
const current = async (client: HttpClient, projectId: string) =>
  (await client.call(c.projectEntrustments, { params: { projectId } })).entrustments[0]
const titles = async (client: HttpClient) =>
  (await client.call(messagePage, { query: { identity: client.workbench as 'agency', pageSize: 50 } })).rows.map(
    ({ title }) => title,
  )

test('nothing is announced before the purchaser has agreed, afterwards it is', async () => {
  const { projectId, publication } = await registered()
  const check = await agent.call(order.publishCheck, { params: publication.params })
  expect(check.rows.find(({ text }) => text.includes(LACKS))).toMatchObject({ state: 'wrong' })
  expect((await agent.refused(order.publishOrder, publication)).message).toContain(LACKS)
  expect((await agent.call(c.projectEntrustments, { params: { projectId } })).mayPropose).toBe(true)
  expect((await buyer.call(c.projectEntrustments, { params: { projectId } })).mayPropose).toBe(false)

  const params = await askConsent(agent, projectId)
  // Asking is not enough, and whoever asks does not answer.
  expect((await agent.refused(order.publishOrder, publication)).message).toContain(LACKS)
  expect(await agent.refused(c.acceptEntrustment, { params })).toMatchObject(NOT_FOUND)
  await t.settle()
  expect(await titles(buyer)).toContain('代理机构提请委托')
  const todo = (await buyer.call(inbox, { query: { pageSize: 100 } })).rows.find(({ label }) => label === '答复委托')
  expect(todo).toMatchObject({ title: '代理登记项目', link: `/purchaser/entrust-project/${projectId}/detail` })
  expect((await current(buyer, projectId))!.actions.map(({ label }) => label)).toEqual(['同意委托', '拒绝'])

  await buyer.call(c.acceptEntrustment, { params })
  expect(await buyer.refused(c.acceptEntrustment, { params })).toMatchObject(WRONG_STATE)
  await t.settle()
  expect(await titles(agent)).toContain('采购人已同意委托')
  await agent.call(order.publishOrder, publication)
  expect((await buyer.call(order.orderDetail, { params: publication.params })).actions).toEqual([])
})

test('a draft is of the agency alone; what the purchaser refuses may be proposed anew', async () => {
  const { projectId, publication } = await registered()
  const { fileId } = await agent.upload('entrust-contract', '协议.pdf', PDF)
  const terms = { feeRule: 'free' as const, feePayer: 'purchaser' as const }
  // An agency proposes itself, whomever it names.
  const body = { ...terms, projectId, agencyCompanyId: COMPANIES.supplier1.id }
  const params = await agent.call(c.createEntrustment, { body })
  expect(await current(agent, projectId)).toMatchObject({ agencyCompanyId: COMPANIES.agency.id, proposedBy: 'agency' })
  expect(await current(buyer, projectId)).toBeUndefined()
  expect(await buyer.refused(c.acceptEntrustment, { params })).toMatchObject(NOT_FOUND)
  expect(await buyer.refused(c.removeEntrustment, { params })).toMatchObject(NOT_FOUND)
  expect(await agent.refused(c.createEntrustment, { body })).toMatchObject({ message: '项目已有进行中的委托' })
  expect((await agent.refused(c.offerEntrustment, { params })).message).toBe('请先上传委托合同')
  const contractFiles = [{ fileId, name: '协议.pdf' }]
  await agent.call(c.updateEntrustment, { params, body: { ...terms, contractFiles, kept: ['winner'] } })
  await agent.call(c.offerEntrustment, { params })
  expect((await buyer.file(c.entrustFile, { params: { ...params, fileId } })).content.equals(PDF)).toBe(true)
  await agent.call(c.withdrawEntrustment, { params })
  expect(await buyer.refused(c.acceptEntrustment, { params })).toMatchObject(NOT_FOUND)
  await agent.call(c.offerEntrustment, { params })
  await buyer.call(c.refuseEntrustment, { params, body: { reason: '我院自行组织采购' } })
  await t.settle()
  expect(await titles(agent)).toContain('采购人不同意委托')
  expect((await agent.refused(order.publishOrder, publication)).message).toContain(LACKS)
  const again = await askConsent(agent, projectId)
  await buyer.call(c.acceptEntrustment, { params: again })
  await agent.call(order.publishOrder, publication)
})

test('when the agency ends it, its open orders go to whoever agreed', async () => {
  const { projectId, publication } = await registered()
  const params = await askConsent(agent, projectId)
  await buyer.call(c.acceptEntrustment, { params })
  await agent.call(order.publishOrder, publication)
  const ended = await agent.call(c.endEntrustment, { params, body: { reason: '代理资格到期' } })
  expect(ended).toEqual({ returned: 1 })
  await t.settle()
  const detail = await buyer.call(order.orderDetail, { params: publication.params })
  expect(detail).toMatchObject({ ownerName: '张晓' })
  expect(detail.actions.length).toBeGreaterThan(0)
  expect(await agent.refused(c.createEntrustment, { body: { ...NONE, projectId } })).toMatchObject(NOT_FOUND)
})

test('a purchaser without an account cannot answer, and is not asked', async () => {
  const code = '12320400MA0000091'
  const creditCode = code + creditCodeCheck(code)!
  const client = { name: '江州市图书馆', creditCode, contact: '', remark: '' }
  const { companyId } = await agent.call(registerClient, { body: client })
  const { projectId, publication } = await registered(companyId)
  expect((await agent.call(c.projectEntrustments, { params: { projectId } })).mayPropose).toBe(false)
  expect((await agent.refused(c.createEntrustment, { body: { ...NONE, projectId } })).message).toContain('尚未注册')
  await agent.call(order.publishOrder, publication)
})

test('ten answers at once are one; a project that does not exist is not proposed', async () => {
  const { projectId } = await registered()
  const params = await askConsent(agent, projectId)
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, () => buyer.call(c.acceptEntrustment, { params })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await current(agent, projectId)).toMatchObject({ state: 'accepted', decidedByName: '张晓' })
  expect(await agent.refused(c.createEntrustment, { body: { ...NONE, projectId: newId() } })).toMatchObject(NOT_FOUND)
})

const NONE = { feeRule: 'free' as const, feePayer: 'purchaser' as const }
