import type { Tone } from '#web/kit/status-tag.tsx'
import { expertOfferReads, purchaserOfferReads } from '../../contract/offers.ts'
import { RoundStatus, QuoteStatus } from '#features/quotes/rules/enums.ts'
import type { Side } from '../review-address.ts'

const R = RoundStatus.values
const O = QuoteStatus.values

export function offerReadsOf(side: Side): typeof expertOfferReads {
  return side === 'member' ? expertOfferReads : purchaserOfferReads
}

export function roundTone(status: number): Tone {
  return status === R.quoting ? 'active' : status === R.closed ? 'success' : 'neutral'
}

export function offerTone(status: number): Tone {
  if (status === O.submitted || status === O.signed) return 'success'
  if (status === O.missed) return 'danger'
  return status === O.saved ? 'active' : 'neutral'
}

/** `5.00` is five per cent less than before, `-5.00` five per cent more. */
export function reductionText(percent: string | null): string {
  if (percent === null) return '—'
  if (/^-?0(\.0+)?$/.test(percent)) return '持平'
  return percent.startsWith('-') ? `上浮 ${percent.slice(1)}%` : `下降 ${percent}%`
}
