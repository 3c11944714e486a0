import { type MessageKind, URGENT } from '#server/feature.ts'

const REVIEW = { group: '评审', channels: URGENT, isEssential: true } as const
const BIDDER = { ...REVIEW, workbenches: ['supplier'], isTimely: true } as const

/** What a review tells people. */
export const messageKinds: readonly MessageKind[] = [
  { ...REVIEW, kind: 'review.started', label: '评审已开始', workbenches: ['expert'], isTimely: true },
  { ...BIDDER, kind: 'review.ask', label: '评审澄清' },
  { ...BIDDER, kind: 'review.correction', label: '价格修正确认' },
  { ...BIDDER, kind: 'review.round', label: '评审报价' },
  { ...REVIEW, kind: 'review.tie', label: '评标委员会成员应当回避', workbenches: ['purchaser', 'agency'] },
  {
    kind: 'review.answered',
    label: '投标人已答复',
    group: '评审',
    workbenches: ['expert'],
    channels: [],
    isTimely: true,
  },
]
