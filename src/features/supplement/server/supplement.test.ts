import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { COMPANIES } from '#demo/companies.ts'
import { askConsent } from '#demo/play/consent.ts'
import { registerClient } from '#features/clients/contract.ts'
import { creditCodeCheck } from '#features/enterprise/rules/identifiers.ts'
import * as entrust from '#features/entrust/contract/entrust.ts'
import { messagePage } from '#features/messages/contract.ts'
import * as project from '#features/procurement/contract/project.ts'
import { purchaseStatistics } from '#features/statistics/contract.ts'
import { agree, approver, enable } from '#features/workflow/server/testing/flows.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract/supplement.ts'
import { detailOf, registered, runBody, submitted } from './testing/run.ts'

/* A finished purchase is registered, corrected and withdrawn, by the purchaser itself and by its agency. */

const NOT_FOUND = { status: 404, code: 404 }
const WRONG_STATE = { code: 10002 }
const PDF = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

let t: TestSystem
let buyer: HttpClient
let agent: HttpClient

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  agent = await t.login('agent', { workbench: 'agency' })
})

const drafted = async (client: HttpClient, change: object = {}) =>
  (await client.call(c.createSupplement, { body: runBody(change) })).supplementId
const correction = async (client: HttpClient, supplementId: string, change: object) => ({
  params: { supplementId },
  body: {
    ...runBody(change),
    revision: (await detailOf(client, supplementId)).revision,
    correctionReason: '合同日期登记有误',
  },
})
/** How many of ten at once took effect. */
const ofTen = async (act: () => Promise<unknown>) =>
  (await Promise.allSettled(Array.from({ length: 10 }, act))).filter(({ status }) => status === 'fulfilled').length
