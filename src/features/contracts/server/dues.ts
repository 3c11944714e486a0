import { Exact, lineTotal } from '#contract/money.ts'
import type { Size } from '../rules/payment.ts'
import { addDays, legalDay, type Payer } from '../rules/payment.ts'
import { type Any, type Contract, today } from './access.ts'
import { planDue } from './plan.ts'

interface NewDue {
  name: string
  amount: string
  countsFrom: string
  dueOn: string
  legalOn: string | null
  acceptanceId?: string
}

/** Milestones are due on the days that were agreed. */
export async function addMilestones(ctx: Any, contract: Contract): Promise<void> {
  if (contract.payMode !== 'milestones') return
  const milestones = contract.milestones as { name: string; amount: string; dueOn: string }[]
  for (const { name, amount, dueOn } of milestones)
    await addDue(ctx, contract, { name, amount, countsFrom: dueOn, dueOn, legalOn: null })
}

/**
 * What an acceptance makes due: the undisputed part, whatever else was rejected. The period counts from the day of delivery.
 * Never more than the contract is worth.
 */
export async function addAccepted(
  ctx: Any,
  contract: Contract,
  of: { acceptanceId: string; name: string; amount: string; deliveredOn: string },
): Promise<void> {
  if (contract.payMode !== 'accepted') return
  const { acceptanceId, name, deliveredOn } = of
  const rows = await ctx.many('contract_due', { contractId: contract.id, isDropped: false }, { columns: ['amount'] })
  const left = rows.reduce((rest, { amount }) => rest.minus(amount), new Exact(contract.price))
  const amount = Exact.min(of.amount, left)
  if (amount.lte(0)) return
  const latest = legalDay(contract.payer as Payer, contract.size as Size | null, deliveredOn)
  await addDue(ctx, contract, {
    name,
    acceptanceId,
    amount: amount.toFixed(2),
    countsFrom: deliveredOn,
    dueOn: addDays(deliveredOn, contract.payDays),
    legalOn: latest,
  })
}

/** Worth of what was accepted of an order's line after so much before it: parts add up to the whole, to the cent. */
export function acceptedWorth(unitPrice: string, before: string, accepted: string): string {
  const after = new Exact(before).plus(accepted).toFixed()
  return new Exact(lineTotal(unitPrice, after)).minus(lineTotal(unitPrice, before)).toFixed(2)
}

/**
 * Milestones follow the value of a changed contract: what it grows by is due behind the last of them, what it shrinks by comes
 * off the last ones, as far as nobody has asked for it. Gives the reason why that cannot be done, or null.
 */
export async function fitMilestones(ctx: Any, contract: Contract, price: string): Promise<string | null> {
  if (contract.payMode !== 'milestones') return null
  const dues = await ctx.many('contract_due', { contractId: contract.id, isDropped: false }, { orderBy: ['no'] })
  let rest = dues.reduce((all, { amount }) => all.minus(amount), new Exact(price))
  const last = dues.at(-1)!
  if (rest.gt(0)) {
    const dueOn = last.dueOn > today(ctx) ? last.dueOn : today(ctx)
    const added = { name: '合同变更增加款', amount: rest.toFixed(2), countsFrom: dueOn, dueOn, legalOn: null }
    await addDue(ctx, contract, added)
    return null
  }
  for (const due of dues.toReversed()) {
    if (rest.gte(0)) break
    const free = new Exact(due.amount).minus(due.requested)
    const off = Exact.min(free, rest.neg())
    const left = new Exact(due.amount).minus(off)
    // A milestone without anything left is dropped whole: its amount stays readable.
    const change = left.isZero() ? { isDropped: true } : { amount: left.toFixed(2) }
    if (off.gt(0)) await ctx.update('contract_due', { id: due.id }, change)
    rest = rest.plus(off)
  }
  return rest.lt(0) ? '已请款的金额多于变更后的合同价' : null
}

async function addDue(ctx: Any, contract: Contract, due: NewDue): Promise<void> {
  const before = await ctx.many('contract_due', { contractId: contract.id }, { columns: ['no'] })
  const id = ctx.newId()
  await ctx.insert('contract_due', {
    id,
    contractId: contract.id,
    no: before.length + 1,
    createdAt: ctx.clock.now(),
    ...due,
  })
  await planDue(ctx, { id, dueOn: due.dueOn, today: today(ctx) })
}
