import { Id } from '#contract/id.ts'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { LiveTopic } from '#server/live.ts'
import { HALL_RIGHTS, hasBid, isDoorOpen } from './access.ts'

type Listener = { tenantId: number; actor: Actor | null }
/** A listener has no workbench: its part follows from its company. */
type Hearing = { part: 'owner' | 'observer' } | { part: 'bidder'; tradeId: string } | null

/**
 * All open with the door and for the same people as the hall itself. `hall:<orderId>`: everybody in it; it never
 * carries a quote. `hall-bidder:<tradeId>`: talk between the host and one bidder; `hall-host:<orderId>`: all of that, for
 * the host, who before the start does not know who the bidders are and later may have more of them than topics.
 */
export const topics: readonly LiveTopic[] = [
  { prefix: 'hall', allows: (kernel, listener, id) => ask(kernel, listener, { id, of: 'order' }) },
  { prefix: 'hall-bidder', allows: (kernel, listener, id) => ask(kernel, listener, { id, of: 'trade' }) },
  { prefix: 'hall-host', allows: (kernel, listener, id) => ask(kernel, listener, { id, of: 'host' }) },
]

async function ask(
  kernel: Kernel,
  { tenantId, actor }: Listener,
  { id, of }: { id: string; of: 'order' | 'trade' | 'host' },
): Promise<boolean> {
  if (!actor?.companyId || !Id.safeParse(id).success) return false
  return inContext(kernel, { tenantId, actor, readOnly: true }, async (ctx) => {
    const orderId = of === 'trade' ? await orderOf(ctx, id) : id
    const hearing = orderId ? await hearingOf(ctx, orderId) : null
    if (!hearing) return false
    if (of === 'order' || hearing.part === 'owner') return true
    return of === 'trade' && hearing.part === 'bidder' && hearing.tradeId === id
  })
}

async function hearingOf(ctx: Context<Actor>, orderId: string): Promise<Hearing> {
  const { companyId, rights } = ctx.actor
  const order = await orderRow(ctx, orderId).catch(() => null)
  if (!order || !(await isDoorOpen(ctx, order))) return null
  const isOwner = order.ownerCompanyId === companyId
  if (isOwner || order.purchaserCompanyId === companyId) {
    const may = [...HALL_RIGHTS.purchaser, ...HALL_RIGHTS.agency].some((right) => rights.has(right))
    return may ? { part: isOwner ? 'owner' : 'observer' } : null
  }
  if (!HALL_RIGHTS.supplier.some((right) => rights.has(right))) return null
  const trade = await ctx.tx
    .selectFrom('trade')
    .select('id')
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .where('supplierCompanyId', '=', companyId)
    .where('status', '=', TradeStatus.values.passed)
    .executeTakeFirst()
  return trade && (await hasBid(ctx, orderId, trade.id)) ? { part: 'bidder', tradeId: trade.id } : null
}

async function orderOf(ctx: Context<Actor>, tradeId: string): Promise<string | undefined> {
  const trade = await ctx.one('trade', { id: tradeId }, { columns: ['orderId'] })
  return trade?.orderId
}
