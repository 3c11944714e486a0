import { DAY } from '#contract/time.ts'
import { addDays } from '../rules/payment.ts'
import type { Any } from './access.ts'

/** Events of the clock. */
export const PAY_SOON = 'contract.pay-soon'
export const PAY_CHECK = 'contract.pay-check'
export const DELIVERY_CHECK = 'contract.delivery-check'
export const SIGN_SOON = 'contract.sign-soon'
export const SIGN_LATE = 'contract.sign-late'

/** Days before the last one on which people are reminded. */
const SOON = 3

/** Nine in the morning of a day, when somebody reads it. */
export function morning(day: string): Date {
  return new Date(`${day}T09:00:00+08:00`)
}

/** Plans the reminder of a due and, behind its day, the warning. */
export async function planDue(ctx: Any, due: { id: string; dueOn: string; today: string }): Promise<void> {
  const payload = { dueId: due.id }
  const soon = addDays(due.dueOn, -SOON)
  if (soon > due.today) await ctx.schedule(`${PAY_SOON}:${due.id}`, morning(soon), { kind: PAY_SOON, payload })
  await ctx.schedule(`${PAY_CHECK}:${due.id}`, morning(addDays(due.dueOn, 1)), { kind: PAY_CHECK, payload })
}

/** Plans the warning that a purchase order was not delivered in time. */
export async function planDelivery(ctx: Any, callOff: { id: string; deliverBy: string }): Promise<void> {
  const payload = { callOffId: callOff.id }
  const late = morning(addDays(callOff.deliverBy, 1))
  await ctx.schedule(`${DELIVERY_CHECK}:${callOff.id}`, late, { kind: DELIVERY_CHECK, payload })
}

/** Plans reminder and warning of the last day for signing an order's contracts. */
export async function planSigning(ctx: Any, orderId: string, last: string): Promise<void> {
  const payload = { orderId, last }
  const soon = new Date(morning(last).getTime() - SOON * DAY)
  await ctx.schedule(`${SIGN_SOON}:${orderId}`, soon, { kind: SIGN_SOON, payload })
  await ctx.schedule(`${SIGN_LATE}:${orderId}`, morning(addDays(last, 1)), { kind: SIGN_LATE, payload })
}
