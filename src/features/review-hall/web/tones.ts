import type { Tone } from '#web/kit/status-tag.tsx'

const TASK: Record<number, Tone> = { 0: 'neutral', 1: 'active', 2: 'success' }
const REPORT: Record<number, Tone> = { 0: 'warning', 1: 'active', 2: 'active', 3: 'success', 4: 'danger', 5: 'neutral' }

export const taskTone = (status: number): Tone => TASK[status] ?? 'neutral'
export const reportTone = (state: number): Tone => REPORT[state] ?? 'neutral'
