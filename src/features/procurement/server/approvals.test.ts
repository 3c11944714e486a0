import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { DAY } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { byAmount } from '#demo/play/flows.ts'
import { enterCompany } from '#features/passport/contract.ts'
import { subjectApproval } from '#features/workflow/contract/businesses.ts'
import { cancelWorkflow, workflowFile } from '#features/workflow/contract/acts.ts'
import { setDefinitionStatus } from '#features/workflow/contract/definitions.ts'
import { taskDetail, workflowDetail } from '#features/workflow/contract/workflows.ts'
import { done } from '#features/workflow/rules/held.ts'
import { agree, approver, enable, refuse, taskFor } from '#features/workflow/server/testing/flows.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem } from '#server/testing/test-system.ts'
import { addInvitees } from '../contract/follow-up.ts'
import * as notice from '../contract/notice.ts'
import * as order from '../contract/order.ts'
import * as project from '../contract/project.ts'
import * as tender from '../contract/supplier.ts'
import * as trade from '../contract/trade.ts'
import { leftBehind, outline } from './testing/outline.ts'
import { CONTENDERS, endPublicity, insteadOf, proof, publicised, withoutFirst } from './testing/result-change.ts'
import { draft, join, PDF, publicise, publish, reviewed, text, type TenderWorld } from './testing/tender.ts'

/*
 * Each step of a tender that can be approved, over HTTP: held, shown, locked, then done once on the last approval with
 * the outcome it has without approval. The initiator is one of the hospital's people, two others approve.
 */

let world: TenderWorld
let admin: HttpClient
let first: HttpClient
let second: HttpClient
beforeAll(async () => {
  const t = await testSystem({ from: 'people' })
  const suppliers = await Promise.all(
    ['supplier1', 'supplier2', 'supplier3'].map((s) => t.login(s, { workbench: 'supplier' })),
  )
  world = { t, buyer: await t.login('newbie', { workbench: 'purchaser' }), suppliers }
  admin = await t.login('buyer', { workbench: 'purchaser' })
  first = await t.login('buyer2', { workbench: 'purchaser' })
  second = await t.login('multi', { workbench: 'purchaser' })
  await second.call(enterCompany, { body: { companyId: COMPANIES.hospital.id } })
})

const TWO = [approver('dept', ['buyer2']), approver('lead', ['multi'])]
const detail = (orderId: string) => world.buyer.call(order.orderDetail, { params: { orderId } })
const approvalOf = (node: string, subjectId: string) =>
  world.buyer.call(subjectApproval, { params: { type: 'bidding', node, subjectId } })
const reasonOf = (actions: readonly { action: string; reason?: string }[], action: string) =>
  actions.find((a) => a.action === action)?.reason

/** An order made ready for a step, and the call that does the step. */
interface Case<E extends Endpoint> {
  prepare: () => Promise<{ orderId: string; subjectId?: string; input: InputOf<E> }>
  endpoint: E
  /** Another action of the owner that must wait meanwhile. */
  locked: string | null
  /** What an approver must be able to read. */
  reads: string
}
const step = <E extends Endpoint>(given: Case<E>) => given as unknown as Case<Endpoint>

