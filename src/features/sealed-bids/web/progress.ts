import { Exact, formatAmount } from '#contract/money.ts'
import { say } from '#features/procurement/methods/say.ts'
import { missingFiles, statementMarks } from '../rules.ts'
import type { BidDraft, DraftFile } from './draft.ts'
import type { Totals } from './price/grid.ts'
import type { QuoteState } from './price/quote-state.ts'
import type { Room } from './room.ts'

export type StepKey = 'price' | 'files' | 'key' | 'seal'

export interface BidProgress {
  /** What each step still lacks, in words; an empty list: done. */
  lacks: Record<'price' | 'files' | 'key', string[]>
  /** Allowed, but better said before sealing. */
  warnings: string[]
}

/** How far a bid is, judged by what the order asks for. */
export function progressOf(
  room: Pick<Room, 'method' | 'items' | 'marks' | 'bidFiles' | 'reviewModel' | 'keys' | 'roundKey' | 'controlPrice'>,
  bid: { draft: BidDraft; files: readonly DraftFile[]; totals: Totals; quote?: QuoteState | null },
): BidProgress {
  const { draft, files, totals } = bid
  const sheet = bid.quote ?? tenderSheet(room, totals)
  const marks = room.marks.filter((mark) => !draft.marks[mark.name]?.trim()).map((mark) => mark.name)
  const key = room.keys.find((one) => one.keyId === draft.keyId && one.fits)
  const missing = missingFiles(room, [
    { role: 'price' },
    ...(statementMarks(room).length > 0 ? [{ role: 'statement' as const }] : []),
    ...files,
  ])
  const hashing = files.some((file) => file.sha256 === null) ? ['文件正在计算哈希'] : []
  return {
    lacks: {
      price: [...sheet.lacks, ...marks],
      files: [...missing, ...hashing],
      // What is sealed to the round needs no key of the bidder.
      key: room.roundKey ? [] : !key ? ['选择密钥'] : key.rehearsedAt ? [] : ['加密预演'],
    },
    warnings: sheet.warnings,
  }
}

/** What a tender's price sheet lacks, and what is odd about it. */
function tenderSheet(
  room: Pick<Room, 'method' | 'controlPrice'>,
  totals: Totals,
): Pick<QuoteState, 'lacks' | 'warnings'> {
  const isZero = totals.missing.length === 0 && new Exact(totals.total).lte(0)
  return {
    lacks: [
      ...(totals.missing.length > 0 ? [`${totals.missing.length} 行未报价`] : []),
      ...(isZero ? [say(room, '{bid}总价须大于 0')] : []),
    ],
    warnings: [
      ...(room.controlPrice !== null && new Exact(totals.total).gt(room.controlPrice)
        ? [`总价高于最高限价 ${formatAmount(room.controlPrice)} 元，会被否决`]
        : []),
      ...(totals.over.length > 0 ? [`${totals.over.length} 行高于单价限价`] : []),
      ...(new Exact(totals.total).isZero() ? ['总价为零'] : []),
    ],
  }
}
