import { type Selectable, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { holdOn } from '#features/workflow/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as tables from '#server/database/tables.ts'
import {
  type Part,
  RECRUIT_STATUS,
  type RecruitAction,
  type RecruitFacts,
  type RecruitState,
  stateAt,
} from '../rules/order.ts'
import type { Side } from '../rules/places.ts'
import { ApplyStatus } from '../rules/trade.ts'

export type Any = Context<Actor | null>
export type Ctx = Context<Employee>
export type Order = Selectable<tables.RecruitOrder>
export type Trade = Selectable<tables.RecruitTrade>

/** What approvals of calls hold. */
export const RECRUIT_SUBJECT = 'recruit'
export const RIGHT = 'supplierManagement'

/** A co-handler needs no right but to be named: who may see which call is asked of the call. */
export const HELPS = { workbench: ['purchaser', 'agency'] } as const
export const KEEPS = { ...HELPS, right: RIGHT } as const
/** Of suppliers. */
export const APPLIES = { workbench: 'supplier', right: 'bidding' } as const

export function sideOf({ actor }: { actor: Pick<Employee, 'workbench'> }): Side {
  return actor.workbench === 'agency' ? 'agency' : 'purchaser'
}

/** The caller's part in calls of its company, by right alone; null: only in those it helps with. */
function partByRight({ rights }: Employee): Part | null {
  if (rights.has(RIGHT)) return 'owner'
  return rights.has('auditing') ? 'auditor' : null
}

/** The caller's part in one call. */
export function partIn({ actor }: Ctx, order: Pick<Order, 'assist'>): Part | null {
  const part = partByRight(actor)
  if (part === 'owner') return part
  return order.assist.includes(actor.userId) ? 'assistant' : part
}

/** Calls of the own company that one may read from this workbench, as `o`. */
export function ownOrders(ctx: Ctx) {
  return ctx.tx
    .selectFrom('recruit_order as o')
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.ownerCompanyId', '=', ctx.actor.companyId)
    .where('o.ownerSide', '=', sideOf(ctx))
    .$if(partByRight(ctx.actor) === null, (q) => q.where(sql<boolean>`o.assist @> array[${ctx.actor.userId}::uuid]`))
}

/** One of them with the caller's part in it, or `notFound`. */
export async function ownOrder(
  ctx: Ctx,
  orderId: string,
  lock?: 'share' | 'update',
): Promise<{ order: Order; part: Part }> {
  const order = await ownOrders(ctx)
    .selectAll('o')
    .where('o.id', '=', orderId)
    .$if(lock === 'update', (q) => q.forUpdate())
    .$if(lock === 'share', (q) => q.forShare())
    .executeTakeFirst()
  const part = order && partIn(ctx, order)
  if (!part) throw new AppError('notFound')
  return { order, part }
}

/** What the status table looks at. */
export async function factsOf(ctx: Any, order: Order): Promise<RecruitFacts> {
  const [hold, counted] = await Promise.all([
    holdOn(ctx, { kind: RECRUIT_SUBJECT, id: order.id }),
    ctx.tx
      .selectNoFrom((e) => [
        e
          .selectFrom('recruit_trade')
          .select((f) => f.fn.countAll<number>().as('n'))
          .where('tenantId', '=', ctx.tenantId)
          .where('orderId', '=', order.id)
          .where('status', '=', ApplyStatus.values.pending)
          .as('pending'),
        e
          .selectFrom('recruit_result')
          .select((f) => f.fn.countAll<number>().as('n'))
          .where('tenantId', '=', ctx.tenantId)
          .where('orderId', '=', order.id)
          .as('entries'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  const state = stateAt(order, ctx.clock.now().getTime())
  return { state, held: hold?.label ?? null, pending: Number(counted.pending), entries: Number(counted.entries) }
}

/** The locked call to which the caller may do this now, and its next state. */
export async function demanded(
  ctx: Ctx,
  orderId: string,
  action: RecruitAction,
): Promise<{ order: Order; to: RecruitState }> {
  const { order, part } = await ownOrder(ctx, orderId, 'update')
  const record = await factsOf(ctx, order)
  return { order, to: RECRUIT_STATUS.next(action, { record, who: part, now: ctx.clock.now().getTime() }) }
}

/** Records a fact of a call. */
export function record(ctx: Any, orderId: string, fact: { action: string; summary: string; data?: object }): void {
  const { action, ...rest } = fact
  ctx.audit({ action: `recruit.${action}`, entity: 'recruit', entityId: orderId, ...rest })
}

/** Open pages of the call's owner, and of a supplier whom it concerns, ask anew. */
export function topicsOf(order: Pick<Order, 'ownerCompanyId'>, supplierId?: string): string[] {
  return [`recruit:${order.ownerCompanyId}`, ...(supplierId ? [`recruit:${supplierId}`] : [])]
}

export function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}