const CASES: Record<string, Case<Endpoint>> = {
  announcement: step<typeof order.publishOrder>({
    endpoint: order.publishOrder,
    locked: 'edit',
    reads: '欢迎参加投标。',
    async prepare() {
      const { orderId } = await draft(world)
      return { orderId, input: { params: { orderId }, body: {} } }
    },
  }),
  change: step<typeof notice.publishChange>({
    endpoint: notice.publishChange,
    locked: 'clarify',
    reads: '开标顺延五日',
    async prepare() {
      const { orderId } = await publish(world)
      const { schedule } = await detail(orderId)
      const later = new Date(Date.parse(schedule.bidEnd!) + 5 * DAY).toISOString()
      const body = { title: '变更公告', content: text('开标顺延五日'), schedule: { bidEnd: later, openAt: later } }
      return { orderId, input: { params: { orderId }, body } }
    },
  }),
  clarification: step<typeof notice.publishClarification>({
    endpoint: notice.publishClarification,
    locked: 'change',
    reads: '含支架。',
    async prepare() {
      const { orderId } = await publish(world)
      await join(world, orderId, { supplier: world.suppliers[0]! })
      const params = { orderId }
      const { questionId } = await world.suppliers[0]!.call(tender.askQuestion, {
        params,
        body: { content: '含支架？' },
      })
      return { orderId, input: { params, body: { title: '澄清', answers: [{ questionId, answer: '含支架。' }] } } }
    },
  }),
  candidates: step<typeof notice.publishCandidates>({
    endpoint: notice.publishCandidates,
    locked: 'declareAbortive',
    reads: '康明',
    async prepare() {
      const { orderId } = await publish(world)
      const { tradeId } = await join(world, orderId, { supplier: world.suppliers[0]! })
      await reviewed(world, orderId, [tradeId])
      const { draft: prepared } = await world.buyer.call(notice.candidateDraft, { params: { orderId } })
      return { orderId, input: { params: { orderId }, body: { ...prepared, publicityDays: 3, acceptWarnings: true } } }
    },
  }),
  winner: step<typeof notice.publishWinner>({
    endpoint: notice.publishWinner,
    locked: 'declareAbortive',
    reads: '800,000.00',
    async prepare() {
      const { orderId } = await publish(world)
      const { tradeId } = await join(world, orderId, { supplier: world.suppliers[0]! })
      await reviewed(world, orderId, [tradeId])
      await publicise(world, orderId)
      await endPublicity(world, orderId)
      const { draft: prepared } = await world.buyer.call(notice.winnerDetail, { params: { orderId } })
      return {
        orderId,
        input: { params: { orderId }, body: { ...prepared, tradeId, reason: '', acceptWarnings: true } },
      }
    },
  }),
  // Whoever must have a result approved must have its change approved.
  'candidates, changed': step<typeof notice.publishCandidates>({
    endpoint: notice.publishCandidates,
    locked: 'declareAbortive',
    reads: '中标候选人放弃中标资格',
    async prepare() {
      const { orderId, params, trades } = await publicised(world)
      return { orderId, input: { params, body: withoutFirst(trades[0]!, await proof(world)) } }
    },
  }),
  'winner, changed': step<typeof notice.publishWinner>({
    endpoint: notice.publishWinner,
    locked: 'archive',
    reads: '中标人放弃中标',
    async prepare() {
      const { orderId, params, trades } = await publicised(world)
      await endPublicity(world, orderId)
      const { draft: prepared } = await world.buyer.call(notice.winnerDetail, { params })
      await world.buyer.call(notice.publishWinner, {
        params,
        body: { ...prepared, tradeId: trades[0]!, acceptWarnings: true },
      })
      const evidence = await proof(world)
      return { orderId, input: { params, body: insteadOf(CONTENDERS[0], { tradeId: trades[1]!, evidence }) } }
    },
  }),
  abortive: step<typeof order.declareAbortive>({
    endpoint: order.declareAbortive,
    locked: 'change',
    reads: '项目取消，不再实施',
    async prepare() {
      const { orderId } = await publish(world)
      return { orderId, input: { params: { orderId }, body: { reason: '项目取消，不再实施' } } }
    },
  }),
  invitees: step<typeof addInvitees>({
    endpoint: addInvitees,
    locked: 'change',
    reads: COMPANIES.supplier3.name,
    async prepare() {
      const { orderId } = await publish(world)
      const body = { companyIds: [COMPANIES.supplier3.id], reason: '报名的供应商不足' }
      return { orderId, input: { params: { orderId }, body } }
    },
  }),
  signUpResult: step<typeof trade.decideTrade>({
    endpoint: trade.decideTrade,
    locked: null,
    reads: '营业执照.pdf',
    async prepare() {
      const { orderId } = await publish(world)
      const { tradeId } = await join(world, orderId, { supplier: world.suppliers[1]!, pass: false })
      return { orderId, subjectId: tradeId, input: { params: { tradeId }, body: { pass: true } } }
    },
  }),
}

