import type { Any, Task } from './access.ts'
import { nextOf, record } from './access.ts'

/** Event that every message of a task has left, or will not. */
export const SENT = 'sms-task.sent'

/** Ends a locked task that is being sent when nobody waits any more; also when the last who waited was left out meanwhile. */
export async function settleTask(ctx: Any, task: Task): Promise<void> {
  if (task.state !== 'sending') return
  const waiting = await ctx.one('sms_recipient', { taskId: task.id, state: ['waiting', 'queued'] }, { columns: ['id'] })
  if (waiting) return
  const state = await nextOf(ctx, task, { action: 'finish', who: 'process' })
  await ctx.update('sms_task', { id: task.id }, { state, endedAt: ctx.clock.now() })
  record(ctx, task, { action: 'finish', summary: '短信任务发送完成' })
  ctx.emit({ kind: SENT, payload: { taskId: task.id } })
}