describe('a registration', () => {
  test('is drafted, checked and registered with a project of its own; nothing is proved for it', async () => {
    const id = await drafted(buyer, { openedAt: '2026-03-24T01:30:00.000Z' })
    const before = await detailOf(buyer, id)
    expect(before).toMatchObject({ state: 'draft', version: 0, inForce: null, projectId: null })
    expect(before.breaches).toBeGreaterThan(0)
    expect(before.copy!.findings.filter(({ ok }) => !ok).map(({ ruleId }) => ruleId)).toContain('sequence')
    await submitted(buyer, id)
    const after = await detailOf(buyer, id)
    expect(after).toMatchObject({ state: 'registered', version: 1, copy: null, breaches: before.breaches })
    expect(after.inForce!.findings).toEqual(before.copy!.findings)
    const made = await buyer.call(project.projectDetail, { params: { projectId: after.projectId! } })
    expect(made).toMatchObject({ isSupplement: true, orders: 0, orderList: [] })
    const view = await buyer.call(c.projectSupplements, { params: { projectId: after.projectId! } })
    expect(view).toMatchObject({ deal: '936000.00', orders: 0, project: { isSupplement: true } })
    expect(view.supplements.map(({ supplementId }) => supplementId)).toEqual([id])
    expect(await buyer.refused(project.deleteProject, { params: { projectId: after.projectId! } })).toMatchObject({
      message: expect.stringContaining('补录登记'),
    })
    const page = await buyer.call(c.supplementPage, { query: { state: 'breached' } })
    expect(page.rows.map(({ supplementId }) => supplementId)).toContain(id)
  })

  test('leaves the figures of the platform alone', async () => {
    const query = { from: '2026-01', to: '2026-12' }
    const before = await buyer.call(purchaseStatistics, { query })
    await registered(buyer)
    expect((await buyer.call(purchaseStatistics, { query })).total).toEqual(before.total)
  })

  test('what is malformed is refused at its field, and a breach never is', async () => {
    const pathOf = async (change: object) =>
      ((await buyer.refused(c.createSupplement, { body: runBody(change) })).details as { path: string }[])[0]!.path
    const tomorrow = new Date(t.kernel.clock.now().getTime() + 2 * 86_400_000).toISOString()
    expect(await pathOf({ contractOn: tomorrow.slice(0, 10) })).toBe('contractOn')
    expect(await pathOf({ openedAt: tomorrow })).toBe('openedAt')
    expect(await pathOf({ noticeOn: '1900-01-01' })).toBe('noticeOn')
    expect(await pathOf({ budget: '-1' })).toBe('budget')
    expect(await pathOf({ budget: '1'.repeat(16) })).toBe('budget')
    expect(await pathOf({ awards: [{ name: '某公司', price: '1'.repeat(16) }] })).toBe('awards.0.price')
    expect(await pathOf({ method: 99 })).toBe('method')
    expect(await pathOf({ participants: [{ name: '某公司', creditCode: '123' }] })).toBe('participants.0.creditCode')
    expect(
      await pathOf({ awards: Array.from({ length: 20 }, () => ({ name: '某公司', price: '9'.repeat(15) })) }),
    ).toBe('awards')
    const participants = Array.from({ length: 501 }, (_, i) => ({ name: `第${i}公司` }))
    expect(await pathOf({ participants })).toBe('participants')
    const many = await drafted(buyer, { participants: participants.slice(1), ceiling: '1.00', awardedOn: '2026-01-01' })
    await submitted(buyer, many)
    expect((await detailOf(buyer, many)).breaches).toBeGreaterThan(2)
  })

  test('is registered once, whoever hands it in again or ten at once', async () => {
    const id = await drafted(buyer)
    const { revision } = await detailOf(buyer, id)
    const submission = { params: { supplementId: id }, body: { revision } }
    await ofTen(() => buyer.call(c.submitSupplement, submission))
    expect(await detailOf(buyer, id)).toMatchObject({ state: 'registered', version: 1 })
    expect((await detailOf(buyer, id)).versions).toHaveLength(1)
    expect((await buyer.refused(c.removeSupplement, { params: { supplementId: id } })).code).toBe(10002)
  })

  test('is corrected by a new version with its reason; of two at once the second is told', async () => {
    const id = await registered(buyer)
    const { inForce: first } = await detailOf(buyer, id)
    const change = await correction(buyer, id, { contractOn: '2026-04-21' })
    expect(
      await buyer.refused(c.updateSupplement, { ...change, body: { ...change.body, correctionReason: '' } }),
    ).toMatchObject({ code: 10001 })
    await buyer.call(c.updateSupplement, change)
    expect(
      await buyer.refused(c.updateSupplement, { ...change, body: { ...change.body, title: '另一人的更正' } }),
    ).toMatchObject({
      code: 10003,
    })
    // Until it is handed in, everybody reads what was registered.
    expect((await detailOf(buyer, id)).inForce).toEqual(first)
    await submitted(buyer, id)
    const after = await detailOf(buyer, id)
    expect(after).toMatchObject({ state: 'corrected', version: 2, copy: null })
    expect(after.versions.map(({ version, reason }) => [version, reason])).toEqual([
      [2, '合同日期登记有误'],
      [1, ''],
    ])
    expect(after.versions[0]!.changes).toEqual([{ label: '签订合同', before: '2026-04-20', after: '2026-04-21' }])
    const old = await buyer.call(c.supplementVersion, { params: { supplementId: id, version: 1 } })
    expect(old.content).toEqual(first!.content)
    // What changes nothing is no version, and may be thrown away.
    await buyer.call(c.updateSupplement, await correction(buyer, id, { contractOn: '2026-04-21' }))
    const { revision } = await detailOf(buyer, id)
    expect(
      (await buyer.refused(c.submitSupplement, { params: { supplementId: id }, body: { revision } })).message,
    ).toContain('没有改动')
    await buyer.call(c.discardCorrection, { params: { supplementId: id } })
    expect(await buyer.refused(c.discardCorrection, { params: { supplementId: id } })).toMatchObject({ status: 404 })
    expect((await detailOf(buyer, id)).copy).toBeNull()
  })

  test('takes words and files beside its versions, and is withdrawn for good', async () => {
    const { fileId } = await buyer.upload('supplement', '合同.pdf', PDF)
    const files = [{ fileId, name: '合同.pdf' }]
    const id = await registered(buyer, { files })
    const params = { supplementId: id }
    await buyer.call(c.addNote, { params, body: { note: '补充验收报告', files } })
    expect((await buyer.file(c.supplementFile, { params: { ...params, fileId } })).content.equals(PDF)).toBe(true)
    await buyer.call(c.withdrawSupplement, { params, body: { reason: '重复登记' } })
    const after = await detailOf(buyer, id)
    expect(after).toMatchObject({ state: 'withdrawn', withdrawReason: '重复登记', actions: [] })
    expect(after.notes).toHaveLength(1)
    expect(await buyer.refused(c.addNote, { params, body: { note: '再补充一次' } })).toMatchObject(WRONG_STATE)
    expect(await buyer.refused(c.withdrawSupplement, { params, body: { reason: '再撤回一次' } })).toMatchObject(
      WRONG_STATE,
    )
  })

  test('joins a project of the same purchaser only', async () => {
    const about = { name: '已有项目', category: 'goods', regime: 'enterprise', budget: '2000000' } as const
    const { projectId } = await buyer.call(project.createProject, { body: about })
    const id = await registered(buyer, { projectId })
    expect(await detailOf(buyer, id)).toMatchObject({ projectId })
    expect(await buyer.call(project.projectDetail, { params: { projectId } })).toMatchObject({ isSupplement: false })
    expect(await buyer.refused(c.createSupplement, { body: runBody({ projectId: newId() }) })).toMatchObject({
      code: 10001,
    })
  })
})

