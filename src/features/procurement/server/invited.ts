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
    .innerJoin('company as c', 'c.id', 'i.company_id')
    .leftJoin('trade as t', (j) =>
      j
        .onRef('t.tenant_id', '=', 'i.tenant_id')
        .onRef('t.order_id', '=', 'i.order_id')
        .onRef('t.supplier_company_id', '=', 'i.company_id')
        .on('t.status', '<>', TradeStatus.values.withdrawn),
    )
    .leftJoin('app_user as u', 'u.id', 't.created_by')
    .selectAll('i')
    .select(['c.name', 't.id as trade_id', 't.created_at as signed_up_at', 'u.nickname as signed_up_by'])
    .select(IS_USABLE.as('is_usable'))
    .where('i.tenant_id', '=', ctx.tenantId)
    .where('i.order_id', '=', orderId)
    .orderBy('i.added_at')
    .orderBy('c.name')
    .execute()
}

/** Invited companies that have neither signed up nor declined. */
export async function undecided(ctx: Any, orderId: string): Promise<string[]> {
  const rows = await invitedOf(ctx, orderId)
  return rows.filter((row) => row.trade_id === null && row.declined_at === null).map((row) => row.company_id)
}

/** A new draft of a tender with invited suppliers begins with those of the order it was copied from. */
export async function copyInvitations(ctx: Context<Employee>, source: Order, orderId: string): Promise<void> {
  if (!isPrivate(source)) return
  const rows = await invitedOf(ctx, source.id)
  if (rows.length === 0) return
  await ctx.tx
    .insertInto('order_invitation')
    .values(rows.map(({ company_id: companyId, reason }) => invitationValues(ctx, { orderId, companyId, reason })))
    .execute()
  ctx.audit({
    action: 'order-invitee.add',
    entity: 'order-invitee',
    entityId: orderId,
    summary: `沿用 ${source.code} 的受邀供应商 ${rows.length} 家`,
    data: { companyIds: rows.map((row) => row.company_id) },
  })
}

/** Nobody is invited to a draft any more. */
export async function dropInvitations(ctx: Context<Employee>, orderId: string): Promise<void> {
  await ctx.tx
    .deleteFrom('order_invitation')
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', orderId)
    .execute()
}

/** A new invitation as columns. */
export function invitationValues(
  ctx: Context<Employee>,
  { orderId, companyId, reason }: { orderId: string; companyId: string; reason: string },
) {
  return {
    tenant_id: ctx.tenantId,
    id: ctx.newId(),
    order_id: orderId,
    company_id: companyId,
    reason,
    added_by: ctx.actor.userId,
    added_by_name: ctx.actor.name,
    added_at: ctx.clock.now(),
  }
}
