import { sql } from 'kysely'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { TradeStatus } from '../rules/enums.ts'
import type { Order } from './access.ts'
import { isPrivate } from './visible.ts'

type Any = Context<Actor | null>

/** Of a company `c`: a certified supplier in use at the tenant. */
const IS_USABLE = sql<boolean>`exists (select from company_tenant m where m.tenant_id = i.tenant_id and m.company_id = c.id
  and m.is_supplier and m.is_certified and m.status = 1)`

/** Who is invited to an order, with the sign-up that accepts it; a withdrawn one accepts nothing. Buyer's knowledge. */
export function invitedOf(ctx: Any, orderId: string) {
  return ctx.tx
    .selectFrom('order_invitation as i')
    .innerJoin('company as c', 'c.id', 'i.companyId')
    .leftJoin('trade as t', (j) =>
      j
        .onRef('t.tenantId', '=', 'i.tenantId')
        .onRef('t.orderId', '=', 'i.orderId')
        .onRef('t.supplierCompanyId', '=', 'i.companyId')
        .on('t.status', '<>', TradeStatus.values.withdrawn),
    )
    .leftJoin('app_user as u', 'u.id', 't.createdBy')
    .selectAll('i')
    .select(['c.name', 't.id as tradeId', 't.createdAt as signedUpAt', 'u.nickname as signedUpBy'])
    .select(IS_USABLE.as('isUsable'))
    .where('i.tenantId', '=', ctx.tenantId)
    .where('i.orderId', '=', orderId)
    .orderBy('i.addedAt')
    .orderBy('c.name')
    .execute()
}

/** Invited companies that have neither signed up nor declined. */
export async function undecided(ctx: Any, orderId: string): Promise<string[]> {
  const rows = await invitedOf(ctx, orderId)
  return rows.filter((row) => row.tradeId === null && row.declinedAt === null).map((row) => row.companyId)
}

/** A new draft of a tender with invited suppliers begins with those of the order it was copied from. */
export async function copyInvitations(ctx: Context<Employee>, source: Order, orderId: string): Promise<void> {
  if (!isPrivate(source)) return
  const rows = await invitedOf(ctx, source.id)
  if (rows.length === 0) return
  await ctx.tx
    .insertInto('order_invitation')
    .values(rows.map(({ companyId, reason }) => invitationValues(ctx, { orderId, companyId, reason })))
    .execute()
  ctx.audit({
    action: 'order-invitee.add',
    entity: 'order-invitee',
    entityId: orderId,
    summary: `沿用 ${source.code} 的受邀供应商 ${rows.length} 家`,
    data: { companyIds: rows.map((row) => row.companyId) },
  })
}

/** Nobody is invited to a draft any more. */
export async function dropInvitations(ctx: Context<Employee>, orderId: string): Promise<void> {
  await ctx.remove('order_invitation', { orderId })
}

/** A new invitation as columns. */
export function invitationValues(
  ctx: Context<Employee>,
  { orderId, companyId, reason }: { orderId: string; companyId: string; reason: string },
) {
  return {
    tenantId: ctx.tenantId,
    id: ctx.newId(),
    orderId,
    companyId,
    reason,
    addedBy: ctx.actor.userId,
    addedByName: ctx.actor.name,
    addedAt: ctx.clock.now(),
  }
}
