import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { TENANT_HEADER } from '#contract/workbench.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { enterCompany } from '#features/passport/contract.ts'
import { inbox } from '#features/home/contract.ts'
import { messagePage } from '#features/messages/contract.ts'
import { winnerDetail, publishWinner } from '#features/procurement/contract/notice.ts'
import * as order from '#features/procurement/contract/order.ts'
import * as project from '#features/procurement/contract/project.ts'
import { tradePage } from '#features/procurement/contract/trade.ts'
import { addInvitees } from '#features/procurement/contract/follow-up.ts'
import { invitedBidding } from '#features/procurement/methods/invited-bidding.ts'
import {
  draft,
  join,
  PDF,
  publicise,
  publish,
  reviewed,
  type TenderWorld,
} from '#features/procurement/server/testing/tender.ts'
import { reviewTask } from '#features/workflow/contract/acts.ts'
import { todoPage } from '#features/workflow/contract/lists.ts'
import { approver, enable } from '#features/workflow/server/testing/flows.ts'
import { taskDetail } from '#features/workflow/contract/workflows.ts'
import { FEATURES } from '#server/features.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { DEMO_PASSWORD, testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract/entrust.ts'

/* The hospital entrusts projects to the agency; the other agency is made of the waterworks. */

const NOT_FOUND = { status: 404, code: 404 }
const WRONG_STATE = { code: 10002 }
const reason = '委托事项已变更'

let t: TestSystem
let buyer: HttpClient
let agent: HttpClient
let suppliers: HttpClient[]
/** As whoever runs a project. */
let runs: (client: HttpClient) => TenderWorld

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  agent = await t.login('agent', { workbench: 'agency' })
  suppliers = await Promise.all(
    ['supplier1', 'supplier2', 'supplier3', 'supplier4'].map((s) => t.login(s, { workbench: 'supplier' })),
  )
  runs = (client) => ({ t, buyer: client, suppliers })
})

const newProject = async (name = '委托项目') => {
  const body = { name, category: 'goods' as const, regime: 'enterprise' as const, budget: '2000000' }
  return (await buyer.call(project.createProject, { body })).projectId
}
const terms = async (change: object = {}) => {
  const { fileId } = await buyer.upload('entrust-contract', '委托代理协议.pdf', PDF)
  return {
    agencyCompanyId: COMPANIES.agency.id,
    kept: [],
    feeRule: 'standard' as const,
    feePayer: 'winner' as const,
    contractFiles: [{ fileId, name: '委托代理协议.pdf' }],
    ...change,
  }
}
const drafted = async (projectId: string, change: object = {}) =>
  buyer.call(c.createEntrustment, { body: { ...(await terms(change)), projectId } })
/** Accepted by the agency. */
async function entrusted(change: object = {}, projectId?: string) {
  const id = projectId ?? (await newProject())
  const params = await drafted(id, change)
  await buyer.call(c.offerEntrustment, { params })
  await agent.call(c.acceptEntrustment, { params })
  await t.settle()
  return { projectId: id, params }
}
const current = async (client: HttpClient, projectId: string) =>
  (await client.call(c.projectEntrustments, { params: { projectId } })).entrustments[0]
const titles = async (client: HttpClient) =>
  (await client.call(messagePage, { query: { identity: client.workbench as 'agency', pageSize: 50 } })).rows.map(
    ({ title }) => title,
  )

