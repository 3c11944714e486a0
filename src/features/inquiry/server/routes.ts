import type { Feature, MessageKind } from '#server/feature.ts'
import type { Subscriber } from '#server/events.ts'
import { hasPage } from '#features/procurement/methods/places.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { quoteTermsOf } from '#features/procurement/rules/quote-terms.ts'
import { beginRounds } from '#features/quotes/server/public.ts'
import { HOST } from './quote-host.ts'
import { roundRoutes } from './rounds.ts'

const messageKinds: readonly MessageKind[] = [
  {
    kind: 'inquiry.round',
    label: '新一轮报价',
    group: '询价',
    workbenches: ['supplier'],
    channels: ['email', 'sms', 'wechat'],
    isEssential: true,
    isTimely: true,
  },
]

const subscribers: readonly Subscriber[] = [
  {
    name: 'inquiry: begin the first round',
    kind: 'order.status',
    async handle(ctx, { payload }) {
      if (payload.to !== 'publish.open') return
      const order = await orderRow(ctx, String(payload.orderId), 'update')
      if (!hasPage(order, 'quote.rounds')) return
      const { isPartial } = quoteTermsOf(order.settings)
      await beginRounds(ctx, { host: HOST, order }, { isPartial, deadline: order.bidEnd!, createdBy: order.createdBy })
    },
  },
]

/** Purchases by quotes: rounds, comparison, and what the clock does. */
export const inquiry: Feature = { name: 'inquiry', routes: roundRoutes, messageKinds, subscribers }
