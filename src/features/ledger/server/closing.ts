import { sql } from 'kysely'
import { DAY, formatDate, MINUTE } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'

/** Event that the day before is to be closed. */
export const CLOSE_EVENT = 'ledger.close'

/** What a closing says; amounts are decimal strings in yuan. */
export interface Closing {
  day: string
  journals: number
  debit: string
  credit: string
  /** SHA-256, hex. */
  head: string
}

/** Stores the timer of the next closing, unless there is one; costs nobody a lock when there is. */
export function planClosing(ctx: Context<Actor | null>): void {
  const due = nextClosing(ctx.clock.now())
  ctx.withCommit({
    text: `insert into timer (tenant_id, key, kind, due_at, payload, fired_at) values ($1, $2, $2, $3, '{}', null)
      on conflict (tenant_id, key) do nothing`,
    values: [ctx.tenantId, CLOSE_EVENT, due],
  })
}

/** 00:10 in Beijing time, behind `now`. */
export function nextClosing(now: Date): Date {
  const today = new Date(`${formatDate(now)}T00:10:00+08:00`)
  return today > now ? today : new Date(today.getTime() + DAY)
}

/** Closes what is over, whatever number of days, and plans the next time. */
export const dailyClosing: Subscriber = {
  name: 'ledger: daily closing',
  kind: CLOSE_EVENT,
  isSlow: true,
  async handle(ctx) {
    const now = ctx.clock.now()
    // Ten minutes of grace: a journal of the last minutes of a day may still be on its way.
    await closeDay(ctx, formatDate(new Date(now.getTime() - DAY - 5 * MINUTE)))
    await ctx.schedule(CLOSE_EVENT, nextClosing(now), { kind: CLOSE_EVENT, payload: {} })
  },
}

/** Closes a day, e.g. `2026-11-24`, that is over; null where it was. Its head is noted in the audit chain. */
export async function closeDay(ctx: Context<Actor | null>, day: string): Promise<Closing | null> {
  const { rows } = await sql<{
    closing: Closing | null
  }>`select kb_close(${day}, ${ctx.clock.now()}) as closing`.execute(ctx.tx)
  const closing = rows[0]!.closing
  if (closing)
    ctx.audit({
      action: 'ledger.closed',
      entity: 'ledger',
      entityId: day,
      summary: `日结 ${day}，${closing.journals} 笔，借贷各 ${closing.debit} 元`,
      data: closing,
    })
  return closing
}
