import type { Phases } from '../../engine/phase.ts'

export const CANDIDATES_PHASES = {
  public: { label: '候选人公示', wire: 8, reached: 'publicised' },
} as const satisfies Phases
