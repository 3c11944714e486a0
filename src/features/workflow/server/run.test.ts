import { beforeAll, describe, expect, test } from 'vitest'
import { PEOPLE } from '#demo/people.ts'
import { byAmount } from '#demo/play/flows.ts'
import { declareAbortive, orderTimeline } from '#features/procurement/contract/order.ts'
import { messagePage } from '#features/messages/contract.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as acts from '../contract/acts.ts'
import { approvalNode } from '../contract/businesses.ts'
import * as lists from '../contract/lists.ts'
import * as w from '../contract/workflows.ts'
import { agree, approver, copy, COUNTERSIGN, EITHER, enable, flow, refuse, STAFF, taskFor } from './testing/flows.ts'
import { type ApprovalWorld, approvalWorld, runningOrder, start, stateOf } from './testing/world.ts'

let world: ApprovalWorld
let staff: ApprovalWorld['staff']
beforeAll(async () => {
  world = await approvalWorld()
  staff = world.staff
})

const ABORTIVE = 'abortive.declared'
const flowOf = (given: Parameters<typeof enable>[2]) => enable(staff.buyer, 'abortive', given)
const see = (client: HttpClient, id: string) => client.call(w.workflowDetail, { params: { id } })
const progress = (client: HttpClient, id: string) => client.call(w.workflowProgress, { params: { id } })
const review = (client: HttpClient, id: string, action: 1 | 2 = 1) =>
  client.call(acts.reviewTask, { params: { id }, body: { action, remark: '意见' } })
const refused = (client: HttpClient, id: string, action: 1 | 2 = 1) =>
  client.refused(acts.reviewTask, { params: { id }, body: { action, remark: '意见' } })

describe('at once', () => {
  test('50 reviews of one task: one counts, the others learn who did it, and the step is done once', async () => {
    await flowOf([approver('one', ['buyer2'])])
    const { workflowId, orderId } = await start(world)
    const id = await taskFor(staff.buyer2, workflowId)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => review(staff.buyer2, id, i % 2 ? 1 : 2)),
    )
    const won = outcomes.filter((o) => o.status === 'fulfilled')
    expect(won).toHaveLength(1)
    for (const lost of outcomes.filter((o) => o.status === 'rejected')) {
      const { status, body } = lost.reason as { status: number; body: { code: number; message: string } }
      expect([status, body.code]).toEqual([409, 10002])
      expect(body.message).toMatch(/^王宁已于 .* (同意|驳回)$/)
    }
    const { status } = (won[0] as PromiseFulfilledResult<{ status: number }>).value
    expect(await stateOf(world, orderId)).toBe(status === 2 ? ABORTIVE : 'publish.open')
    const { rows } = await world.t.owner.query(
      "select action, count(*)::int as n from workflow_record where workflow_id = $1 and action in ('pass', 'reject', 'apply') group by 1",
      [workflowId],
    )
    expect(rows.toSorted((a, b) => (a.action < b.action ? -1 : 1))).toEqual(
      status === 2
        ? [
            { action: 'apply', n: 1 },
            { action: 'pass', n: 1 },
          ]
        : [{ action: 'reject', n: 1 }],
    )
  })

  test('the two of an either-sign node: one effect; of a countersign node: both, one effect', async () => {
    for (const mode of [EITHER, COUNTERSIGN] as const) {
      await flowOf([approver('two', ['buyer2', 'multi'], mode)])
      const { workflowId, orderId } = await start(world)
      const ids = [await taskFor(staff.buyer2, workflowId), await taskFor(staff.multi, workflowId)]
      const outcomes = await Promise.allSettled([review(staff.buyer2, ids[0]!), review(staff.multi, ids[1]!)])
      const won = outcomes.filter((o) => o.status === 'fulfilled')
      expect(won).toHaveLength(mode === EITHER ? 1 : 2)
      const lost = outcomes.flatMap((o) => (o.status === 'rejected' ? [String(o.reason)] : []))
      expect(lost.map((text) => text.includes('无需再审批'))).toEqual(mode === EITHER ? [true] : [])
      expect(await stateOf(world, orderId)).toBe(ABORTIVE)
      const { rows } = await world.t.owner.query('select 1 from notice where order_id = $1 and kind = 6', [orderId])
      expect(rows).toHaveLength(1)
    }
  })

  test('two submissions of one step start one approval', async () => {
    await flowOf([approver('one', ['buyer2'])])
    const orderId = await runningOrder(world)
    const outcomes = await Promise.allSettled([start(world, { orderId }), start(world, { orderId })])
    expect(outcomes.map((o) => o.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { rows } = await world.t.owner.query('select 1 from workflow where subject_id = $1', [orderId])
    expect(rows).toHaveLength(1)
  })

  test('a review and a revocation: one of them', async () => {
    await flowOf([approver('one', ['buyer2'])])
    const { workflowId, orderId } = await start(world)
    const id = await taskFor(staff.buyer2, workflowId)
    const outcomes = await Promise.allSettled([
      review(staff.buyer2, id),
      staff.newbie.call(acts.cancelWorkflow, { params: { id: workflowId }, body: {} }),
    ])
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1)
    const { status } = await see(staff.newbie, workflowId)
    expect(await stateOf(world, orderId)).toBe(status === 2 ? ABORTIVE : 'publish.open')
  })

  test('the same review sent twice with one key counts once and answers the same', async () => {
    await flowOf([approver('one', ['buyer2'])])
    const { workflowId } = await start(world)
    const id = await taskFor(staff.buyer2, workflowId)
    const key = crypto.randomUUID()
    const send = () => staff.buyer2.call(acts.reviewTask, { params: { id }, body: { action: 1 } }, { key })
    expect(await send()).toEqual({ status: 2, failure: null })
    expect(await send()).toEqual({ status: 2, failure: null })
  })
})

