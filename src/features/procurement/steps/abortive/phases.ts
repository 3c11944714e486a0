import type { Phases } from '../../engine/phase.ts'

export const ABORTIVE_PHASES = { declared: { label: '已流标', wire: 20, reached: 'over' } } as const satisfies Phases
