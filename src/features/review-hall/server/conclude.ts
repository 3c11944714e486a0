import { AppError } from '#contract/errors.ts'
import { heldOrder } from '#features/procurement/server/public.ts'
import { Exact } from '#contract/money.ts'
import { ProcessType, ReviewMethod } from '#features/evaluation/rules/enums.ts'
import type { PriceScoreInput } from '#features/evaluation/rules/price-params.ts'
import { type ResultInput, type ReviewResult, reviewResult } from '../rules/result.ts'
import { type Any, type Order, record, reviewRow, tell } from './access.ts'
import { type Bid, bidsOf, isValid } from './bids.ts'
import { handOverBondDecisions } from './bond-decisions.ts'
import { closeEverything } from './closing.ts'
import { drawLots } from './draws.ts'
import { setProcess } from './processes.ts'
import { lowPriceMatters, unsettled } from './low-price.ts'
import { openNext, setFirstStage } from './progress.ts'
import { isDoubleEnvelope, isSummarised, type Way, waysOf } from './ways.ts'

/**
 * Opens what comes next. Between the envelopes the first stage's result is fixed and the review waits for the offer
 * opening; when every way is summed up the review is concluded.
 */
export async function moveOn(ctx: Any, order: Order): Promise<void> {
  await openNext(ctx, order)
  const ways = await waysOf(ctx, order.id)
  if (ways.every(isSummarised)) return conclude(ctx, order)
  if (!isDoubleEnvelope(order) || !ways.filter((w) => w.stage === 1).every(isSummarised)) return
  const review = await reviewRow(ctx, order.id)
  if (review!.firstStageAt !== null) return
  await setFirstStage(ctx, order.id, ctx.clock.now())
  const passed = (await bidsOf(ctx, order)).filter(isValid).map((b) => b.tradeId)
  record(ctx, order.id, {
    action: 'first-stage',
    summary: `第一阶段评审结果确定，进入报价信封开启的投标人 ${passed.length} 家`,
    data: { passed },
  })
  ctx.emit({ kind: 'review.firstStageDone', payload: { orderId: order.id }, topics: [`order:${order.id}`] })
  tell(ctx, order.id, 'first-stage')
}

/** Ends the review without a result: every bid is rejected. */
export async function concludeRejected(ctx: Any, order: Order, reason: string): Promise<void> {
  await finish(ctx, order, { allRejected: true, conclusion: reason })
}

/** What the result is computed from: stored results of the judged ways, quotes, rejections, drawn lots. */
export async function resultInput(
  ctx: Any,
  order: Order,
  { method, bids, lots }: { method: number; bids: readonly Bid[]; lots: ReadonlyMap<string, number> },
): Promise<ResultInput & { priceWay: Way | null }> {
  const ways = await waysOf(ctx, order.id)
  const priceWay = ways.find((w) => w.isAutomatic) ?? null
  const scoring = ways.filter((w) => !w.isAutomatic && w.itemKind === 2)
  const outcomes = scoring.length === 0 ? [] : await ctx.many('review_outcome', { wayId: scoring.map((w) => w.id) })
  return {
    method,
    priceWay,
    price: priceWay && {
      name: priceWay.name,
      params: priceWay.params as PriceScoreInput,
      digits: priceWay.scoreDigits,
    },
    scoring: scoring.map((way) => ({
      type: way.wayType,
      name: way.name,
      marks: new Map(
        outcomes
          .filter((o) => o.wayId === way.id)
          .map((o) => [o.tradeId, { score: o.score!, exact: o.exact! }] as const),
      ),
    })),
    bids: bids.map((bid) => {
      const lot = lots.get(bid.tradeId)
      return {
        id: bid.tradeId,
        name: bid.supplierName,
        quote: bid.evaluatedPrice ?? '',
        ...(bid.quote === null ? {} : { opening: bid.quote }),
        ...(method === ReviewMethod.values.priceCommitment ? { committed: isCommitted(bid, order) } : {}),
        ...(bid.rejection ? { disqualified: bid.rejection.reason } : {}),
        ...(lot === undefined ? {} : { lot }),
      }
    }),
  }
}

