import { AppError } from '#contract/errors.ts'
import { notify } from '#features/messages/server/public.ts'
import { drawnParams } from '#features/opening-hall/server/public.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { orderedWays, stagedWays, type WayPlan, wayProblems } from '#features/procurement/rules/default-ways.ts'
import { ReviewMethod } from '#features/evaluation/rules/enums.ts'
import { randomParts } from '#features/evaluation/rules/random-price.ts'
import type { PriceScoreInput } from '#features/evaluation/rules/price-params.ts'
import { PRICE_SCORE_VERSION } from '#features/evaluation/rules/price-score.ts'
import { activeReviewers, actingOwner, record, tell } from './access.ts'
import { bidsOf } from './bids.ts'
import { raiseBondMotions } from './bond-motions.ts'
import { lowPriceBasis } from './low-price.ts'
import { blocksStart, committeeFindings } from './committee-check.ts'
import { commitDraw } from './draws.ts'
import { createProcesses } from './processes.ts'
import { isDoubleEnvelope } from './ways.ts'

/**
 * Starts the review: the committee and the ways of the tender documents are fixed. Throws `wrongState` twice over,
 * `legalRule` with the findings when the committee is not a lawful one, `invalid` when the ways cannot be reviewed by.
 */
export async function start(ctx: Context<Employee>, orderId: string): Promise<void> {
  const { order, own } = await actingOwner(ctx, orderId, 'update')
  await own.advance({ action: 'startReview' })
  const reviewers = await activeReviewers(ctx, orderId)
  const findings = await committeeFindings(ctx, order, reviewers)
  const blocks = blocksStart(findings)
  if (blocks.length > 0)
    throw new AppError('legalRule', blocks.map((f) => `${f.message}（${f.citation}）`).join('；'), { findings })
  const bids = await bidsOf(ctx, order)
  if (bids.length === 0) throw new AppError('wrongState', '没有可评审的投标')
  const settings = OrderSettings.parse(order.settings)
  const { reviewMethod: method, controlPrice: ceiling } = order
  const double = isDoubleEnvelope(order)
  // What the tender documents left to a draw at the opening counts as it was drawn there.
  const price = { ...settings.price, ...(await drawnParams(ctx, order)) }
  const problems = wayProblems(settings.ways, method)
  if (method === ReviewMethod.values.priceCommitment && ceiling === null)
    problems.push('价格承诺法须公布承诺价格（最高投标限价）')
  if (problems.length > 0)
    throw new AppError(
      'invalid',
      problems.join('；'),
      problems.map((message) => ({ path: 'settings.ways', message })),
    )
  const ways = stagedWays(orderedWays(settings.ways, method), double)
  await ctx.insert('review', {
    orderId,
    reviewMethod: order.reviewMethod,
    priceVersion: PRICE_SCORE_VERSION,
    lowPrice: JSON.stringify(lowPriceBasis(order)),
    startedBy: ctx.actor.userId,
    startedAt: ctx.clock.now(),
  })
  await createProcesses(ctx, orderId)
  for (const [sort, { way, stage }] of ways.entries()) await createWay(ctx, { orderId, sort, way, stage, price })
  await commitDraw(ctx, orderId, { purpose: 'lots', title: '并列次序抽签', parts: [] })
  if (method === ReviewMethod.values.dualRandom)
    await commitDraw(ctx, orderId, {
      purpose: 'price-params',
      title: '评标基准价参数抽取',
      parts: randomParts(price),
    })
  await raiseBondMotions(ctx, order)
  await notify(ctx, {
    to: { userIds: reviewers.map((r) => r.userId) },
    identity: 'expert',
    kind: 'review.started',
    title: '评审已开始',
    content: `${order.title}（${order.code}）评审已开始，请先作出回避声明并推选组长。`,
    link: `/review/projects/${orderId}/leader-recommend`,
  })
  record(ctx, orderId, {
    action: 'start',
    summary: `开始评审：评委 ${reviewers.length} 名，投标 ${bids.length} 份`,
    data: {
      members: reviewers.map((r) => ({ id: r.id, userId: r.userId, role: r.role, employer: r.employer })),
      ways,
      price,
      bids: bids.map((b) => ({ tradeId: b.tradeId, quote: b.quote })),
      findings,
    },
  })
  tell(ctx, orderId, 'started')
}

async function createWay(
  ctx: Context<Employee>,
  place: { orderId: string; sort: number; way: WayPlan; stage: number; price: OrderSettings['price'] },
): Promise<void> {
  const { orderId, sort, way, stage, price } = place
  const wayId = ctx.newId()
  await ctx.insert('review_way', {
    id: wayId,
    orderId,
    wayType: way.type,
    name: way.name,
    itemKind: way.itemKind,
    fullMark: way.fullMark,
    aggregation: way.aggregation,
    isAutomatic: way.isAutomatic,
    scoreDigits: way.scoreDigits ?? null,
    params: JSON.stringify(way.isAutomatic ? priceParams(way, price) : {}),
    sort,
    stage,
  })
  if (way.isAutomatic) return
  await ctx.insert(
    'review_item',
    way.items.map((item, i) => ({
      id: ctx.newId(),
      wayId,
      name: item.name,
      standard: item.standard,
      fullMark: item.fullMark,
      isObjective: item.isObjective,
      sort: i,
    })),
  )
}

/** The order's words for the price formula in those of the formula. */
export function priceParams(way: Pick<WayPlan, 'fullMark'>, price: OrderSettings['price']): PriceScoreInput {
  return {
    base: price.baseKind,
    scoring: price.formula,
    fullMarks: way.fullMark,
    percentage: price.percentage,
    floatingRate: price.floatRate,
    dropFrom: price.dropEndsFrom,
    above: price.above,
    below: price.below,
    ...(price.roundDeviation ? { deviationDigits: 2 } : {}),
  }
}
