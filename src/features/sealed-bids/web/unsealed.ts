import { envelopeOf, ReviewModel } from '#features/procurement/rules/enums.ts'
import type { UnsealedBid } from '../contract-slots.ts'
import type { BidDraft, DraftFile } from './draft.ts'
import type { Totals } from './price/grid.ts'
import type { QuoteState } from './price/quote-state.ts'
import type { BidProgress } from './progress.ts'
import type { Room } from './room.ts'

interface Made {
  draft: BidDraft
  files: readonly DraftFile[]
  progress: BidProgress
  totals: Totals
  quote: QuoteState | null
}

/** The bid as it stands, for parts that look at it before it is sealed. */
export function unsealedBid(
  { reviewModel }: Pick<Room, 'reviewModel'>,
  { draft, files, progress, totals, quote }: Made,
): UnsealedBid {
  const { lacks, warnings } = progress
  const isWhole = totals.missing.length === 0
  const isDouble = reviewModel === ReviewModel.values.double
  return {
    total: quote ? (quote.lacks.length === 0 ? quote.sheet.total : null) : isWhole ? totals.total : null,
    lacks,
    warnings,
    marks: Object.entries(draft.marks).map(([name, value]) => ({ name, value })),
    files: files.map(({ id, name, role, content }) => ({
      id,
      name,
      envelope: isDouble ? envelopeOf(role) : null,
      content,
    })),
  }
}
