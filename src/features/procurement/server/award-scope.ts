import { methodOf } from '../methods/all.ts'
import type { AwardScope } from '../rules/award-lines.ts'
import { OrderSettings } from '../rules/settings.ts'
import type { Order } from './access.ts'

/** How finely an order may be divided among winners: as its method allows, unless its documents ask for one winner. */
export function awardScope({ method, settings }: Pick<Order, 'method' | 'settings'>): AwardScope {
  const finest = methodOf(method).award.at(-1) ?? 'whole'
  return finest !== 'whole' && OrderSettings.parse(settings).quote?.award === 'whole' ? 'whole' : finest
}

/** Whether the buyer proposes candidates, because no committee recommends them. */
export function isProposed(order: Pick<Order, 'method'>): boolean {
  return methodOf(order.method).review === 'none'
}

/** Whether candidates stand in a ranking, of whom one shall win; else all of them shall. */
export function isRanked(order: Pick<Order, 'method' | 'settings'>): boolean {
  return awardScope(order) === 'whole'
}