describe('an entrustment', () => {
  test('is drafted, offered, accepted; only then does the agency see the project and run it', async () => {
    const projectId = await newProject()
    const body = { ...(await terms({ contractFiles: [] })), projectId }
    expect((await buyer.refused(c.createEntrustment, { body: { ...body, feeRule: 'fixed' } })).message).toBe(
      '请填写固定金额',
    )
    for (const agencyCompanyId of [COMPANIES.supplier1.id, COMPANIES.hospital.id, COMPANIES.closed.id, newId()])
      expect((await buyer.refused(c.createEntrustment, { body: { ...body, agencyCompanyId } })).message).toBe(
        '代理机构不存在',
      )
    const params = await buyer.call(c.createEntrustment, { body })
    expect(await buyer.refused(c.offerEntrustment, { params })).toMatchObject({ message: '请先上传委托合同' })
    expect(await buyer.refused(c.createEntrustment, { body })).toMatchObject({ message: '项目已有进行中的委托' })
    await buyer.call(c.updateEntrustment, { params, body: await terms({ kept: ['winner'], note: '设备采购' }) })
    // A draft is the purchaser's alone.
    expect(await agent.refused(c.projectEntrustments, { params: { projectId } })).toMatchObject(NOT_FOUND)
    await buyer.call(c.offerEntrustment, { params })
    await t.settle()
    expect(await titles(agent)).toContain('收到新的委托')
    const todos = (await agent.call(inbox, { query: { pageSize: 100 } })).rows
    expect(todos.find(({ label }) => label === '答复委托')).toMatchObject({ title: '委托项目' })
    expect(await current(agent, projectId)).toMatchObject({ state: 'offered', kept: ['winner'] })
    const file = { ...params, fileId: (await current(agent, projectId))!.contractFiles[0]!.fileId }
    expect((await agent.file(c.entrustFile, { params: file })).content.equals(PDF)).toBe(true)
    // Before it has accepted it sees no project and runs nothing.
    expect(await agent.refused(project.projectDetail, { params: { projectId } })).toMatchObject(NOT_FOUND)
    // The purchaser can take it back as long as nobody answered.
    await buyer.call(c.withdrawEntrustment, { params })
    expect(await agent.refused(c.acceptEntrustment, { params })).toMatchObject(NOT_FOUND)
    await buyer.call(c.offerEntrustment, { params })
    await agent.call(c.acceptEntrustment, { params })
    await t.settle()
    expect(await titles(buyer)).toContain('委托已接受')
    expect((await agent.call(project.projectDetail, { params: { projectId } })).agencyName).toBe(COMPANIES.agency.name)
    expect(await buyer.refused(c.withdrawEntrustment, { params })).toMatchObject(WRONG_STATE)
    expect(await buyer.refused(c.updateEntrustment, { params, body: await terms() })).toMatchObject(WRONG_STATE)
    // What was agreed nobody alters, the owner of the database neither.
    await expect(
      t.owner.query(`update entrustment set kept = '{}' where id = $1`, [params.entrustmentId]),
    ).rejects.toThrow('cannot be changed')
    expect((await buyer.call(c.entrustPage, { query: { state: 'accepted' } })).rows.map((r) => r.projectId)).toContain(
      projectId,
    )
  })

  test('is refused with a reason, and another one may follow', async () => {
    const projectId = await newProject()
    const params = await drafted(projectId)
    await buyer.call(c.offerEntrustment, { params })
    expect((await agent.refused(c.refuseEntrustment, { params, body: { reason: ' ' } })).status).toBe(400)
    await agent.call(c.refuseEntrustment, { params, body: { reason: '近期人手不足' } })
    await t.settle()
    expect(await current(buyer, projectId)).toMatchObject({ state: 'refused', refusal: '近期人手不足' })
    expect(await agent.refused(c.acceptEntrustment, { params })).toMatchObject(WRONG_STATE)
    expect(await buyer.refused(c.endEntrustment, { params, body: { reason } })).toMatchObject(WRONG_STATE)
    await entrusted({}, projectId)
    expect((await buyer.call(c.projectEntrustments, { params: { projectId } })).entrustments).toHaveLength(2)
  })

  test('keeps the project with its purchaser: the agency can neither move nor delete it', async () => {
    const { projectId } = await entrusted()
    const body = { name: '改名', category: 'goods' as const, regime: 'enterprise' as const, budget: '1' }
    const moved = { ...body, purchaserCompanyId: COMPANIES.waterworks.id }
    expect((await agent.refused(project.updateProject, { params: { projectId }, body: moved })).message).toBe(
      '项目已有委托记录，不能变更采购人',
    )
    expect((await agent.refused(project.deleteProject, { params: { projectId } })).message).toContain('不能删除')
    const kept = { ...body, purchaserCompanyId: COMPANIES.hospital.id }
    await agent.call(project.updateProject, { params: { projectId }, body: kept })
    expect((await buyer.refused(project.deleteProject, { params: { projectId } })).message).toContain('不能删除')
  })

  test('twice, and sixteen at once, is accepted and ended once', async () => {
    const projectId = await newProject()
    const params = await drafted(projectId)
    await buyer.call(c.offerEntrustment, { params })
    const all = async (act: (i: number) => Promise<unknown>) => {
      const results = await Promise.allSettled(Array.from({ length: 16 }, (_, i) => act(i)))
      return results.filter(({ status }) => status === 'fulfilled').length
    }
    // Half accept, half refuse: one decides.
    const outcomes = await all((i) =>
      i % 2 === 0
        ? agent.call(c.acceptEntrustment, { params }, { key: `accept-${i}` })
        : agent.call(c.refuseEntrustment, { params, body: { reason } }, { key: `refuse-${i}` }),
    )
    expect(outcomes).toBeGreaterThan(0)
    const { rows } = await t.owner.query<{ n: number }>(
      `select count(*)::int as n from audit_entry where body->>'action' in ('entrust.accepted', 'entrust.refused')
       and body->'data'->>'entrustmentId' = $1`,
      [params.entrustmentId],
    )
    expect(rows[0]!.n).toBe(1)
    // Two purchasers' people draft at once: one does.
    const other = await newProject()
    const body = { ...(await terms()), projectId: other }
    expect(await all((i) => buyer.call(c.createEntrustment, { body }, { key: `draft-${i}` }))).toBeGreaterThan(0)
    const live = await t.owner.query('select id from entrustment where project_id = $1', [other])
    expect(live.rowCount).toBe(1)
  })

  test('does not exist for strangers', async () => {
    const { projectId, params } = await entrusted()
    const elsewhere = t.client()
    elsewhere.tenantId = 3
    await elsewhere.raw(
      'POST',
      '/api/login',
      { mode: 'password', account: 'bj-buyer', password: DEMO_PASSWORD },
      {
        headers: { [TENANT_HEADER]: '3' },
      },
    )
    elsewhere.workbench = 'purchaser'
    // Another purchaser, which is an agency besides.
    await t.owner.query('update company_tenant set is_agency = true where company_id = $1', [COMPANIES.waterworks.id])
    await t.owner.query(
      `update employee set rights = '{tendering,agencyTendering,entrustHandling}' where company_id = $1`,
      [COMPANIES.waterworks.id],
    )
    const enter = async (workbench: string) => {
      const client = await t.login('multi')
      await client.call(enterCompany, { body: { companyId: COMPANIES.waterworks.id } })
      client.workbench = workbench
      return client
    }
    const strangers = [elsewhere, await enter('purchaser'), await enter('agency')]
    for (const client of strangers) {
      expect(await client.refused(c.projectEntrustments, { params: { projectId } })).toMatchObject(NOT_FOUND)
      expect(await client.refused(c.updateEntrustment, { params, body: await terms() })).toMatchObject(NOT_FOUND)
      for (const call of [c.offerEntrustment, c.withdrawEntrustment, c.acceptEntrustment, c.removeEntrustment])
        expect(await client.refused(call, { params })).toMatchObject(NOT_FOUND)
      for (const call of [c.refuseEntrustment, c.endEntrustment])
        expect(await client.refused(call, { params, body: { reason } })).toMatchObject(NOT_FOUND)
    }
    // Each side has its own acts.
    expect(await buyer.refused(c.acceptEntrustment, { params })).toMatchObject(NOT_FOUND)
    expect(await agent.refused(c.offerEntrustment, { params })).toMatchObject(NOT_FOUND)
    expect(await agent.refused(c.createEntrustment, { body: { ...(await terms()), projectId } })).toMatchObject(
      WRONG_STATE,
    )
    const theirs = { ...(await terms()), projectId: await newProject() }
    expect(await agent.refused(c.createEntrustment, { body: theirs })).toMatchObject(NOT_FOUND)
    expect((await suppliers[0]!.refused(c.entrustPage, { query: {} })).status).toBe(403)
    expect((await t.client().refused(c.entrustPage, { query: {} })).status).toBe(401)
    // Without the right of handling them an agency's people look on.
    const rights = (given: string) =>
      t.owner.query('update employee set rights = $2, is_admin = false where user_id = $1', [PEOPLE.agent.id, given])
    await rights('{agencyTendering}')
    const plain = await t.login('agent', { workbench: 'agency' })
    expect((await current(plain, projectId))!.actions).toEqual([])
    expect((await plain.refused(c.endEntrustment, { params, body: { reason } })).status).toBe(403)
    await t.owner.query(
      `update employee set rights = '{agencyTendering,entrustHandling,statistics,finance}', is_admin = true where user_id = $1`,
      [PEOPLE.agent.id],
    )
    agent = await t.login('agent', { workbench: 'agency' })
  })
})

