import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { type Locking, MustWait } from '#server/lane.ts'
import { TradeStatus } from '../rules/enums.ts'
import type { Order, Trade } from './access.ts'

/**
 * The own company's approved trade in a published order, the order locked `for share`, in one round trip; `notFound` for
 * others, who lock nothing. `withTrade`: the trade is locked too, against a second act of the same company. Throws
 * `MustWait` where it is not to wait for whoever holds one of them.
 */
export async function lockOwnTrade(
  ctx: Context<Employee>,
  orderId: string,
  { locking, withTrade = false }: { locking: Locking; withTrade?: boolean },
): Promise<{ order: Order; trade: Trade }> {
  const { tenantId } = ctx
  const own = ctx.tx
    .selectFrom('trade as t')
    .selectAll('t')
    .where('t.tenantId', '=', tenantId)
    .where('t.orderId', '=', orderId)
    .where('t.supplierCompanyId', '=', ctx.actor.companyId)
    .where('t.status', '=', TradeStatus.values.passed)
  const locked = ctx.tx
    .selectFrom('purchase_order as o')
    .selectAll('o')
    .where('o.tenantId', '=', tenantId)
    .where('o.id', '=', orderId)
    .where('o.publishedAt', 'is not', null)
    .where(({ exists }) => exists(own))
    .forShare()
    .$if(locking === 'skip', (q) => q.skipLocked())
  const ownLocked = own.forNoKeyUpdate().$if(locking === 'skip', (q) => q.skipLocked())
  const [order, trade] = await Promise.all([
    locked.executeTakeFirst(),
    (withTrade ? ownLocked : own).executeTakeFirst(),
  ])
  // What is held by somebody looks like what does not exist.
  if (locking === 'skip' && !(order && trade)) throw new MustWait()
  if (ctx.actor.workbench !== 'supplier' || !order || !trade) throw new AppError('notFound')
  return { order, trade }
}
