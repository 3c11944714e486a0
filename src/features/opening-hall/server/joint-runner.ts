import { sql } from 'kysely'
import { inContext, type Kernel } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { openNext } from './joint-open.ts'

/** Bids of an opening wait to be opened. */
export const JOINT_WORK = 'opening.jointWork'
const POLL_MS = 2000

/**
 * Opens what enough officers have answered for, batch by batch, in transactions of its own: beside requests, and on after
 * a crash by whichever process looks next. Any number of processes run one.
 */
export function startJointRunner(kernel: Kernel): () => Promise<void> {
  const stopping = new AbortController()
  let woken: (() => void) | undefined
  const wake = () => woken?.()
  wakers.add(wake)
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      const worked = await round(kernel, stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) kernel.log.error({ err: error }, 'joint opening')
        return false
      })
      if (worked || stopping.signal.aborted) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_MS)
        woken = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      woken = undefined
    }
  })()
  return async () => {
    wakers.delete(wake)
    stopping.abort()
    wake()
    await loop
  }
}

const wakers = new Set<() => void>()

export const wakeOnJointWork: Subscriber = {
  name: 'opening-hall.joint-wake',
  kind: JOINT_WORK,
  handle: async () => {
    for (const wake of wakers) wake()
  },
}

/** One batch of each opening that waits; false when nothing was done. */
async function round(kernel: Kernel, signal: AbortSignal): Promise<boolean> {
  const { rows } = await sql<{ tenantId: number; orderId: string }>`
    select tenant_id as "tenantId", order_id as "orderId" from joint_opening_work limit 20`.execute(kernel.db)
  let worked = false
  for (const { tenantId, orderId } of rows) {
    if (signal.aborted) break
    try {
      const { opened, isDone } = await inContext(kernel, { tenantId, actor: null }, (ctx) => openNext(ctx, orderId))
      worked ||= opened > 0 || isDone
      if (isDone)
        await sql`delete from joint_opening_work where tenant_id = ${tenantId} and order_id = ${orderId}`.execute(
          kernel.db,
        )
    } catch (error) {
      // A full disk, a lost connection: tried again; other openings must not wait for this one.
      kernel.log.error({ err: error, orderId }, 'joint opening')
    }
  }
  return worked
}
