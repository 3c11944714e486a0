import type { OrderAction } from '../methods/pages.ts'
import type { OrderFacts, OrderRow, OrderWho } from './step.ts'
import { stepsOf, type Stepped, traitsOf } from './order-steps.ts'
import { ORDER_STATES, type OrderState, reached } from './states.ts'
import { tablesByMethod } from './tables.ts'

/** The order has come to its end, abortive or archived: whatever its opening or its keys had left open stays as it is. */
export function isOver(order: { state: OrderState }): boolean {
  return reached(order, 'over')
}

/** Whether it is known who may win, and nobody has been chosen. */
export function isDecided(order: Stepped & { state: OrderState }): boolean {
  return ORDER_STATES[order.state].reached === (traitsOf(order).publicises ? 'publicised' : 'ranked')
}

/** Every status change of an order: the rows of the steps that it goes through. */
export const ORDER_STATUS = tablesByMethod<OrderState, OrderAction, OrderFacts, OrderWho, OrderRow<OrderAction>>({
  statusOf: (order) => order.state,
  rows: (order) => stepsOf(order).flatMap((step) => step.orderRows?.(traitsOf(order)) ?? []),
  lock: unlessPending,
})

/**
 * While a step waits for approval nothing else changes the order; copying it does not, and time goes on. Something beside
 * the steps that has not ended holds up those that rest on its outcome.
 */
function unlessPending(order: OrderFacts, _action: string, { restsOnOutcome, isUnheld }: OrderRow): true | string {
  if (order.pending && restsOnOutcome) return order.pending
  return order.pendingApproval === null || isUnheld ? true : lockedBy(order.pendingApproval)
}

/** Why nothing else changes an order while the step of this name waits for approval. */
export function lockedBy(pendingApproval: string): string {
  return `“${pendingApproval}”审批中，审批结束或撤回后方可操作`
}
