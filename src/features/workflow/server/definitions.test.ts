import { beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '#contract/time.ts'
import { FEATURES } from '#server/features.ts'
import { inContext } from '#server/context.ts'
import type { Actor } from '#server/actor.ts'
import { PEOPLE } from '#demo/people.ts'
import { byAmount } from '#demo/play/flows.ts'
import { COMPANIES } from '#demo/companies.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as acts from '../contract/acts.ts'
import * as b from '../contract/businesses.ts'
import * as dl from '../contract/delegations.ts'
import * as d from '../contract/definitions.ts'
import * as lists from '../contract/lists.ts'
import * as w from '../contract/workflows.ts'
import { messagePage } from '#features/messages/contract.ts'
import { removeGate, setGate, setSwitches } from '#features/menus/contract-admin.ts'
import { agree, approver, enable, flow, STAFF, taskFor } from './testing/flows.ts'
import { type ApprovalWorld, approvalWorld, start, stateOf } from './testing/world.ts'

let world: ApprovalWorld
let staff: ApprovalWorld['staff']
let platform: HttpClient
let agent: HttpClient
let elsewhere: HttpClient
beforeAll(async () => {
  world = await approvalWorld()
  staff = world.staff
  platform = await world.t.login('admin', { workbench: 'admin' })
  agent = await world.t.login('agent', { workbench: 'agency' })
  elsewhere = await world.t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
})

const one = approver('one', ['buyer2'])
const body = (more: object = {}) => ({
  name: '流标审批',
  type: 'bidding',
  bindingType: 2 as const,
  node: 'abortive',
  flow: flow([one]),
  ...more,
})
const setStatus = (client: HttpClient, id: string, status: 1 | 2) =>
  client.call(d.setDefinitionStatus, { params: { id }, body: { status } })
const inForce = async (client: HttpClient, node: string) => {
  const tree = await client.call(b.approvalTree, {})
  return tree.find((t) => t.type === 'bidding')!.nodes.find((n) => n.node === node)!.inForce
}

/** In the order of the page. */
const BUSINESSES: readonly (readonly [type: string, label: string])[] = [
  ['bidding', '采购项目'],
  ['bond', '保证金'],
  ['budget', '预算'],
  ['charges', '收费管理'],
  ['contract', '合同与履约'],
  ['frameAgreement', '框架协议'],
  ['demand', '采购需求'],
  ['finance', '资金'],
  ['recruit', '供应商征集'],
  ['supplement', '补录登记'],
  ['appraisals', '供应商考核'],
  ['suppliers', '供应商管理'],
  ['sms', '供应商短信'],
]

describe('definitions', () => {
  test('the tree names every publishing step; a step says what conditions may look at', async () => {
    const tree = await staff.buyer.call(b.approvalTree, {})
    expect(tree.map(({ type, label }) => [type, label])).toEqual(BUSINESSES)
    expect(tree[0]!.facts.map((f) => f.key)).toEqual(['amount', 'method', 'regime', 'mustTender', 'department'])
    expect(tree[0]!.nodes.map((n) => n.node)).toEqual([
      'signUpResult',
      'announcement',
      'change',
      'clarification',
      'candidates',
      'winner',
      'abortive',
      'invitees',
    ])
    const node = await staff.newbie.call(b.approvalNode, { params: { type: 'bidding', node: 'winner' } })
    expect(node.facts.map((f) => f.key)).toEqual(['amount', 'method', 'regime', 'mustTender', 'price', 'department'])
    expect((await staff.newbie.refused(b.approvalNode, { params: { type: 'bidding', node: 'none' } })).status).toBe(404)
  })

  test('may be incomplete while forbidden; enabling names each fault with its node; then one replaces the other', async () => {
    const bad = flow([approver('empty', []), byAmount('1', [], [])])
    const { definitionId } = await staff.buyer.call(d.createDefinition, { body: body({ flow: bad }) })
    const detail = await staff.buyer.call(d.definitionDetail, { params: { id: definitionId } })
    expect(detail).toMatchObject({ status: 2, version: 1, scope: 'company', mayEdit: true, nodeLabel: '流标处理' })
    expect(detail.problems).toEqual([{ nodeId: 'empty', message: '“empty”未指定人员' }])
    const refusal = await staff.buyer.refused(d.setDefinitionStatus, {
      params: { id: definitionId },
      body: { status: 1 },
    })
    expect(refusal).toMatchObject({ code: 10001, details: detail.problems })
    const checked = await staff.buyer.call(d.checkDefinition, {
      body: { type: 'bidding', bindingType: 2, node: 'abortive', flow: bad },
    })
    expect(checked.problems).toEqual(detail.problems)
    await staff.buyer.call(d.updateDefinition, {
      params: { id: definitionId },
      body: { name: '流标审批一', flow: flow([one]), version: 1 },
    })
    expect(await setStatus(staff.buyer, definitionId, 1)).toMatchObject({ replaced: null })
    const other = await staff.buyer.call(d.createDefinition, { body: body({ name: '流标审批二' }) })
    expect(await setStatus(staff.buyer, other.definitionId, 1)).toMatchObject({ replaced: '流标审批一' })
    expect(await inForce(staff.buyer, 'abortive')).toMatchObject({
      name: '流标审批二',
      scope: 'company',
      bindingType: 2,
    })
    // Two enabled at once: one of them.
    await Promise.allSettled([setStatus(staff.buyer, definitionId, 1), setStatus(staff.buyer, definitionId, 1)])
    const { rows } = await world.t.owner.query(
      "select 1 from workflow_definition where status = 1 and node = 'abortive'",
    )
    expect(rows).toHaveLength(1)
    await setStatus(staff.buyer, definitionId, 2)
    expect(await inForce(staff.buyer, 'abortive')).toBeNull()
  })

  test('who has left, or has no right to the business, is a warning; where all have left, enabling is refused', async () => {
    const [outsider, gone] = [STAFF.multi, STAFF.newbie]
    const set = (id: string, what: string) => world.t.owner.query(`update employee set ${what} where id = $1`, [id])
    const { rows } = await world.t.owner.query<{ id: string; rights: string[]; name: string }>(
      'select id, rights, name from employee where id = any($1)',
      [[outsider, gone]],
    )
    const nameOf = (id: string) => rows.find((row) => row.id === id)!.name
    await set(outsider, `rights = '{finance}'`)
    await set(gone, 'status = 0')
    const drawn = (people: readonly ('buyer' | 'multi' | 'newbie')[]) => body({ flow: flow([approver('one', people)]) })
    const { name: _, ...mixed } = drawn(['buyer', 'multi', 'newbie'])
    const warnings = [
      { nodeId: 'one', message: `“one”的${nameOf(gone)}已停用或不在本单位` },
      { nodeId: 'one', message: `“one”的${nameOf(outsider)}没有该业务的权限，审批时只能看到审批内容` },
    ]
    expect(await staff.buyer.call(d.checkDefinition, { body: mixed })).toEqual({ problems: [], warnings })
    const { definitionId } = await staff.buyer.call(d.createDefinition, { body: { ...mixed, name: '提醒' } })
    expect(await setStatus(staff.buyer, definitionId, 1)).toEqual({ replaced: null, warnings })
    await setStatus(staff.buyer, definitionId, 2)
    const nobody = await staff.buyer.call(d.createDefinition, { body: drawn(['newbie']) })
    const refused = await staff.buyer.refused(d.setDefinitionStatus, {
      params: { id: nobody.definitionId },
      body: { status: 1 },
    })
    expect(refused).toMatchObject({ code: 10001, message: '“one”指定的人员均已停用或不在本单位' })
    await set(gone, 'status = 1')
    await world.t.owner.query('update employee set rights = $2 where id = $1', [
      outsider,
      rows.find((row) => row.id === outsider)!.rights,
    ])
  })

  test('a version that ran stays; running workflows keep theirs; an unused draft is written over', async () => {
    const id = await enable(staff.buyer, 'abortive', [one])
    const { workflowId, orderId } = await start(world)
    const change = (version: number, next: ReturnType<typeof flow>) =>
      staff.buyer.call(d.updateDefinition, { params: { id }, body: { name: '改', flow: next, version } })
    expect(await change(1, flow([approver('one', ['multi']), approver('two', ['buyer'])]))).toMatchObject({
      version: 2,
    })
    const late = await staff.buyer.refused(d.updateDefinition, {
      params: { id },
      body: { name: '迟', flow: flow([one]), version: 1 },
    })
    expect(late).toMatchObject({ code: 10003 })
    // Enabled: a change must be as sound as enabling.
    const unsound = await staff.buyer.refused(d.updateDefinition, {
      params: { id },
      body: { name: '坏', flow: flow([]), version: 2 },
    })
    expect(unsound).toMatchObject({ code: 10001, message: '至少需要一个审批节点' })
    const running = await staff.newbie.call(w.workflowProgress, { params: { id: workflowId } })
    expect(running.nodes.map((n) => n.nodeId)).toEqual(['start', 'one'])
    await agree(staff.buyer2, workflowId)
    expect(await stateOf(world, orderId)).toBe('abortive.declared')
    const next = await start(world)
    const detail = await staff.newbie.call(w.workflowDetail, { params: { id: next.workflowId } })
    expect(detail).toMatchObject({ definition: { version: 2 }, waitsFor: ['周双'] })
    const { versions, running: runs } = await staff.buyer.call(d.definitionDetail, { params: { id } })
    expect(versions.map((v) => [v.version, v.runs])).toEqual([
      [2, 1],
      [1, 1],
    ])
    expect(runs).toBe(1)
    const old = await staff.buyer.call(d.definitionDetail, { params: { id }, query: { version: 1 } })
    expect(old.flow.nodes).toHaveLength(2)
    await setStatus(staff.buyer, id, 2)
    expect(await change(2, flow([one]))).toMatchObject({ version: 3 })
    expect(await change(3, flow([one]))).toMatchObject({ version: 3 })
    expect((await staff.buyer.refused(d.definitionDetail, { params: { id }, query: { version: 9 } })).status).toBe(404)
    await staff.newbie.call(acts.cancelWorkflow, { params: { id: next.workflowId }, body: {} })
  })

  test('the platform keeps defaults that companies inherit until they have their own; the node before the business', async () => {
    const named = await platform.call(d.createDefinition, { body: body() })
    const refusal = await platform.refused(d.setDefinitionStatus, {
      params: { id: named.definitionId },
      body: { status: 1 },
    })
    expect(refusal.message).toContain('不能指定具体人员')
    const role = approver('role', { by: 'role', role: 'right:administrator' })
    const { definitionId: tenantWide } = await platform.call(d.createDefinition, {
      body: body({ name: '平台默认', bindingType: 1, node: '', flow: flow([role]) }),
    })
    await setStatus(platform, tenantWide, 1)
    expect(await inForce(staff.buyer, 'winner')).toMatchObject({ scope: 'tenant', bindingType: 1, name: '平台默认' })
    expect(await inForce(agent, 'winner')).toMatchObject({ scope: 'tenant' })
    // It is in force for them, but not theirs.
    expect(await staff.buyer.call(d.definitionDetail, { params: { id: tenantWide } })).toMatchObject({ mayEdit: false })
    expect(
      (await staff.buyer.refused(d.setDefinitionStatus, { params: { id: tenantWide }, body: { status: 2 } })).status,
    ).toBe(404)
    const { workflowId } = await start(world)
    expect((await staff.newbie.call(w.workflowDetail, { params: { id: workflowId } })).waitsFor).toEqual(['张晓'])
    await staff.newbie.call(acts.cancelWorkflow, { params: { id: workflowId }, body: {} })
    const own = await enable(staff.buyer, '', [one])
    expect(await inForce(staff.buyer, 'abortive')).toMatchObject({ scope: 'company', bindingType: 1 })
    const node = await enable(staff.buyer, 'abortive', [one])
    expect(await inForce(staff.buyer, 'abortive')).toMatchObject({ definitionId: node })
    expect(await inForce(staff.buyer, 'change')).toMatchObject({ definitionId: own })
    // The other tenant knows nothing of it.
    expect(await inForce(elsewhere, 'winner')).toBeNull()
    for (const [client, id] of [
      [staff.buyer, own],
      [staff.buyer, node],
      [platform, tenantWide],
    ] as const)
      await setStatus(client, id, 2)
  })

  test('are listed by page, filter and word', async () => {
    const all = await staff.buyer.call(d.definitionPage, { query: { pageSize: 3 } })
    const next = await staff.buyer.call(d.definitionPage, { query: { pageSize: 100, cursor: all.next! } })
    expect(all.rows.length + next.rows.length).toBe(all.total)
    expect(new Set([...all.rows, ...next.rows].map((r) => r.definitionId)).size).toBe(all.total)
    const enabled = await staff.buyer.call(d.definitionPage, { query: { status: 1 } })
    expect(enabled.rows.every((r) => r.status === 1)).toBe(true)
    expect((await staff.buyer.call(d.definitionPage, { query: { keyword: '%' } })).total).toBe(0)
    expect((await staff.buyer.refused(d.definitionPage, { query: { cursor: 'x' } })).status).toBe(400)
    expect((await platform.call(d.definitionPage, { query: {} })).rows.every((r) => r.scope === 'tenant')).toBe(true)
    expect((await agent.call(d.definitionPage, { query: {} })).rows.every((r) => r.scope === 'tenant')).toBe(true)
    const options = await staff.buyer.call(d.definitionOptions, {})
    expect(options.people.map((p) => p.name).toSorted()).toEqual(['周双', '季明', '张晓', '王宁', '陈默'])
    expect(options.roles.find((r) => r.role === 'right:tendering')).toEqual({
      role: 'right:tendering',
      label: '招标采购',
      holders: 3,
    })
    expect((await platform.call(d.definitionOptions, {})).people).toEqual([])
  })
})

describe('during an absence', () => {
  test('the delegate acts in the name of the principal, who still may; afterwards no more', async () => {
    const { t } = world
    const id = await enable(staff.buyer, 'abortive', [one])
    const now = t.kernel.clock.now().getTime()
    const period = { from: new Date(now - 1000).toISOString(), until: new Date(now + 2 * HOUR).toISOString() }
    const give = (more: object) => ({ body: { employeeId: STAFF.multi, ...period, reason: '休假', ...more } })
    expect((await staff.buyer2.refused(dl.addDelegation, give({ employeeId: STAFF.buyer2 }))).message).toBe(
      '不能委托给本人',
    )
    expect(
      (await staff.buyer2.refused(dl.addDelegation, give({ employeeId: PEOPLE.agent.jobs[0]!.employeeId }))).status,
    ).toBe(400)
    expect((await staff.buyer2.refused(dl.addDelegation, give({ until: period.from }))).message).toBe(
      '结束时间须晚于开始时间',
    )
    const over = { from: new Date(now - 9000).toISOString(), until: new Date(now - 5000).toISOString() }
    expect((await staff.buyer2.refused(dl.addDelegation, give(over))).message).toBe('结束时间须晚于当前时间')
    const { delegationId } = await staff.buyer2.call(dl.addDelegation, give({}))
    const overlap = await staff.buyer2.refused(dl.addDelegation, give({ employeeId: STAFF.buyer }))
    expect(overlap).toMatchObject({ code: 10003, message: expect.stringContaining('重叠') })
    expect((await staff.multi.call(dl.delegations, {})).received).toMatchObject([{ delegationId, fromName: '王宁' }])

    const first = await start(world)
    const task = (await staff.multi.call(lists.todoPage, { query: {} })).rows.find(
      (r) => r.workflowId === first.workflowId,
    )!
    expect(task.behalfOf).toBe('王宁')
    await agree(staff.multi, first.workflowId)
    const { nodes, records } = await staff.newbie.call(w.workflowProgress, { params: { id: first.workflowId } })
    expect(nodes[1]!.tasks[0]).toMatchObject({ name: '王宁', note: '由周双代为处理' })
    expect(records.map((r) => r.name)).toContain('周双（代王宁）')
    expect((await staff.multi.call(w.taskDetail, { params: { id: task.taskId } })).outcome).toMatch(
      /^周双已于 .* 同意$/,
    )
    // The principal may act as well.
    const second = await start(world)
    await agree(staff.buyer2, second.workflowId)
    // Told like the principal.
    await t.settle()
    const inbox = await staff.multi.call(messagePage, { query: { identity: 'purchaser' } })
    expect(inbox.rows.map((m) => m.kind)).toEqual(expect.arrayContaining(['workflow.arrived', 'workflow.delegated']))
    // Nobody else ends it; ended, the tasks of the principal do not exist for the delegate.
    expect((await staff.multi.refused(dl.endDelegation, { params: { id: delegationId } })).status).toBe(404)
    const third = await start(world)
    const { taskId } = (await staff.multi.call(lists.todoPage, { query: {} })).rows.find(
      (r) => r.workflowId === third.workflowId,
    )!
    await staff.buyer2.call(dl.endDelegation, { params: { id: delegationId } })
    expect((await staff.buyer2.refused(dl.endDelegation, { params: { id: delegationId } })).code).toBe(10002)
    expect((await staff.multi.refused(acts.reviewTask, { params: { id: taskId }, body: { action: 1 } })).status).toBe(
      404,
    )
    expect((await staff.buyer2.call(dl.delegations, {})).given).toMatchObject([{ state: 'over', toName: '周双' }])
    await agree(staff.buyer2, third.workflowId)
    await setStatus(staff.buyer, id, 2)
  })

  test('the initiator does not approve for somebody who delegated to them', async () => {
    const id = await enable(staff.buyer, 'abortive', [one])
    const now = world.t.kernel.clock.now().getTime()
    const period = { from: new Date(now).toISOString(), until: new Date(now + HOUR).toISOString() }
    const { delegationId } = await staff.buyer2.call(dl.addDelegation, {
      body: { employeeId: STAFF.newbie, ...period },
    })
    const { workflowId } = await start(world)
    await expect(taskFor(staff.newbie, workflowId)).rejects.toThrow('no task')
    const taskId = await taskFor(staff.buyer2, workflowId)
    expect((await staff.newbie.refused(acts.reviewTask, { params: { id: taskId }, body: { action: 1 } })).status).toBe(
      404,
    )
    await staff.buyer2.call(dl.endDelegation, { params: { id: delegationId } })
    await agree(staff.buyer2, workflowId)
    await setStatus(staff.buyer, id, 2)
  })
})

describe('lists', () => {
  test('todo, done, launched, their filters, counts and pages; the home page', async () => {
    const id = await enable(staff.buyer, 'abortive', [one])
    const before = await staff.buyer2.call(lists.todoCount, {})
    const ids = []
    for (let i = 0; i < 3; i++) ids.push((await start(world)).workflowId)
    expect((await staff.buyer2.call(lists.todoCount, {})).todo).toBe(before.todo + 3)
    const todo = await staff.buyer2.call(lists.todoPage, { query: { pageSize: 2, node: 'abortive' } })
    expect(todo.rows.map((r) => r.workflowId)).toEqual([ids[2], ids[1]])
    const rest = await staff.buyer2.call(lists.todoPage, { query: { pageSize: 2, cursor: todo.next! } })
    expect(rest.rows[0]!.workflowId).toBe(ids[0])
    for (const [query, n] of [
      [{ node: 'winner' }, 0],
      [{ keyword: '审批标段' }, 3],
      [{ keyword: '_' }, 0],
      [{ to: new Date(0).toISOString() }, 0],
      [{ status: 2 }, 0],
    ] as const)
      expect([query, (await staff.buyer2.call(lists.todoPage, { query })).total]).toEqual([query, n])
    await agree(staff.buyer2, ids[0]!)
    expect((await staff.buyer2.call(lists.donePage, { query: {} })).rows[0]).toMatchObject({
      workflowId: ids[0],
      taskStatus: 2,
      status: 2,
    })
    const launched = await staff.newbie.call(lists.launchPage, { query: { status: 1 } })
    expect(launched.rows.map((r) => [r.workflowId, r.waitsFor])).toEqual([
      [ids[2], ['王宁']],
      [ids[1], ['王宁']],
    ])
    expect(launched.counts).toMatchObject({ 1: 2 })
    expect((await staff.buyer2.refused(lists.todoPage, { query: { cursor: 'x' } })).status).toBe(400)
    // The home page: oldest first, with the address of the task.
    const home = FEATURES.find((f) => f.name === 'workflow')!.home!.todos!
    const actor = {
      employeeId: STAFF.buyer2,
      companyId: COMPANIES.hospital.id,
      userId: PEOPLE.buyer2.id,
    } as unknown as Actor
    const todos = await inContext(world.t.kernel, { tenantId: 1, actor, readOnly: true }, (ctx) => home(ctx, 1))
    expect(todos).toMatchObject([
      { label: '审批', step: '流标处理', link: expect.stringContaining(`/to-do-list/workflow/${ids[1]}/task/`) },
    ])
    await setStatus(staff.buyer, id, 2)
  })
})

/** Every call with the record of somebody else. */

test('a business is offered to those alone whom the conditions of its menus let through', async () => {
  const offered = async (client: HttpClient) => ({
    tree: (await client.call(b.approvalTree, {})).map(({ type }) => type),
    definitions: (await client.call(d.definitionPage, {})).total > 0,
  })
  await staff.buyer.call(d.createDefinition, {
    body: { name: '灰度', type: 'bidding', bindingType: 1, node: '', flow: flow([approver('one', ['buyer2'])]) },
  })
  const all = { tree: BUSINESSES.map(([type]) => type), definitions: true }
  expect(await offered(staff.buyer)).toEqual(all)
  const gate = (code: string) =>
    platform.call(setGate, { params: { code }, body: { companyIds: [], features: ['beta-bidding'] } })
  // One way in is enough.
  await gate('bidding')
  expect(await offered(staff.buyer)).toEqual(all)
  for (const code of [
    'compete',
    'inquiry',
    'wl-inquiry',
    'negotiation',
    'negotiation-v2',
    'direct-purchase',
    'compete-sale',
  ])
    await gate(code)
  expect(await offered(staff.buyer)).toEqual({
    // What purchases and sales alone lead to is gone.
    tree: all.tree.filter((type) => type !== 'bidding' && type !== 'bond'),
    definitions: false,
  })
  expect((await offered(platform)).tree).toEqual(all.tree)
  const switches = { features: ['beta-bidding'], supervise: [], systemRights: [] }
  await platform.call(setSwitches, { params: { companyId: COMPANIES.hospital.id }, body: switches })
  expect(await offered(staff.buyer)).toEqual(all)
  for (const code of [
    'bidding',
    'compete',
    'inquiry',
    'wl-inquiry',
    'negotiation',
    'negotiation-v2',
    'direct-purchase',
    'compete-sale',
  ])
    await platform.call(removeGate, { params: { code } })
})
