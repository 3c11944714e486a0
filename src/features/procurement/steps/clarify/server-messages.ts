import { named, type OrderMessage, tellOwners } from '../../server/telling.ts'

export const clarify: readonly OrderMessage[] = [
  {
    kind: 'question.asked',
    label: '收到提问',
    group: '报名与答疑',
    workbenches: ['purchaser', 'agency'],
    channels: ['email'],
    // Who asked is not told, neither here nor on the page.
    tell: (subject) =>
      tellOwners(subject, { title: '收到新的提问', content: `${named(subject.order)}有供应商提问，请答复。` }),
  },
]
