import type { Workbench } from '#contract/workbench.ts'
import { notify } from '#features/messages/server/public.ts'
import type { Context } from '#server/context.ts'
import type { DeliveredEvent, Subscriber } from '#server/events.ts'
import { workflowAddress } from '../rules/addresses.ts'
import { TaskStatus, WorkflowStatus } from '../rules/enums.ts'
import { labelled, type Setup } from './business.ts'
import { accountsOf, namesOf } from './employees.ts'
import { type Loaded, load, type TaskRow } from './store.ts'

const W = WorkflowStatus.values
const T = TaskStatus.values

interface Subject {
  ctx: Context<null>
  event: DeliveredEvent
  loaded: Loaded
  /** `“中标候选人公示”审批（医用设备采购）` */
  what: string
}

/** Who is told what. Each message is made once, however often its event is delivered. */
export function messageSubscribers(setup: Setup): Subscriber[] {
  const on = (kind: string, tell: (subject: Subject) => Promise<void>): Subscriber => ({
    name: `workflow.${kind}`,
    kind,
    async handle(ctx, event) {
      const loaded = await load(ctx, String(event.payload.workflowId))
      const { business: type, node, facts } = loaded.row
      const { nodeLabel } = labelled(setup, { type, node, facts })
      await tell({ ctx, event, loaded, what: `“${nodeLabel}”审批（${loaded.row.title}）` })
    },
  })
  return [
    on('workflow.arrived', async (subject) => {
      const { row } = subject.loaded
      for (const task of tasksOf(subject).filter((t) => t.status === T.open))
        await tellTask(subject, task, {
          title: `待审批：${row.title}`,
          content: `${row.initiatorName}提交的${subject.what}需要您审批。`,
        })
    }),
    on('workflow.copied', async (subject) => {
      for (const task of tasksOf(subject))
        await tellTask(subject, task, {
          title: `抄送：${subject.loaded.row.title}`,
          content: `${subject.loaded.row.initiatorName}提交的${subject.what}抄送给您。`,
        })
    }),
    on('workflow.reminded', async (subject) => {
      const { row } = subject.loaded
      for (const task of tasksOf(subject).filter((t) => t.status === T.open))
        await tellTask(subject, task, {
          title: `催办：${row.title}`,
          content: `${row.initiatorName}提交的${subject.what}等待您审批，请尽快处理。`,
        })
    }),
    on('workflow.ended', tellEnd),
    {
      name: 'workflow.workflow.delegated',
      kind: 'workflow.delegated',
      handle: tellDelegate,
    },
  ]
}

async function tellEnd(subject: Subject): Promise<void> {
  const { event, loaded, what } = subject
  const { row, rows } = loaded
  const toInitiator = { workflowId: row.id, taskId: null, identity: 'initatPerson' } as const
  const tellInitiator = async (title: string, content: string) =>
    tell(subject, {
      employeeIds: [row.initiatorId],
      link: workflowAddress(toInitiator),
      text: { title: `${title}：${row.title}`, content },
    })
  switch (row.status) {
    case W.passed:
      return tellInitiator('审批通过', `您提交的${what}已通过。`)
    case W.revoked: {
      // Those who had it before them, so that nobody looks for it.
      const dropped = new Set(event.payload.dropped as string[])
      for (const task of rows.filter((t) => dropped.has(t.id)))
        await tellTask(subject, task, { title: `审批撤回：${row.title}`, content: `${what}已撤回，无需处理。` })
      return
    }
    case W.rejected: {
      await tellInitiator('审批驳回', `您提交的${what}被驳回。${row.result}。请修改后重新提交。`)
      if (event.payload.failed !== true) return
      // Everybody agreed and still it was not done: those who agreed must know.
      for (const task of rows.filter((t) => t.status === T.passed))
        await tellTask(subject, task, {
          title: `审批未能执行：${row.title}`,
          content: `${what}审批通过后未能执行，已退回发起人。${row.result}。`,
        })
    }
  }
}

async function tellDelegate(ctx: Context<null>, event: DeliveredEvent): Promise<void> {
  const row = await ctx.one('workflow_delegation', { id: String(event.payload.delegationId) })
  if (!row) return
  const names = await namesOf(ctx, [row.employeeId])
  const delegate = await ctx.expectOne('employee', { id: row.delegateId }, { columns: ['userId'] })
  await notify(ctx, {
    to: { userIds: [delegate.userId] },
    identity: event.payload.identity as Workbench,
    kind: 'workflow.delegated',
    title: '审批委托',
    content: `${names.get(row.employeeId)}委托您在其不在期间代为审批，届时其待办将出现在您的待办事项中。`,
    link: '/to-do-list/audit/list',
    eventId: event.id,
  })
}

function tasksOf({ event, loaded }: Subject): TaskRow[] {
  const ids = event.payload.taskIds as string[]
  return loaded.rows.filter((t) => ids.includes(t.id))
}

/** Tells whose task it is, and whoever acts for them now. */
function tellTask(subject: Subject, task: TaskRow, text: { title: string; content: string }): Promise<void> {
  const { row } = subject.loaded
  const identity = task.isCopy ? 'copyPerson' : 'auditPerson'
  const link = workflowAddress({ workflowId: row.id, taskId: task.id, identity })
  return tell(subject, { employeeIds: [task.employeeId], link, text })
}

async function tell(
  { ctx, event, loaded }: Subject,
  to: { employeeIds: string[]; link: string; text: { title: string; content: string } },
): Promise<void> {
  const { workbench } = loaded.row
  await notify(ctx, {
    to: { userIds: await accountsOf(ctx, to.employeeIds) },
    identity: workbench as Workbench,
    kind: event.kind,
    ...to.text,
    link: to.link,
    eventId: event.id,
  })
}
