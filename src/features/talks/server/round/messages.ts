import { formatTime } from '#contract/time.ts'
import { methodFor } from '#features/procurement/methods/all.ts'
import { say } from '#features/procurement/methods/say.ts'
import { fillWords } from '#features/procurement/methods/words.ts'
import { named, onOrder, tellOwners, tellSupplier } from '#features/procurement/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import type { RoundTalkAction } from '../../rules-round.ts'

export const roundTalkMessageKinds: readonly MessageKind[] = [
  {
    kind: 'round-talk',
    label: '谈判',
    group: '谈判',
    workbenches: ['purchaser', 'agency', 'supplier'],
    channels: URGENT,
    isEssential: true,
  },
]

/** What one side did in a talk is told to the other, and to nobody else. */
export const roundTalkMessages: readonly Subscriber[] = [
  onOrder('talks: tell the other side of a talk', 'round-talk', async (subject) => {
    const { ctx, order, event } = subject
    const { talkId, act } = event.payload as { talkId: string; act: RoundTalkAction | 'plan' }
    const talk = await ctx.expectOne('round_talk', { id: talkId })
    const toSupplier = SUPPLIER_IS_TOLD[act]
    const toOwners = OWNERS_ARE_TOLD[act]
    if (toSupplier !== undefined) {
      const { supplierCompanyId } = await ctx.expectOne('trade', { id: talk.tradeId })
      const content = fillWords(methodFor(order).words, toSupplier)
        .replace('{at}', formatTime(talk.plannedAt))
        .replace('{place}', talk.place)
        .replace('{reason}', talk.dropReason)
      await tellSupplier(subject, supplierCompanyId, {
        title: `${say(order, '{act}')}：${order.title}`,
        content: `${named(order)}${content}`,
        page: 'round-talk.reply',
      })
    }
    if (toOwners !== undefined)
      await tellOwners(subject, {
        title: `${say(order, '{act}')}：${order.title}`,
        content: `${named(order)}${fillWords(methodFor(order).words, toOwners)}`,
        page: 'round-talk.hold',
      })
  }),
]

const SUPPLIER_IS_TOLD: Partial<Record<RoundTalkAction | 'plan', string>> = {
  call: '邀请贵单位{act}，时间：{at}（北京时间），地点：{place}。',
  write: '的{act}记录已提交，请核对后签署或退回。',
  drop: '与贵单位的{act}已取消：{reason}',
}
const OWNERS_ARE_TOLD: Partial<Record<RoundTalkAction | 'plan', string>> = {
  sign: '的{act}记录已由供应商签署。',
  refuse: '的{act}记录已被供应商退回，请核对后重新提交。',
}
