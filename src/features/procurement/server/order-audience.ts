import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { TradeStatus } from '../rules/enums.ts'
import { orderRow } from './order-row.ts'

type Any = Context<Actor | null>

/** Approved trades with their companies, in order of sign-up. Nobody but the buyer's side may learn of these. */
export async function participants(ctx: Any, orderId: string) {
  return ctx.tx
    .selectFrom('trade as t')
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .select([
      't.id as tradeId',
      't.supplierCompanyId as companyId',
      'c.name as companyName',
      'c.creditCode as creditCode',
      'c.legalPerson as legalPerson',
    ])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.orderId', '=', orderId)
    .where('t.status', '=', TradeStatus.values.passed)
    .orderBy('t.id')
    .execute()
}

export interface Audience {
  /** Who runs the order, and in which workbench they read of it. */
  owners: string[]
  ownerIdentity: 'purchaser' | 'agency'
  /** The purchaser's people while an agency runs the order. */
  observers: string[]
  /** People of approved participants who make bids. */
  participants: string[]
}

/** User ids to be told of what happens in an order: employees in use with the right for it, and administrators. */
export async function orderAudience(ctx: Any, orderId: string): Promise<Audience> {
  const order = await orderRow(ctx, orderId)
  const entrusted = order.ownerCompanyId !== order.purchaserCompanyId
  const people = async (companyIds: string[], right: string) => {
    if (companyIds.length === 0) return []
    const rows = await ctx.tx
      .selectFrom('employee')
      .select('userId')
      .distinct()
      .where('tenantId', '=', ctx.tenantId)
      .where('companyId', 'in', companyIds)
      .where('status', '=', 1)
      .where('deletedAt', 'is', null)
      .where((e) => e.or([e('isAdmin', '=', true), e(e.val(right), '=', e.fn.any('rights'))]))
      .execute()
    return rows.map((row) => row.userId)
  }
  const bidders = await participants(ctx, orderId)
  return {
    owners: await people([order.ownerCompanyId], entrusted ? 'agencyTendering' : 'tendering'),
    ownerIdentity: entrusted ? 'agency' : 'purchaser',
    observers: entrusted ? await people([order.purchaserCompanyId], 'tendering') : [],
    participants: await people(
      bidders.map((b) => b.companyId),
      'bidding',
    ),
  }
}
