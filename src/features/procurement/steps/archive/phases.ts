import type { Phases } from '../../engine/phase.ts'

export const ARCHIVE_PHASES = {
  done: { label: '已归档', wire: 10, reached: 'over' },
  abortive: { label: '已流标归档', wire: 10, reached: 'over' },
} as const satisfies Phases
