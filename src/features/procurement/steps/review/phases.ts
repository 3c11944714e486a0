import type { Phases } from '../../engine/phase.ts'

export const REVIEW_PHASES = {
  running: { label: '评审中', wire: 5, reached: 'reviewing' },
  summarised: { label: '评审汇总', wire: 6, reached: 'summarised' },
  done: { label: '评审结束', wire: 7, reached: 'ranked' },
} as const satisfies Phases