describe('what people do with a task', () => {
  test('transfer: the colleague decides, the history says so, the old task is over', async () => {
    await flowOf([approver('one', ['buyer2'])])
    const { workflowId, orderId } = await start(world)
    const id = await taskFor(staff.buyer2, workflowId)
    const to = (employeeId: string) => ({ params: { id }, body: { employeeId, remark: '出差' } })
    expect((await staff.buyer2.refused(acts.transferTask, to(STAFF.newbie))).message).toBe('不能由发起人审批')
    expect((await staff.buyer2.refused(acts.transferTask, to(STAFF.buyer2))).message).toContain('已是本节点的审批人')
    expect((await staff.buyer2.refused(acts.transferTask, to(PEOPLE.agent.jobs[0]!.employeeId))).status).toBe(400)
    await staff.buyer2.call(acts.transferTask, to(STAFF.multi))
    expect((await refused(staff.buyer2, id)).message).toBe('已转交给周双')
    expect((await agree(staff.multi, workflowId)).status).toBe(2)
    expect(await stateOf(world, orderId)).toBe(ABORTIVE)
    const { records, nodes } = await progress(staff.newbie, workflowId)
    expect(records.map((r) => [r.name, r.label])).toEqual([
      ['陈默', '提交审批'],
      ['王宁', '转交给周双'],
      ['周双', '同意'],
      ['系统', '审批通过，已执行“流标处理”'],
    ])
    expect(nodes[1]!.tasks.map((task) => [task.name, task.status])).toEqual([
      ['王宁', 5],
      ['周双', 2],
    ])
    const done = await staff.buyer2.call(lists.donePage, { query: {} })
    expect(done.rows[0]).toMatchObject({ workflowId, taskStatus: 5 })
  })

  test('signers before and after: the own task waits, then they do', async () => {
    await flowOf([approver('one', ['buyer2'])])
    const { workflowId, orderId } = await start(world)
    const id = await taskFor(staff.buyer2, workflowId)
    const add = (where: 'before' | 'after', employeeIds: string[]) =>
      staff.buyer2.call(acts.addSigners, { params: { id }, body: { where, employeeIds } })
    await add('before', [STAFF.multi])
    expect((await refused(staff.buyer2, id)).message).toContain('尚未轮到')
    expect((await agree(staff.multi, workflowId)).status).toBe(1)
    await add('after', [STAFF.buyer])
    expect((await review(staff.buyer2, id)).status).toBe(1)
    expect(await stateOf(world, orderId)).toBe('publish.open')
    expect((await agree(staff.buyer, workflowId)).status).toBe(2)
    expect(await stateOf(world, orderId)).toBe(ABORTIVE)
  })

  test('revoked: a late task shows the end, offers nothing, and refuses in plain words', async () => {
    await flowOf([approver('one', ['buyer2'])])
    const { workflowId, orderId } = await start(world)
    const id = await taskFor(staff.buyer2, workflowId)
    // Not by colleagues, approvers or strangers to it.
    for (const other of [staff.buyer2, staff.multi])
      expect((await other.refused(acts.cancelWorkflow, { params: { id: workflowId }, body: {} })).status).toBe(404)
    await staff.newbie.call(acts.cancelWorkflow, { params: { id: workflowId }, body: { reason: '再议' } })
    const late = await staff.buyer2.call(w.taskDetail, { params: { id } })
    expect(late).toMatchObject({ actions: [], workflow: { status: 4, result: '陈默撤回：再议' } })
    expect(late.outcome).toMatch(/^该审批已于 .* 撤回$/)
    for (const action of [1, 2] as const)
      expect(await refused(staff.buyer2, id, action)).toMatchObject({ code: 10002, message: late.outcome })
    const twice = await staff.newbie.refused(acts.cancelWorkflow, { params: { id: workflowId }, body: {} })
    expect(twice).toMatchObject({ code: 10002, message: '该审批已撤回' })
    expect(await stateOf(world, orderId)).toBe('publish.open')
    // What is over cannot be changed, not even by the owner of the database.
    await expect(
      world.t.owner.query('update workflow set status = 1 where id = $1', [workflowId]),
    ).rejects.toMatchObject({ code: 'KB001' })
    await world.t.settle()
    const inbox = await staff.buyer2.call(messagePage, { query: { identity: 'purchaser' } })
    expect(inbox.rows[0]!.title).toContain('审批撤回')
  })

  test('the administrator may revoke, too', async () => {
    await flowOf([approver('one', ['buyer2'])])
    const { workflowId } = await start(world)
    await staff.buyer.call(acts.cancelWorkflow, { params: { id: workflowId }, body: {} })
    expect((await see(staff.newbie, workflowId)).status).toBe(4)
  })

  test('a rejection needs its reason; reminders at most once an hour; wrong bodies are told', async () => {
    await flowOf([approver('one', ['buyer2'])])
    const { workflowId } = await start(world)
    const id = await taskFor(staff.buyer2, workflowId)
    const bad = await staff.buyer2.refused(acts.reviewTask, { params: { id }, body: { action: 2 } })
    expect(bad).toMatchObject({ status: 400, details: [{ path: 'remark', message: '请填写驳回原因' }] })
    const remind = { params: { id: workflowId } }
    expect(await staff.newbie.call(acts.remindWorkflow, remind)).toEqual({ reminded: ['王宁'] })
    expect(await staff.newbie.refused(acts.remindWorkflow, remind)).toMatchObject({ status: 429, code: 10006 })
    expect((await staff.buyer2.refused(acts.remindWorkflow, remind)).status).toBe(404)
    await world.t.settle()
    const inbox = await staff.buyer2.call(messagePage, { query: { identity: 'purchaser' } })
    expect(inbox.rows.filter((m) => m.link?.includes(id)).map((m) => [m.kind, m.kindLabel])).toEqual([
      ['workflow.reminded', '审批催办'],
      ['workflow.arrived', '待我审批'],
    ])
    await refuse(staff.buyer2, workflowId)
  })

  test('remarks and their files: for whoever has a part, read by them only', async () => {
    await flowOf([approver('one', ['buyer2']), copy('cc', ['buyer'])])
    const { workflowId } = await start(world)
    const file = await staff.buyer2.upload(
      'workflow-remark',
      '意见.pdf',
      Buffer.from('%PDF-1.7\ntrailer <<>>\n%%EOF\n'),
    )
    const files = [{ fileId: file.fileId, name: '意见.pdf' }]
    const stolen = await staff.newbie.refused(acts.addRemark, {
      params: { id: workflowId },
      body: { content: '附件', files },
    })
    expect(stolen).toMatchObject({ status: 400, message: expect.stringContaining('无权使用') })
    await staff.buyer2.call(acts.addRemark, { params: { id: workflowId }, body: { content: '请补充依据', files } })
    const seen = await staff.newbie.call(acts.remarks, { params: { id: workflowId } })
    expect(seen).toMatchObject([
      { name: '王宁', content: '请补充依据', files: [{ name: '意见.pdf', fileId: file.fileId }] },
    ])
    const got = await staff.newbie.file(acts.workflowFile, { params: { id: workflowId, fileId: file.fileId } })
    expect(got.name).toBe('意见.pdf')
    expect(
      (await staff.newbie.refused(acts.addRemark, { params: { id: workflowId }, body: { content: ' ' } })).status,
    ).toBe(400)
  })

  test('a copy is unread until it is read, once', async () => {
    await flowOf([approver('one', ['buyer2']), copy('cc', ['multi'])])
    const { workflowId } = await start(world)
    const before = await staff.multi.call(lists.todoCount, {})
    await agree(staff.buyer2, workflowId)
    expect((await staff.multi.call(lists.todoCount, {})).unread).toBe(before.unread + 1)
    const { rows } = await staff.multi.call(lists.receivedPage, { query: { isRead: 'false' } })
    const { taskId } = rows.find((r) => r.workflowId === workflowId)!
    expect((await staff.buyer2.refused(acts.readTask, { params: { id: taskId } })).status).toBe(404)
    await staff.multi.call(acts.readTask, { params: { id: taskId } })
    const first = (await staff.multi.call(w.taskDetail, { params: { id: taskId } })).readAt
    await staff.multi.call(acts.readTask, { params: { id: taskId } })
    const after = await staff.multi.call(w.taskDetail, { params: { id: taskId } })
    expect(after).toMatchObject({ readAt: first, identity: 'copyPerson', actions: [] })
    expect((await staff.multi.call(lists.todoCount, {})).unread).toBe(before.unread)
    expect((await refused(staff.multi, taskId)).message).toBe('抄送无需审批')
  })
})

