import type { Phases } from '../../engine/phase.ts'

export const OPEN_PHASES = {
  running: { label: '已开标', wire: 2, reached: 'opened' },
  reading: { label: '唱标中', wire: 3, reached: 'read' },
  ended: { label: '开标结束', wire: 4, reached: 'closed' },
} as const satisfies Phases
