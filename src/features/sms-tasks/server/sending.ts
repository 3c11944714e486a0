import { AppError } from '#contract/errors.ts'
import { afterQuiet } from '#features/messages/rules.ts'
import { retryText, sendFollowed, TEXT_TOLD, type TextTold, withdrawTexts } from '#features/messages/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { nextState, type RecipientState, type TaskWho } from '../rules/task.ts'
import { type Any, type Ctx, demanded, nextOf, ORIGIN, quietOf, type Recipient, record, type Task } from './access.ts'
import { dailyFull } from './frequency.ts'
import { lockOptouts, optedOut, SKIPPED } from './optouts.ts'
import { demandUnrevoked, REVOKED, revocationOf } from './revocations.ts'
import { settleTask } from './settle.ts'
import { SWEEP, takeBack } from './take-back.ts'

/** Event that a task's time has come. */
const BEGIN = 'sms-task.begin'
/** Event that recipients of a task wait for their message. */
const BATCH = 'sms-task.batch'
/** Event that a task was stopped by somebody other than its keeper. */
export const HALTED = 'sms-task.halted'
/** Recipients whose messages are handed on in one transaction. */
const AT_ONCE = 100

const STOPPED = { state: 'stopped', reason: '任务已停止' } as const

const timerOf = (taskId: string) => `sms-task:${taskId}`

/** Begins a locked task that was handed in, or sets the time when it does: never within the quiet hours. */
export async function begin(ctx: Any, task: Task): Promise<void> {
  const now = ctx.clock.now()
  const due = afterQuiet(Math.max(now.getTime(), task.sendAt?.getTime() ?? 0), task)
  if (due > now.getTime())
    return ctx.schedule(timerOf(task.id), new Date(due), { kind: BEGIN, payload: { taskId: task.id } })
  const state = await nextOf(ctx, task, { action: 'begin', who: 'process' })
  await ctx.update('sms_task', { id: task.id }, { state, startedAt: now })
  record(ctx, task, { action: 'begin', summary: '短信任务开始发送' })
  handOn(ctx, task.id)
}

function handOn(ctx: Any, taskId: string): void {
  ctx.emit({ kind: BATCH, payload: { taskId } })
}

/** Sends nothing more. What a carrier has, or is being handed, goes on. */
export async function stop(ctx: Ctx, taskId: string, reason: string): Promise<void> {
  const { row } = await demanded(ctx, taskId, 'stop')
  await halt(ctx, row, { who: 'keeper', byName: ctx.actor.name, reason })
}

/** Stops a locked task. */
async function halt(ctx: Any, row: Task, { who, byName, reason }: { who: TaskWho; byName: string; reason: string }) {
  const taskId = row.id
  const state = await nextOf(ctx, row, { action: 'stop', who })
  await ctx.schedule(timerOf(taskId), null, { kind: BEGIN, payload: { taskId } })
  const rows = await ctx.many(
    'sms_recipient',
    { taskId, state: ['waiting', 'queued'] },
    { columns: ['id', 'state', 'textId'] },
  )
  const count = await takeBack(ctx, row, { rows, ...STOPPED })
  const ended = { state, endedAt: ctx.clock.now(), stoppedByName: byName, stopReason: reason }
  await ctx.update('sms_task', { id: taskId }, ended)
  record(ctx, row, { action: 'stop', summary: `停止短信任务（${count} 人未发送，${reason}）`, data: { count, reason } })
}

/** What failed waits once more; nobody who may have got it does. */
export async function retry(ctx: Ctx, taskId: string): Promise<void> {
  const { row, to } = await demanded(ctx, taskId, 'retry')
  await demandUnrevoked(ctx, row)
  const again = { state: 'waiting', reason: '', doneAt: null }
  const count = await ctx.update('sms_recipient', { taskId, state: 'failed', tries: 1 }, again)
  if (count === 0) throw new AppError('wrongState', '没有可重发的短信')
  await ctx.update('sms_task', { id: taskId }, { state: to, endedAt: null })
  record(ctx, row, { action: 'retry', summary: `重发失败的短信（${count} 人）`, data: { count } })
  handOn(ctx, taskId)
}

