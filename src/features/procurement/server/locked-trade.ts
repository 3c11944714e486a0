import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { keptQuery } from '#server/database/kept-query.ts'
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
  const values = { tenantId: ctx.tenantId, orderId, companyId: ctx.actor.companyId }
  const own = ({ tenantId, orderId: id, companyId }: typeof values) =>
    ctx.tx
      .selectFrom('trade as t')
      .selectAll('t')
      .where('t.tenantId', '=', tenantId)
      .where('t.orderId', '=', id)
      .where('t.supplierCompanyId', '=', companyId)
      .where('t.status', '=', sql.lit(TradeStatus.values.passed))
  const skips = locking === 'skip'
  const orders = keptQuery(`own order, ${locking}`, values, (slots) =>
    ctx.tx
      .selectFrom('purchase_order as o')
      .selectAll('o')
      .where('o.tenantId', '=', slots.tenantId)
      .where('o.id', '=', slots.orderId)
      .where('o.publishedAt', 'is not', null)
      .where(({ exists }) => exists(own(slots)))
      .forShare()
      .$if(skips, (q) => q.skipLocked()),
  )
  const trades = keptQuery(`own trade, ${withTrade ? locking : 'free'}`, values, (slots) =>
    own(slots)
      .$if(withTrade, (q) => q.forNoKeyUpdate())
      .$if(withTrade && skips, (q) => q.skipLocked()),
  )
  const [order, trade] = await Promise.all([
    ctx.tx.executeQuery(orders).then(({ rows }) => rows[0]),
    ctx.tx.executeQuery(trades).then(({ rows }) => rows[0]),
  ])
  // What is held by somebody looks like what does not exist.
  if (skips && !(order && trade)) throw new MustWait()
  if (ctx.actor.workbench !== 'supplier' || !order || !trade) throw new AppError('notFound')
  return { order, trade }
}
