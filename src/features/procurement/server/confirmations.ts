import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { TradeStatus } from '../rules/enums.ts'

type Any = Context<Actor | null>

/** Published changes and clarifications `n` with each approved trade `t` of their order that has not confirmed them. */
export function waitingConfirmations(ctx: Any) {
  return ctx.tx
    .selectFrom('notice as n')
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'n.tenantId').onRef('t.orderId', '=', 'n.orderId'))
    .where('n.tenantId', '=', ctx.tenantId)
    .where('n.status', '=', 1)
    .where('n.needsConfirmation', '=', true)
    .where('t.status', '=', TradeStatus.values.passed)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('notice_confirmation as c')
            .select('c.noticeId')
            .whereRef('c.tenantId', '=', 'n.tenantId')
            .whereRef('c.noticeId', '=', 'n.id')
            .whereRef('c.tradeId', '=', 't.id'),
        ),
      ),
    )
}

/** How many of an order the own company has not confirmed, in its part of it. */
export async function unconfirmedNotices(ctx: Context<Employee>, orderId: string): Promise<number> {
  const { count } = await waitingConfirmations(ctx)
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('n.orderId', '=', orderId)
    .where('t.supplierCompanyId', '=', ctx.actor.companyId)
    .executeTakeFirstOrThrow()
  return count
}

/** Approved trades that have not confirmed all of an order. */
export async function unconfirmedTrades(ctx: Any, orderId: string): Promise<ReadonlySet<string>> {
  const rows = await waitingConfirmations(ctx).select('t.id').distinct().where('n.orderId', '=', orderId).execute()
  return new Set(rows.map(({ id }) => id))
}
