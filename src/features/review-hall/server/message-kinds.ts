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
]
