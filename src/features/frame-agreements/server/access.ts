import { AppError } from '#contract/errors.ts'
import { holdOn } from '#features/workflow/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Item, Price } from '../rules/quota.ts'
import {
  AGREEMENT_STATUS,
  type AgreementAction,
  type AgreementState,
  ENTRY_STATUS,
  type EntryAction,
  type EntryState,
  type Side,
} from '../rules/status.ts'
import type { CallRule, Kind } from '../rules/words.ts'
import { blockedOf } from './findings.ts'
import { type Agreement, type Any, type Ctx, entriesOf, type Entry, invalid, now } from './rows.ts'

/** Who keeps agreements, who orders from them besides, and who looks on. */
export const KEEPS = { workbench: 'purchaser', right: 'frameAgreement' } as const
export const ORDERS = { workbench: 'purchaser', right: ['frameAgreement', 'performanceHandling'] } as const
export const SEES = {
  workbench: 'purchaser',
  right: [...ORDERS.right, 'supplierManagement', 'performanceStatistics', 'auditing'],
} as const
export const SELLS = { workbench: 'supplier', right: 'bidding' } as const
export const SELLER_SEES = { workbench: 'supplier', right: ['bidding', 'auditing'] } as const
export const FILES = { workbench: ['purchaser', 'supplier'], right: [...SEES.right, 'bidding'] } as const

export const AGREEMENT_SUBJECT = 'frame-agreement'

export function isKeeper({ actor }: { actor: Actor }): boolean {
  return actor.rights.has(KEEPS.right)
}

/** Agreements of the own company, as `f`. */
export function ownAgreements(ctx: Context<Actor>) {
  return ctx.tx
    .selectFrom('frame_agreement as f')
    .where('f.tenantId', '=', ctx.tenantId)
    .where('f.purchaserCompanyId', '=', ctx.actor.companyId!)
}

/** One of them, or `notFound`. A lock on it orders everything that happens under the agreement. */
export async function ownAgreement(ctx: Ctx, agreementId: string, lock?: 'update'): Promise<Agreement> {
  const row = await ownAgreements(ctx)
    .selectAll('f')
    .where('f.id', '=', agreementId)
    .$if(lock === 'update', (q) => q.forUpdate())
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

/** The locked agreement to which the caller may do this now, and its next state. */
export async function demanded(ctx: Ctx, agreementId: string, action: AgreementAction) {
  return allowed(ctx, agreementId, { action, isHeld: true })
}

/** The same, where the approval that holds the agreement has been given by now. */
export async function approved(ctx: Ctx, agreementId: string, action: AgreementAction) {
  return allowed(ctx, agreementId, { action, isHeld: false })
}

async function allowed(
  ctx: Ctx,
  agreementId: string,
  { action, isHeld }: { action: AgreementAction; isHeld: boolean },
) {
  const row = await ownAgreement(ctx, agreementId, 'update')
  const facts = await factsOf(ctx, row)
  const record = isHeld ? facts : { ...facts, held: null }
  return { row, to: AGREEMENT_STATUS.next(action, { record, who: 'purchaser', now: now(ctx) }) }
}

export async function factsOf(ctx: Any, row: Agreement) {
  const entries = await entriesOf(ctx, row.id)
  const hold = await holdOn(ctx, { kind: AGREEMENT_SUBJECT, id: row.id })
  return {
    state: row.state as AgreementState,
    held: hold?.label ?? null,
    blocked: row.state === 'draft' ? await blockedOf(ctx, row) : null,
    isSigned: entries.some(({ contractId }) => contractId !== null),
    kind: row.kind as Kind,
    rule: row.rule as CallRule,
  }
}

/** An entry and its locked agreement, for an act that its status table allows the caller now; `notFound` for strangers. */
export async function demandedEntry(
  ctx: Ctx,
  entryId: string,
  { action, agreementId, isHeld = true }: { action: EntryAction; agreementId?: string; isHeld?: boolean },
) {
  const side: Side = ctx.actor.workbench === 'supplier' ? 'supplier' : 'purchaser'
  const found = await ctx.one('frame_entry', { id: entryId }, { columns: ['agreementId', 'supplierCompanyId'] })
  if (!found || (agreementId !== undefined && agreementId !== found.agreementId)) throw new AppError('notFound')
  const isOwn = side === 'purchaser' || found.supplierCompanyId === ctx.actor.companyId
  if (!isOwn) throw new AppError('notFound')
  const agreement =
    side === 'purchaser'
      ? await ownAgreement(ctx, found.agreementId, 'update')
      : await ctx.expectOne('frame_agreement', { id: found.agreementId }, { lock: 'update' })
  const entry = await ctx.expectOne('frame_entry', { id: entryId })
  if (side === 'supplier' && entry.state === 'drafted') throw new AppError('notFound')
  const facts = await entryFacts(ctx, agreement, entry)
  const record = isHeld ? facts : { ...facts, held: null }
  return { agreement, entry, to: ENTRY_STATUS.next(action, { record, who: side, now: now(ctx) }) }
}

export async function entryFacts(ctx: Any, agreement: Agreement, entry: Entry) {
  const open = await ctx.one('frame_version', { entryId: entry.id, state: 'offered' }, { columns: ['version'] })
  const hold = await holdOn(ctx, { kind: AGREEMENT_SUBJECT, id: agreement.id })
  return {
    state: entry.state as EntryState,
    agreement: agreement.state as AgreementState,
    held: hold?.label ?? null,
    hasAdjustment: open !== undefined,
  }
}

/** Each line of the items once, and no other; `path`: where the caller sent them. */
export function demandPrices(prices: readonly Price[], items: readonly Item[], path: string): void {
  const lines = prices.map(({ line }) => line)
  if (new Set(lines).size < lines.length) throw invalid(path, '同一行标的重复')
  if (lines.some((line) => !items.some((one) => one.line === line))) throw invalid(path, '协议没有该行标的')
}

/** Records a fact of an agreement. */
export function record(
  ctx: Any,
  { id, code }: Pick<Agreement, 'id' | 'code'>,
  { action, summary, data }: { action: string; summary: string; data?: object },
): void {
  ctx.audit({
    action: `frame.${action}`,
    entity: 'frame-agreement',
    entityId: id,
    summary: `${summary}（${code}）`,
    ...(data && { data }),
  })
}
