import type { Phases } from '../../engine/phase.ts'

export const CANDIDATES_PHASES = {
  public: { label: '{publicity}', wire: 8, reached: 'publicised' },
} as const satisfies Phases
