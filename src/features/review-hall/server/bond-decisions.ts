import { BOND_FAULT_RULE } from '#features/procurement/rules/bond-terms.ts'
import { recordBondDecisions } from '#features/procurement/server/public.ts'
import type { Any, Order } from './access.ts'

const CARRIED = 1
const REFUSED = 2

/** Hands what the committee decided of bonds to the procurement, when the review is concluded. */
export async function handOverBondDecisions(ctx: Any, order: Pick<Order, 'id'>): Promise<void> {
  const decided = (await bondMotions(ctx, order.id)).filter(isDecided)
  if (decided.length === 0) return
  const votes = await ctx.many(
    'review_motion_vote',
    { motionId: decided.map((m) => m.id) },
    { columns: ['motionId', 'agree', 'opinion'], orderBy: ['at'] },
  )
  const decisions = decided.map((m) => {
    const accepted = m.state === REFUSED
    const opinions = votes.filter((v) => v.motionId === m.id && v.agree !== accepted && v.opinion !== '')
    return {
      tradeId: m.tradeId!,
      accepted,
      fault: m.reason,
      reason: [...new Set(opinions.map((v) => v.opinion))].join('；') || m.reason,
      at: m.decidedAt!,
    }
  })
  // The same bid twice: put to the vote anew after a member left; the last vote counts.
  await recordBondDecisions(ctx, order, [...new Map(decisions.map((one) => [one.tradeId, one])).values()])
}

export function isDecided({ state }: { state: number }): boolean {
  return state === CARRIED || state === REFUSED
}

/** Motions about bonds, decided or not, oldest first. */
export function bondMotions(ctx: Any, orderId: string) {
  return ctx.many(
    'review_motion',
    { orderId, rule: BOND_FAULT_RULE },
    { columns: ['id', 'tradeId', 'state', 'reason', 'decidedAt'], orderBy: ['id'] },
  )
}