/** Messages leave beside requests: each step is one transaction, so a process that dies takes nothing along and doubles nothing. */
export const sending: readonly Subscriber[] = [
  {
    name: 'sms-tasks: begin a task',
    kind: BEGIN,
    async handle(ctx, { payload }) {
      const task = await ctx.one('sms_task', { id: String(payload.taskId) }, { lock: 'update' })
      if (task?.state === 'scheduled') await begin(ctx, task)
    },
  },
  {
    name: 'sms-tasks: hand messages on',
    kind: BATCH,
    isSlow: true,
    async handle(ctx, { payload }) {
      const { ownerCompanyId } = await ctx.expectOne('sms_task', { id: String(payload.taskId) })
      await lockOptouts(ctx, ownerCompanyId)
      const task = await ctx.expectOne('sms_task', { id: String(payload.taskId) }, { lock: 'update' })
      // Taken back meanwhile, it is about to be stopped.
      if (task.state !== 'sending' || (await revocationOf(ctx, task)) !== null) return
      if (await rests(ctx, task)) return
      const at = { taskId: task.id, state: 'waiting' }
      const rows = await ctx.many('sms_recipient', at, { orderBy: ['id'], limit: AT_ONCE })
      await send(ctx, task, rows)
      if (rows.length === AT_ONCE) handOn(ctx, task.id)
      else await settleTask(ctx, task)
    },
  },
  {
    name: 'sms-tasks: stop what is sent with a version that the platform took back',
    kind: REVOKED,
    async handle(ctx, { payload }) {
      const version = { templateId: String(payload.templateId), templateVersion: Number(payload.version) }
      const at = { ...version, state: ['scheduled', 'sending'] }
      const reason = `模板第 ${version.templateVersion} 版已撤销：${await revocationOf(ctx, version)}`
      for (const task of await ctx.many('sms_task', at, { orderBy: ['id'], lock: 'update' })) {
        await halt(ctx, task, { who: 'process', byName: '平台', reason })
        ctx.emit({ kind: HALTED, payload: { taskId: task.id } })
      }
    },
  },
  {
    name: 'sms-tasks: take back what was in hand',
    kind: SWEEP,
    async handle(ctx, { payload }) {
      const id = String(payload.taskId)
      await lockOptouts(ctx, (await ctx.expectOne('sms_task', { id })).ownerCompanyId)
      const task = await ctx.expectOne('sms_task', { id }, { lock: 'update' })
      const queued = await ctx.many('sms_recipient', { taskId: id, state: 'queued' })
      if (task.state === 'stopped') return void (await takeBack(ctx, task, { rows: queued, ...STOPPED }))
      const open = queued.map((row) => ({ ...row, mobile: mobileOf(ctx, row) }))
      const off = await optedOut(ctx, task.ownerCompanyId, open)
      await takeBack(ctx, task, { rows: open.filter(off), ...SKIPPED })
      await settleTask(ctx, task)
    },
  },
  {
    name: 'sms-tasks: note what became of a message',
    kind: TEXT_TOLD,
    async handle(ctx, { payload }) {
      const told = payload as unknown as TextTold
      if (told.origin === ORIGIN) await take(ctx, told)
    },
  },
]

/** Whether a task that runs into its quiet hours waits for their end. */
async function rests(ctx: Any, task: Task): Promise<boolean> {
  const now = ctx.clock.now().getTime()
  const due = afterQuiet(now, task)
  if (due > now) await ctx.schedule(timerOf(task.id), new Date(due), { kind: BATCH, payload: { taskId: task.id } })
  return due > now
}

async function send(ctx: Any, task: Task, rows: readonly Recipient[]): Promise<void> {
  const now = ctx.clock.now()
  const open = rows.map((row) => ({ ...row, mobile: mobileOf(ctx, row) }))
  const off = await optedOut(ctx, task.ownerCompanyId, open)
  const full = await dailyFull(ctx, task.ownerCompanyId, open)
  const why = (one: (typeof open)[number]) => (off(one) ? SKIPPED.reason : full(one))
  for (const [reason, gone] of Map.groupBy(open, why))
    if (reason !== '')
      await ctx.update('sms_recipient', { id: gone.map(({ id }) => id) }, { state: 'skipped', reason, doneAt: now })
  const fresh = []
  for (const row of open.filter((one) => why(one) === '')) {
    // What no carrier took keeps its id: whoever took it all the same knows it.
    if (row.textId !== null && (await retryText(ctx, row.textId)))
      await ctx.update('sms_recipient', { id: row.id }, { state: 'queued', tries: row.tries + 1 })
    else fresh.push(row)
  }
  const ids = await sendFollowed(ctx, fresh, { origin: ORIGIN, quiet: quietOf(task) })
  for (const [i, { id, tries, textId }] of fresh.entries())
    await ctx.update(
      'sms_recipient',
      { id },
      { state: 'queued', tries: tries + 1, textId: ids[i]!, formerTextId: textId },
    )
}

function mobileOf(ctx: Any, { id, mobile }: Pick<Recipient, 'id' | 'mobile'>): string {
  return ctx.cipher.open('sms_recipient.mobile', id, mobile)
}

async function take(ctx: Any, { id, told, reason }: TextTold): Promise<void> {
  const found = await ofText(ctx, id)
  if (!found) return
  const task = await ctx.expectOne('sms_task', { id: found.taskId }, { lock: 'update' })
  const row = await ctx.expectOne('sms_recipient', { id: found.id })
  const isFormer = row.textId !== id
  const state = nextState(row.state as RecipientState, told, isFormer)
  if (state === null) return
  // Arrived after all, while it waits to be sent once more: what no carrier has yet is taken back; else both go.
  if (isFormer && row.state === 'queued' && (await withdrawTexts(ctx, [row.textId!])).length === 0) return
  const now = ctx.clock.now()
  // Whatever is told of a message but that nobody took it says that a carrier has it, and counts it.
  const isTaken = !isFormer && row.state === 'queued' && told !== 'failed'
  const taken = row.taken + (isTaken ? 1 : 0)
  const changed = {
    state,
    reason: reasonOf(state, told, reason),
    taken: state === 'delivered' ? Math.max(taken, 1) : taken,
    ...(isTaken || row.handedAt === null ? { handedAt: told === 'failed' ? null : now } : {}),
    ...(state === 'handed' ? {} : { doneAt: now }),
  }
  await ctx.update('sms_recipient', { id: row.id }, changed)
  await settleTask(ctx, task)
}

async function ofText(ctx: Any, id: string) {
  const columns = ['id', 'taskId'] as const
  return (
    (await ctx.one('sms_recipient', { textId: id }, { columns })) ??
    (await ctx.one('sms_recipient', { formerTextId: id }, { columns }))
  )
}

function reasonOf(state: RecipientState, told: TextTold['told'], reason: string): string {
  if (told === 'kept') return '演示环境，短信保留在演示发件箱'
  if (state !== 'failed') return ''
  return told === 'undelivered' ? `未送达${reason ? `：${reason}` : ''}` : '短信通道未接收，已多次尝试'
}
