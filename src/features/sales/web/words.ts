import type { DealState } from '../rules/status.ts'

export const DEAL_TONES = {
  due: 'warning',
  paid: 'active',
  defaulted: 'danger',
  settled: 'success',
} as const satisfies Record<DealState, string>

export const NOTE_STATES = {
  open: { label: '待确认', tone: 'warning' },
  confirmed: { label: '已确认', tone: 'success' },
  refused: { label: '不确认', tone: 'danger' },
} as const
