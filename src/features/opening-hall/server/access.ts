import { bindRow } from '#server/bound-rows.ts'
import { BIDDERS } from './bound.ts'
import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { isAbortive } from '#features/procurement/engine/states.ts'
import { type BidFileType, ReviewModel } from '#features/procurement/rules/enums.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { ownersOrder, ownOrder, ownTrade } from '#features/procurement/server/public.ts'
import type { OrderWho } from '#features/procurement/engine/step.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Opening, OpeningBidder, PurchaseOrder } from '#server/database/tables.ts'
import type { Stage } from '../rules-offer.ts'

export type Order = Selectable<PurchaseOrder>
export type OpeningRow = Selectable<Opening>
export type BidderRecord = Selectable<OpeningBidder>
type Any = Context<Actor | null>

/** One opening of an order; an order id alone means the first, or only, one. */
export type Sitting = string | { orderId: string; stage: Stage }

export type HallPart =
  | { part: 'host' | 'observer'; order: Order; who: OrderWho }
  | { part: 'bidder'; order: Order; tradeId: string }

/** What lets somebody into a hall, by workbench. */
export const HALL_RIGHTS = {
  purchaser: ['tendering', 'openingManagement'],
  agency: ['agencyTendering', 'openingManagement'],
  supplier: ['bidding'],
} as const

/**
 * The person's part in a hall, from the workbench it is in; `notFound` for everybody else. Up to its time every approved
 * participant stands at the door; from then on only who has bid takes part.
 */
export async function hallPart(ctx: Context<Employee>, orderId: string): Promise<HallPart> {
  demandRight(ctx)
  if (ctx.actor.workbench === 'supplier') {
    const { order, trade } = await ownTrade(ctx, orderId)
    demandOpening(order)
    if (hasTimeCome(order, ctx.clock.now()) && !(await hasBid(ctx, orderId, trade.id))) throw new AppError('notFound')
    return { part: 'bidder', order, tradeId: trade.id }
  }
  const { order, who } = await ownOrder(ctx, orderId)
  demandOpening(order)
  return { part: who.part === 'owner' ? 'host' : 'observer', order, who }
}

/** Past the door: at its time, and with a part in it. `tooEarly` before, `wrongState` when there will be no opening. */
export async function entered(ctx: Context<Employee>, orderId: string): Promise<HallPart> {
  const part = await hallPart(ctx, orderId)
  if (!(await isDoorOpen(ctx, part.order))) {
    if (isAbortive(part.order)) throw new AppError('wrongState', '该标段已流标，不再开标')
    throw new AppError('tooEarly', '未到开标时间')
  }
  return part
}

/** The hall can be entered: its time has come, or it was opened before the order was given up. */
export async function isDoorOpen(ctx: Any, order: Order): Promise<boolean> {
  if (order.state === 'publish.open') return hasTimeCome(order, ctx.clock.now())
  return order.state !== 'publish.draft' && (await openingRow(ctx, order.id)) !== undefined
}

/** The order for whoever runs its opening, locked; `notFound` for others, the observing purchaser included. */
export async function asHost(ctx: Context<Employee>, orderId: string) {
  demandRight(ctx)
  return ownersOrder(ctx, orderId, 'update')
}

/** The own row of a bidder in a running or past opening, order locked as asked. */
export async function asBidder(ctx: Context<Employee>, orderId: string, given: { bidderId: string; lock?: 'update' }) {
  const { order, trade } = await ownTrade(ctx, orderId, given.lock ? { lock: given.lock } : {})
  if (trade.id !== given.bidderId) throw new AppError('notFound')
  const opening = await currentOpening(ctx, orderId)
  if (!opening) throw new AppError('wrongState', '开标尚未开始')
  const bidder = await bidderRecord(ctx, { orderId, stage: stageOf(opening) }, trade.id)
  if (!bidder) throw new AppError('notFound')
  return { order, opening, bidder }
}

