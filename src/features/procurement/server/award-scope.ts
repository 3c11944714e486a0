import { methodOf } from '../methods/all.ts'
import type { AwardScope } from '../rules/award-lines.ts'
import type { Order } from './access.ts'

/** How finely an order may be divided among winners. */
export function awardScope({ method }: Pick<Order, 'method' | 'settings'>): AwardScope {
  return methodOf(method).award.at(-1) ?? 'whole'
}
