import { formatAmount } from '#contract/money.ts'
import { say } from '#features/procurement/methods/say.ts'
import { named, onOrder, tellOwners, tellParticipants } from '#features/procurement/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import { talksOf } from './access.ts'

const TALK = { group: '协商', channels: URGENT, isEssential: true } as const

export const messageKinds: readonly MessageKind[] = [
  { ...TALK, kind: 'talk.recorded', label: '协商情况待确认', workbenches: ['supplier'] },
  { ...TALK, kind: 'talk.replied', label: '协商情况已答复', workbenches: ['purchaser', 'agency'] },
]

/** The supplier is told of minutes that wait for it, the owner of what became of them. */
export const messages: readonly Subscriber[] = [
  onOrder('talks: tell the supplier of minutes', 'talk.recorded', async (subject) => {
    const { ctx, order, event } = subject
    const talk = (await talksOf(ctx, order.id)).find((one) => one.id === event.payload.talkId)
    // Answered meanwhile.
    if (!talk || talk.agreed !== null) return
    await tellParticipants(subject, {
      title: '请确认协商情况',
      content: `${named(order)}的协商情况已记录，商定价格 ${formatAmount(talk.price)} 元，请核对后确认或退回。`,
      page: 'talk.reply',
    })
  }),
  onOrder('talks: tell the owner of the reply', 'talk.replied', (subject) => {
    const { order, event } = subject
    return tellOwners(
      subject,
      event.payload.agree
        ? {
            title: '供应商已确认协商情况',
            content: `${named(order)}的协商情况已由供应商确认，${say(order, '请确定{winner}')}。`,
            page: 'winner.edit',
          }
        : {
            title: '供应商退回协商情况',
            content: `${named(order)}的协商情况已被供应商退回，请核对后重新提交。`,
            page: 'talk.edit',
          },
    )
  }),
]
