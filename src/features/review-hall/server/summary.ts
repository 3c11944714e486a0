import { AppError } from '#contract/errors.ts'
import { ItemKind, WaySummaryStatus } from '#features/evaluation/rules/enums.ts'
import { objectiveDifferences, type Outcome, passOutcome, scoreOutcome } from '../rules/outcome.ts'
import { WAY_STATUS } from '../rules/session-status.ts'
import { activeReviewers, actingMember, type Ctx, type Order, record, reviewRow, tell } from './access.ts'
import { type Bid, bidsOf, isValid } from './bids.ts'
import { afterRejections } from './motions.ts'
import { reopen, setWay } from './progress.ts'
import { findWay, scoresOf, type StoredScore } from './scoring.ts'
import { insertRejections } from './verdicts.ts'
import { type Item, itemsOf, surroundings, type Way, wayFacts } from './ways.ts'

/** What is cited when a bid fails a pass-or-not way. */
const REJECTION_RULE = '《招标投标法实施条例》第五十一条、采购文件规定的评审标准'

/**
 * Sums a way up: results from the judgements of all members, rejections by majority, then whatever comes next. The
 * computed price as the last way concludes the review. Throws `wrongState` with the reason why not yet, `legalRule`
 * where reviewers differ in objective items.
 */
export async function summarise(
  ctx: Ctx,
  orderId: string,
  wayId: string,
): Promise<{ rejected: number; concluded: boolean }> {
  const { order, who, review } = await actingMember(ctx, orderId)
  const way = await findWay(ctx, orderId, wayId)
  const reviewers = await activeReviewers(ctx, orderId)
  const around = await surroundings(ctx, order, { reviewers, concluded: review.concludedAt !== null })
  const now = ctx.clock.now()
  const status = WAY_STATUS.next('summarise', { record: wayFacts(way, around), who, now: now.getTime() })
  const bids = (await bidsOf(ctx, order)).filter(isValid)
  const scores = await scoresOf(ctx, { wayId, reviewerIds: reviewers.map((r) => r.id) })
  const outcomes = way.isAutomatic
    ? []
    : await outcomesOf(ctx, { way, bids, scores, reviewerIds: reviewers.map((r) => r.id) })
  await setWay(ctx, wayId, { status, summarisedAt: now, judges: reviewers.map((r) => r.id) })
  if (outcomes.length > 0) await storeOutcomes(ctx, way, outcomes)
  const failed = outcomes.filter((o) => o.outcome.passed === false)
  if (failed.length > 0) await reject(ctx, order, { way, failed, at: now })
  record(ctx, orderId, {
    action: 'summarise',
    summary: `汇总“${way.name}”${failed.length > 0 ? `，否决投标 ${failed.length} 份` : ''}`,
    data: {
      wayId,
      // From here on open: the hashes recorded at submission prove that nothing was changed since.
      scores: scores.map(({ itemId, reviewerId, tradeId, score, passed, reason }) => ({
        itemId,
        reviewerId,
        tradeId,
        score,
        passed,
        reason,
      })),
      outcomes: outcomes.map(({ bid, outcome }) => ({
        tradeId: bid.tradeId,
        score: outcome.score,
        passed: outcome.passed,
      })),
    },
  })
  tell(ctx, orderId, 'summarised')
  await afterRejections(ctx, order)
  const after = await reviewRow(ctx, orderId)
  return { rejected: failed.length, concluded: after?.concludedAt != null }
}

