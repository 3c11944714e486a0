import type { OrderHandle } from '#features/procurement/server/public.ts'

/** Why nothing is ruled on quotes now, in words; empty while it is. */
export async function blockedBy({ order, who, facts }: OrderHandle): Promise<string> {
  if (who.part !== 'owner') return '由经办单位处理'
  if (order.state !== 'quote.closed') return '采购单已进入下一环节'
  const { round, pendingApproval } = await facts()
  // What is being approved was chosen from the quotes as they stand.
  if (pendingApproval !== null) return `“${pendingApproval}”审批中，审批结束或撤回后方可操作`
  return round === 'open' ? '本轮报价尚未结束' : ''
}
