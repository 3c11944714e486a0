import type { Phases } from '../../engine/phase.ts'

export const WINNER_PHASES = { fixed: { label: '已定标', wire: 9, reached: 'awarded' } } as const satisfies Phases