describe('the end of an entrustment', () => {
  test('hands open orders back, on record; what was over stays with the agency', async () => {
    const { projectId, params } = await entrusted()
    const sketch = await draft(runs(agent), { projectId, title: '草稿标段' })
    const over = await draft(runs(agent), { projectId, title: '已归档标段' })
    const open = await publish(runs(agent), { projectId })
    await t.owner.query(`update purchase_order set state = 'archive.abortive', ended_at = now() where id = $1`, [
      over.orderId,
    ])
    const at = { params: { orderId: open.orderId } }
    expect((await buyer.call(order.orderDetail, at)).actions).toEqual([])
    expect(
      (await buyer.call(order.orderPage, { query: { entrusted: 'true' } })).rows.find(
        (r) => r.orderId === open.orderId,
      ),
    ).toMatchObject({ agencyName: COMPANIES.agency.name, dealPrice: null })
    const { returned } = await buyer.call(c.endEntrustment, { params, body: { reason } })
    await t.settle()
    expect(returned).toBe(2)
    expect(await titles(agent)).toContain('委托已终止')
    expect(await current(buyer, projectId)).toMatchObject({ state: 'ended', endReason: reason, endedByName: '张晓' })
    // The purchaser runs them, the agency sees neither project nor orders any more.
    expect((await buyer.call(order.orderDetail, at)).actions.map(({ action }) => action)).toContain('change')
    for (const { orderId } of [open, sketch])
      expect(await agent.refused(order.orderDetail, { params: { orderId } })).toMatchObject(NOT_FOUND)
    expect(await agent.refused(project.projectDetail, { params: { projectId } })).toMatchObject(NOT_FOUND)
    expect(await agent.refused(order.declareAbortive, { ...at, body: { reason: '不再归我管理的标段' } })).toMatchObject(
      NOT_FOUND,
    )
    expect((await agent.call(order.orderDetail, { params: { orderId: over.orderId } })).orderId).toBe(over.orderId)
    // The draft's documents, which the agency uploaded, stay usable.
    await buyer.call(order.updateOrder, { params: { orderId: sketch.orderId }, body: sketch.body })
    // On record with each order, and with the project.
    const timeline = await buyer.call(order.orderTimeline, at)
    expect(timeline[0]!.summary).toContain('交回采购人办理')
    expect(await agent.refused(c.endEntrustment, { params, body: { reason } })).toMatchObject(WRONG_STATE)
    // It may be entrusted again, with its open orders.
    await entrusted({}, projectId)
    expect((await agent.call(order.orderDetail, at)).actions.length).toBeGreaterThan(0)
  })

  test('waits for a live hall, and ends approvals that wait', async () => {
    const { projectId, params } = await entrusted({ kept: ['announcement'] })
    const made = await draft(runs(agent), { projectId })
    const at = { params: { orderId: made.orderId } }
    await t.owner.query(`update purchase_order set state = 'open.running' where id = $1`, [made.orderId])
    expect((await buyer.refused(c.endEntrustment, { params, body: { reason } })).message).toContain('处于“开标”阶段')
    await t.owner.query(`update purchase_order set state = 'publish.draft' where id = $1`, [made.orderId])
    expect(await agent.call(order.publishOrder, { ...at, body: {} })).toHaveProperty('approval')
    expect((await agent.call(order.orderDetail, at)).pendingApproval).not.toBeNull()
    await buyer.call(c.endEntrustment, { params, body: { reason } })
    await t.settle()
    expect((await buyer.call(order.orderDetail, at)).pendingApproval).toBeNull()
    expect((await buyer.call(todoPage, { query: {} })).rows.filter((r) => r.title.includes(made.code))).toEqual([])
    await buyer.call(order.publishOrder, { ...at, body: {} })
  })

  test('is the agency’s to declare as well', async () => {
    const { projectId, params } = await entrusted()
    const made = await draft(runs(agent), { projectId })
    await agent.call(c.endEntrustment, { params, body: { reason: '项目负责人离职' } })
    await t.settle()
    expect(await titles(buyer)).toContain('委托已终止')
    expect((await buyer.call(order.orderDetail, { params: made })).ownerName).toBe('张晓')
  })
})