/** Gives a way back to some reviewers, all by default; their marks stay as drafts. */
export async function reReview(
  ctx: Ctx,
  orderId: string,
  { wayId, reason, reviewerIds }: { wayId: string; reason: string; reviewerIds: readonly string[] },
): Promise<void> {
  const { order, who, review } = await actingMember(ctx, orderId)
  const way = await findWay(ctx, orderId, wayId)
  const reviewers = await activeReviewers(ctx, orderId)
  const around = await surroundings(ctx, order, { reviewers, concluded: review.concludedAt !== null })
  WAY_STATUS.next('reReview', { record: wayFacts(way, around), who, now: ctx.clock.now().getTime() })
  if (reviewerIds.some((id) => !reviewers.some((r) => r.id === id))) throw new AppError('notFound')
  const again = reviewerIds.length > 0 ? reviewerIds : reviewers.map((r) => r.id)
  const before = await ctx.many('review_outcome', { wayId }, { columns: ['tradeId', 'score', 'passed'] })
  await reopen(ctx, order, { way, reviewerIds: again })
  record(ctx, orderId, {
    action: 're-review',
    summary: `重新评审“${way.name}”：${reason}`,
    data: { wayId, reason, reviewerIds: again, before },
  })
  tell(ctx, orderId, 'reopened')
}

export interface BidOutcome {
  bid: Pick<Bid, 'tradeId' | 'supplierName'>
  outcome: Outcome
}

/** Results of a judged way for these bids, from these judgements: nothing else enters. */
export async function outcomesOf(
  ctx: Ctx,
  from: { way: Way; bids: readonly Bid[]; scores: readonly StoredScore[]; reviewerIds: readonly string[] },
): Promise<BidOutcome[]> {
  const { way, bids, scores, reviewerIds } = from
  const items = await itemsOf(ctx, [way.id])
  if (way.itemKind === ItemKind.values.scoring) demandAgreement(items, bids, scores)
  return bids.map((bid) => {
    const own = scores.filter((s) => s.tradeId === bid.tradeId)
    const outcome =
      way.itemKind === ItemKind.values.pass
        ? passOutcome(items, reviewerIds, own)
        : scoreOutcome({ aggregation: way.aggregation, items, digits: way.scoreDigits }, reviewerIds, own)
    return { bid, outcome }
  })
}

export async function storeOutcomes(ctx: Ctx, way: Way, outcomes: readonly BidOutcome[]): Promise<void> {
  await ctx.insert(
    'review_outcome',
    outcomes.map(({ bid, outcome }) => ({
      wayId: way.id,
      tradeId: bid.tradeId,
      score: outcome.score,
      exact: outcome.exact,
      passed: outcome.passed,
      trace: JSON.stringify({ lines: outcome.trace, dropped: outcome.dropped }),
    })),
  )
}

function demandAgreement(items: readonly Item[], bids: readonly Bid[], scores: readonly StoredScore[]): void {
  const flagged = items.map((i) => ({ id: i.id, name: i.name, isObjective: i.isObjective }))
  const details = bids.flatMap((bid) =>
    objectiveDifferences(
      flagged,
      scores.filter((s) => s.tradeId === bid.tradeId),
    ).map((name) => ({ path: bid.tradeId, message: `${bid.supplierName}：“${name}”` })),
  )
  if (details.length === 0) return
  const names = details.map((d) => d.message).join('、')
  throw new AppError('legalRule', `客观分各评委应当一致（财政部令第87号第六十四条），请退回重新评审：${names}`, details)
}

async function reject(
  ctx: Ctx,
  order: Order,
  { way, failed, at }: { way: Way; failed: readonly BidOutcome[]; at: Date },
): Promise<void> {
  await insertRejections(
    ctx,
    failed.map(({ bid, outcome }) => ({
      orderId: order.id,
      tradeId: bid.tradeId,
      reason: `${way.name}不合格：${outcome.reason}`,
      rule: REJECTION_RULE,
      wayId: way.id,
      at,
    })),
  )
  record(ctx, order.id, {
    action: 'reject',
    summary: `否决投标：${failed.map((f) => f.bid.supplierName).join('、')}（${WaySummaryStatus.of.summarised.label}）`,
    data: failed.map(({ bid, outcome }) => ({ tradeId: bid.tradeId, reason: outcome.reason })),
  })
}
