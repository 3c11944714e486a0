import type { Selectable } from 'kysely'
import { Exact } from '#contract/money.ts'
import { lowPriceBasis } from '#features/procurement/rules/low-price-basis.ts'
import { AskKind, AskStatus, LowPriceStatus } from '#features/evaluation/rules/enums.ts'
import {
  type LowPriceBasis,
  LowPriceBasis as Basis,
  type LowPriceHit,
  lowPrices,
} from '#features/evaluation/rules/low-price.ts'
import type { ReviewAsk } from '#server/database/tables.ts'
import type { Any, Order, ReviewRow } from './access.ts'
import { type Bid, isValid } from './bids.ts'

const S = LowPriceStatus.values
const DROPPED = 3

type AskRow = Selectable<ReviewAsk>

/** One bid whose price is abnormally low, or was when its explanation was asked for. */
export interface LowPriceMatter {
  bid: Bid
  /** As the quotes compare now; as they did when it was asked where the price is no longer low. */
  hits: readonly LowPriceHit[]
  status: (typeof S)[keyof typeof S]
  /** The newest request for an explanation that was not taken back. */
  ask: AskRow | null
  /** The vote on that explanation. */
  vote: Vote | null
  waiver: { price: string; reason: string; at: Date } | null
}

interface Vote {
  id: string
  askId: string
  state: number
}

/** The basis of a review; null for one that began before low prices were looked at. */
export function basisOf(order: Order, review: Pick<ReviewRow, 'lowPrice'> | null): LowPriceBasis | null {
  if (!review) return lowPriceBasis(order)
  return review.lowPrice === null ? null : Basis.parse(review.lowPrice)
}

/** How the valid bids compare; nothing while a price of them is sealed: a mean without it would name the wrong ones. */
export function hitsAmong(bids: readonly Bid[], basis: LowPriceBasis): Map<string, LowPriceHit[]> {
  const valid = bids.filter(isValid)
  if (valid.some((bid) => bid.evaluatedPrice === null)) return new Map()
  const found = lowPrices(
    valid.map((bid) => ({ id: bid.tradeId, quote: bid.evaluatedPrice })),
    basis,
  )
  return new Map(found.map(({ id, hits }) => [id, hits]))
}

/** Every abnormally low price with what became of it, in the order of the opening. */
export async function lowPriceMatters(
  ctx: Any,
  order: Order,
  { review, bids }: { review: Pick<ReviewRow, 'lowPrice'> | null; bids: readonly Bid[] },
): Promise<LowPriceMatter[]> {
  const basis = basisOf(order, review)
  if (!basis) return []
  const hits = hitsAmong(bids, basis)
  const asks = await explanationAsks(ctx, order.id)
  if (hits.size === 0 && asks.length === 0) return []
  const votes = await votesOn(ctx, order.id)
  const waivers = await ctx.many(
    'review_low_price_waiver',
    { orderId: order.id },
    { columns: ['tradeId', 'price', 'reason', 'notedAt'], orderBy: ['notedAt desc'] },
  )
  return bids.flatMap((bid) => {
    const ask = asks.find((row) => row.tradeId === bid.tradeId) ?? null
    const vote = (ask && votes.find((one) => one.askId === ask.id)) ?? null
    const waived = waivers.find((row) => row.tradeId === bid.tradeId && covers(row.price, bid))
    const waiver = waived ? { price: waived.price, reason: waived.reason, at: waived.notedAt } : null
    const status = statusOf(bid, { ask, vote, waiver })
    const low = hits.get(bid.tradeId)
    if (status === S.open && !low) return []
    if (status === S.waived && !low) return []
    return [{ bid, hits: low ?? ((ask?.findings ?? []) as LowPriceHit[]), status, ask, vote, waiver }]
  })
}

/** The first low price that keeps the review from being concluded, in words; empty when none does. */
export function unsettled(matters: readonly LowPriceMatter[]): string {
  for (const { bid, status } of matters) {
    const name = `${bid.supplierName}的报价异常低`
    switch (status) {
      case S.open:
        return `${name}，请要求其说明或记录无需说明的理由`
      case S.drafted:
        return `${name}，要求说明的询标待组长发出`
      case S.waiting:
        return `${name}，待投标人说明`
      case S.voting:
        return `${name}，投标人的说明待评标委员会表决`
      case S.accepted:
      case S.rejected:
      case S.waived:
    }
  }
  return ''
}

/** Requests for explanations of low prices that were not taken back, newest first. */
export async function explanationAsks(ctx: Any, orderId: string): Promise<AskRow[]> {
  return ctx.tx
    .selectFrom('review_ask')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .where('kind', '=', AskKind.values.lowPrice)
    .where('status', '<>', AskStatus.values.withdrawn)
    .orderBy('id', 'desc')
    .execute()
}

/** Votes on explanations that were not dropped, newest first. */
export async function votesOn(ctx: Any, orderId: string): Promise<Vote[]> {
  const rows = await ctx.tx
    .selectFrom('review_motion')
    .select(['id', 'askId', 'state'])
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .where('askId', 'is not', null)
    .where('state', '<>', DROPPED)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ id: row.id, askId: row.askId!, state: row.state }))
}

/** Carried or refused. */
export function isDecided(vote: { state: number } | null | undefined): boolean {
  return vote != null && vote.state !== 0
}

function statusOf(
  bid: Bid,
  { ask, vote, waiver }: Pick<LowPriceMatter, 'ask' | 'vote' | 'waiver'>,
): LowPriceMatter['status'] {
  if (!isValid(bid)) return S.rejected
  if (ask?.status === AskStatus.values.draft) return S.drafted
  if (ask?.status === AskStatus.values.waiting) return S.waiting
  if (ask && !isDecided(vote)) return S.voting
  if (ask && covers(ask.price!, bid)) return S.accepted
  return waiver ? S.waived : S.open
}

/** What was said of a price holds for it and for every higher one, not for a lower offer that came later. */
function covers(price: string, bid: Bid): boolean {
  return bid.evaluatedPrice !== null && new Exact(bid.evaluatedPrice).gte(price)
}
