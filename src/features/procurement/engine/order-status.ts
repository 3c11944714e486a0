import { methodOf } from '../methods/all.ts'
import { OrderStatus } from '../rules/enums.ts'
import type { OrderAction, OrderFacts, OrderWho } from './step.ts'
import { tablesByMethod } from './tables.ts'

const S = OrderStatus.values

/** The order has come to its end, abortive or archived: whatever its opening or its keys had left open stays as it is. */
export function isOver({ status }: { status: number }): boolean {
  return status === S.abortive || status === S.archived
}

/** Whether it is known who may win, and nobody has been chosen. */
export function isDecided({ method, status }: { method: number; status: number }): boolean {
  return status === (methodOf(method).candidates === 'always' ? S.candidates : S.reviewed)
}

/** Every status change of an order, by method: the rows of its steps. */
export const ORDER_STATUS = tablesByMethod<OrderStatus, OrderAction, OrderFacts, OrderWho>({
  statusOf: (order) => order.status,
  rows: (method) => method.steps.flatMap((step) => step.orderRows?.(method) ?? []),
  lock: unlessPending,
})

/** While a step waits for approval nothing else changes the order; copying it does not, and time goes on. */
function unlessPending(order: OrderFacts, action: OrderAction): true | string {
  if (order.pendingApproval === null || AT_ANY_TIME.includes(action)) return true
  return `“${order.pendingApproval}”审批中，审批结束或撤回后方可操作`
}

const AT_ANY_TIME: readonly OrderAction[] = ['copy', 'startAuction', 'endAuction', 'failAuction']
