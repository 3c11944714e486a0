import { DAY, formatDate } from '#contract/time.ts'
import { isAbortive } from '#features/procurement/engine/states.ts'
import { CONTRACT_EVENT, LEFT_EVENT, orderRow } from '#features/procurement/server/public.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import { NULL } from '#server/database/records.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { bondDeadline, endOfWaiting } from '../rules/due.ts'
import { endGiven } from './end.ts'
import { DEADLINE, EXPIRY, OVERDUE, WARNING } from './kinds.ts'
import { planEnd } from './plan-end.ts'
import { dueOf, isKnown, type Order, recordSecret, tellBidder } from './order-bonds.ts'

type Any = Context<Actor | null>

/** Days after which whoever has to give bonds back is warned. */
const WARNED_AFTER = 3

export const timers: readonly Subscriber[] = [
  {
    name: 'bonds: end what is not in force by the deadline',
    kind: DEADLINE,
    async handle(ctx, { payload }) {
      const tradeId = String(payload.tradeId)
      const { orderId } = await ctx.expectOne('trade', { id: tradeId }, { columns: ['orderId'] })
      const order = await orderRow(ctx, orderId, 'share')
      const deadline = bondDeadline(order.bidEnd, OrderSettings.parse(order.settings).bond)
      if (deadline && endOfWaiting(deadline) > ctx.clock.now()) return planEnd(ctx, { tradeId, deadline })
      const given = await ctx.one('bond_given', { tradeId, state: 'pending' })
      if (given) await endGiven(ctx, { givenId: given.id, reason: endReason(given) })
    },
  },
  {
    name: 'bonds: note that a letter of guarantee has come to its end',
    kind: EXPIRY,
    async handle(ctx, { payload }) {
      const id = String(payload.letterId)
      const letter = await ctx.expectOne('guarantee_letter', { id }, { lock: 'update' })
      const isOver = letter.validUntil !== null && letter.validUntil < formatDate(ctx.clock.now())
      if (!isOver || !['verified', 'extended'].includes(letter.state)) return
      await ctx.update('guarantee_letter', { id }, { state: 'expired', endedAt: ctx.clock.now() })
      recordSecret(ctx, letter.tradeId, { action: 'letter-expired', summary: `保函 ${letter.number} 已到期` })
      tellBidder(ctx, 'changed', { tradeId: letter.tradeId })
    },
  },
  {
    name: 'bonds: watch returns from the contract on',
    kind: CONTRACT_EVENT,
    handle: (ctx, { payload }) => watch(ctx, String(payload.orderId)),
  },
  {
    name: 'bonds: watch the return to a supplier that left',
    kind: LEFT_EVENT,
    handle: (ctx, { payload }) => watch(ctx, String(payload.orderId)),
  },
  {
    name: 'bonds: watch returns from the award or the end on',
    kind: 'order.status',
    async handle(ctx, { payload }) {
      const { orderId, to } = payload as { orderId: string; to: Order['state'] }
      if (to === 'winner.fixed' || isAbortive({ state: to })) await watch(ctx, orderId)
    },
  },
]

function endReason({ kind, amount }: { kind: string; amount: string }): string {
  if (kind !== 'cash') return '截止前未能生效'
  return Number(amount) > 0 ? '截止时未足额，原路退回' : '截止前未到账'
}

/** Plans the warning and the day after the last one, from the first day that bonds of the order count from. */
async function watch(ctx: Any, orderId: string): Promise<void> {
  const order = await orderRow(ctx, orderId)
  if (!isKnown(order)) return
  const due = await dueOf(ctx, order)
  const open = await ctx.many('bond', { orderId, refundedOn: NULL, keptReason: '' }, { columns: ['tradeId'] })
  const days = open.map(({ tradeId }) => due.of(tradeId)).filter(({ dueOn }) => dueOn !== null)
  const first = days.toSorted((a, b) => (a.dueOn! < b.dueOn! ? -1 : 1))[0]
  if (!first) return
  // At nine in the morning, when somebody reads it.
  const warned = new Date(Date.parse(`${first.from!}T09:00:00+08:00`) + WARNED_AFTER * DAY)
  const over = new Date(Date.parse(`${first.dueOn!}T09:00:00+08:00`) + DAY)
  await ctx.schedule(`${WARNING}:${orderId}`, warned, { kind: WARNING, payload: { orderId } })
  await ctx.schedule(`${OVERDUE}:${orderId}`, over, { kind: OVERDUE, payload: { orderId } })
}
