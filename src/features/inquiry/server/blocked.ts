import type { OrderWho } from '#features/procurement/engine/step.ts'
import { orderFacts } from '#features/procurement/server/public.ts'
import type { Any, Order } from './access.ts'

/** Why nothing is ruled on quotes now, in words; empty while it is. */
export async function blockedBy(ctx: Any, order: Order, who: OrderWho): Promise<string> {
  if (who.part !== 'owner') return '由经办单位处理'
  if (order.state !== 'quote.closed') return '采购单已进入下一环节'
  const { round, pendingApproval } = await orderFacts(ctx, order)
  // What is being approved was chosen from the quotes as they stand.
  if (pendingApproval !== null) return `“${pendingApproval}”审批中，审批结束或撤回后方可操作`
  return round === 'open' ? '本轮报价尚未结束' : ''
}