describe('approvers who leave', () => {
  const disable = (account: 'buyer2' | 'multi', status: number) =>
    world.t.owner.query('update employee set status = $2 where id = $1', [STAFF[account], status])
  const left = async (account: 'buyer2' | 'multi') => {
    await inContext(world.t.kernel, { tenantId: 1, actor: null }, async (ctx) =>
      ctx.emit({ kind: 'employee.disabled', payload: { employeeId: STAFF[account], userId: PEOPLE[account].id } }),
    )
    await world.t.settle()
  }

  test('disabled midway: open and waiting tasks go to the administrator, recorded and told', async () => {
    await flowOf([approver('one', ['multi', 'buyer2'])])
    const { workflowId } = await start(world)
    await disable('buyer2', 0)
    await left('buyer2')
    await agree(staff.multi, workflowId)
    const { records } = await progress(staff.newbie, workflowId)
    expect(records.map((r) => r.label)).toContain('王宁已停用，转由张晓审批')
    expect((await agree(staff.buyer, workflowId)).status).toBe(2)
    await disable('buyer2', 1)
  })

  test('the head of the department steps in before the administrator', async () => {
    const department = '01900000-0000-7000-8000-00000000d001'
    await world.t.owner.query(
      "insert into department (tenant_id, id, company_id, name, head_employee_id) select 1, $1, company_id, '设备科', $2 from employee where id = $2",
      [department, STAFF.multi],
    )
    await world.t.owner.query('update employee set department_id = $1 where id = any($2)', [
      department,
      [STAFF.buyer2, STAFF.newbie],
    ])
    await flowOf([approver('one', ['buyer2'])])
    const { workflowId } = await start(world)
    await disable('buyer2', 0)
    await left('buyer2')
    // Delivered again it changes nothing.
    await left('buyer2')
    expect((await see(staff.newbie, workflowId)).waitsFor).toEqual(['周双'])
    await agree(staff.multi, workflowId)
    await disable('buyer2', 1)
  })

  test('found anew when their node begins: who left before it is passed over; the initiator never approves alone', async () => {
    await flowOf([approver('one', ['multi']), approver('two', ['buyer2'])])
    const { workflowId } = await start(world)
    await disable('buyer2', 0)
    await agree(staff.multi, workflowId)
    expect((await see(staff.newbie, workflowId)).waitsFor).toEqual(['张晓'])
    await disable('buyer2', 1)
    await agree(staff.buyer, workflowId)
    await flowOf([approver('self', ['newbie'])])
    const own = await start(world)
    expect((await see(staff.newbie, own.workflowId)).waitsFor).toEqual(['周双'])
    await flowOf([approver('head', { by: 'head', level: 1 })])
    const head = await start(world)
    expect((await see(staff.newbie, head.workflowId)).waitsFor).toEqual(['周双'])
  })

  test('an initiator who has left: agreed by all, not done, and everybody learns why', async () => {
    await flowOf([approver('one', ['buyer2'])])
    const { workflowId, orderId } = await start(world)
    await world.t.owner.query('update employee set status = 0 where id = $1', [STAFF.newbie])
    const last = await agree(staff.buyer2, workflowId)
    expect(last).toEqual({ status: 3, failure: '发起人已停用或离开原工作台' })
    expect(await stateOf(world, orderId)).toBe('publish.open')
    await world.t.owner.query('update employee set status = 1 where id = $1', [STAFF.newbie])
  })
})

