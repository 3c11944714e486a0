import type { Subscriber } from '#server/events.ts'
import { nextTick, TICK_TIMER } from '#server/public-log.ts'
import { FIRST_ROUND } from '../rules.ts'
import { freeze } from './freeze.ts'
import { publishHead } from './log.ts'
import { isRecordWaiting } from './log-records.ts'
import { hasRunningRound } from './running-round.ts'
import type { Any } from './service-keys.ts'
import { NULL } from '#server/database/records.ts'

const { key: KEY, kind: KIND } = TICK_TIMER

/** Sees to it that tree heads are published while any order of the tenant takes bids or a record waits. */
export async function keepTicking(ctx: Any): Promise<void> {
  if (!(await isTickDue(ctx))) await ctx.schedule(KEY, nextTick(ctx.clock.now()), { kind: KIND, payload: {} })
}

/** Whether the next tree head will be published anyway. */
export async function isTickDue(ctx: Any): Promise<boolean> {
  const waiting = await ctx.one('timer', { key: KEY, firedAt: NULL }, { columns: ['dueAt'] })
  return waiting !== undefined
}

export const subscribers: readonly Subscriber[] = [
  {
    name: 'sealed-bids: publish the log',
    kind: KIND,
    handle: async (ctx) => {
      const isSecret = await takesBids(ctx)
      await publishHead(ctx, isSecret)
      if (isSecret || (await isRecordWaiting(ctx))) await keepTicking(ctx)
    },
  },
  {
    // The log begins with the order and not with the first bidder.
    name: 'sealed-bids: begin the log',
    kind: 'order.status',
    handle: async (ctx, { payload }) => {
      if (payload.to === 'publish.open') {
        await publishHead(ctx, true)
        await keepTicking(ctx)
      }
    },
  },
  {
    name: 'sealed-bids: fix the log at the deadline',
    kind: 'order.bid-deadline',
    handle: async (ctx, { payload }) => {
      await freeze(ctx, String(payload.orderId), FIRST_ROUND)
    },
  },
]

async function takesBids(ctx: Any): Promise<boolean> {
  const row = await ctx.tx
    .selectFrom('purchase_order as o')
    .select('o.id')
    .where('o.tenantId', '=', ctx.tenantId)
    .where((e) =>
      e.or([e.and([e('o.state', '=', 'publish.open'), e('o.bidEnd', '>', ctx.clock.now())]), hasRunningRound('o')]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
