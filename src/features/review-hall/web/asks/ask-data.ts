import { expertAskReads, purchaserAskReads } from '../../contract/asks.ts'
import { expertLowPrices, purchaserLowPrices } from '../../contract/low-price.ts'
import { AskStatus, CorrectionStatus } from '#features/evaluation/rules/enums.ts'
import type { Tone } from '#web/kit/status-tag.tsx'
import type { Side } from '../review-address.ts'

const A = AskStatus.values
const C = CorrectionStatus.values

/** Both sides read alike; the purchaser sees what was sent. */
export function askReadsOf(side: Side): typeof expertAskReads {
  return side === 'member' ? expertAskReads : purchaserAskReads
}

/** Abnormally low prices; the purchaser learns of no draft. */
export function lowPricesOf(side: Side): typeof expertLowPrices {
  return side === 'member' ? expertLowPrices : purchaserLowPrices
}

export function askTone(status: number): Tone {
  if (status === A.waiting) return 'active'
  if (status === A.replied) return 'success'
  if (status === A.overdue) return 'danger'
  return status === A.draft ? 'warning' : 'neutral'
}

export function correctionTone(status: number): Tone {
  if (status === C.waiting) return 'active'
  if (status === C.confirmed) return 'success'
  if (status === C.refused || status === C.overdue) return 'danger'
  return status === C.draft ? 'warning' : 'neutral'
}

/** Minutes a bidder may be given, as one chooses them. */
export const MINUTES: readonly { value: number; label: string }[] = [
  { value: 15, label: '15 分钟' },
  { value: 30, label: '30 分钟' },
  { value: 60, label: '1 小时' },
  { value: 120, label: '2 小时' },
  { value: 240, label: '4 小时' },
  { value: 1440, label: '24 小时' },
]
