import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Deadline } from '#server/feature.ts'

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

/** A date of an order, as the home page calls it. */
export type NamedDate = [key: string, label: string, at: Date | null]

/** Those of an order's dates that lie ahead, up to `until`. */
export function datesBetween(
  { id, title }: { id: string; title: string },
  dates: readonly NamedDate[],
  { link, now, until }: { link: string; now: Date; until: Date },
): Deadline[] {
  return dates.flatMap(([key, label, at]) =>
    at && at >= now && at <= until ? [{ key: `${key}:${id}`, label, title, link, at }] : [],
  )
}