describe.each(Object.entries(CASES))('%s', (name, { prepare, endpoint, locked, reads }) => {
  const node = name.split(',')[0]!
  test('is held, shown, locked, and done once by the last approval as it is without one', async () => {
    const { t, buyer } = world
    const direct = await prepare()
    done((await buyer.call(endpoint, direct.input)) as object)
    const expected = outline(await detail(direct.orderId))

    const { orderId, subjectId = orderId, input } = await prepare()
    const definitionId = await enable(admin, node, TWO)
    try {
      const before = outline(await detail(orderId))
      const left = await leftBehind(world, orderId)
      const answer = (await buyer.call(endpoint, input)) as { approval: { workflowId: string } }
      expect(Object.keys(answer)).toEqual(['approval'])
      const { workflowId } = answer.approval

      // Nothing of it happened; the tried step left no notice, timer or event behind.
      const held = await detail(orderId)
      expect({ ...outline(held), actions: [] }).toEqual({ ...before, actions: [] })
      expect(await leftBehind(world, orderId)).toEqual(left)

      // Shown to the owner and to the approver, who needs no right to the order's pages.
      expect((await approvalOf(node, subjectId)).pending).toMatchObject({
        workflowId,
        waitsFor: ['王宁'],
        mayCancel: true,
      })
      const task = await first.call(taskDetail, { params: { id: await taskFor(first, workflowId) } })
      expect(task.actions.map((a) => a.action)).toEqual(['pass', 'reject', 'transfer', 'addSigner'])
      expect(JSON.stringify(task.workflow.sections)).toContain(reads)
      expect(task.workflow).toMatchObject({ node, page: null, editor: null, initiatorName: '陈默' })
      const own = await buyer.call(workflowDetail, { params: { id: workflowId } })
      expect(own.page).toContain(orderId)

      // Locked: the same again, and every other action of the owner.
      const again = await buyer.refused(endpoint, input)
      expect(again).toMatchObject({ code: 10002, message: expect.stringContaining('审批中') })
      const pending = locked === null ? undefined : [node, workflowId]
      const lock = held.pendingApproval
      expect(lock ? [lock.node, lock.workflowId] : undefined).toEqual(pending)
      const isLocked = [locked ?? 'none', 'copy'].map(
        (action) => reasonOf(held.actions, action)?.includes('审批中') ?? false,
      )
      expect(isLocked).toEqual([locked !== null, false])

      // Not yet by the first of two.
      expect(await agree(first, workflowId)).toEqual({ status: 1, failure: null })
      expect({ ...outline(await detail(orderId)), actions: [] }).toEqual({ ...before, actions: [] })
      expect(await agree(second, workflowId)).toEqual({ status: 2, failure: null })
      expect(outline(await detail(orderId))).toEqual(expected)
      expect(await approvalOf(node, subjectId)).toMatchObject({ pending: null, refused: null, last: { status: 2 } })
      await t.settle()
      const timeline = await buyer.call(order.orderTimeline, { params: { orderId } })
      const acts = timeline.filter((e) => e.action.startsWith('workflow.')).map((e) => e.action)
      expect(acts.toSorted()).toEqual(['workflow.pass', 'workflow.pass', 'workflow.passed', 'workflow.start'])
      // Done in the initiator's name, and it is said who agreed.
      const { rows: effects } = await t.owner.query(
        `select body->>'userName' as by, body->'data'->'approval' as approval from audit_entry
         where body->>'entityId' = $1 and body->>'action' not like 'workflow.%' order by seq desc limit 1`,
        [orderId],
      )
      expect(effects).toEqual([{ by: '陈默', approval: { workflowId, approvers: ['王宁', '周双'] } }])
      // Once: nothing is left to agree to.
      await expect(agree(second, workflowId)).rejects.toThrow('no task')
    } finally {
      await disable(definitionId)
    }
  })
})

test.each([
  ['candidates', '原中标候选人'],
  ['winner', '原中标人'],
] as const)('an approved change of %s shows afterwards, too, what it replaced', async (node, title) => {
  const { buyer } = world
  const { endpoint, prepare } = CASES[`${node}, changed`]!
  const { input } = await prepare()
  const definitionId = await enable(admin, node, [approver('dept', ['buyer2'])])
  const { approval } = (await buyer.call(endpoint, input)) as { approval: { workflowId: string } }
  const shown = async () => {
    const { sections } = await buyer.call(workflowDetail, { params: { id: approval.workflowId } })
    const [old] = sections
    return [old?.title, old?.rows[0], old?.table?.rows.flat().includes(CONTENDERS[0])]
  }
  const held = await shown()
  expect(held).toEqual([title, { label: '资格取消', value: CONTENDERS[0] }, true])
  await agree(first, approval.workflowId)
  expect(await shown()).toEqual(held)
  await disable(definitionId)
})