/** The own row of a bidder in the last opening that it takes part in: who failed the first stage stays in the first. */
export async function inLastOpening(ctx: Context<Employee>, orderId: string, bidderId: string) {
  const { order, trade } = await ownTrade(ctx, orderId)
  if (trade.id !== bidderId) throw new AppError('notFound')
  for (const stage of [2, 1] as const) {
    const opening = await openingRow(ctx, orderId, stage)
    const bidder = opening && (await bidderRecord(ctx, { orderId, stage }, bidderId))
    if (bidder) return { order, opening, bidder }
  }
  throw new AppError('wrongState', '开标尚未开始')
}

export async function openingRow(ctx: Any, orderId: string, stage: Stage = 1): Promise<OpeningRow | undefined> {
  return ctx.one('opening', { orderId, stage })
}

/** The latest opening of an order: of the quotations once that has begun. */
export async function currentOpening(ctx: Any, orderId: string): Promise<OpeningRow | undefined> {
  return (await openingRow(ctx, orderId, 2)) ?? openingRow(ctx, orderId, 1)
}

/** The opening at which quotes are opened. */
export function pricedStage(order: Pick<Order, 'reviewModel'>): Stage {
  return order.reviewModel === ReviewModel.values.double ? 2 : 1
}

export function stageOf({ stage }: Pick<OpeningRow, 'stage'>): Stage {
  return stage === 2 ? 2 : 1
}

/** With double envelope, the envelope that an opening is about; null: everything. */
export function openedEnvelope(order: Pick<Order, 'reviewModel'>, stage: Stage): BidFileType | null {
  return order.reviewModel === ReviewModel.values.double ? stage : null
}

/**
 * A bidder's row, locked while its bid is being opened; undefined while somebody else does that. Opening a large bid
 * takes long, and the order's row must stay free for the hall meanwhile.
 */
export async function claimBidder(ctx: Any, sitting: Sitting, tradeId: string): Promise<BidderRecord | undefined> {
  return bidderQuery(ctx, sitting, tradeId).forNoKeyUpdate().skipLocked().executeTakeFirst()
}

export async function bidderRecord(ctx: Any, sitting: Sitting, tradeId: string): Promise<BidderRecord | undefined> {
  return bidderQuery(ctx, sitting, tradeId).executeTakeFirst()
}

/** Changes one bidder's row. */
export async function setBidder(
  ctx: Any,
  row: { orderId: string; tradeId: string; stage?: Stage },
  values: Partial<Omit<BidderRecord, 'priceSheet' | 'releasedKeys'>> & {
    priceSheet?: string
    releasedKeys?: string
  },
): Promise<void> {
  await ctx.update('opening_bidder', { orderId: row.orderId, tradeId: row.tradeId, stage: row.stage ?? 1 }, values)
  bindRow(ctx, BIDDERS, [row.orderId, row.tradeId, row.stage ?? 1])
}

/** Who takes part as a bidder: on the closing list, or before it is fixed, with a bid in force. */
export async function hasBid(ctx: Any, orderId: string, tradeId: string): Promise<boolean> {
  if (await openingRow(ctx, orderId)) return (await bidderRecord(ctx, orderId, tradeId)) !== undefined
  const last = await ctx.one(
    'bid_submission',
    { orderId, tradeId },
    { columns: ['kind'], orderBy: ['logIndex desc'], limit: 1 },
  )
  return last?.kind === 'submitted'
}

export function hasTimeCome(order: Pick<Order, 'openAt'>, now: Date): boolean {
  return order.openAt !== null && now >= order.openAt
}

/** Methods without sealed bids have no opening, and no hall for one. */
function demandOpening(order: Order): void {
  if (methodOf(order.method).reveal !== 'opening') throw new AppError('notFound')
}

/** The right of the workbench is needed, not that of another one the person may enter. */
function demandRight({ actor }: Context<Employee>): void {
  const rights: readonly string[] = HALL_RIGHTS[actor.workbench as keyof typeof HALL_RIGHTS] ?? []
  if (!rights.some((right) => actor.rights.has(right))) throw new AppError('noRight')
}

function bidderQuery(ctx: Any, sitting: Sitting, tradeId: string) {
  const { orderId, stage } = typeof sitting === 'string' ? { orderId: sitting, stage: 1 } : sitting
  return ctx.tx
    .selectFrom('opening_bidder')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .where('tradeId', '=', tradeId)
    .where('stage', '=', stage)
}