describe('what passes by itself', () => {
  test('the initiator alone, when so set: done at once, with its history', async () => {
    await flowOf(flow([approver('self', ['newbie'])], { ifInitiator: 'pass' }))
    const orderId = await runningOrder(world)
    const answer = await staff.newbie.call(declareAbortive, {
      params: { orderId },
      body: { reason: '项目取消，不再实施' },
    })
    expect(answer.noticeId).toBeDefined()
    expect(await stateOf(world, orderId)).toBe(ABORTIVE)
    const { rows } = await staff.newbie.call(lists.launchPage, { query: {} })
    expect(rows[0]).toMatchObject({ status: 2, waitsFor: [] })
    const { records } = await progress(staff.newbie, rows[0]!.workflowId)
    expect(records.map((r) => r.action)).toEqual(['start', 'auto', 'apply'])
  })

  test('who agreed just before, only when so set', async () => {
    const nodes = [approver('one', ['buyer2']), approver('two', ['buyer2'])]
    await flowOf(nodes)
    const twice = await start(world)
    expect((await agree(staff.buyer2, twice.workflowId)).status).toBe(1)
    expect((await agree(staff.buyer2, twice.workflowId)).status).toBe(2)
    await flowOf(flow(nodes, { skipRepeated: true }))
    const once = await start(world)
    expect((await agree(staff.buyer2, once.workflowId)).status).toBe(2)
  })
})

