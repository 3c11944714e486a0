import { methodOf } from '#features/procurement/methods/all.ts'
import { CALENDAR_RULES } from '#features/procurement/rules/legal-calendar-rules.ts'
import { leastSuppliers } from '#features/procurement/rules/group-terms.ts'
import { groundsOf, type OrderHandle } from '#features/procurement/server/public.ts'
import type { Any } from './access.ts'

/** Too few quotes for an award. */
interface Shortage {
  /** At the deadline nothing is opened; after the check figures are known, and no more time can be given. */
  at: 'deadline' | 'check'
  least: number
  /** What demands as many. */
  citation: string
  /** Why no more time can be given; null when it can. */
  extension: string | null
}

/** `valid`: how many suppliers have a quote that counts; null before the round is opened. Null where there are enough. */
export async function shortageOf(ctx: Any, own: OrderHandle, valid: number | null): Promise<Shortage | null> {
  const { order } = own
  const method = methodOf(order.method)
  // Once a group has begun it counts by itself.
  if (method.group && order.state === 'quote.closed') return null
  const { calendar } = method
  const least = leastSuppliers(method, order.settings)
  const at = order.state === 'quote.short' ? 'deadline' : 'check'
  if (at === 'check') {
    if (order.state !== 'quote.closed' || (valid ?? least) >= least) return null
    if ((await own.facts()).round === 'open') return null
  }
  const { regime } = await groundsOf(ctx, order)
  const citation = CALENDAR_RULES.find(({ id }) => id === `suppliers-${calendar}`)?.sources[regime] ?? ''
  const action = await own.as({ part: 'owner' }).action('change')
  const extension = action && at === 'deadline' ? (action.reason ?? null) : '报价已开启，不能再延长报价截止时间'
  return { at, least, citation, extension }
}
