import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { Id } from '#contract/id.ts'
import { orderRow, ownOrder, ownTrade } from '#features/procurement/server/public.ts'
import type { OrderWho } from '#features/procurement/rules/order-status.ts'
import type { Actor, Employee } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { Opening, OpeningBidder, PurchaseOrder } from '#server/database/tables.ts'
import type { LiveTopic } from '#server/live.ts'

export type Order = Selectable<PurchaseOrder>
export type OpeningRow = Selectable<Opening>
export type BidderRecord = Selectable<OpeningBidder>
type Lock = 'share' | 'update'

export type HallPart =
  | { part: 'host' | 'observer'; order: Order; who: OrderWho }
  | { part: 'bidder'; order: Order; tradeId: string }

/** The person's part in a hall, from the workbench it is in; `notFound` for everybody else. */
export async function hallPart(ctx: Context<Employee>, orderId: string): Promise<HallPart> {
  if (ctx.actor.workbench === 'supplier') {
    const { order, trade } = await ownTrade(ctx, orderId)
    // Once the closing list stands, only who is on it takes part.
    if (order.status > 1 && !(await bidderRecord(ctx, orderId, trade.id))) throw new AppError('notFound')
    return { part: 'bidder', order, tradeId: trade.id }
  }
  const { order, who } = await ownOrder(ctx, orderId)
  return { part: who.part === 'owner' ? 'host' : 'observer', order, who }
}

/** The order for whoever runs its opening, locked; `notFound` for others, the observing purchaser included. */
export async function asHost(ctx: Context<Employee>, orderId: string, lock: Lock = 'update') {
  const { order, who } = await ownOrder(ctx, orderId, lock)
  if (who.part !== 'owner') throw new AppError('notFound')
  return { order, who }
}

/** The own row of a bidder, order locked as asked. */
export async function asBidder(ctx: Context<Employee>, orderId: string, bidderId: string, lock?: Lock) {
  const { order, trade } = await ownTrade(ctx, orderId, { lock })
  if (trade.id !== bidderId) throw new AppError('notFound')
  const bidder = await bidderRecord(ctx, orderId, trade.id)
  if (!bidder) throw new AppError('notFound')
  return { order, bidder }
}

export async function openingRow(ctx: Context<Actor | null>, orderId: string): Promise<OpeningRow | undefined> {
  return ctx.tx
    .selectFrom('opening')
    .selectAll()
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
}

export async function bidderRecord(
  ctx: Context<Actor | null>,
  orderId: string,
  tradeId: string,
): Promise<BidderRecord | undefined> {
  return ctx.tx
    .selectFrom('opening_bidder')
    .selectAll()
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', orderId)
    .where('trade_id', '=', tradeId)
    .executeTakeFirst()
}

/** Changes one bidder's row. */
export async function setBidder(
  ctx: Context<Actor | null>,
  row: { orderId: string; tradeId: string },
  values: Partial<Omit<BidderRecord, 'price_sheet' | 'released_keys'>> & {
    price_sheet?: string
    released_keys?: string
  },
): Promise<void> {
  await ctx.tx
    .updateTable('opening_bidder')
    .set(values)
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', row.orderId)
    .where('trade_id', '=', row.tradeId)
    .execute()
}

/** `hall:<orderId>` is heard by the buyer's side and by approved participants; it never carries a quote. */
export const topics: readonly LiveTopic[] = [
  { prefix: 'hall', allows: (kernel, listener, id) => hears(kernel, listener, id) },
  // Private talk between the host and one bidder: `hall-bidder:<tradeId>`.
  { prefix: 'hall-bidder', allows: (kernel, listener, id) => hearsBidder(kernel, listener, id) },
]

async function hears(
  kernel: Kernel,
  { tenantId, actor }: { tenantId: number; actor: Actor | null },
  id: string,
): Promise<boolean> {
  if (!actor?.companyId || !Id.safeParse(id).success) return false
  const { companyId } = actor
  return inContext(kernel, { tenantId, actor, readOnly: true }, async (ctx) => {
    const order = await orderRow(ctx, id).catch(() => null)
    if (!order?.published_at) return false
    if (order.owner_company_id === companyId || order.purchaser_company_id === companyId) return true
    const trade = await ctx.tx
      .selectFrom('trade as t')
      .leftJoin('opening_bidder as b', (j) =>
        j.onRef('b.tenant_id', '=', 't.tenant_id').onRef('b.trade_id', '=', 't.id'),
      )
      .select(['t.id', 'b.no'])
      .where('t.tenant_id', '=', tenantId)
      .where('t.order_id', '=', id)
      .where('t.supplier_company_id', '=', companyId)
      .where('t.status', '=', 1)
      .executeTakeFirst()
    return trade !== undefined && (order.status === 1 || trade.no !== null)
  })
}

async function hearsBidder(
  kernel: Kernel,
  { tenantId, actor }: { tenantId: number; actor: Actor | null },
  id: string,
): Promise<boolean> {
  if (!actor?.companyId || !Id.safeParse(id).success) return false
  const { companyId } = actor
  return inContext(kernel, { tenantId, actor, readOnly: true }, async (ctx) => {
    const row = await ctx.tx
      .selectFrom('trade as t')
      .innerJoin('purchase_order as o', (j) =>
        j.onRef('o.tenant_id', '=', 't.tenant_id').onRef('o.id', '=', 't.order_id'),
      )
      .select(['t.supplier_company_id', 'o.owner_company_id'])
      .where('t.tenant_id', '=', tenantId)
      .where('t.id', '=', id)
      .executeTakeFirst()
    return row !== undefined && (row.supplier_company_id === companyId || row.owner_company_id === companyId)
  })
}
