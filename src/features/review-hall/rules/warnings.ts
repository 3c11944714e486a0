import {
  add,
  compare,
  div,
  fraction,
  type Fraction,
  mean,
  mul,
  show,
  sub,
  abs,
  ZERO,
} from '#features/evaluation/rules/fraction.ts'
import type { Judgement } from './outcome.ts'

/*
 * What people should look at before they submit or sum up (财政部令第87号第六十四条: 评分畸高、畸低、客观评分不一致). Nothing is
 * refused because of a warning, except that objective items must agree.
 */

export type WarningKind = 'outlier' | 'no-reason' | 'all-same' | 'objective-differs' | 'split'

export interface MarkWarning {
  kind: WarningKind
  isBlocking: boolean
  reviewerId: string | null
  bidderId: string | null
  itemId: string | null
  message: string
}

export interface WarnedItem {
  id: string
  name: string
  fullMark: string
  isObjective: boolean
}

export interface WarnedMark extends Judgement {
  tradeId: string
}

interface Names {
  reviewer: (id: string) => string
  bidder: (id: string) => string
}

/** A mark farther than this from the mean of the others, in per cent of the full mark, stands out. */
const OUTLIER = fraction('30')
const HUNDRED = fraction('100')

/** About one's own marks alone: ends of the scale without a reason, one mark for everybody. */
export function ownWarnings(
  items: readonly WarnedItem[],
  marks: readonly WarnedMark[],
  bidder: Names['bidder'],
): MarkWarning[] {
  return items.flatMap((item) => [...endsWithoutReason(item, marksOf(item, marks), bidder), ...sameForAll(item, marks)])
}

/** About everybody's marks side by side, after all have submitted. */
export function committeeWarnings(
  items: readonly WarnedItem[],
  marks: readonly WarnedMark[],
  names: Names,
): MarkWarning[] {
  return items.flatMap((item) =>
    [...Map.groupBy(marksOf(item, marks), (m) => m.tradeId)].flatMap(([bidderId, said]) => {
      const place = { bidderId, itemId: item.id }
      const passes = said.filter((m) => m.passed !== null)
      const failed = passes.filter((m) => m.passed === false)
      if (failed.length > 0 && failed.length < passes.length)
        return [
          warning('split', {
            ...place,
            message: `${names.bidder(bidderId)}“${item.name}”：${passes.length - failed.length} 人认为通过，${failed.length} 人认为不通过`,
          }),
        ]
      const scored = said.filter((m) => m.score !== null)
      if (item.isObjective && new Set(scored.map((m) => m.score)).size > 1)
        return [
          warning('objective-differs', {
            ...place,
            isBlocking: true,
            message: `${names.bidder(bidderId)}“${item.name}”为客观分，各评委应当一致`,
          }),
        ]
      return item.isObjective ? [] : outliers(item, scored, { place, names })
    }),
  )
}

/** Whether marks of one item lie farther apart than the threshold. */
export function isWide(item: Pick<WarnedItem, 'fullMark'>, scores: readonly string[]): boolean {
  if (scores.length < 2) return false
  const sorted = scores.map(fraction).toSorted(compare)
  return percentOf(item, sub(sorted.at(-1)!, sorted[0]!)) > 0
}

function outliers(
  item: WarnedItem,
  scored: readonly WarnedMark[],
  { place, names }: { place: { bidderId: string; itemId: string }; names: Names },
): MarkWarning[] {
  if (scored.length < 3) return []
  return scored.flatMap((m) => {
    const others = mean(scored.filter((s) => s !== m).map((s) => fraction(s.score!)))
    const distance = sub(fraction(m.score!), others)
    if (percentOf(item, abs(distance)) <= 0) return []
    const high = compare(distance, ZERO) > 0
    return [
      warning('outlier', {
        ...place,
        reviewerId: m.reviewerId,
        message: `${names.reviewer(m.reviewerId)}对${names.bidder(place.bidderId)}“${item.name}”评 ${trim(m.score!)} 分，明显${high ? '高' : '低'}于其他评委平均 ${show(others)} 分`,
      }),
    ]
  })
}

function endsWithoutReason(item: WarnedItem, marks: readonly WarnedMark[], bidder: Names['bidder']): MarkWarning[] {
  if (item.isObjective) return []
  const full = fraction(item.fullMark)
  return marks.flatMap((m) => {
    if (m.score === null || m.reason.trim() !== '') return []
    const value = fraction(m.score)
    const isZero = compare(value, ZERO) === 0
    if (!isZero && compare(value, full) !== 0) return []
    const message = `${bidder(m.tradeId)}“${item.name}”评${isZero ? '零分' : '满分'}，建议写明理由`
    return [warning('no-reason', { reviewerId: m.reviewerId, bidderId: m.tradeId, itemId: item.id, message })]
  })
}

function sameForAll(item: WarnedItem, all: readonly WarnedMark[]): MarkWarning[] {
  if (item.isObjective) return []
  const scores = marksOf(item, all).flatMap((m) => (m.score === null ? [] : [m.score]))
  if (scores.length < 3 || new Set(scores.map((s) => show(fraction(s)))).size > 1) return []
  const message = `“${item.name}”对 ${scores.length} 家投标人评分相同，请核对是否拉开差距`
  return [warning('all-same', { itemId: item.id, message })]
}

/** Above zero when the distance exceeds the threshold. */
function percentOf(item: Pick<WarnedItem, 'fullMark'>, distance: Fraction): number {
  const full = fraction(item.fullMark)
  if (compare(full, ZERO) === 0) return -1
  return compare(div(mul(distance, HUNDRED), full), OUTLIER)
}

function marksOf(item: WarnedItem, marks: readonly WarnedMark[]): WarnedMark[] {
  return marks.filter((m) => m.itemId === item.id)
}

function warning(
  kind: WarningKind,
  rest: Pick<MarkWarning, 'message'> & Partial<Omit<MarkWarning, 'kind' | 'message'>>,
): MarkWarning {
  return { kind, isBlocking: false, reviewerId: null, bidderId: null, itemId: null, ...rest }
}

function trim(score: string): string {
  return show(add(fraction(score), ZERO))
}
