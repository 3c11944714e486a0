import { formatDate } from '#contract/time.ts'
import { isDecided } from '#features/procurement/engine/order-status.ts'
import { isAbortive, ORDER_STATES, reached, statesReached } from '#features/procurement/engine/states.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import {
  awardsOf,
  calendarPolicy,
  contractDay,
  groundsOf,
  type orderRow,
  reviewGroups,
  stageFacts,
} from '#features/procurement/server/public.ts'
import { bondRefund } from '#features/procurement/rules/bond.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { countsFrom, returnDue, type ReturnFacts } from '../rules/due.ts'

type Any = Context<Actor | null>
export type Order = Awaited<ReturnType<typeof orderRow>>

/**
 * An auction has no review behind it: what came in is put on record until its winner is fixed. Quotes are weighed once
 * their round is closed, by the owner or by a group.
 */
const PAID = [...statesReached('published', 'summarised'), 'quote.closed']

export function asksForBond({ bond }: Pick<Order, 'bond'>): boolean {
  return Number(bond) > 0
}

/** Whether what came in elsewhere may still be put on record. */
export function takesPayments(order: Order): boolean {
  if (!asksForBond(order)) return false
  // Without a review there is no committee: who is proposed, or takes the winner's place, may need one on record.
  const isOpen = ['ranked', 'publicised', 'awarded'].includes(ORDER_STATES[order.state].reached)
  return (
    PAID.includes(order.state) || isDecided(stageFacts(order)) || (isOpen && methodOf(order.method).review === 'none')
  )
}

/** Why bonds of those who stayed cannot go back yet; null when they can. */
export function refundBlocked(order: Pick<Order, 'state'>): string | null {
  return reached(order, 'awarded') ? null : '定标或流标后方可退还保证金'
}

/** Whether it is known who bids: then bonds that were given through the platform are known as well. */
export function isKnown(order: Pick<Order, 'state'>): boolean {
  return reached(order, 'read')
}

/** Until when bonds of an order are due back, and what demands it. */
export interface Due {
  citation: string
  isGovernment: boolean
  contractOn: string | null
  winners: readonly string[]
  /** Of one bidder: from which day it counts, and the last day. */
  of(tradeId: string): { from: string | null; dueOn: string | null }
  /** The day on which a bidder left before its last offer; null: it did not. */
  leftOn(tradeId: string): string | null
  /** Why a bidder's bond cannot go back yet; null when it can. Who left need not wait for the award. */
  blocked(tradeId: string): string | null
}

export async function dueOf(ctx: Any, order: Order): Promise<Due> {
  const grounds = await groundsOf(ctx, order)
  const { restDays } = await calendarPolicy(ctx)
  const contractOn = await contractDay(ctx, order.id)
  const winners = (await awardsOf(ctx, order.id)).map((award) => award.tradeId)
  const isGovernment = grounds.regime === 'government'
  const left = await reviewGroups().leavers(ctx, order.id)
  const leftOn = (tradeId: string) => {
    const at = left.get(tradeId)
    return at ? formatDate(at) : null
  }
  const facts = (tradeId: string): ReturnFacts => ({
    isGovernment,
    isWinner: winners.includes(tradeId),
    awardedOn: order.awardedAt && formatDate(order.awardedAt),
    contractOn,
    // A failed tender has no contract: bonds are due back from its end.
    endedOn: isAbortive(order) && order.endedAt ? formatDate(order.endedAt) : null,
    leftOn: leftOn(tradeId),
  })
  return {
    citation: bondRefund(grounds).citation,
    isGovernment,
    contractOn,
    winners,
    of: (tradeId) => ({ from: countsFrom(facts(tradeId)), dueOn: returnDue(facts(tradeId), restDays) }),
    leftOn,
    blocked: (tradeId) => (left.has(tradeId) ? null : refundBlocked(order)),
  }
}

/** Under an entity of its own: the order's history must not tell who bids. */
export function record(
  ctx: Any,
  order: Pick<Order, 'id'>,
  fact: { action: string; summary: string; data?: unknown },
): void {
  ctx.audit({ ...fact, action: `bond.${fact.action}`, entity: 'bond', entityId: order.id })
}

/** What is not to be known before the opening: among the facts of the bid, which are kept back until then. */
export function recordSecret(
  ctx: Any,
  tradeId: string,
  fact: { action: string; summary: string; data?: unknown },
): void {
  ctx.audit({ ...fact, action: `bond.${fact.action}`, entity: 'bid', entityId: tradeId })
}

/** Open pages of the bidder ask anew; nobody else hears of it. */
export function tellBidder(ctx: Any, kind: string, payload: { tradeId: string } & Record<string, unknown>): void {
  ctx.emit({ kind: `bond.${kind}`, payload, topics: [`bid:${payload.tradeId}`] })
}

/** Open pages of the owner ask anew: only of what it may know. */
export function tellOwner(ctx: Any, orderId: string): void {
  ctx.emit({ kind: 'bond.changed', payload: { orderId }, topics: [`order-owner:${orderId}`] })
}
