import { logRecord } from '#server/public-log.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { say } from '#features/procurement/methods/say.ts'
import { currentRound } from './round-port.ts'
import { FIRST_ROUND } from '../rules.ts'
import { fixHead, headAtDeadline, type Head } from './log.ts'
import { closingText } from './in-force.ts'
import type { Any } from './service-keys.ts'

/**
 * Fixes the tree head at the deadline of a round of an order, once; from then on no submission
 * or withdrawal can be added to it, on any process, whatever its clock says. Undefined before the deadline (it was moved) and
 * for orders without sealed bids. Takes the order's row lock, so it waits for submissions under way.
 */
export async function freeze(ctx: Any, orderId: string, round: number): Promise<Head | undefined> {
  const order = await orderRow(ctx, orderId, 'update')
  if (methodOf(order.method).offers !== 'sealed' || !order.publishedAt) return undefined
  const before = await headAtDeadline(ctx, orderId, round)
  if (before) return before
  const { round: current, deadline } = await currentRound(ctx, order, null)
  if (round !== current || !deadline || ctx.clock.now() < deadline) return undefined
  const head = await fixHead(ctx, { orderId, round, deadline })
  const text = await closingText(ctx, { orderId, round, deadline, size: head.size })
  logRecord(ctx, { type: 'closing-list', subject: orderId, text })
  ctx.audit({
    action: 'bid.freeze',
    entity: 'order',
    entityId: orderId,
    summary: say(order, '{deadline}，日志检查点已固定'),
    data: { size: head.size, round, deadline: deadline.toISOString() },
  })
  // Who was not asked to a further round does not learn of it.
  const topics = [round === FIRST_ROUND ? `order:${orderId}` : `order-owner:${orderId}`]
  ctx.emit({ kind: 'bid.frozen', payload: { orderId, round, size: head.size }, topics })
  return head
}
