import { formatAmount } from '#contract/money.ts'
import { notify } from '#features/messages/server/public.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { say } from '#features/procurement/methods/say.ts'
import { orderAudience, orderRow } from '#features/procurement/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import type { MessageKind } from '#server/feature.ts'
import { talksOf } from './access.ts'

const URGENT = ['email', 'sms', 'wechat'] as const
const TALK = { group: '协商', channels: URGENT, isEssential: true } as const

export const messageKinds: readonly MessageKind[] = [
  { ...TALK, kind: 'talk.recorded', label: '协商情况待确认', workbenches: ['supplier'] },
  { ...TALK, kind: 'talk.replied', label: '协商情况已答复', workbenches: ['purchaser', 'agency'] },
]

/** The supplier is told of minutes that wait for it, the owner of what became of them. */
export const messages: readonly Subscriber[] = [
  {
    name: 'talks: tell the supplier of minutes',
    kind: 'talk.recorded',
    async handle(ctx, event) {
      const order = await orderRow(ctx, String(event.payload.orderId))
      const talk = (await talksOf(ctx, order.id)).find((one) => one.id === event.payload.talkId)
      // Answered meanwhile.
      if (!talk || talk.agreed !== null) return
      const { participants } = await orderAudience(ctx, order.id)
      await notify(ctx, {
        to: { userIds: participants },
        identity: 'supplier',
        kind: event.kind,
        eventId: event.id,
        title: '请确认协商情况',
        content: `“${order.title}”（${order.code}）的协商情况已记录，商定价格 ${formatAmount(talk.price)} 元，请核对后确认或退回。`,
        link: placeOf(order, 'talk.reply', 'supplier'),
      })
    },
  },
  {
    name: 'talks: tell the owner of the reply',
    kind: 'talk.replied',
    async handle(ctx, event) {
      const order = await orderRow(ctx, String(event.payload.orderId))
      const { agree } = event.payload
      const { owners, ownerIdentity } = await orderAudience(ctx, order.id)
      const named = `“${order.title}”（${order.code}）`
      await notify(ctx, {
        to: { userIds: owners },
        identity: ownerIdentity,
        kind: event.kind,
        eventId: event.id,
        title: agree ? '供应商已确认协商情况' : '供应商退回协商情况',
        content: agree
          ? `${named}的协商情况已由供应商确认，${say(order, '请确定{winner}')}。`
          : `${named}的协商情况已被供应商退回，请核对后重新提交。`,
        link: placeOf(order, agree ? 'winner.edit' : 'talk.edit', ownerIdentity),
      })
    },
  },
]
