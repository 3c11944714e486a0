import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { newId } from '#contract/id.ts'
import { declareAbortive } from '#features/procurement/contract/order.ts'
import { FEATURES } from '#server/features.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as acts from '../contract/acts.ts'
import * as b from '../contract/businesses.ts'
import * as d from '../contract/definitions.ts'
import * as dl from '../contract/delegations.ts'
import * as lists from '../contract/lists.ts'
import * as w from '../contract/workflows.ts'
import { agree, approver, enable, flow, STAFF, taskFor } from './testing/flows.ts'
import { type ApprovalWorld, approvalWorld, runningOrder, start, stateOf } from './testing/world.ts'

let world: ApprovalWorld
let staff: ApprovalWorld['staff']
let agent: HttpClient
let elsewhere: HttpClient
beforeAll(async () => {
  world = await approvalWorld()
  staff = world.staff
  agent = await world.t.login('agent', { workbench: 'agency' })
  elsewhere = await world.t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
})

const one = approver('one', ['buyer2'])
const definition = {
  name: '流标审批',
  type: 'bidding',
  bindingType: 2 as const,
  node: 'abortive',
  flow: flow([one]),
}

describe('strangers', () => {
  const file = newId()
  const calls = (t: { workflowId: string; taskId: string; definitionId: string; orderId: string }) =>
    [
      on(w.workflowDetail, { params: { id: t.workflowId } }),
      on(w.workflowProgress, { params: { id: t.workflowId } }),
      on(w.taskDetail, { params: { id: t.taskId } }),
      on(acts.readTask, { params: { id: t.taskId } }),
      on(acts.reviewTask, { params: { id: t.taskId }, body: { action: 1 } }),
      on(acts.transferTask, { params: { id: t.taskId }, body: { employeeId: STAFF.multi } }),
      on(acts.addSigners, { params: { id: t.taskId }, body: { where: 'before', employeeIds: [STAFF.multi] } }),
      on(acts.remindWorkflow, { params: { id: t.workflowId } }),
      on(acts.cancelWorkflow, { params: { id: t.workflowId }, body: {} }),
      on(acts.addRemark, { params: { id: t.workflowId }, body: { content: '备注' } }),
      on(acts.remarks, { params: { id: t.workflowId } }),
      on(acts.workflowFile, { params: { id: t.workflowId, fileId: file } }),
      on(b.subjectApproval, { params: { type: 'bidding', node: 'abortive', subjectId: t.orderId } }),
      on(d.definitionDetail, { params: { id: t.definitionId } }),
      on(d.updateDefinition, { params: { id: t.definitionId }, body: { name: '改', flow: flow([one]), version: 1 } }),
      on(d.setDefinitionStatus, { params: { id: t.definitionId }, body: { status: 2 } }),
      on(dl.endDelegation, { params: { id: t.definitionId } }),
    ] as const
  const lists_ = [
    on(b.approvalTree, {}),
    on(b.approvalNode, { params: { type: 'bidding', node: 'winner' } }),
    on(d.definitionPage, { query: {} }),
    on(d.definitionOptions, {}),
    on(d.checkDefinition, { body: { type: 'bidding', bindingType: 2, node: 'winner', flow: flow([one]) } }),
    on(d.createDefinition, { body: definition }),
    on(lists.todoPage, { query: {} }),
    on(lists.donePage, { query: {} }),
    on(lists.receivedPage, { query: {} }),
    on(lists.launchPage, { query: {} }),
    on(lists.todoCount, {}),
    on(acts.colleagues, { query: {} }),
    on(dl.delegations, {}),
    on(dl.addDelegation, {
      body: { employeeId: STAFF.multi, from: new Date(0).toISOString(), until: new Date().toISOString() },
    }),
  ]

  test('another company, another tenant, nobody: nothing there; others in the company: only what they have a part in', async () => {
    const definitionId = await enable(staff.buyer, 'abortive', [one])
    const { workflowId, orderId } = await start(world)
    const target = { workflowId, orderId, definitionId, taskId: await taskFor(staff.buyer2, workflowId) }
    for (const { endpoint, input } of calls(target)) {
      const name = endpoint.path
      expect([name, (await agent.refused(endpoint, input)).status]).toEqual([name, 404])
      expect([name, (await elsewhere.refused(endpoint, input)).status]).toEqual([name, 404])
      expect([name, (await world.t.client().refused(endpoint, input)).status]).toEqual([name, 401])
    }
    for (const { endpoint, input } of lists_) {
      const name = endpoint.path
      expect([name, (await world.t.client().refused(endpoint, input)).status]).toEqual([name, 401])
    }
    for (const list of [lists.todoPage, lists.donePage, lists.receivedPage, lists.launchPage])
      expect((await agent.call(list, { query: {} })).total).toBe(0)
    // Nothing happened by all this.
    expect(await staff.newbie.call(w.workflowDetail, { params: { id: workflowId } })).toMatchObject({
      status: 1,
      waitsFor: ['王宁'],
    })
    // A colleague who may see the order reads along, and decides nothing.
    const read = await staff.multi.call(w.workflowDetail, { params: { id: workflowId } })
    expect(read.actions.map((a) => a.action)).toEqual(['remark'])
    expect((await staff.multi.refused(w.taskDetail, { params: { id: target.taskId } })).status).toBe(404)
    expect(
      (await staff.multi.refused(acts.reviewTask, { params: { id: target.taskId }, body: { action: 1 } })).status,
    ).toBe(404)
    await agree(staff.buyer2, workflowId)
  })

  test('every call of the contract is tried', () => {
    const tried = new Set(
      [...calls({ workflowId: '', taskId: '', definitionId: '', orderId: '' }), ...lists_].map(
        (c) => `${c.endpoint.method} ${c.endpoint.path}`,
      ),
    )
    const all = FEATURES.find((f) => f.name === 'workflow')!.routes.map(
      (r) => `${r.endpoint.method} ${r.endpoint.path}`,
    )
    expect(all.filter((name) => !tried.has(name))).toEqual([])
    expect(all).toHaveLength(31)
  })

  test('who does not keep definitions, or comes from another workbench, may not', async () => {
    const supplier = await world.t.login('supplier1', { workbench: 'supplier' })
    for (const client of [staff.newbie, staff.buyer2]) {
      for (const { endpoint, input } of lists_.filter((c) => c.endpoint.path.startsWith('/workflow-definitions')))
        expect(await client.refused(endpoint, input)).toMatchObject({ status: 403, code: 10008 })
    }
    expect(
      await supplier.refused(b.subjectApproval, { params: { type: 'bidding', node: 'winner', subjectId: file } }),
    ).toMatchObject({ status: 403 })
    // Its own approvals are those of its money.
    expect((await supplier.call(b.approvalTree, {})).map(({ type }) => type)).toEqual(['finance'])
    expect((await supplier.call(d.definitionPage, { query: {} })).rows).toEqual([])
    // A person without a company has no tasks.
    const expert = await world.t.login('expert1', { workbench: 'expert' })
    expect(await expert.refused(lists.todoPage, { query: {} })).toMatchObject({ code: 10013 })
  })

  test('who lost the right to the step after handing it in: agreed by all, not done', async () => {
    await enable(staff.buyer, 'abortive', [one])
    const orderId = await runningOrder(world)
    const answer = await staff.newbie.call(declareAbortive, {
      params: { orderId },
      body: { reason: '项目取消，不再实施' },
    })
    await world.t.owner.query("update employee set rights = '{statistics}' where id = $1", [STAFF.newbie])
    expect(await agree(staff.buyer2, answer.approval!.workflowId)).toEqual({ status: 3, failure: '无权限访问' })
    expect(await stateOf(world, orderId)).toBe('publish.open')
    await world.t.owner.query("update employee set rights = '{tendering}' where id = $1", [STAFF.newbie])
  })
})

function on<E extends Endpoint>(endpoint: E, input: InputOf<E>): { endpoint: Endpoint; input: never } {
  return { endpoint, input: input as never }
}
