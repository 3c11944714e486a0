import { type Selectable, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type * as tables from '#server/database/tables.ts'
import { REQUEST_STATUS, type RequestAction, type RequestState } from '../../rules/request-status.ts'
import { type Any, type Ctx, ownDepartment } from '../access.ts'

export type Request = Selectable<tables.DemandRequest>

/** Who asks, and who handles what departments ask for. */
export const ASKS = { workbench: 'purchaser', right: 'purchaseDemand' } as const
export const HANDLES = { workbench: 'purchaser', right: ['demandManagement', 'tendering'] } as const
export const READS = {
  workbench: 'purchaser',
  right: ['purchaseDemand', 'demandManagement', 'tendering', 'auditing'],
} as const

export function handles({ rights }: Actor): boolean {
  return rights.has('demandManagement') || rights.has('tendering')
}

/**
 * Requests of the own company, as `r`: `own` those of the own department (of whoever works in none, its own), drafts included;
 * `handle` all that were ever handed in.
 */
export async function requestsOf(ctx: Ctx, scope: 'own' | 'handle' | 'any') {
  const department = await ownDepartment(ctx)
  const { companyId, userId, rights } = ctx.actor
  const isOwn = ownCondition(department, userId)
  const wasHandedIn = sql<boolean>`(r.state not in ('draft') and (r.submitted_at is not null or r.decided_at is not null))`
  const seesAll = handles(ctx.actor) || rights.has('auditing')
  if (scope === 'handle' && !seesAll) throw new AppError('noRight')
  const condition =
    scope === 'own' || !seesAll ? isOwn : scope === 'handle' ? wasHandedIn : sql<boolean>`(${isOwn} or ${wasHandedIn})`
  return ctx.tx
    .selectFrom('demand_request as r')
    .where('r.tenantId', '=', ctx.tenantId)
    .where('r.companyId', '=', companyId)
    .where(condition)
}

function ownCondition(department: string | null, userId: string) {
  return department === null
    ? sql<boolean>`r.created_by = ${userId}`
    : sql<boolean>`(r.department_id = ${department} or r.created_by = ${userId})`
}

/** One of them, or `notFound`. */
export async function ownRequest(ctx: Ctx, requestId: string, lock?: 'update'): Promise<Request> {
  const row = await (
    await requestsOf(ctx, 'any')
  )
    .selectAll('r')
    .where('r.id', '=', requestId)
    .$if(lock === 'update', (q) => q.forUpdate())
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

/** How somebody stands to a request. */
export async function whoOf(ctx: Ctx, row: Pick<Request, 'createdBy' | 'departmentId'>) {
  const department = await ownDepartment(ctx)
  const isOfOwn = row.createdBy === ctx.actor.userId || (department !== null && row.departmentId === department)
  return { isOwn: isOfOwn && ctx.actor.rights.has('purchaseDemand'), handles: handles(ctx.actor) }
}

/** The locked request to which the caller may do this now, and its next state. */
export async function requestDemanded(
  ctx: Ctx,
  requestId: string,
  action: RequestAction,
): Promise<{ row: Request; to: RequestState }> {
  const row = await ownRequest(ctx, requestId, 'update')
  const record = { state: row.state as RequestState }
  const to = REQUEST_STATUS.next(action, { record, who: await whoOf(ctx, row), now: ctx.clock.now().getTime() })
  return { row, to }
}

/** Records a fact of a request, and tells who waits for it. */
export function note(
  ctx: Any,
  { id, code }: Pick<Request, 'id' | 'code'>,
  { action, summary, data }: { action: string; summary: string; data?: object },
): void {
  ctx.audit({
    action: `demand-request.${action}`,
    entity: 'demand-request',
    entityId: id,
    summary: `${summary}（${code}）`,
    ...(data && { data }),
  })
  ctx.emit({ kind: 'demand-request.moved', payload: { requestId: id, action } })
}
