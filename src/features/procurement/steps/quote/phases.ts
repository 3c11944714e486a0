import type { Phases } from '../../engine/phase.ts'

/** Quotes are open at the deadline and compared, or too few came and they stay sealed. Further rounds are no phase. */
export const QUOTE_PHASES = {
  short: { label: '报价不足', wire: 4, reached: 'closed', isFailed: true },
  closed: { label: '{weighed}中', wire: 2, reached: 'ranked' },
} as const satisfies Phases
