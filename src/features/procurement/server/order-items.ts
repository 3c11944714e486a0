import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { methodOf } from '../methods/all.ts'
import type { OrderSettings } from '../rules/settings.ts'
import { withFacts } from '../steps/line-facts/terms.ts'
import type { Order } from './access.ts'

/** The bill of quantities of an order: the lines of its lot, as its method asks for them. Quantities and prices are decimal strings. */
export async function orderItems(ctx: Context<Actor | null>, order: Pick<Order, 'projectId' | 'lotNo' | 'method' | 'settings'>) {
  const items = await ctx.many(
    'project_item',
    { projectId: order.projectId, lotNo: order.lotNo },
    { orderBy: ['line'] },
  )
  const { lineFacts } = order.settings as Pick<OrderSettings, 'lineFacts'>
  return withFacts(items, methodOf(order.method).lineColumns, lineFacts)
}
