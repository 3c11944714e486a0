import type { Phases } from '../../engine/phase.ts'

export const TALK_PHASES = {
  running: { label: '协商中', wire: 2, reached: 'opened' },
  agreed: { label: '协商一致', wire: 7, reached: 'ranked' },
} as const satisfies Phases