test('strangers find nothing, and a wrong workbench opens nothing', async () => {
  const id = await registered(buyer)
  const draft = await drafted(buyer)
  const other = await t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
  for (const client of [other, agent])
    for (const supplementId of [id, draft, newId()]) {
      const params = { supplementId }
      expect(await client.refused(c.supplementDetail, { params })).toMatchObject(NOT_FOUND)
      expect(await client.refused(c.submitSupplement, { params, body: { revision: 1 } })).toMatchObject(NOT_FOUND)
      expect(await client.refused(c.addNote, { params, body: { note: '不是我的' } })).toMatchObject(NOT_FOUND)
      expect(await client.refused(c.removeSupplement, { params })).toMatchObject(NOT_FOUND)
    }
  const supplier = await t.login('supplier1', { workbench: 'supplier' })
  expect((await supplier.refused(c.supplementPage, { query: {} })).status).toBe(403)
})

test('an agency registers for a client at once, for a purchaser with an account once it has agreed', async () => {
  const base = '12320400MA0000071'
  const { companyId } = await agent.call(registerClient, {
    body: { name: '江州市第三中学', creditCode: base + creditCodeCheck(base)!, contact: '', remark: '' },
  })
  await registered(agent, { purchaserCompanyId: companyId })
  const { supplementId } = await agent.call(c.createSupplement, {
    body: runBody({ purchaserCompanyId: COMPANIES.hospital.id }),
  })
  const params = { supplementId }
  const submission = async () => ({ params, body: { revision: (await detailOf(agent, supplementId)).revision } })
  expect((await agent.refused(c.submitSupplement, await submission())).message).toContain('尚未同意委托')
  expect(await buyer.refused(c.supplementDetail, { params })).toMatchObject(NOT_FOUND)

  const { projectId } = await agent.call(project.createProject, {
    body: {
      name: '代理登记项目',
      category: 'goods',
      regime: 'enterprise',
      budget: '2000000',
      purchaserCompanyId: COMPANIES.hospital.id,
    },
  })
  const consent = await askConsent(agent, projectId)
  await buyer.call(entrust.acceptEntrustment, { params: consent })
  const { revision } = await detailOf(agent, supplementId)
  await agent.call(c.updateSupplement, { params, body: { ...runBody({ projectId }), revision } })
  await agent.call(c.submitSupplement, await submission())
  // The purchaser looks on.
  expect(await detailOf(buyer, supplementId)).toMatchObject({
    state: 'registered',
    isOwn: false,
    actions: [],
    copy: null,
  })
  expect(await buyer.refused(c.addNote, { params, body: { note: '不是我登记的' } })).toMatchObject(NOT_FOUND)
  await t.settle()
  const told = await buyer.call(messagePage, { query: { identity: 'purchaser', pageSize: 50 } })
  expect(told.rows.map(({ title }) => title)).toContain('代理机构登记了补录')

  await buyer.call(entrust.endEntrustment, { params: consent, body: { reason: '改由我院自行组织' } })
  expect((await agent.refused(c.addNote, { params, body: { note: '委托已结束' } })).message).toContain('委托已终止')
  expect(await agent.refused(c.updateSupplement, await correction(agent, supplementId, {}))).toMatchObject(WRONG_STATE)
  expect(await detailOf(agent, supplementId)).toMatchObject({ state: 'registered' })
})

test('what was registered cannot be rewritten in the database either', async () => {
  const id = await registered(buyer)
  await expect(t.owner.query('update supplement set deal = 1 where id = $1', [id])).rejects.toThrow('new version')
  await expect(t.owner.query('delete from supplement where id = $1', [id])).rejects.toThrow('stays on record')
  for (const table of ['supplement_version', 'supplement_note'])
    await expect(sql`delete from ${sql.table(table)}`.execute(t.kernel.db)).rejects.toThrow('permission denied')
})

// Last: the definition stays in force.
test('where the company wants it so, it waits for approval and changes nothing meanwhile', async () => {
  const approving = await t.login('buyer2', { workbench: 'purchaser' })
  await enable(buyer, { type: 'supplement', node: 'register' }, [approver('chief', ['buyer2'])])
  const id = await drafted(buyer)
  const { approval } = await submitted(buyer, id)
  expect(await detailOf(buyer, id)).toMatchObject({ state: 'submitted', version: 0 })
  expect(await buyer.refused(c.removeSupplement, { params: { supplementId: id } })).toMatchObject(WRONG_STATE)
  const page = await buyer.call(c.supplementPage, { query: { state: 'submitted' } })
  expect(page.rows.map(({ supplementId }) => supplementId)).toContain(id)
  await agree(approving, approval!.workflowId)
  expect(await detailOf(buyer, id)).toMatchObject({ state: 'registered', version: 1 })
})