async function conclude(ctx: Any, order: Order): Promise<void> {
  const bids = await bidsOf(ctx, order)
  demandBelowControlPrice(bids)
  const review = await reviewRow(ctx, order.id)
  // Also here: a rejection that has just been carried changes what the others compare with.
  const low = unsettled(await lowPriceMatters(ctx, order, { review, bids }))
  if (low) throw new AppError('legalRule', low)
  let lots: ReadonlyMap<string, number> = new Map()
  let input = await resultInput(ctx, order, { method: order.reviewMethod, bids, lots })
  let result = reviewResult(input)
  if (result.ranking.undecided.length > 0) {
    lots = await drawLots(ctx, order, result.ranking.undecided)
    input = await resultInput(ctx, order, { method: order.reviewMethod, bids, lots })
    result = reviewResult(input)
  }
  if (input.priceWay) await storePrice(ctx, input.priceWay, result)
  // Nobody is ranked where nobody has a price that counts.
  if (result.ranking.ranked.length > 0)
    await ctx.insert(
      'review_ranking',
      result.ranking.ranked.map((r) => ({
        orderId: order.id,
        tradeId: r.id,
        rank: r.rank,
        total: result.totals.get(r.id)?.total ?? null,
        quote: bids.find((b) => b.tradeId === r.id)!.evaluatedPrice!,
        lot: lots.get(r.id) ?? null,
        trace: JSON.stringify([...(result.totals.get(r.id)?.trace ?? []), ...r.trace]),
      })),
    )
  await finish(ctx, order, { allRejected: false, conclusion: '' })
}

async function storePrice(ctx: Any, way: Way, { price }: ReviewResult): Promise<void> {
  if (!price) return
  await ctx.insert(
    'review_outcome',
    price.scores.map((s) => ({
      wayId: way.id,
      tradeId: s.id,
      score: s.score,
      exact: s.exact,
      trace: JSON.stringify({ lines: [...price.baseTrace, ...s.trace], dropped: [], version: price.version }),
    })),
  )
}

async function finish(ctx: Any, order: Order, end: { allRejected: boolean; conclusion: string }): Promise<void> {
  await closeEverything(ctx, order.id)
  await handOverBondDecisions(ctx, order)
  await ctx.update(
    'review',
    { orderId: order.id },
    { concludedAt: ctx.clock.now(), allRejected: end.allRejected, conclusion: end.conclusion },
  )
  await setProcess(ctx, order.id, { type: ProcessType.values.review, status: 2 })
  await setProcess(ctx, order.id, { type: ProcessType.values.report, status: 1 })
  const held = await heldOrder(ctx, order.id, { part: 'committee' })
  await held.advance({
    action: 'summarise',
    summary: end.allRejected ? `评审汇总：${end.conclusion}` : '评审汇总完成',
  })
  tell(ctx, order.id, 'concluded')
}

/** A quote above the published ceiling must be rejected (实施条例第五十一条第五项); the committee does it by vote. */
function demandBelowControlPrice(bids: readonly Bid[]): void {
  const over = bids.filter((b) => isValid(b) && b.overControlPrice).map((b) => b.supplierName)
  if (over.length > 0)
    throw new AppError(
      'legalRule',
      `${over.join('、')}的报价高于最高投标限价，应当否决其投标（《招标投标法实施条例》第五十一条第五项）`,
    )
}

/** 价格承诺法: whoever quotes exactly the announced price has accepted it. */
function isCommitted(bid: Bid, order: Order): boolean {
  return (
    order.controlPrice !== null && bid.evaluatedPrice !== null && new Exact(bid.evaluatedPrice).eq(order.controlPrice)
  )
}
