import { ReviewMethod, WayType } from '#features/evaluation/rules/enums.ts'
import { totalOf } from './outcome.ts'
import type { ScoreDigits } from '#features/evaluation/rules/part-score.ts'
import type { PriceScoreInput } from '#features/evaluation/rules/price-params.ts'
import { isQuote, type PriceScoreResult, priceScores } from '#features/evaluation/rules/price-score.ts'
import { rank, type Ranking } from './ranking.ts'
import type { TraceLine } from '#features/evaluation/rules/trace.ts'

export interface ResultInput {
  method: number
  /** The computed price; null where the method has none. */
  price: { name: string; params: PriceScoreInput; digits?: ScoreDigits } | null
  /** Reviews begun under `price-score/1` ranked a quote of zero by methods that compute no price. */
  ranksZero?: boolean
  /** Summed-up scoring ways, in their order: marks by bid. */
  scoring: readonly { type: number; name: string; marks: ReadonlyMap<string, { score: string; exact: string }> }[]
  bids: readonly {
    id: string
    name: string
    /** What counts: 评标价. */
    quote: string
    /** What was read out; left out where it is the same. */
    opening?: string
    /** Why it is rejected. */
    disqualified?: string
    lot?: number
  }[]
}

export interface ReviewResult {
  price: PriceScoreResult | null
  /** Total marks by bid; empty where the method has no marks. */
  totals: Map<string, { total: string; trace: TraceLine[] }>
  ranking: Ranking
}

/** Why a bid without a price above zero is neither scored nor ranked. */
export const NO_QUOTE = '报价为 0，不是有效报价，不参与计分和排序'

/**
 * Everything that follows from the summed-up ways: price marks over the valid quotes, totals, ranking. The same input
 * always gives the same result; it is computed again for the report and by auditors.
 */
export function reviewResult({ method, price, scoring, bids: all, ranksZero = false }: ResultInput): ReviewResult {
  const bids = all.map((bid) =>
    bid.disqualified === undefined && !ranksZero && !isQuote(bid.quote) ? { ...bid, disqualified: NO_QUOTE } : bid,
  )
  const valid = bids.filter((b) => b.disqualified === undefined)
  const prices = price && valid.length > 0 ? priceScores(price.params, valid, price.digits) : null
  const priceOf = (id: string) => prices?.scores.find((s) => s.id === id)
  const totals = new Map(
    valid.flatMap((bid) => {
      const parts = scoring.map((way) => ({ name: way.name, exact: way.marks.get(bid.id)!.exact }))
      const marks = priceOf(bid.id)
      if (price && marks) parts.push({ name: price.name, exact: marks.exact })
      return parts.length > 0 ? [[bid.id, totalOf(parts)] as const] : []
    }),
  )
  const technical = scoring.find((way) => way.type === WayType.values.technicalScore)
  const ranking = rank(
    method,
    bids.map((bid) => {
      const priceScore = priceOf(bid.id)?.score
      const technicalScore = technical?.marks.get(bid.id)?.score
      const totalScore = totals.get(bid.id)?.total
      // 标准施工招标文件第三章: 经评审的投标价相等时，投标报价低的优先.
      const isEvaluated = method === ReviewMethod.values.lowestEvaluatedPrice && bid.opening !== undefined
      return {
        ...bid,
        ...(isEvaluated ? { quote: bid.opening!, evaluatedPrice: bid.quote } : {}),
        ...(totalScore === undefined ? {} : { totalScore }),
        ...(priceScore === undefined ? {} : { priceScore }),
        ...(technicalScore === undefined ? {} : { technicalScore }),
      }
    }),
  )
  return { price: prices, totals, ranking }
}

/** Methods whose candidates are shown with their marks. */
export function hasMarks(method: number): boolean {
  const { comprehensive, reasonableLowPrice, priceCommitment, dualRandom } = ReviewMethod.values
  return [comprehensive, reasonableLowPrice, priceCommitment, dualRandom].some((one) => one === method)
}
