import { type Agreement, type Any } from './rows.ts'

/** Events of the clock. */
export const BEGIN = 'frame.begin-check'
export const END = 'frame.end-check'
export const SOON = 'frame.soon-check'

/** Days before the last one on which people are reminded, once each. */
export const REMINDERS = [60, 30, 7] as const

const DAY = 86_400_000
const midnight = (day: string, days = 0) => new Date(Date.parse(`${day}T00:00:00+08:00`) + days * DAY)
const keyOf = (kind: string, id: string, days?: number) => `${kind}:${id}${days === undefined ? '' : `:${days}`}`

/** Plans the first day, the reminders and the end; what lies behind is left out. */
export async function planTerm(ctx: Any, { id, fromDay, untilDay }: Agreement): Promise<void> {
  const payload = { agreementId: id }
  const now = ctx.clock.now()
  if (midnight(fromDay) > now) await ctx.schedule(keyOf(BEGIN, id), midnight(fromDay), { kind: BEGIN, payload })
  await ctx.schedule(keyOf(END, id), midnight(untilDay, 1), { kind: END, payload })
  for (const days of REMINDERS) {
    const at = new Date(midnight(untilDay, -days).getTime() + 9 * 3_600_000)
    if (at > now) await ctx.schedule(keyOf(SOON, id, days), at, { kind: SOON, payload: { ...payload, days } })
  }
}

/** An agreement that has ended reminds nobody. */
export async function dropPlans(ctx: Any, id: string): Promise<void> {
  const drop = (kind: string, days?: number) => ctx.schedule(keyOf(kind, id, days), null, { kind, payload: {} })
  await drop(BEGIN)
  await drop(END)
  for (const days of REMINDERS) await drop(SOON, days)
}
