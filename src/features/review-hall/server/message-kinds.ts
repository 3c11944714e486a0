import type { MessageKind } from '#server/feature.ts'

/** What a review tells people. */
export const messageKinds: readonly MessageKind[] = [
  {
    kind: 'review.started',
    label: '评审已开始',
    group: '评审',
    workbenches: ['expert'],
    channels: ['email', 'sms', 'wechat'],
    isEssential: true,
    isTimely: true,
  },
  ...(
    [
      ['review.ask', '评审澄清'],
      ['review.correction', '价格修正确认'],
      ['review.round', '评审报价'],
    ] as const
  ).map(([kind, label]): MessageKind => ({
    kind,
    label,
    group: '评审',
    workbenches: ['supplier'],
    channels: ['email', 'sms', 'wechat'],
    isEssential: true,
    isTimely: true,
  })),
  {
    kind: 'review.tie',
    label: '评标委员会成员应当回避',
    group: '评审',
    workbenches: ['purchaser', 'agency'],
    channels: ['email', 'sms', 'wechat'],
    isEssential: true,
  },
  {
    kind: 'review.answered',
    label: '投标人已答复',
    group: '评审',
    workbenches: ['expert'],
    channels: [],
    isTimely: true,
  },
]
