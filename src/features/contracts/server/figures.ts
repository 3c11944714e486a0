import { Exact, sum } from '#contract/money.ts'
import { daysBetween, lateInterest } from '../rules/payment.ts'
import { type Any, today } from './access.ts'

/** Dues of contracts with their payments, as the calendar shows them, with interest as of today. Dropped ones are left out. */
export async function duesOf(ctx: Any, contracts: readonly { id: string; lateRate: string | null }[]) {
  const ids = contracts.map(({ id }) => id)
  if (ids.length === 0) return []
  const dues = await ctx.many('contract_due', { contractId: ids, isDropped: false }, { orderBy: ['dueOn', 'no'] })
  const payments =
    dues.length === 0
      ? []
      : await ctx.many('contract_payment', { dueId: dues.map(({ id }) => id) }, { orderBy: ['paidOn', 'id'] })
  const now = today(ctx)
  return dues.map((due) => {
    const paid = payments.filter(({ dueId }) => dueId === due.id)
    const yearly = contracts.find(({ id }) => id === due.contractId)!.lateRate
    const isOpen = due.paid !== due.amount
    return {
      ...due,
      payments: paid,
      isOpen,
      open: new Exact(due.amount).minus(due.paid).toFixed(2),
      lateDays: isOpen ? Math.max(0, daysBetween(due.dueOn, now)) : 0,
      interest: lateInterest({ amount: due.amount, dueOn: due.dueOn, payments: paid, yearly, today: now }),
    }
  })
}
export type DueFigures = Awaited<ReturnType<typeof duesOf>>[number]

/** What a contract owes, has paid and is late with. */
export function totalsOf(dues: readonly DueFigures[]) {
  const add = (values: readonly string[]) => new Exact(sum(values)).toFixed(2)
  return {
    due: add(dues.map(({ amount }) => amount)),
    paid: add(dues.map(({ paid }) => paid)),
    overdue: add(dues.filter(({ lateDays }) => lateDays > 0).map(({ open }) => open)),
    interest: add(dues.map(({ interest }) => interest.total)),
  }
}
