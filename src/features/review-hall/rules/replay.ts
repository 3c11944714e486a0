import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { DRAW_VERSION, EARLIER_DRAW_VERSION, SEED_DRAW_VERSION } from '#contract/draw.ts'
import { Exact } from '#contract/money.ts'
import { AGGREGATION_VERSION } from './aggregate.ts'
import { canonical } from './canonical.ts'
import { ReviewMethod } from '#features/evaluation/rules/enums.ts'
import { type Judgement, passOutcome, scoreOutcome } from './outcome.ts'
import { evaluatedPrice } from './price-history.ts'
import type { PriceScoreInput } from '#features/evaluation/rules/price-params.ts'
import { PRICE_SCORE_VERSION, ROUNDED_PRICE_VERSION } from '#features/evaluation/rules/price-score.ts'
import { RANKING_VERSION } from './ranking.ts'
import {
  type Bundle,
  BUNDLE_TYPE,
  type BundleContent,
  type BundleResults,
  EARLIER_BUNDLE_TYPE,
  type Mark,
} from './bundle.ts'
import { shapeProblems } from './bundle-shape.ts'
import { factProblems, fateProblems } from './replay-facts.ts'
import {
  drawNotes,
  drawProblems,
  lotsDrawn,
  missingDraws,
  paramProblems,
  paramsAsDrawn,
  type Problem,
} from './replay-draws.ts'
import { lowPriceProblems } from './replay-low-price.ts'
import { reviewResult } from './result.ts'

/*
 * Computes a concluded review again (`bundle.ts`), elsewhere and without our database. Every element has a digest, the hash
 * is over all digests: a changed field changes its element's digest, which names the place, and the hash.
 */

export const FORMULAS = {
  price: PRICE_SCORE_VERSION,
  aggregation: AGGREGATION_VERSION,
  ranking: RANKING_VERSION,
  draw: DRAW_VERSION,
} as const

/** The formulas that a bundle of a type states; of price and draws the earlier ones may stand there. */
export function formulasOf(type: Bundle['type']): Record<keyof typeof FORMULAS, string> {
  return type === BUNDLE_TYPE ? FORMULAS : { ...FORMULAS, draw: SEED_DRAW_VERSION }
}

/** The content with its digests and hash. */
export function sealed(content: BundleContent): Bundle {
  const digests = digestsOf(content)
  return { ...content, digests, hash: hashOf(content.type, digests) }
}

/**
 * Computes a bundle again: results from the inputs, digests from both. `hash` is that of the inputs with the results
 * they lead to; it is the stated one exactly when nothing was changed. `problems` say where; anything that is no bundle is
 * one problem. `notes` say what holds but proves less than it could. `expect`: the hash that it must have, from elsewhere:
 * the signed report, the log. Without it somebody who recomputes every hash can still tell another story that is whole in
 * itself.
 */
export function replay(bundle: Bundle, { expect }: { expect?: string } = {}): Replayed {
  try {
    const shape = shapeProblems(bundle)
    if (shape.length > 0) return { hash: '', problems: shape, notes: [] }
    const { hash, problems } = replayed(bundle)
    if (expect !== undefined && hash !== expect.trim().toLowerCase())
      problems.push({ path: 'hash', message: '与给定的哈希不一致' })
    return { hash, problems, notes: drawNotes(bundle.draws) }
  } catch {
    return { hash: '', problems: [{ path: 'bundle', message: '复算包不完整或格式不正确' }], notes: [] }
  }
}

export interface Replayed {
  /** Hex; empty when nothing could be computed. */
  hash: string
  problems: Problem[]
  notes: string[]
}

/** Everything that follows from the inputs of a bundle. */
export function recompute(content: BundleContent, problems: Problem[] = []): BundleResults {
  try {
    return computed(content, problems)
  } catch (error) {
    problems.push({ path: 'inputs', message: `无法复算：${(error as Error).message}` })
    return { outcomes: [], ranking: [] }
  }
}

/** SHA-256 of what one member said in one way; the order of marks is that of the sheet. */
export function marksHash(marks: readonly Mark[]): string {
  return digest(marks)
}