describe('a refused step', () => {
  test('goes back with the reasons and what was written, is unlocked, and can be handed in anew', async () => {
    const { buyer } = world
    const { orderId, input } = await CASES.change!.prepare()
    const definitionId = await enable(admin, 'change', TWO)
    const start = async () =>
      ((await buyer.call(notice.publishChange, input as never)) as { approval: { workflowId: string } }).approval
    const { workflowId } = await start()
    await agree(first, workflowId)
    await refuse(second, workflowId, '日期有误，请核对')
    const { pending, refused } = await approvalOf('change', orderId)
    expect(pending).toBeNull()
    expect(refused).toMatchObject({
      workflowId,
      status: 3,
      reasons: [{ name: '周双', remark: '日期有误，请核对' }],
      payload: { title: '变更公告', content: text('开标顺延五日') },
    })
    const back = await buyer.call(workflowDetail, { params: { id: workflowId } })
    expect(back).toMatchObject({ status: 3, result: '周双驳回：日期有误，请核对' })
    expect(back.editor).toBe(`/purchaser/bidding/orders/${orderId}/changes/content/edit`)
    expect(await detail(orderId)).toMatchObject({ version: 1, pendingApproval: null })
    // The payload is a body that the call takes again.
    const again = (await buyer.call(notice.publishChange, {
      params: { orderId },
      body: refused!.payload as never,
    })) as { approval: { workflowId: string } }
    expect((await approvalOf('change', orderId)).refused).toBeNull()
    await buyer.call(cancelWorkflow, { params: { id: again.approval.workflowId }, body: { reason: '改后再提' } })
    expect((await approvalOf('change', orderId)).refused).toMatchObject({ status: 4 })
    // Unlocked: another step can be done directly.
    await buyer.call(notice.publishClarification, {
      params: { orderId },
      body: { title: '说明', answers: [], content: text('说明') },
    })
    await disable(definitionId)
  })

  test('what cannot be done is refused before any approval starts', async () => {
    const { t, buyer } = world
    const definitionId = await enable(admin, 'announcement', TWO)
    const { orderId } = await draft(world, { controlPrice: '99999999' })
    const direct = await buyer.refused(order.publishOrder, { params: { orderId }, body: {} })
    expect(direct).toMatchObject({ status: 400, code: 10001 })
    const { rows } = await t.owner.query('select 1 from workflow where subject_id = $1', [orderId])
    expect(rows).toEqual([])
    await disable(definitionId)
  })
})