test('a step that the purchaser kept comes to it as a task, and is done by its approval', async () => {
  const { projectId } = await entrusted({ kept: ['winner'] })
  const made = await publish(runs(agent), { projectId })
  const joined = await join(runs(agent), made.orderId, { supplier: suppliers[0]! })
  await reviewed(runs(agent), made.orderId, [joined.tradeId])
  await publicise(runs(agent), made.orderId)
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 4 * 86_400_000))
  const at = { params: { orderId: made.orderId } }
  const { draft: text } = await agent.call(winnerDetail, at)
  const body = { tradeId: joined.tradeId, title: text.title, content: text.content, acceptWarnings: true }
  const held = await agent.call(publishWinner, { ...at, body })
  expect(held).toHaveProperty('approval')
  await t.settle()
  const [task] = (await buyer.call(todoPage, { query: {} })).rows
  expect(task).toMatchObject({ nodeName: '采购人审批' })
  const detail = await buyer.call(taskDetail, { params: { id: task!.taskId } })
  expect(detail.workflow).toMatchObject({ initiatorName: '李衡', definition: null })
  expect(detail.workflow.sections.length).toBeGreaterThan(0)
  // The agency cannot approve it itself, nor go round it.
  expect(await agent.refused(publishWinner, { ...at, body })).toMatchObject(WRONG_STATE)
  expect((await agent.refused(reviewTask, { params: { id: task!.taskId }, body: { action: 1 } })).status).toBe(404)
  await buyer.call(reviewTask, { params: { id: task!.taskId }, body: { action: 1 } })
  await t.settle()
  expect((await buyer.call(order.orderDetail, at)).state).toBe('winner.fixed')
  expect(
    (await buyer.call(order.orderPage, { query: { entrusted: 'true' } })).rows.find((r) => r.orderId === made.orderId)!
      .dealPrice,
  ).toBe('800000.00')
})

