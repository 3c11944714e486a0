import { isAbortive } from '#features/procurement/engine/states.ts'
import { hasPage } from '#features/procurement/methods/places.ts'
import { quoteTermsOf } from '#features/procurement/rules/quote-terms.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { beginRounds, cutOffRounds } from '#features/quotes/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { enqueue } from '#server/work/worker.ts'
import { opening } from './close.ts'
import { RELEASE_DUE } from './keys/settle.ts'
import { quotePolicy } from './policy.ts'
import { HOST } from './quote-host.ts'

export const subscribers: readonly Subscriber[] = [
  {
    name: 'inquiry: begin the first round, and end what an abandoned order left open',
    kind: 'order.status',
    async handle(ctx, { payload }) {
      const order = await orderRow(ctx, String(payload.orderId), 'update')
      if (!hasPage(order, 'quote.rounds')) return
      if (isAbortive(order)) await cutOffRounds(ctx, { host: HOST, orderId: order.id }, '采购单已宣布流标')
      if (payload.to !== 'publish.open' || order.state !== 'publish.open') return
      const { isPartial } = quoteTermsOf(order.settings)
      await beginRounds(
        ctx,
        { host: HOST, order },
        {
          isPartial,
          deadline: order.bidEnd!,
          createdBy: order.createdBy,
          openers: (await quotePolicy(ctx)).openers,
        },
      )
    },
  },
  ...['order.bid-deadline', HOST.due, RELEASE_DUE].map((kind): Subscriber => ({
    name: `inquiry: open quotes at ${kind}`,
    kind,
    async handle(ctx, { payload }) {
      const order = await orderRow(ctx, String(payload.orderId))
      if (hasPage(order, 'quote.rounds')) await enqueue(ctx, opening.kind, order.id)
    },
  })),
]
