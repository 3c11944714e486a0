import { PriceBase, ReviewMethod } from '#features/evaluation/rules/enums.ts'
import type { WayPlan } from '#features/procurement/rules/default-ways.ts'
import { scoreOutcome } from '#features/review-hall/rules/outcome.ts'
import { reviewResult } from '#features/review-hall/rules/result.ts'

/*
 * The outcome of a group's review, by the rules of review halls: never by a formula of its own. Pure, so that the report, an auditor
 * and a test compute the same.
 */

/** Marks that a member gave: by way and item, as they stand in the plan. */
export interface Mark {
  tradeId: string
  way: number
  item: number
  score: string
}

export interface FinalOffer {
  tradeId: string
  name: string
  price: string
  /** Place in the drawn order, 1 first: settles what the rules leave equal. */
  turn: number
}

export interface RankedOffer {
  tradeId: string
  name: string
  rank: number
  price: string
  /** Marks with two decimals; null where the price alone decides. */
  score: string | null
  priceScore: string | null
  /** By scored way, in the order of the plan. */
  ways: { name: string; score: string }[]
}

/** Scored by members, with items; the price is computed. */
export function scoredWays(ways: readonly WayPlan[]): WayPlan[] {
  return ways.filter(({ itemKind, isAutomatic }) => itemKind === 2 && !isAutomatic)
}

/** What is wrong with a member's marks, by field: every item of every offer, within its full mark. */
export function markProblems(
  marks: readonly Mark[],
  { ways, tradeIds }: { ways: readonly WayPlan[]; tradeIds: readonly string[] },
): { path: string; message: string }[] {
  const at = new Map(marks.map((mark, i) => [`${mark.tradeId} ${mark.way} ${mark.item}`, { ...mark, i }]))
  const asked = scoredWays(ways).flatMap((way, w) =>
    way.items.flatMap((item, n) => tradeIds.map((tradeId) => ({ key: `${tradeId} ${w} ${n}`, item }))),
  )
  const problems = asked.flatMap(({ key, item }) => {
    const mark = at.get(key)
    if (!mark) return [{ path: 'marks', message: `“${item.name}”尚有供应商未评分` }]
    return Number(mark.score) <= Number(item.fullMark)
      ? []
      : [{ path: `marks.${mark.i}.score`, message: `“${item.name}”满分 ${item.fullMark} 分` }]
  })
  if (problems.length === 0 && at.size !== asked.length) return [{ path: 'marks', message: '评分项与采购文件不一致' }]
  return problems
}

/**
 * Ranks final offers: by the lowest price, or by the score of members' marks and the price. The lowest final offer is the base of
 * the price's part (财库〔2014〕214号第二十四条); equal scores go by the lower price, then the technical score, then the drawn order.
 */
export function rankOffers(
  offers: readonly FinalOffer[],
  scoring: { ways: readonly WayPlan[]; marks: ReadonlyMap<string, readonly Mark[]> } | null,
): RankedOffer[] {
  const scored = scoring ? scoredWays(scoring.ways) : []
  const price = scoring?.ways.find(({ isAutomatic }) => isAutomatic)
  const parts = scored.map((way, w) => {
    const items = way.items.map(({ name }, n) => ({ id: String(n), name }))
    const marksOf = (tradeId: string) => {
      const members = [...scoring!.marks.keys()]
      const judgements = members.flatMap((reviewerId) =>
        scoring!.marks
          .get(reviewerId)!
          .filter((mark) => mark.tradeId === tradeId && mark.way === w)
          .map((mark) => ({
            itemId: String(mark.item),
            reviewerId,
            score: mark.score,
            passed: null,
            reason: '',
          })),
      )
      const { score, exact } = scoreOutcome(
        { aggregation: way.aggregation, items, digits: way.scoreDigits ?? null },
        members,
        judgements,
      )
      return { score: score!, exact: exact! }
    }
    return { type: way.type, name: way.name, marks: new Map(offers.map(({ tradeId }) => [tradeId, marksOf(tradeId)])) }
  })
  const {
    ranking,
    totals,
    price: prices,
  } = reviewResult({
    method: scoring ? ReviewMethod.values.comprehensive : ReviewMethod.values.lowestPrice,
    price: price
      ? {
          name: price.name,
          params: { base: PriceBase.values.lowest, scoring: 'ratio', fullMarks: price.fullMark },
          digits: price.scoreDigits ?? null,
        }
      : null,
    scoring: parts,
    bids: offers.map(({ tradeId, name, price: quote, turn }) => ({ id: tradeId, name, quote, lot: turn })),
  })
  return ranking.ranked.map(({ id }, i) => {
    const offer = offers.find(({ tradeId }) => tradeId === id)!
    return {
      tradeId: id,
      name: offer.name,
      rank: i + 1,
      price: offer.price,
      score: totals.get(id)?.total ?? null,
      priceScore: prices?.scores.find((one) => one.id === id)?.score ?? null,
      ways: parts.map(({ name, marks }) => ({ name, score: marks.get(id)!.score })),
    }
  })
}