/** Of draws only where none of them was made by a later one. */
function isEarlier({ type, formulas, draws }: BundleContent, name: string): boolean {
  if (name === 'price') return formulas.price === ROUNDED_PRICE_VERSION
  const later = draws.some(({ source }) => source.by === 'steps' && source.frozen.version !== EARLIER_DRAW_VERSION)
  return name === 'draw' && type === BUNDLE_TYPE && formulas.draw === EARLIER_DRAW_VERSION && !later
}

function replayed(bundle: Bundle): { hash: string; problems: Problem[] } {
  const problems: Problem[] = []
  const { digests, hash, ...content } = bundle
  if (content.type !== BUNDLE_TYPE && content.type !== EARLIER_BUNDLE_TYPE)
    problems.push({ path: 'type', message: '不是可识别的评审复算包' })
  const formulas = formulasOf(content.type)
  for (const [name, version] of Object.entries(formulas)) {
    const stated = content.formulas[name as keyof typeof FORMULAS]
    if (stated !== version && !isEarlier(content, name))
      problems.push({ path: 'formulas', message: `公式版本不是 ${version}` })
  }
  const results = recompute(content, problems)
  compare(problems, { path: 'results/outcomes', stated: content.results.outcomes, found: results.outcomes })
  compare(problems, { path: 'results/ranking', stated: content.results.ranking, found: results.ranking })
  const own = digestsOf(content)
  for (const path of new Set([...Object.keys(digests), ...Object.keys(own)]))
    if (digests[path] !== own[path]) problems.push({ path, message: '内容与其摘要不一致' })
  const found = hashOf(content.type, digestsOf({ ...content, results }))
  if (found !== hash) problems.push({ path: 'hash', message: '哈希与内容不一致' })
  return { hash: found, problems }
}

function computed(content: BundleContent, problems: Problem[]): BundleResults {
  content.judgements.forEach(({ commitment, marks }, i) => {
    if (marksHash(marks) !== commitment) problems.push({ path: `judgements/${i}`, message: '评审意见与其哈希不一致' })
  })
  content.bids.forEach((bid, i) => {
    const price = evaluatedPrice(
      bid.opening,
      bid.changes.map((c) => ({ at: new Date(c.at), amount: c.amount })),
    )
    if (price !== bid.price) problems.push({ path: `bids/${i}`, message: '评审价与开标报价及其变更不一致' })
  })
  problems.push(...factProblems(content), ...drawProblems(content.draws, subjectOf(content)))
  if (content.lowPrice && !content.order.allRejected) problems.push(...lowPriceProblems(content.lowPrice, content.bids))
  const outcomes = content.ways.flatMap((way) => (way.isAutomatic ? [] : wayOutcomes(content, way)))
  problems.push(...fateProblems(content, outcomes))
  const undecided = content.order.allRejected
    ? []
    : reviewResult(resultOf(content, outcomes, new Map()).input).ranking.undecided
  const lots = lotsDrawn(content.draws, undecided)
  const { priceWay, input } = resultOf(content, outcomes, lots)
  if (priceWay) {
    const path = `ways/${content.ways.indexOf(priceWay)}/params`
    problems.push(...paramProblems(path, priceWay.params as PriceScoreInput, input.price!.params))
  }
  if (!content.order.allRejected)
    problems.push(...missingDraws(content.draws, { method: content.order.method, undecided }))
  const result = content.order.allRejected ? null : reviewResult(input)
  for (const score of result?.price?.scores ?? [])
    outcomes.push({
      wayId: priceWay!.id,
      bidId: score.id,
      score: score.score,
      exact: score.exact,
      passed: null,
    })
  const ranking = (result?.ranking.ranked ?? []).map((r) => ({
    bidId: r.id,
    rank: r.rank,
    total: result?.totals.get(r.id)?.total ?? null,
    lot: lots.get(r.id) ?? null,
  }))
  return { outcomes: sorted(outcomes, (o) => `${o.wayId}/${o.bidId}`), ranking: sorted(ranking, (r) => r.bidId) }
}

/** What the draws of a bundle belong to; null in bundles that do not say. */
function subjectOf({ order }: BundleContent): string | null {
  return order.id ?? null
}

