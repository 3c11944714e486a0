import { AppError } from '#contract/errors.ts'
import { SIGNER_REVOKED_EVENT, type SignerRevoked, signerOf } from '#features/e-sign/server/public.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { implement, type Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import {
  type Any,
  demand,
  ownTask,
  record,
  type Signer,
  signersIn,
  SIGNS,
  type Task,
  tellPages,
  turnOf,
} from './access.ts'
import { DUE_EVENT, end, UNLOCK_EVENT, UNLOCKED } from './send.ts'

/** What ends a task, or a signature that was begun, without a signature. */
export const endRoutes: readonly Route[] = [
  implement(contract.unlockSignTask, SIGNS, async (ctx, { params }) => {
    const whole = await ownTask(ctx, params.id, 'update')
    demand(ctx, whole, 'unlock')
    await unlock(ctx, whole.task)
    tellPages(ctx, whole)
  }),

  implement(contract.sendBackSignTask, SIGNS, async (ctx, { params, body: { reason } }) => {
    const whole = await ownTask(ctx, params.id, 'update')
    const to = demand(ctx, whole, 'back')
    await end(ctx, whole.task, { to, reason })
    record(ctx, whole.task, { action: 'back', summary: `${ctx.actor.companyName}退回：${reason}` })
    tellPages(ctx, whole)
  }),

  implement(contract.refuseSignTask, SIGNS, async (ctx, { params, body: { reason } }) => {
    const whole = await ownTask(ctx, params.id, 'update')
    const to = demand(ctx, whole, 'refuse')
    const signer = turnOf(ctx.actor, whole)
    if (!signer) throw new AppError('wrongState')
    await end(ctx, whole.task, { to, reason })
    await ctx.update(
      'sign_task_signer',
      { id: signer.id },
      { state: 'refused', endedAt: ctx.clock.now(), userId: ctx.actor.userId, userName: ctx.actor.name },
    )
    record(ctx, whole.task, { action: 'refuse', summary: `${ctx.actor.companyName}拒签：${reason}` })
    tellPages(ctx, whole)
  }),

  implement(contract.withdrawSignTask, SIGNS, async (ctx, { params, body: { reason } }) => {
    const whole = await ownTask(ctx, params.id, 'update')
    const to = demand(ctx, whole, 'withdraw')
    await end(ctx, whole.task, { to, reason })
    record(ctx, whole.task, { action: 'withdraw', summary: '撤回签署任务' })
    tellPages(ctx, whole)
  }),
]

export const endSubscribers: readonly Subscriber[] = [
  {
    name: 'sign-tasks: end what was not signed in time',
    kind: DUE_EVENT,
    async handle(ctx, { payload }) {
      const task = await locked(ctx, String(payload.taskId))
      if (task?.state !== 'signing') return
      await end(ctx, task, { to: 'expired', reason: '签署期限内未全部签署' })
      record(ctx, task, { action: 'expire', summary: '签署任务过期' })
      tellPages(ctx, { task, signers: await signersIn(ctx, task.id) })
    },
  },
  {
    name: 'sign-tasks: free what was begun and not signed',
    kind: UNLOCK_EVENT,
    async handle(ctx, { payload }) {
      const task = await locked(ctx, String(payload.taskId))
      if (!task) return
      const signers = await signersIn(ctx, task.id)
      if (!signers.some(({ pending }) => pending?.actId === payload.actId)) return
      await unlock(ctx, task)
      tellPages(ctx, { task, signers })
    },
  },
  {
    name: 'sign-tasks: give tasks of whoever may not sign any more to somebody else',
    kind: SIGNER_REVOKED_EVENT,
    async handle(ctx, { payload }) {
      const { companyId, userId, to } = payload as unknown as SignerRevoked
      for (const taskId of await openTasksOf(ctx, { companyId, userId }))
        await reassign(ctx, taskId, { companyId, userId, to })
    },
  },
]

async function reassign(ctx: Context<null>, taskId: string, { companyId, userId, to }: SignerRevoked): Promise<void> {
  const task = await locked(ctx, taskId)
  if (task?.state !== 'signing') return
  const signers = await signersIn(ctx, taskId)
  // Meanwhile this person may have been opened anew.
  if (await signerOf(ctx, { companyId, userId })) return
  if (signers.some((one) => one.lockedBy === userId && one.companyId === companyId)) await unlock(ctx, task)
  const name = to ? await nameOf(ctx, companyId, to) : ''
  const isOwn = (one: Signer) => one.companyId === companyId && one.userId === userId && one.endedAt === null
  for (const { id, userName } of signers.filter(isOwn)) {
    // Without an administrator, whoever may sign for the company does.
    await ctx.update('sign_task_signer', { id }, { userId: to, userName: name })
    record(ctx, task, { action: 'reassign', summary: `${userName}不能再签署，改由${name || '本企业签署人'}签署` })
  }
  tellPages(ctx, { task, signers })
}

async function openTasksOf(ctx: Context<null>, { companyId, userId }: Pick<SignerRevoked, 'companyId' | 'userId'>) {
  const rows = await ctx.tx
    .selectFrom('sign_task_signer as s')
    .innerJoin('sign_task as t', (j) => j.onRef('t.tenantId', '=', 's.tenantId').onRef('t.id', '=', 's.taskId'))
    .select('t.id')
    .distinct()
    .where('s.tenantId', '=', ctx.tenantId)
    .where('s.companyId', '=', companyId)
    .where((e) => e.or([e('s.userId', '=', userId), e('s.lockedBy', '=', userId)]))
    .where('t.state', '=', 'signing')
    .orderBy('t.id')
    .execute()
  return rows.map(({ id }) => id)
}

async function nameOf(ctx: Context<null>, companyId: string, userId: string): Promise<string> {
  const row = await ctx.one('employee', { companyId, userId }, { columns: ['name'] })
  return row?.name ?? ''
}

async function unlock(ctx: Any, task: Task): Promise<void> {
  await ctx.update('sign_task_signer', { taskId: task.id, state: 'locked' }, UNLOCKED)
  await ctx.schedule(`${UNLOCK_EVENT}:${task.id}`, null, { kind: UNLOCK_EVENT, payload: {} })
}

async function locked(ctx: Context<null>, id: string): Promise<Task | undefined> {
  return (await ctx.one('sign_task', { id }, { lock: 'update' })) as Task | undefined
}
