import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { doesBuying } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as tables from '#server/database/tables.ts'
import { ENTRUST_STATUS, type EntrustAction, type EntrustSide, type EntrustState } from '../rules/status.ts'

export type Ctx = Context<Employee>
export type Entrusted = Selectable<tables.Entrustment>

/** Purchasers who buy, and the people of an agency who answer offers; the agency's buyers and auditors look on. */
export const ACTS = { workbench: ['purchaser', 'agency'], right: ['tendering', 'entrustHandling'] } as const
export const READS = { ...ACTS, right: [...ACTS.right, 'agencyTendering', 'auditing'] } as const

/** The side somebody is on, by workbench; acting takes the right of that side. */
export function sideOf({ actor }: Pick<Ctx, 'actor'>, acts = false): EntrustSide {
  const side: EntrustSide = actor.workbench === 'agency' ? 'agency' : 'purchaser'
  const { rights } = actor
  const may = side === 'agency' ? rights.has('entrustHandling') : rights.has('tendering')
  if (may) return side
  if (acts || !(rights.has('auditing') || doesBuying(actor))) throw new AppError('noRight')
  return side
}

/** Entrustments that the own company may know of from this workbench, as `e`: a draft is of the side that writes it. */
export function ownEntrustments(ctx: Ctx) {
  const side = sideOf(ctx)
  return ctx.tx
    .selectFrom('entrustment as e')
    .where('e.tenantId', '=', ctx.tenantId)
    .where(side === 'agency' ? 'e.agencyCompanyId' : 'e.purchaserCompanyId', '=', ctx.actor.companyId)
    .where((q) => q.or([q('e.state', '<>', 'draft'), q('e.proposedBy', '=', side)]))
}

/** One of them, or `notFound`. */
export async function ownEntrustment(ctx: Ctx, entrustmentId: string, lock?: 'update'): Promise<Entrusted> {
  const row = await ownEntrustments(ctx)
    .selectAll('e')
    .where('e.id', '=', entrustmentId)
    .$if(lock === 'update', (q) => q.forUpdate())
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

/** The locked entrustment to which the caller may do this now, and its next state. */
export async function demanded(
  ctx: Ctx,
  entrustmentId: string,
  action: EntrustAction,
): Promise<{ row: Entrusted; side: EntrustSide; to: EntrustState }> {
  const side = sideOf(ctx, true)
  const row = await ownEntrustment(ctx, entrustmentId, 'update')
  const record = await factsOf(ctx, row)
  return { row, side, to: ENTRUST_STATUS.next(action, { record, who: side, now: ctx.clock.now().getTime() }) }
}

/** What the status table looks at. */
export async function factsOf(ctx: Ctx, row: Entrusted) {
  const proposedBy = row.proposedBy as EntrustSide
  return { state: row.state as EntrustState, proposedBy, blocked: await blockedOf(ctx, row) }
}

/** Why no agency can take the project over now. */
async function blockedOf(ctx: Ctx, row: Entrusted): Promise<string | null> {
  if (row.state !== 'draft' && row.state !== 'offered') return null
  if ((row.contractFiles as unknown[]).length === 0) return '请先上传委托合同'
  return (await isAgency(ctx, row.agencyCompanyId)) ? null : '代理机构已停用或未认证'
}

/** Whether a company is an agency here, certified and in use. */
export async function isAgency(ctx: Ctx, companyId: string): Promise<boolean> {
  const where = { companyId, isAgency: true, isCertified: true, status: 1 }
  return (await ctx.one('company_tenant', where, { columns: ['companyId'] })) !== undefined
}

/** Records a fact of an entrustment, beside the project's own history. */
export function record(
  ctx: Ctx,
  row: Pick<Entrusted, 'id' | 'projectId'>,
  fact: { action: string; summary: string; data?: object },
): void {
  const { action, ...rest } = fact
  ctx.audit({
    action: `entrust.${action}`,
    entity: 'project',
    entityId: row.projectId,
    ...rest,
    data: { entrustmentId: row.id, ...rest.data },
  })
}
