import { ANSWER_WANTED, RELEASE_WANTED } from './keys/settle.ts'
import { askForOpeners } from './openers.ts'
import { named, onOrder, tellOwners } from '#features/procurement/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'

const QUOTES = { group: '询价', channels: URGENT, isEssential: true } as const

export const messageKinds: readonly MessageKind[] = [
  { ...QUOTES, kind: 'inquiry.round', label: '报价轮次变动', workbenches: ['supplier'], isTimely: true },
  { ...QUOTES, kind: 'inquiry.opened', label: '报价已开启', workbenches: ['purchaser', 'agency'] },
  { ...QUOTES, kind: 'inquiry.answered', label: '供应商答复报价说明', workbenches: ['purchaser', 'agency'] },
  { ...QUOTES, kind: 'inquiry.openers', label: '待确认开启报价', workbenches: ['purchaser', 'agency'], isTimely: true },
  { ...QUOTES, kind: RELEASE_WANTED, label: '待提交报价密钥', workbenches: ['supplier'], isTimely: true },
  {
    ...QUOTES,
    kind: ANSWER_WANTED,
    label: '待共同开启报价',
    workbenches: ['purchaser', 'agency', 'supplier'],
    isTimely: true,
  },
  { ...QUOTES, kind: 'inquiry.short', label: '报价不足', workbenches: ['purchaser', 'agency'] },
]

/** Whoever runs the order is told that there is something to compare, or nothing to go on with. */
export const messages: readonly Subscriber[] = [
  onOrder('inquiry: ask for the agreement to open a round', 'inquiry.openers', ({ ctx, order, event }) =>
    askForOpeners(ctx, order, { label: String(event.payload.label), eventId: event.id }),
  ),
  toOwners('inquiry.opened', '报价已开启', '的报价已截止并开启，请比价后确定成交供应商。'),
  toOwners('inquiry.answered', '供应商已答复报价说明', '的供应商已答复，请认定。'),
  toOwners(
    'inquiry.short',
    '报价不足',
    '至报价截止，提交报价的供应商不足规定家数，报价未开启，请选择延长报价时间、追加供应商或者流标处理。',
  ),
]

function toOwners(kind: string, title: string, text: string): Subscriber {
  return onOrder(`inquiry: tell owners of ${kind}`, kind, (subject) =>
    tellOwners(subject, { title, content: `${named(subject.order)}${text}`, page: 'quote.rounds' }),
  )
}
