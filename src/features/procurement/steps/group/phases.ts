import type { Phases } from '../../engine/phase.ts'

/** Until its report is signed the order stands where its responses were opened. */
export const GROUP_PHASES = {
  done: { label: '待公示候选人', wire: 7, reached: 'ranked' },
} as const satisfies Phases
