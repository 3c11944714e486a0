import { AppError } from '#contract/errors.ts'
import { ReviewMethod } from '#features/evaluation/rules/enums.ts'
import { compare, fraction } from '#features/evaluation/rules/fraction.ts'
import type { TraceLine } from '#features/evaluation/rules/trace.ts'

export const RANKING_VERSION = 'ranking/1'

/** 招标投标法实施条例第五十三条: 中标候选人应当不超过3个，并标明排序. */
export const MAX_CANDIDATES = 3

/** One bidder as the review left it. Amounts and marks are decimal strings. */
export interface ReviewedBid {
  id: string
  name: string
  quote: string
  /** 评标价: the quote after the corrections the documents allow; the quote itself where none were made. */
  evaluatedPrice?: string
  totalScore?: string
  priceScore?: string
  technicalScore?: string
  /** Price commitment (method 6): accepts the announced price without condition. */
  committed?: boolean
  /** Why the bid is rejected (否决投标); such a bid is never ranked. */
  disqualified?: string
  /** Drawn lot, 1 first; settles what the rules leave equal. */
  lot?: number
}

export interface RankedBid {
  id: string
  /** Bids the rules leave equal share a rank. */
  rank: number
  /** Others of the same rank, to be settled by a recorded lot. */
  tiedWith: string[]
  trace: TraceLine[]
}

export interface Ranking {
  version: string
  ranked: RankedBid[]
  /** At most three, in order; stops before the first undecided tie that matters. */
  candidates: string[]
  /** Groups of equal bids that must draw lots before the candidates are complete. */
  undecided: string[][]
  excluded: { id: string; reason: string }[]
}

/**
 * Ranks the bids by review method 1–7 (specification part 2 §9). In every method equal bids are settled by the lower
 * quote (highest price wins: no such step, the quotes are equal), then by the technical score, then by lot.
 *
 * 1 comprehensive, 7 dual random (its parameters are drawn at the session): total score. 2 highest price. 3 lowest
 * price. 4 lowest evaluated price. 5 reasonable low price: price score. 6 price commitment: total score among those
 * who committed. Throws `invalid` where a figure the method needs is missing.
 */
export function rank(method: number, bids: readonly ReviewedBid[]): Ranking {
  if (!ReviewMethod.options.some((o) => o.value === method)) throw new AppError('invalid', '请选择评审办法')
  const excluded = bids.flatMap((b) => {
    const reason = exclusion(method, b)
    return reason ? [{ id: b.id, reason }] : []
  })
  const { groups, traces } = grouped(
    keysOf(method),
    bids.filter((b) => !exclusion(method, b)),
  )
  const ranked: RankedBid[] = []
  const candidates: string[] = []
  const undecided: string[][] = []
  for (const group of groups) {
    const place = ranked.length + 1
    const ids = group.map((b) => b.id)
    for (const bid of group) {
      ranked.push({ id: bid.id, rank: place, tiedWith: ids.filter((id) => id !== bid.id), trace: traces.get(bid.id)! })
    }
    if (place > MAX_CANDIDATES) continue
    if (group.length > 1) undecided.push(ids)
    else if (undecided.length === 0) candidates.push(ids[0]!)
  }
  return { version: RANKING_VERSION, ranked, candidates, undecided, excluded }
}

interface Key {
  label: string
  better: 'low' | 'high'
  read: (bid: ReviewedBid) => string | undefined
  required?: boolean
}

const QUOTE: Key = { label: '投标报价', better: 'low', read: (b) => b.quote }
const TECHNICAL: Key = { label: '技术得分', better: 'high', read: (b) => b.technicalScore }
const LOT: Key = { label: '抽签顺序', better: 'low', read: (b) => b.lot?.toString() }
const TOTAL: Key = { label: '综合得分', better: 'high', read: (b) => b.totalScore, required: true }

function keysOf(method: number): Key[] {
  const { values } = ReviewMethod
  switch (method) {
    case values.highestPrice:
      return [{ ...QUOTE, better: 'high' }, TECHNICAL, LOT]
    case values.lowestPrice:
      return [QUOTE, TECHNICAL, LOT]
    case values.lowestEvaluatedPrice:
      return [{ label: '评标价', better: 'low', read: (b) => b.evaluatedPrice ?? b.quote }, QUOTE, TECHNICAL, LOT]
    case values.reasonableLowPrice:
      return [{ label: '价格得分', better: 'high', read: (b) => b.priceScore, required: true }, QUOTE, TECHNICAL, LOT]
    default:
      return [TOTAL, QUOTE, TECHNICAL, LOT]
  }
}

/** Why a valid bid is not ranked by a method, as readers are told. */
export function unrankedReason(method: number): string {
  return method === ReviewMethod.values.priceCommitment
    ? '报价与公布的价格不一致，未作出价格承诺，不参与排序'
    : '未参与排序'
}

function exclusion(method: number, bid: ReviewedBid): string | undefined {
  if (bid.disqualified !== undefined) return bid.disqualified || '投标被否决'
  if (method === ReviewMethod.values.priceCommitment && !bid.committed) return '未作出价格承诺'
  return undefined
}

interface Grouped {
  /** Best first; more than one bid in a group means the rules leave them equal. */
  groups: ReviewedBid[][]
  traces: Map<string, TraceLine[]>
}

function grouped(keys: readonly Key[], bids: readonly ReviewedBid[]): Grouped {
  for (const bid of bids) for (const key of keys) check(key, bid)
  const traces = new Map(bids.map((b): [string, TraceLine[]] => [b.id, []]))
  const split = (group: readonly ReviewedBid[], step: number): ReviewedBid[][] => {
    const key = keys[step]
    if (!key || (step > 0 && group.length === 1)) return [[...group]]
    // A step for which one of the equal bids has no figure settles nothing among them.
    if (group.some((b) => key.read(b) === undefined)) return split(group, step + 1)
    const way = key.better === 'low' ? '由低到高' : '由高到低'
    const expression = step === 0 ? `按${key.label}${way}排序` : `并列的按${key.label}${way}排序`
    for (const bid of group) traces.get(bid.id)!.push({ label: key.label, expression, value: key.read(bid)! })
    const figure = (bid: ReviewedBid) => fraction(key.read(bid)!)
    const sorted = group.toSorted((a, b) => compare(figure(a), figure(b)) * (key.better === 'low' ? 1 : -1))
    const parts: ReviewedBid[][] = []
    for (const bid of sorted) {
      const part = parts.at(-1)
      if (part && compare(figure(part[0]!), figure(bid)) === 0) part.push(bid)
      else parts.push([bid])
    }
    return parts.flatMap((part) => split(part, step + 1))
  }
  return { groups: bids.length > 0 ? split(bids, 0) : [], traces }
}

function check(key: Key, bid: ReviewedBid) {
  const value = key.read(bid)
  if (key.required && value === undefined) throw new AppError('invalid', `${bid.name}缺少${key.label}，无法排序`)
  if (value !== undefined && !/^\d+(\.\d+)?$/.test(value))
    throw new AppError('invalid', `${bid.name}的${key.label}格式不正确`)
}
