import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { beginOf, addDays } from '../rules/days.ts'
import {
  type Origin,
  SUPPLIER_STATES,
  SUPPLIER_STATUS,
  type SupplierAction,
  type SupplierState,
  type SupplierWho,
} from '../rules/states.ts'
import { type Any, type Supplier, todayOf } from './access.ts'
import { TERM_END } from './kinds.ts'
import type { Identity } from './subject.ts'

interface Move {
  action: SupplierAction
  who: SupplierWho
  reason?: string
  /** Beside the state. */
  set?: { categories?: string[]; validFrom?: string; validUntil?: string; origin?: Origin }
  /** The recruit order that it follows from. */
  sourceOrderId?: string
}

/**
 * Moves a locked record by its status table, with a line in its history; throws what the table throws. Who is concerned is
 * told by the event.
 */
export async function move(ctx: Any, row: Supplier, { action, who, reason = '', set = {}, sourceOrderId }: Move) {
  const record = { state: row.state as SupplierState, validUntil: row.validUntil, today: todayOf(ctx) }
  const now = ctx.clock.now()
  const to = SUPPLIER_STATUS.next(action, { record, who, now: now.getTime() })
  await ctx.update('supplier', { id: row.id }, { ...set, state: to, updatedAt: now })
  await addEvent(ctx, row, { action, from: row.state, to, reason, sourceOrderId: sourceOrderId ?? null })
  if (set.validUntil) await planTermEnd(ctx, row.id, set.validUntil)
  const label = SUPPLIER_STATUS.rows.find((one) => one.action === action)!.label
  ctx.audit({
    action: `supplier.${action}`,
    entity: 'supplier',
    entityId: row.id,
    summary: `${label}：${row.name}（${SUPPLIER_STATES[to]}）${reason && `，${reason}`}`,
    data: { ...set, from: row.state, to },
  })
  ctx.emit({ kind: 'supplier.moved', payload: { supplierId: row.id, action, reason } })
}

/** The locked record of a company in a library, made where it is not there. */
export async function recordOf(
  ctx: Any,
  { ownerCompanyId, identity, origin }: { ownerCompanyId: string; identity: Identity; origin: Origin },
): Promise<Supplier> {
  const now = ctx.clock.now()
  const { companyId, name, creditCode } = identity
  const made = await ctx.tx
    .insertInto('supplier')
    .values({
      tenantId: ctx.tenantId,
      id: ctx.newId(),
      ownerCompanyId,
      companyId,
      name,
      creditCode,
      state: 'potential',
      origin,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((on) => on.columns(['tenantId', 'ownerCompanyId', 'companyId']).doNothing())
    .returning(['id', 'name'])
    .executeTakeFirst()
  const row = await ctx.expectOne('supplier', { ownerCompanyId, companyId }, { lock: 'update' })
  if (made) await addEvent(ctx, row, { action: 'create', from: null, to: 'potential', reason: '', sourceOrderId: null })
  return row
}

interface Line {
  action: string
  from: string | null
  to: string
  reason: string
  sourceOrderId: string | null
}

/** A line in a record's history. */
export async function addEvent(ctx: Any, { id }: { id: string }, { from, to, ...rest }: Line): Promise<void> {
  await ctx.insert('supplier_event', {
    id: ctx.newId(),
    supplierId: id,
    fromState: from,
    toState: to,
    ...rest,
    byUser: ctx.actor?.userId ?? null,
    byName: actorName(ctx),
    at: ctx.clock.now(),
  })
}

export function actorName({ actor }: Pick<Context<Actor | null>, 'actor'>): string {
  return actor?.name ?? '系统'
}

/** A qualification ends with its last day in Beijing. */
async function planTermEnd(ctx: Any, supplierId: string, until: string): Promise<void> {
  await ctx.schedule(`${TERM_END}:${supplierId}`, beginOf(addDays(until, 1)), {
    kind: TERM_END,
    payload: { supplierId },
  })
}
