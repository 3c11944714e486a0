import { Exact } from '#contract/money.ts'
import { bindRow } from '#server/bound-rows.ts'
import { WAIVERS } from './bound.ts'
import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import type { LowPrices } from '../contract/low-price.ts'
import { LOW_PRICE_STATUS, type LowPriceFacts } from '../rules/dialog-status.ts'
import { AskStatus, LowPriceStatus } from '#features/evaluation/rules/enums.ts'
import { lowPriceBasis } from '#features/procurement/rules/low-price-basis.ts'
import { LOW_PRICE_RULES, lowPriceInWords, lowPriceQuestion } from '#features/evaluation/rules/low-price.ts'
import {
  actingMember,
  type Any,
  type Ctx,
  type Order,
  record,
  type ReviewRow,
  reviewRow,
  type Seat,
  tell,
} from './access.ts'
import { dialogWho, isOver } from './bidder-seat.ts'
import { type Bid, bidsOf } from './bids.ts'
import { basisOf, explanationAsks, hitsAmong, lowPriceMatters, type LowPriceMatter } from './low-price.ts'

const S = LowPriceStatus.values
const ON_THE_WAY: readonly number[] = [AskStatus.values.draft, AskStatus.values.waiting]

interface Running {
  order: Order
  review: ReviewRow
  bids: readonly Bid[]
}

/**
 * What an explanation of these bids' prices is asked for: price and comparison as they are now, by bid. Any valid bid may
 * be asked: the committee may find a price too low that no threshold names. Throws `wrongState` while a price is sealed,
 * `invalid` where the time is shorter than the rule's, `conflict` where one is on its way; `own`: the ask that is sent.
 */
export async function explained(
  ctx: Any,
  { order, review, bids }: Running,
  asked: { bidderIds: readonly string[]; minutes: number; own?: string },
): Promise<Map<string, { price: string; findings: string }>> {
  const basis = basisOf(order, review) ?? lowPriceBasis(order)
  const { leastMinutes } = LOW_PRICE_RULES[basis.rule]
  if (asked.minutes < leastMinutes) {
    const message = `说明异常低价的时间不得少于 ${leastMinutes} 分钟`
    throw new AppError('invalid', message, [{ path: 'minutes', message }])
  }
  const hits = hitsAmong(bids, basis)
  const before = await explanationAsks(ctx, order.id)
  return new Map(
    asked.bidderIds.map((id) => {
      const bid = bids.find((one) => one.tradeId === id)
      if (!bid) throw new AppError('notFound')
      if (bid.evaluatedPrice === null) throw new AppError('wrongState', '报价信封尚未开启')
      if (before.some((row) => row.tradeId === id && row.id !== asked.own && ON_THE_WAY.includes(row.status)))
        throw new AppError('conflict', `已要求${bid.supplierName}说明报价`)
      return [id, { price: bid.evaluatedPrice, findings: JSON.stringify(hits.get(id) ?? []) }]
    }),
  )
}

/** The leader records why no explanation is asked for, where the rule leaves that to the committee. */
export async function waive(ctx: Ctx, orderId: string, { bidderId, reason }: { bidderId: string; reason: string }) {
  const { order, me, review } = await actingMember(ctx, orderId)
  const bids = await bidsOf(ctx, order)
  const bid = bids.find((one) => one.tradeId === bidderId)
  if (!bid) throw new AppError('notFound')
  const matter = (await lowPriceMatters(ctx, order, { review, bids })).find((one) => one.bid.tradeId === bidderId)
  if (!matter) throw new AppError('wrongState', '该投标的报价不属于异常低价')
  const facts = factsOf(matter, { order, review })
  if (!facts.mayWaive)
    throw new AppError('legalRule', `异常低价应当要求投标人说明（${lawOf({ order, review }).citation}）`)
  LOW_PRICE_STATUS.next('waive', { record: facts, who: dialogWho(me, ''), now: ctx.clock.now().getTime() })
  await ctx.insert('review_low_price_waiver', {
    orderId,
    tradeId: bidderId,
    price: bid.evaluatedPrice!,
    findings: JSON.stringify(matter.hits),
    reason,
    notedBy: me.id,
    notedAt: ctx.clock.now(),
  })
  bindRow(ctx, WAIVERS, [orderId, bidderId, new Exact(bid.evaluatedPrice!).toFixed(2)])
  record(ctx, orderId, {
    action: 'low-price-waived',
    summary: '记录异常低价无需说明的理由',
    data: { bidderId, price: bid.evaluatedPrice, hits: matter.hits, reason },
  })
  tell(ctx, orderId, 'ask')
}

/** Abnormally low prices as this side sees them: the purchaser's side learns of no draft. */
export async function lowPriceViews(ctx: Any, { order, me }: Seat): Promise<z.input<typeof LowPrices>> {
  const review = await reviewRow(ctx, order.id)
  const basis = basisOf(order, review)
  // A member who is invited learns of the bidders when the review starts.
  const bids = review || !me ? await bidsOf(ctx, order) : []
  const now = ctx.clock.now().getTime()
  return {
    sentence: basis && lowPriceInWords(basis),
    leastMinutes: LOW_PRICE_RULES[basis?.rule ?? 'comparison'].leastMinutes,
    rows: (await lowPriceMatters(ctx, order, { review, bids })).map((matter) => {
      const { bid, hits, waiver } = matter
      const isDraft = matter.status === S.drafted
      const status = isDraft && !me ? S.open : matter.status
      return {
        bidderId: bid.tradeId,
        no: bid.no,
        supplierName: bid.supplierName,
        price: bid.evaluatedPrice ?? matter.ask!.price!,
        hits: [...hits],
        status,
        statusLabel: LowPriceStatus.label(status),
        askId: isDraft && !me ? null : (matter.ask?.id ?? null),
        waiver: waiver && { reason: waiver.reason, at: waiver.at.toISOString() },
        question: lowPriceQuestion(bid.evaluatedPrice ?? matter.ask!.price!, hits),
        actions: review ? LOW_PRICE_STATUS.allowed(factsOf(matter, { order, review }), dialogWho(me, ''), now) : [],
      }
    }),
  }
}

function factsOf({ status }: LowPriceMatter, place: { order: Order; review: ReviewRow }): LowPriceFacts {
  return {
    status,
    deadline: null,
    isOver: isOver(place.order, place.review),
    mayWaive: lawOf(place).mayWaive,
  }
}

function lawOf({ order, review }: { order: Order; review: ReviewRow }) {
  return LOW_PRICE_RULES[(basisOf(order, review) ?? lowPriceBasis(order)).rule]
}
