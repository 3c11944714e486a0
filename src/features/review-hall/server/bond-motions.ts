import { BOND_FAULT_RULE } from '#features/procurement/rules/bond-terms.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import type { Any, Order } from './access.ts'
import { bidsOf, isValid } from './bids.ts'
import { bondMotions, isDecided } from './bond-decisions.ts'
import { raiseRejection } from './motions.ts'

/**
 * Where the documents say so, every bid whose bond is not as they demand is put to the vote: the committee rejects it, or
 * accepts it with its reasons; nothing is excluded by itself. Bids that were voted on already are left alone.
 */
export async function raiseBondMotions(ctx: Any, order: Order): Promise<void> {
  if (OrderSettings.parse(order.settings).bond.onFault !== 'block') return
  const faulty = (await bidsOf(ctx, order)).filter((bid) => isValid(bid) && bid.bond?.isFault)
  if (faulty.length === 0) return
  const decided = (await bondMotions(ctx, order.id)).filter(isDecided)
  for (const { tradeId, bond } of faulty)
    if (!decided.some((m) => m.tradeId === tradeId))
      await raiseRejection(ctx, order, { bidderId: tradeId, reason: bond!.detail, rule: BOND_FAULT_RULE })
}
