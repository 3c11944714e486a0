import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

type Ctx = Context<Actor>
export type Side = 'purchaser' | 'agency'

/** Orders that the own company runs in this workbench; an observing purchaser has nothing to do. */
export function orders(ctx: Ctx, side: Side) {
  const { companyId } = ctx.actor
  return ctx.tx
    .selectFrom('purchase_order as o')
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.ownerCompanyId', '=', companyId)
    .where('o.purchaserCompanyId', side === 'purchaser' ? '=' : '<>', companyId)
}

/** Of an order `o`: whether this person handles it. */
export function handledBy(userId: string): RawBuilder<boolean> {
  return sql<boolean>`(o.created_by = ${userId})`
}

/** The side on which this person runs orders for the own company; null where it runs none. */
export function sideOf({ actor }: Ctx): Side | null {
  if (!actor.companyId) return null
  if (actor.workbench === 'purchaser') return actor.rights.has('tendering') ? 'purchaser' : null
  return actor.workbench === 'agency' && actor.rights.has('agencyTendering') ? 'agency' : null
}
