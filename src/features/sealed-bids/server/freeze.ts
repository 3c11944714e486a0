import { orderRow } from '#features/procurement/server/public.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { fixHead, headAtDeadline, type Head } from './log.ts'
import type { Any } from './service-keys.ts'

/**
 * Fixes the tree head at an order's bid deadline, once; from then on no submission or withdrawal can be added, on any
 * process, whatever its clock says. Undefined before the deadline (it was moved) and for orders without sealed bids.
 * Takes the order's row lock, so it waits for submissions under way.
 */
export async function freeze(ctx: Any, orderId: string): Promise<Head | undefined> {
  const order = await orderRow(ctx, orderId, 'update')
  const before = await headAtDeadline(ctx, orderId)
  if (before) return before
  if (methodOf(order.method).offers !== 'sealed' || !order.publishedAt) return undefined
  if (!order.bidEnd || ctx.clock.now() < order.bidEnd) return undefined
  const head = await fixHead(ctx, orderId)
  ctx.audit({
    action: 'bid.freeze',
    entity: 'order',
    entityId: orderId,
    summary: '投标截止，日志检查点已固定',
    data: { size: head.size },
  })
  ctx.emit({ kind: 'bid.frozen', payload: { orderId, size: head.size }, topics: [`order:${orderId}`] })
  return head
}
