import { type RawBuilder, type Selectable, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { doesBuying, entrusting } from '#features/procurement/server/public.ts'
import { holdOn } from '#features/workflow/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as tables from '#server/database/tables.ts'
import { SUPPLEMENT_STATUS, type SupplementAction, type SupplementState } from '../rules/status.ts'

export type Any = Context<Actor | null>
export type Ctx = Context<Employee>
export type Supplement = Selectable<tables.Supplement>

const SIDES = ['purchaser', 'agency'] as const
/** Who registers: the buyers of the workbench. */
export const ACTS = { workbench: SIDES, right: ['tendering', 'agencyTendering'] } as const
export const READS = { ...ACTS, right: [...ACTS.right, 'auditing'] } as const
/** Records under which approvals hold a registration. */
export const SUBJECT = 'supplement'

/** In this workbench, with a right that belongs to it. */
export function demandReader(actor: Actor): void {
  if (!doesBuying(actor) && !actor.rights.has('auditing')) throw new AppError('noRight')
}

export function demandHandler(actor: Actor): void {
  if (!doesBuying(actor)) throw new AppError('noRight')
}

/**
 * Registrations that the own company knows of from this workbench, as `s`: what it registers, and what an agency has registered
 * for it. What it bought itself stands in the purchaser's workbench.
 */
export function ownSupplements(ctx: Context<Actor>) {
  const { companyId, workbench } = ctx.actor
  return ctx.tx
    .selectFrom('supplement as s')
    .where('s.tenantId', '=', ctx.tenantId)
    .where((e) =>
      workbench === 'agency'
        ? e.and([e('s.companyId', '=', companyId), e('s.purchaserCompanyId', '<>', companyId)])
        : e.and([
            e('s.purchaserCompanyId', '=', companyId),
            e.or([e('s.companyId', '=', companyId), e('s.state', '<>', 'draft')]),
          ]),
    )
}

/** One of them, or `notFound`. */
export async function ownSupplement(ctx: Ctx, supplementId: string, lock?: 'update'): Promise<Supplement> {
  demandReader(ctx.actor)
  const row = await ownSupplements(ctx)
    .selectAll('s')
    .where('s.id', '=', supplementId)
    .$if(lock === 'update', (q) => q.forUpdate())
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

export async function seatOf(ctx: Ctx, row: Supplement) {
  const hold = await holdOn(ctx, { kind: SUBJECT, id: row.id })
  const isHandler = row.companyId === ctx.actor.companyId && doesBuying(ctx.actor)
  const facts = {
    state: row.state === 'draft' && hold ? ('submitted' as const) : (row.state as SupplementState),
    hasCopy: row.draft !== null,
    pending: hold?.label ?? null,
    // Asked only of those who would act.
    blocked: isHandler ? await blockedOf(ctx, row) : null,
    unready: isHandler ? await unreadyOf(ctx, row) : null,
  }
  return { facts, who: { isHandler } }
}

/** The locked registration to which the caller may do this now, and its next state. */
export async function demanded(ctx: Ctx, supplementId: string, action: SupplementAction) {
  return nextOf(ctx, supplementId, { action, isApproved: false })
}

/** The same for a step that is done: its own approval, which holds the registration, does not count. */
export async function demandedApproved(ctx: Ctx, supplementId: string, action: SupplementAction) {
  return nextOf(ctx, supplementId, { action, isApproved: true })
}

async function nextOf(
  ctx: Ctx,
  supplementId: string,
  { action, isApproved }: { action: SupplementAction; isApproved: boolean },
): Promise<{ row: Supplement; to: SupplementState }> {
  const row = await ownSupplement(ctx, supplementId, 'update')
  const { facts, who } = await seatOf(ctx, row)
  const record = isApproved ? { ...facts, state: row.state as SupplementState, pending: null } : facts
  return { row, to: SUPPLEMENT_STATUS.next(action, { record, who, now: ctx.clock.now().getTime() }) }
}

/** State as a value in a query, of a registration `s` that waits for `pending`. */
export function stateSql(pending: RawBuilder<string | null>): RawBuilder<SupplementState> {
  return sql<SupplementState>`case when s.state = 'draft' and ${pending} is not null then 'submitted' else s.state end`
}

/** Why an agency no longer acts for the purchaser: the project is in other hands. */
async function blockedOf(ctx: Ctx, { companyId, purchaserCompanyId, projectId }: Supplement): Promise<string | null> {
  if (companyId === purchaserCompanyId || projectId === null) return null
  const project = await ctx.one('project', { id: projectId }, { columns: ['agencyCompanyId'] })
  return !project || project.agencyCompanyId === companyId ? null : '委托已终止，项目不再由本单位办理'
}

/** Why it cannot be handed in: a purchaser with an account has to agree to what is registered in its name. */
async function unreadyOf(ctx: Ctx, { id, companyId, purchaserCompanyId, projectId }: Supplement) {
  if (companyId === purchaserCompanyId) return null
  const lacks = await entrusting().lacksConsent(ctx, { id: projectId ?? id, purchaserCompanyId })
  return lacks ? '采购人尚未同意委托：请先为该项目提请采购人同意，再选择该项目登记' : null
}

/** Records a fact of a registration. */
export function record(
  ctx: Any,
  { id, code }: Pick<Supplement, 'id' | 'code'>,
  { action, summary, data }: { action: string; summary: string; data?: object },
): void {
  ctx.audit({
    action: `supplement.${action}`,
    entity: 'supplement',
    entityId: id,
    summary: `${summary}（${code}）`,
    ...(data && { data }),
  })
}

/** Open pages load it again; whoever follows it is told where `moved` says what happened. */
export function announce(
  ctx: Any,
  { id }: Pick<Supplement, 'id'>,
  moved?: 'registered' | 'corrected' | 'withdrawn',
): void {
  ctx.emit({ kind: 'supplement.changed', payload: { supplementId: id }, topics: [`supplement:${id}`] })
  if (moved) ctx.emit({ kind: 'supplement.moved', payload: { supplementId: id, to: moved } })
}

export function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}