test('what is sealed stays so for the purchaser that looks on, over every call that reads', async () => {
  const { projectId } = await entrusted()
  const made = await draft(runs(agent), { projectId, method: invitedBidding.code, title: '受邀标段' })
  const at = { params: { orderId: made.orderId } }
  const invited = [COMPANIES.supplier1, COMPANIES.supplier2, COMPANIES.supplier3]
  await agent.call(addInvitees, {
    ...at,
    body: { companyIds: invited.map(({ id }) => id), reason: '具备承担本项目的能力，资信良好' },
  })
  await agent.call(order.publishOrder, { ...at, body: { acceptWarnings: true } })
  await t.settle()
  const { tradeId } = await join(runs(agent), made.orderId, { supplier: suppliers[0]! })
  expect((await agent.call(tradePage, { ...at, query: {} })).rows).toHaveLength(1)
  const ids: Record<string, string> = {
    orderId: made.orderId,
    projectId,
    tradeId,
    supplierId: COMPANIES.supplier1.id,
    projectCode: made.code,
  }
  const reads = FEATURES.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint)).filter(
    ({ method, path }) => method === 'GET' && /\{(orderId|projectId|tradeId)\}/.test(path),
  )
  expect(reads.length).toBeGreaterThan(40)
  const names = invited.map(({ name }) => name)
  const told: string[] = []
  let answered = 0
  for (const { path } of reads) {
    const url = `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? made.orderId)}`
    const text = await buyer.fetch('GET', `${url}${url.includes('/view') ? '?family=bidding' : ''}`).then(
      (response) => response.text(),
      () => null,
    )
    if (text !== null) answered++
    if (text !== null && names.some((name) => text.includes(name))) told.push(path)
  }
  expect(told).toEqual([])
  expect(answered).toBeGreaterThan(5)
})

test('a kept step runs by the purchaser’s own definition where it has one, behind the agency’s', async () => {
  const { projectId } = await entrusted({ kept: ['announcement'] })
  const made = await draft(runs(agent), { projectId })
  await enable(buyer, 'announcement', [approver('chief', ['newbie'])])
  await agent.call(order.publishOrder, { params: { orderId: made.orderId }, body: {} })
  await t.settle()
  const chief = await t.login('newbie', { workbench: 'purchaser' })
  const [task] = (await chief.call(todoPage, { query: {} })).rows
  expect(task).toMatchObject({ typeLabel: '采购项目' })
  expect((await buyer.call(todoPage, { query: {} })).rows.filter((row) => row.title.includes(made.code))).toEqual([])
  await chief.call(reviewTask, { params: { id: task!.taskId }, body: { action: 2, remark: '预算未下达' } })
  await t.settle()
  const { state, pendingApproval } = await agent.call(order.orderDetail, { params: { orderId: made.orderId } })
  expect([state, pendingApproval]).toEqual(['publish.draft', null])
})