describe('the world moves while an approval waits', () => {
  test('what was submitted cannot be changed behind the approvers: draft and lines', async () => {
    const { buyer } = world
    const { orderId, projectId, body } = await draft(world)
    const definitionId = await enable(admin, 'announcement', TWO)
    await buyer.call(order.publishOrder, { params: { orderId }, body: {} })
    const { projectId: _, method: __, ...fields } = body
    for (const refusal of [
      buyer.refused(order.updateOrder, { params: { orderId }, body: fields }),
      buyer.refused(order.deleteOrder, { params: { orderId } }),
      buyer.refused(project.replaceItems, { params: { projectId }, body: { items: [] } }),
    ])
      expect(await refusal).toMatchObject({ code: 10002, message: expect.stringContaining('审批中') })
    const { actions } = await buyer.call(project.projectDetail, { params: { projectId } })
    expect(reasonOf(actions, 'items')).toContain('审批中')
    await disable(definitionId)
  })

  test('a supplier withdraws: the decision on its sign-up can no longer be done, and everybody is told why', async () => {
    const { t, buyer, suppliers } = world
    const definitionId = await enable(admin, 'signUpResult', TWO)
    const { orderId } = await publish(world)
    const { tradeId } = await join(world, orderId, { supplier: suppliers[2]!, pass: false })
    const { approval } = await buyer.call(trade.decideTrade, { params: { tradeId }, body: { pass: true } })
    expect(await buyer.call(trade.tradeDetail, { params: { tradeId } })).toMatchObject({
      mayDecide: false,
      pendingApproval: approval,
    })
    // The order itself goes on: only this sign-up is held.
    expect(reasonOf((await detail(orderId)).actions, 'change')).toBeUndefined()
    await agree(first, approval!.workflowId)
    await suppliers[2]!.call(tender.withdrawSignUp, { params: { orderId } })
    const last = await agree(second, approval!.workflowId)
    expect(last).toMatchObject({ status: 3, failure: expect.stringContaining('状态') })
    expect(await buyer.call(trade.tradeDetail, { params: { tradeId } })).toMatchObject({
      status: 3,
      pendingApproval: null,
    })
    await t.settle()
    const { rows } = await t.owner.query<{ account: string }>(
      `select distinct u.account from message m join app_user u on u.id = m.user_id
       where m.kind = 'workflow.ended' and m.link like $1 order by 1`,
      [`%${approval!.workflowId}%`],
    )
    expect(rows.map((r) => r.account)).toEqual(['buyer2', 'multi', 'newbie'])
    await disable(definitionId)
  })

  test('what an earlier version stored and the call no longer takes is sent back in words, and stops nobody', async () => {
    const definitionId = await enable(admin, 'abortive', TWO)
    const { orderId } = await publish(world)
    const body = { reason: '有效报名不足三家' }
    const { approval } = await world.buyer.call(order.declareAbortive, { params: { orderId }, body })
    const { workflowId } = approval!
    await world.t.owner.query(`set session_replication_role = replica;
      update workflow set payload = '{"why": "不足三家"}' where id = '${workflowId}';
      set session_replication_role = origin`)
    expect(await first.call(workflowDetail, { params: { id: workflowId } })).toMatchObject({ sections: [] })
    await agree(first, workflowId)
    expect(await agree(second, workflowId)).toMatchObject({ status: 3, failure: expect.stringContaining('请重新提交') })
    expect(await detail(orderId)).toMatchObject({ state: 'publish.open', pendingApproval: null })
    await disable(definitionId)
  })

  test('the company and the file of a submission stay with the approval; strangers get neither', async () => {
    const { t, buyer } = world
    const definitionId = await enable(admin, 'announcement', TWO)
    const { orderId, documentId } = await draft(world)
    const { approval } = await buyer.call(order.publishOrder, { params: { orderId }, body: {} })
    const id = approval!.workflowId
    const file = await first.file(workflowFile, { params: { id, fileId: documentId } })
    expect(file).toMatchObject({ name: '招标文件.pdf', content: PDF })
    const agent = await t.login('agent', { workbench: 'agency' })
    expect((await agent.refused(workflowFile, { params: { id, fileId: documentId } })).status).toBe(404)
    expect(
      (await agent.refused(subjectApproval, { params: { type: 'bidding', node: 'announcement', subjectId: orderId } }))
        .status,
    ).toBe(404)
    await disable(definitionId)
  })

  test('the amount decides the way: from five million two must agree, below one', async () => {
    const { buyer } = world
    const nodes = [byAmount('5000000', [approver('both', ['buyer2', 'multi'], 2)], [approver('one', ['buyer2'])])]
    const definitionId = await enable(admin, 'announcement', nodes)
    const facts = { regime: 'tender' as const, budget: '9000000', region: '江州市', funds: '财政资金' }
    const body = { name: '大型设备采购', category: 'goods' as const, ...facts }
    for (const [estimatedPrice, least] of [
      ['5000000', 2],
      ['4999999.99', 1],
    ] as const) {
      const { projectId } = await buyer.call(project.createProject, { body })
      const { orderId } = await draft(world, { projectId, estimatedPrice, controlPrice: null })
      const { approval } = await buyer.call(order.publishOrder, { params: { orderId }, body: { acceptWarnings: true } })
      const statuses = [(await agree(first, approval!.workflowId)).status]
      if (least === 2) statuses.push((await agree(second, approval!.workflowId)).status)
      expect(statuses).toEqual(least === 2 ? [1, 2] : [2])
      expect((await detail(orderId)).state).toBe('publish.open')
    }
    await disable(definitionId)
  })

  // Last: it moves the clock of this file's system.
  test('a deadline that passes ends what can no longer be published, and frees the order for its opening', async () => {
    const { t, buyer } = world
    const { orderId, input } = await CASES.change!.prepare()
    const late = await draft(world)
    const definitions = [await enable(admin, 'change', TWO), await enable(admin, 'announcement', TWO)]
    const { approval } = await buyer.call(notice.publishChange, input as never)
    const announced = await buyer.call(order.publishOrder, { params: { orderId: late.orderId }, body: {} })
    const { schedule } = await detail(orderId)
    await t.advanceTo(schedule.bidEnd!)
    const ended = await buyer.call(workflowDetail, { params: { id: (approval as { workflowId: string }).workflowId } })
    expect(ended).toMatchObject({ status: 3, result: '投标已截止，未能在截止前完成审批' })
    expect(reasonOf((await detail(orderId)).actions, 'startOpening')).toBeUndefined()
    // The announcement's own dates are over: agreed by all, refused by the law, and free to be written anew.
    await agree(first, announced.approval!.workflowId)
    const last = await agree(second, announced.approval!.workflowId)
    expect(last.status).toBe(3)
    expect(last.failure).toMatch(/时间|早于|晚于/)
    expect(await detail(late.orderId)).toMatchObject({ state: 'publish.draft', pendingApproval: null })
    for (const id of definitions) await disable(id)
  })
})

async function disable(id: string): Promise<void> {
  await admin.call(setDefinitionStatus, { params: { id }, body: { status: 2 } })
}
