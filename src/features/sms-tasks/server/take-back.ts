import { withdrawTexts } from '#features/messages/server/public.ts'
import type { Any, Recipient, Task } from './access.ts'

/** Event that messages were in a carrier's hands when they were to be taken back: what it refused meanwhile is taken back now. */
export const SWEEP = 'sms-task.sweep'
/** Longer than a carrier may take over one message, shorter than the wait before it is tried again (ms). */
const IN_HAND_MS = 30_000

/**
 * Takes recipients of a locked task back who wait, or whose message no carrier has. What a carrier is being handed this moment may
 * arrive, so it is left alone; should it be refused, the sweep finds it before it is tried again. Returns how many were taken back.
 */
export async function takeBack(
  ctx: Any,
  { id: taskId }: Pick<Task, 'id'>,
  { rows, ...change }: { rows: readonly Pick<Recipient, 'id' | 'state' | 'textId'>[]; state: string; reason: string },
): Promise<number> {
  const queued = rows.filter(({ state }) => state === 'queued')
  const back = new Set(
    await withdrawTexts(
      ctx,
      queued.map(({ textId }) => textId!),
    ),
  )
  const now = ctx.clock.now()
  const free = rows.filter(({ state, textId }) => state === 'waiting' || back.has(textId!)).map(({ id }) => id)
  if (free.length > 0) await ctx.update('sms_recipient', { id: free }, { ...change, doneAt: now })
  if (back.size < queued.length)
    await ctx.schedule(`sms-sweep:${taskId}`, new Date(now.getTime() + IN_HAND_MS), {
      kind: SWEEP,
      payload: { taskId },
    })
  return free.length
}
