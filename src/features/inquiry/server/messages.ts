import { notify } from '#features/messages/server/public.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { askForOpeners } from './openers.ts'
import { orderAudience, orderRow } from '#features/procurement/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import type { MessageKind } from '#server/feature.ts'

const QUOTES = { group: '询价', channels: ['email', 'sms', 'wechat'], isEssential: true } as const

export const messageKinds: readonly MessageKind[] = [
  { ...QUOTES, kind: 'inquiry.round', label: '报价轮次变动', workbenches: ['supplier'], isTimely: true },
  { ...QUOTES, kind: 'inquiry.opened', label: '报价已开启', workbenches: ['purchaser', 'agency'] },
  { ...QUOTES, kind: 'inquiry.answered', label: '供应商答复报价说明', workbenches: ['purchaser', 'agency'] },
  { ...QUOTES, kind: 'inquiry.openers', label: '待确认开启报价', workbenches: ['purchaser', 'agency'], isTimely: true },
  { ...QUOTES, kind: 'inquiry.short', label: '报价不足', workbenches: ['purchaser', 'agency'] },
]

const openers: Subscriber = {
  name: 'inquiry: ask for the agreement to open a round',
  kind: 'inquiry.openers',
  async handle(ctx, { id, payload }) {
    const order = await orderRow(ctx, String(payload.orderId))
    await askForOpeners(ctx, order, { label: String(payload.label), eventId: id })
  },
}

/** Whoever runs the order is told that there is something to compare, or nothing to go on with. */
export const messages: readonly Subscriber[] = [
  openers,
  toOwners('inquiry.opened', {
    title: '报价已开启',
    content: '的报价已截止并开启，请比价后确定成交供应商。',
    page: 'quote.rounds',
  }),
  toOwners('inquiry.answered', {
    title: '供应商已答复报价说明',
    content: '的供应商已答复，请认定。',
    page: 'quote.rounds',
  }),
  toOwners('inquiry.short', {
    title: '报价不足',
    content: '至报价截止，提交报价的供应商不足规定家数，报价未开启，请选择延长报价时间、追加供应商或者流标处理。',
    page: 'quote.rounds',
  }),
]

function toOwners(
  kind: string,
  { title, content, page }: { title: string; content: string; page: 'quote.rounds' },
): Subscriber {
  return {
    name: `inquiry: tell owners of ${kind}`,
    kind,
    async handle(ctx, event) {
      const order = await orderRow(ctx, String(event.payload.orderId))
      const { owners, ownerIdentity } = await orderAudience(ctx, order.id)
      await notify(ctx, {
        to: { userIds: owners },
        identity: ownerIdentity,
        kind,
        eventId: event.id,
        title,
        content: `“${order.title}”（${order.code}）${content}`,
        link: placeOf(order, page, ownerIdentity),
      })
    },
  }
}
