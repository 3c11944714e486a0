import { formatTime } from '#contract/time.ts'
import { signersOf } from '#features/e-sign/server/public.ts'
import { inboxOf, notify } from '#features/messages/server/public.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import { taskPlace } from '../rules/places.ts'
import { TASK_STATES } from '../rules/status.ts'
import { nextOf, signersIn, type Task } from './access.ts'
import { ASKED_EVENT, ENDED_EVENT } from './send.ts'
import { COMPLETED_EVENT } from './sign.ts'

const KIND = {
  group: '电子签章',
  workbenches: ['purchaser', 'agency', 'supplier'],
  channels: URGENT,
} as const

export const messageKinds: readonly MessageKind[] = [
  { ...KIND, kind: 'sign-task.asked', label: '文件待签署' },
  { ...KIND, kind: 'sign-task.ended', label: '签署完成、拒签、退回与过期' },
]

export const messages: readonly Subscriber[] = [
  {
    name: 'sign-tasks: tell whose turn it is',
    kind: ASKED_EVENT,
    async handle(ctx, { id, payload }) {
      const task = await taskOf(ctx, payload.taskId)
      const next = nextOf({ task, signers: await signersIn(ctx, task.id) })
      for (const companyId of new Set(next.map((one) => one.companyId))) {
        const named = next.filter((one) => one.companyId === companyId).map(({ userId }) => userId)
        const people = named.includes(null) ? (await signersOf(ctx, companyId)).map(({ userId }) => userId) : named
        await tell(ctx, {
          task,
          companyId,
          userIds: people.filter((userId) => userId !== null),
          kind: 'sign-task.asked',
          eventId: id,
          title: '文件待签署',
          content: `${task.companyName}请贵方签署“${task.title}”（${task.code}），请于 ${formatTime(task.deadline)} 前完成。`,
        })
      }
    },
  },
  ...[COMPLETED_EVENT, ENDED_EVENT].map((kind): Subscriber => ({
    name: `sign-tasks: tell how it ended (${kind})`,
    kind,
    async handle(ctx, { id, payload }) {
      const task = await taskOf(ctx, payload.taskId)
      const signers = await signersIn(ctx, task.id)
      const state = TASK_STATES[task.state]
      const content = `“${task.title}”（${task.code}）${state}${task.reason ? `：${task.reason}` : ''}。`
      const told = { task, kind: 'sign-task.ended', eventId: id, title: `签署任务${state}`, content }
      await tell(ctx, { ...told, companyId: task.companyId, userIds: [task.userId] })
      // Who has signed already, learns what became of it.
      for (const { companyId, userId, state: own } of signers)
        if (own === 'signed' && userId && userId !== task.userId)
          await tell(ctx, { ...told, companyId, userIds: [userId] })
    },
  })),
]

interface Told {
  task: Task
  companyId: string
  userIds: readonly string[]
  kind: string
  eventId: number | null
  title: string
  content: string
}

async function tell(ctx: Context<null>, { task, companyId, userIds, ...notice }: Told): Promise<void> {
  const identity = await inboxOf(ctx, companyId)
  const right = identity === 'supplier' ? 'signatureTask' : 'onlineSignature'
  // Where nobody may sign yet, the administrators see to it.
  const to = userIds.length > 0 ? { userIds } : { companyId, right }
  await notify(ctx, { ...notice, to, identity, link: taskPlace(task.id) })
}

async function taskOf(ctx: Context<null>, id: unknown): Promise<Task> {
  return (await ctx.expectOne('sign_task', { id: String(id) })) as Task
}