describe('the initiator chooses', () => {
  test('must choose, only whom the flow allows, never oneself', async () => {
    await flowOf([approver('pick', { by: 'choice', from: [STAFF.buyer2, STAFF.multi], many: false })])
    const orderId = await runningOrder(world)
    const attempt = (people: string[] | undefined) =>
      start(world, { orderId, choices: people ? { pick: people } : {} }).catch(
        (e: { body: { details: unknown } }) => e.body.details,
      )
    const problem = (message: string) => [{ path: 'approval.choices.pick', message: expect.stringContaining(message) }]
    expect(await attempt(undefined)).toEqual(problem('请选择'))
    expect(await attempt([STAFF.buyer])).toEqual(problem('不可用'))
    expect(await attempt([STAFF.buyer2, STAFF.multi])).toEqual(problem('只能选择一人'))
    expect(await attempt([PEOPLE.agent.jobs[0]!.employeeId])).toEqual(problem('不可用'))
    const { workflowId } = await start(world, { orderId, choices: { pick: [STAFF.multi] } })
    expect((await see(staff.newbie, workflowId)).waitsFor).toEqual(['周双'])
    await flowOf([approver('pick', { by: 'choice', from: [], many: true })])
    const self = await start(world, { choices: { pick: [STAFF.newbie] } }).catch(
      (e: { body: { details: unknown } }) => e.body.details,
    )
    expect(self).toEqual(problem('不能选择本人'))
  })

  test('needs no choice for a branch the flow does not take, nor for a copy', async () => {
    const pick = { by: 'choice' as const, from: [], many: false }
    await flowOf([
      approver('always', pick),
      byAmount('999999999999', [approver('chief', pick)], []),
      { ...copy('copied', []), approvers: pick },
    ])
    const params = { type: 'bidding', node: 'abortive' }
    const { choices } = await staff.newbie.call(approvalNode, { params })
    expect(choices.map((one) => [one.nodeId, one.isRequired])).toEqual([
      ['always', true],
      ['chief', false],
      ['copied', false],
    ])
    const { workflowId } = await start(world, { choices: { always: [STAFF.buyer2] } })
    expect((await agree(staff.buyer2, workflowId)).status).toBe(2)
  })
})

