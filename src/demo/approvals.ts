import { newId } from '#contract/id.ts'
import { publishOrder } from '#features/procurement/contract/order.ts'
import { cancelWorkflow, reviewTask } from '#features/workflow/contract/acts.ts'
import { todoPage } from '#features/workflow/contract/lists.ts'
import type { ApproverNode, CopyNode, Flow } from '#features/workflow/rules/definition.ts'
import { inContext } from '#server/context.ts'
import { settle } from '#server/events.ts'
import type { System } from '#server/system.ts'
import { Cast } from './cast.ts'
import { COMPANIES } from './companies.ts'
import { type Account, PEOPLE } from './people.ts'
import * as buyer from './play/buyer.ts'
import { pdfOf } from './play/documents.ts'
import { enforceFlow } from './play/flows.ts'
import { courseOf } from './play/office-hours.ts'
import type { TenderPlan } from './play/plan.ts'
import { together } from './play/together.ts'

/*
 * Approvals of the other tenant's purchaser: from five million yuan the head of procurement and finance both sign the
 * announcement, below it the head alone and finance gets a copy. One is running, one passed, one rejected, one revoked.
 */

const CHIEF = PEOPLE['bj-chief'].jobs[0]!.employeeId
const FINANCE = PEOPLE['bj-finance'].jobs[0]!.employeeId

const SIGNED: ApproverNode = {
  kind: 'approver',
  id: 'sign',
  name: '采购与财务会签',
  mode: 2,
  approvers: { by: 'person', employeeIds: [CHIEF, FINANCE] },
}
const HEAD: ApproverNode = {
  kind: 'approver',
  id: 'head',
  name: '部门负责人审批',
  mode: 1,
  approvers: { by: 'head', level: 1 },
}
const COPY: CopyNode = {
  kind: 'copy',
  id: 'copy',
  name: '抄送财务',
  approvers: { by: 'person', employeeIds: [FINANCE] },
}
const FLOW: Flow = {
  nodes: [
    { kind: 'start', id: 'start', name: '经办人提交' },
    {
      kind: 'condition',
      id: 'by-amount',
      name: '按采购预算',
      branches: [
        {
          id: 'large',
          name: '500 万元及以上',
          when: [{ fact: 'amount', op: 'gte', value: '5000000' }],
          nodes: [SIGNED],
        },
        { id: 'small', name: '其他情况', when: null, nodes: [HEAD, COPY] },
      ],
    },
  ],
  options: { ifInitiator: 'head', skipRepeated: false },
}

type End = 'running' | 'passed' | 'rejected' | 'revoked'
const ORDERS: readonly { title: string; amount: string; end: End }[] = [
  { title: '北江新区综合管廊智能照明设备采购', amount: '6800000', end: 'running' },
  { title: '滨江公园健身设施采购', amount: '1260000', end: 'passed' },
  { title: '城市道路除雪车辆采购', amount: '5900000', end: 'rejected' },
  { title: '市政泵站备用电机采购', amount: '880000', end: 'revoked' },
]

/** Plays the approvals, through the calls that people use. */
export async function playApprovals(system: System, base: string): Promise<void> {
  const { kernel } = system
  const cast = new Cast(base)
  await makeDepartment(system)
  const admin = await cast.as('bj-buyer')
  for (const [node, name] of [
    ['announcement', '招标公告发布审批'],
    ['candidates', '中标候选人公示审批'],
  ] as const) {
    await enforceFlow(admin, name, { type: 'bidding', node, flow: FLOW })
  }
  const now = kernel.clock.now()
  const document = {
    name: '招标文件.pdf',
    content: await pdfOf({ title: '招标文件', org: COMPANIES.bjPurchaser.name, parts: [] }, now),
  }
  for (const account of ['bj-handler', 'bj-chief', 'bj-finance'] as const) await cast.as(account)
  await together(ORDERS, (order) => play(cast, { ...order, now, document }))
  await settle(kernel, 60_000)
}

async function play(
  cast: Cast,
  given: { title: string; amount: string; end: End; now: Date; document: { name: string; content: Buffer } },
): Promise<void> {
  const { end, now, document } = given
  const handler = await cast.as('bj-handler')
  const plan = planOf(given)
  const projectId = await buyer.createProject(handler, plan)
  const orderId = await buyer.draftOrder(handler, projectId, {
    plan,
    schedule: courseOf(now.getTime(), -1).schedule,
    now,
    document,
  })
  const { approval } = await handler.call(publishOrder, { params: { orderId }, body: { acceptWarnings: true } })
  const workflowId = approval!.workflowId
  switch (end) {
    case 'running':
      return review(cast, { account: 'bj-chief', workflowId, remark: '需求与预算已核对，同意发布。' })
    case 'passed':
      return review(cast, { account: 'bj-chief', workflowId, remark: '同意。' })
    case 'rejected':
      return review(cast, {
        account: 'bj-finance',
        workflowId,
        action: 2,
        remark: '预算指标尚未下达，请补充资金落实文件后重新提交。',
      })
    case 'revoked':
      await handler.call(cancelWorkflow, { params: { id: workflowId }, body: { reason: '技术参数需调整' } })
  }
}

async function review(
  cast: Cast,
  given: { account: Account; workflowId: string; action?: 1 | 2; remark: string },
): Promise<void> {
  const client = await cast.as(given.account)
  const { rows } = await client.call(todoPage, { query: { pageSize: 100 } })
  const id = rows.find((row) => row.workflowId === given.workflowId)!.taskId
  await client.call(reviewTask, { params: { id }, body: { action: given.action ?? 1, remark: given.remark } })
}

function planOf({ title, amount }: { title: string; amount: string }): TenderPlan {
  return {
    projectName: `${title}项目`,
    title,
    category: 'goods',
    region: '北江市',
    funds: '财政资金',
    budget: amount,
    estimatedPrice: amount,
    controlPrice: amount,
    bond: '10000',
    suite: 'intl',
    description: `${title}，含运输、安装与调试。`,
    items: [{ name: title, spec: '详见招标文件', unit: '批', quantity: '1', controlPrice: amount }],
  }
}

/** Where the handler works, and who heads it. */
async function makeDepartment(system: System): Promise<void> {
  await inContext(system.kernel, { tenantId: 3, actor: null }, async ({ tx, clock }) => {
    const id = newId(clock.now().getTime())
    await tx
      .insertInto('department')
      .values({ tenantId: 3, id, companyId: COMPANIES.bjPurchaser.id, name: '招标采购部', headEmployeeId: CHIEF })
      .execute()
    await tx
      .updateTable('employee')
      .set({ departmentId: id })
      .where('tenantId', '=', 3)
      .where('id', 'in', [CHIEF, PEOPLE['bj-handler'].jobs[0]!.employeeId])
      .execute()
  })
}
