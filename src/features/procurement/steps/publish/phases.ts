import type { Phases } from '../../engine/phase.ts'

/** Whether sign-up or bidding is open follows from schedule and clock, and is no phase. */
export const PUBLISH_PHASES = {
  draft: { label: '草稿', wire: 0, reached: 'draft' },
  open: { label: '已发布', wire: 1, reached: 'published' },
} as const satisfies Phases
