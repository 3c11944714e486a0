import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as tables from '#server/database/tables.ts'
import type { Item } from '../rules/items.ts'
import { APPRAISAL_STATUS, type AppraisalAction, type AppraisalState, type AppraisalWho } from '../rules/status.ts'

export type Ctx = Context<Employee>
export type Any = Context<Actor | null>
export type Appraisal = Selectable<tables.Appraisal>
export type Indicator = Selectable<tables.AppraisalIndicator>
export type Template = Selectable<tables.AppraisalTemplate>

/** Who keeps appraisals, who reads them, who gives marks (any colleague who is asked), and whom they are about. */
export const KEEPS = { workbench: 'purchaser', right: 'supplierManagement' } as const
export const READS = { workbench: 'purchaser', right: ['supplierManagement', 'auditing'] } as const
export const JUDGES = { workbench: 'purchaser' } as const
export const JUDGED = { workbench: 'supplier', right: 'bidding' } as const

/** Kind of record that approvals hold. */
export const APPRAISAL_SUBJECT = 'appraisal'
/** Event that the time for marks is over. */
export const DEADLINE = 'appraisals.deadline'

export function isKeeper({ actor }: Pick<Ctx, 'actor'>): boolean {
  return actor.rights.has('supplierManagement')
}

export function todayOf({ clock }: Pick<Any, 'clock'>): string {
  return formatDate(clock.now())
}

/** An appraisal of the own company, or `notFound`. */
export async function ownAppraisal(ctx: Ctx, id: string, lock?: 'update'): Promise<Appraisal> {
  const row = await ctx.one('appraisal', { id, ownerCompanyId: ctx.actor.companyId }, lock ? { lock } : {})
  if (!row) throw new AppError('notFound')
  return row
}

/** The locked appraisal to which this may be done now, and where it leads; throws what its status table throws. */
export async function demanded(ctx: Ctx, id: string, action: AppraisalAction) {
  const row = await ownAppraisal(ctx, id, 'update')
  const hold = await ctx.one('approval_hold', { subjectKind: APPRAISAL_SUBJECT, subjectId: id })
  return { row, to: nextOf(ctx, row, { action, pendingApproval: hold?.nodeLabel ?? null }) }
}

export function nextOf(
  ctx: Any,
  row: Appraisal,
  {
    action,
    who = 'keeper',
    pendingApproval = null,
  }: { action: AppraisalAction; who?: AppraisalWho; pendingApproval?: string | null },
): AppraisalState {
  const record = { state: row.state as AppraisalState, pendingApproval }
  return APPRAISAL_STATUS.next(action, { record, who, now: ctx.clock.now().getTime() })
}

/** What an appraisal goes by; only of one that has begun. */
export function itemsOf(row: Pick<Appraisal, 'items'>): Item[] {
  return row.items as Item[]
}

export function isSubjective({ kind }: Pick<Item, 'kind'>): boolean {
  return kind === 'subjective'
}

/** A line in the audit trail of an appraisal, and news for the pages that show it. */
export function record(
  ctx: Any,
  row: Pick<Appraisal, 'id' | 'title'>,
  { action, summary, data }: { action: string; summary: string; data?: object },
): void {
  ctx.audit({
    action: `appraisal.${action}`,
    entity: 'appraisal',
    entityId: row.id,
    summary: `${summary}：${row.title}`,
    ...(data ? { data } : {}),
  })
}

/** A refusal that stands at a field. */
export function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}
