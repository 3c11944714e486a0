import { OrderSettings } from '#features/procurement/rules/settings.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import { implement, implementFile } from '#server/implement.ts'
import * as c from '../contract-compare.ts'
import { entered, hallPart } from './access.ts'
import { compareItems, comparisonSheet, finalOffers, subOffers } from './compare.ts'
import { byName, drawable, drawOf, freezeOpeningDraw, submitDraw } from './draw.ts'
import { submitReference } from './reference.ts'
import { HOST } from './rows.ts'

/** Way types that judge prices: with double envelope they wait for the second opening. */
const PRICED_WAYS: readonly number[] = [3, 9]

/** What the buyer's side does with opened quotes, and what it puts on record around them. */
export const compareRoutes: readonly Route[] = [
  implement(c.reviewWays, HOST, (ctx, { params }) => waysOf(ctx, params.projectId)),
  implement(c.submitControlPrice, HOST, (ctx, { params, body }) => submitReference(ctx, params.projectId, body)),
  implement(c.submitScoreParams, HOST, (ctx, { params, body }) => submitDraw(ctx, params.projectId, body)),
  implement(c.drawScoreParams, HOST, (ctx, { params }) => freezeOpeningDraw(ctx, params.projectId)),
  implement(c.finalOffer, HOST, async (ctx, { params }) => finalOffers(ctx, await entered(ctx, params.projectId))),
  implement(c.compareItemOffer, HOST, async (ctx, { params }) =>
    compareItems(ctx, await entered(ctx, params.projectId)),
  ),
  implementFile(c.compareItemSheet, HOST, async (ctx, { params }) =>
    comparisonSheet(ctx, await entered(ctx, params.projectId)),
  ),
  implement(c.subOfferSummary, HOST, async (ctx, { params, query }) =>
    subOffers(ctx, await entered(ctx, params.projectId), query),
  ),
  implement(c.subOfferItems, HOST, async (ctx, { params, query }) =>
    compareItems(ctx, await entered(ctx, params.projectId), query),
  ),
]

async function waysOf(ctx: Context<Employee>, orderId: string) {
  const { order } = await hallPart(ctx, orderId)
  const { ways, price } = OrderSettings.parse(order.settings)
  const drawn = await drawOf(ctx, orderId)
  return {
    reviewMethod: order.reviewMethod,
    reviewModel: order.reviewModel,
    ways: ways.map((way, i) => ({
      wayId: String(i + 1),
      type: way.type,
      name: way.name,
      itemKind: way.itemKind,
      fullMark: way.fullMark,
      isAutomatic: way.isAutomatic,
      stage: order.reviewModel === 2 && PRICED_WAYS.includes(way.type) ? 2 : 1,
      items: way.items.map(({ name, standard, fullMark, isObjective }) => ({ name, standard, fullMark, isObjective })),
    })),
    price: { baseKind: price.baseKind, percentage: price.percentage, floatRate: price.floatRate },
    drawable: drawable(order),
    drawn: drawn && {
      params: byName(drawn.record),
      how: drawn.how,
      at: drawn.at.toISOString(),
    },
  }
}