function wayOutcomes(content: BundleContent, way: Bundle['ways'][number]): BundleResults['outcomes'] {
  const said = content.judgements.filter((j) => j.wayId === way.id && way.judges.includes(j.reviewerId))
  const byBid = Map.groupBy(
    said.flatMap((j) => j.marks.map((mark) => ({ reviewerId: j.reviewerId, mark }))),
    (m) => m.mark[0],
  )
  // Marks of a bid that was rejected before the way was summed up stand on record and count for nothing.
  if (way.judged) for (const bidId of byBid.keys()) if (!way.judged.includes(bidId)) byBid.delete(bidId)
  return [...byBid].map(([bidId, marks]) => {
    const judgements = marks.map(({ reviewerId, mark: [, itemId, score, passed, reason] }): Judgement => ({
      itemId,
      reviewerId,
      score,
      passed,
      reason,
    }))
    const { score, exact, passed } =
      way.itemKind === 1
        ? passOutcome(way.items, way.judges, judgements)
        : scoreOutcome(
            { aggregation: way.aggregation, items: way.items, digits: way.scoreDigits ?? null },
            way.judges,
            judgements,
          )
    return { wayId: way.id, bidId, score, exact, passed }
  })
}

function resultOf(content: BundleContent, outcomes: BundleResults['outcomes'], lots: ReadonlyMap<string, number>) {
  const priceWay = content.ways.find((w) => w.isAutomatic) ?? null
  const { method, controlPrice } = content.order
  const committed = (price: string | null) => ({
    committed: price !== null && controlPrice !== null && new Exact(price).eq(controlPrice),
  })
  return {
    priceWay,
    input: {
      method,
      ranksZero: content.formulas.price === ROUNDED_PRICE_VERSION,
      // With what was drawn, whatever the bundle says the price was computed with.
      price: priceWay && {
        name: priceWay.name,
        params: paramsAsDrawn(priceWay.params as PriceScoreInput, content.draws),
        digits: content.formulas.price === ROUNDED_PRICE_VERSION ? 2 : (priceWay.scoreDigits ?? null),
      },
      scoring: content.ways
        .filter((w) => !w.isAutomatic && w.itemKind === 2)
        .map((way) => ({
          type: way.type,
          name: way.name,
          marks: new Map(
            outcomes
              .filter((o) => o.wayId === way.id)
              .map((o) => [o.bidId, { score: o.score!, exact: o.exact! }] as const),
          ),
        })),
      bids: content.bids.map((bid) => ({
        id: bid.id,
        name: bid.name,
        quote: bid.price ?? '',
        ...(bid.opening === null ? {} : { opening: bid.opening }),
        ...(method === ReviewMethod.values.priceCommitment ? committed(bid.price) : {}),
        ...(bid.disqualified === null ? {} : { disqualified: bid.disqualified }),
        ...(lots.has(bid.id) ? { lot: lots.get(bid.id)! } : {}),
      })),
    },
  }
}

function compare(
  problems: Problem[],
  { path, stated, found }: { path: string; stated: readonly object[]; found: readonly object[] },
): void {
  for (let i = 0; i < Math.max(stated.length, found.length); i++)
    if (canonical(stated[i]) !== canonical(found[i]))
      problems.push({ path: `${path}/${i}`, message: '所载结果与复算结果不一致' })
}

function digestsOf(content: BundleContent): Record<string, string> {
  const digests: Record<string, string> = { formulas: digest(content.formulas), order: digest(content.order) }
  const list = (path: string, elements: readonly unknown[]) =>
    elements.forEach((element, i) => (digests[`${path}/${i}`] = digest(element)))
  list('ways', content.ways)
  list('bids', content.bids)
  list('judgements', content.judgements)
  list('draws', content.draws)
  if (content.committee) digests.committee = digest(content.committee)
  list('motions', content.motions ?? [])
  if (content.lowPrice) digests.lowPrice = digest(content.lowPrice)
  list('results/outcomes', content.results.outcomes)
  list('results/ranking', content.results.ranking)
  return digests
}

function hashOf(type: string, digests: Record<string, string>): string {
  return digest([type, digests])
}

function digest(value: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(canonical(value))))
}

function sorted<T>(values: readonly T[], key: (value: T) => string): T[] {
  return values.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
}
