import { DAY, HOUR } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Order } from './access.ts'

type Dates = Pick<Order, 'id' | 'signUpEnd' | 'questionEnd' | 'bidEnd' | 'openAt' | 'publicityEnd'>

/** What becomes due in an order: the instant by date, its event, and what the event says. */
const TIMERS: readonly { key: string; kind: string; at: (o: Dates) => Date | null; more?: (o: Dates) => object }[] = [
  { key: 'sign-up-end', kind: 'order.sign-up-end', at: (o) => o.signUpEnd },
  { key: 'question-end', kind: 'order.question-end', at: (o) => o.questionEnd },
  { key: 'bid-24h', kind: 'order.bid-reminder', at: (o) => earlier(o.bidEnd, DAY), more: () => ({ hours: 24 }) },
  { key: 'key-3d', kind: 'order.key-reminder', at: (o) => earlier(o.bidEnd, 3 * DAY), more: () => ({ days: 3 }) },
  { key: 'key-1d', kind: 'order.key-reminder', at: (o) => earlier(o.bidEnd, DAY), more: () => ({ days: 1 }) },
  { key: 'bid-1h', kind: 'order.bid-reminder', at: (o) => earlier(o.bidEnd, HOUR), more: () => ({ hours: 1 }) },
  {
    key: 'bid-deadline',
    kind: 'order.bid-deadline',
    at: (o) => o.bidEnd,
    more: (o) => ({ bidEnd: o.bidEnd!.toISOString() }),
  },
  { key: 'open-time', kind: 'order.open-time', at: (o) => o.openAt },
  { key: 'publicity-end', kind: 'order.publicity-end', at: (o) => o.publicityEnd },
]

/** Sets what becomes due in an order, or moves it; an instant that has passed is not announced again. */
export async function setTimers(ctx: Context<Actor | null>, order: Dates): Promise<void> {
  const now = ctx.clock.now()
  for (const { key, kind, at, more } of TIMERS) {
    const due = at(order)
    const payload = { orderId: order.id, ...(due ? more?.(order) : {}) }
    await ctx.schedule(nameOf(order.id, key), due && due > now ? due : null, { kind, payload })
  }
}

/** Nothing is due any more, because the order has ended. */
export async function dropTimers(ctx: Context<Actor | null>, orderId: string): Promise<void> {
  for (const { key, kind } of TIMERS) await ctx.schedule(nameOf(orderId, key), null, { kind, payload: {} })
}

function nameOf(orderId: string, key: string): string {
  return `order:${orderId}:${key}`
}

function earlier(at: Date | null, ms: number): Date | null {
  return at && new Date(at.getTime() - ms)
}