test('a condition on a department counts those below it', async () => {
  const [above, below] = ['01900000-0000-7000-8000-00000000d011', '01900000-0000-7000-8000-00000000d012']
  const make = (id: string, name: string, parent: string | null) =>
    world.t.owner.query(
      'insert into department (tenant_id, id, company_id, name, parent_id) select 1, $1, company_id, $2, $3 from employee where id = $4',
      [id, name, parent, STAFF.newbie],
    )
  const put = (id: string | null) =>
    world.t.owner.query('update employee set department_id = $1 where id = $2', [id, STAFF.newbie])
  await make(above, '采购部', null)
  await make(below, '设备采购科', above)
  await put(below)
  const { facts } = await staff.newbie.call(approvalNode, { params: { type: 'bidding', node: 'abortive' } })
  expect(facts.find((one) => one.key === 'department')!.options).toContainEqual({
    value: below,
    label: '采购部 / 设备采购科',
    path: `${above}/${below}`,
  })
  await flowOf([
    {
      kind: 'condition',
      id: 'dept',
      name: '按部门',
      branches: [
        {
          id: 'in',
          name: '采购部',
          when: [{ op: 'in', fact: 'department', values: [above] }],
          nodes: [approver('inside', ['buyer2'])],
        },
        { id: 'else', name: '其他情况', when: null, nodes: [approver('outside', ['multi'])] },
      ],
    },
  ])
  const { workflowId } = await start(world)
  const seen = await see(staff.newbie, workflowId)
  expect([seen.waitsFor, seen.initiatorDepartment]).toEqual([['王宁'], '设备采购科'])
  expect(seen.facts).toContainEqual({ label: '发起部门', value: '采购部 / 设备采购科' })
  await put(null)
  expect((await see(staff.newbie, (await start(world)).workflowId)).waitsFor).toEqual(['周双'])
})

test('a role: everybody in use who holds it, but not the initiator', async () => {
  await flowOf([approver('role', { by: 'role', role: 'right:tendering' }, COUNTERSIGN)])
  const { workflowId, orderId } = await start(world)
  expect((await see(staff.newbie, workflowId)).waitsFor.toSorted()).toEqual(['周双', '张晓'])
  await agree(staff.buyer, workflowId)
  await agree(staff.multi, workflowId)
  const timeline = await staff.newbie.call(orderTimeline, { params: { orderId } })
  expect(
    timeline
      .filter((e) => e.action === 'workflow.pass')
      .map((e) => e.userName)
      .toSorted(),
  ).toEqual(['周双', '张晓'])
})
