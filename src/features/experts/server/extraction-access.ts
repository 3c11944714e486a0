import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { OrderStatus } from '#features/procurement/rules/enums.ts'
import { orderRow, participants } from '#features/procurement/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { ExpertCall, ExpertExtraction } from '#server/database/tables.ts'
import { drawSecret } from '#server/draw.ts'
import type { AvoidanceField, ConditionField } from '../contract-extraction.ts'
import type { Unit } from '../rules/eligible.ts'
import { ExtractionMode, type ExtractionStatus } from '../rules/enums.ts'
import type { ExtractionFacts } from '../rules/extraction-status.ts'
import type * as z from 'zod'

export type Any = Context<Actor | null>
export type ExtractionRow = Selectable<ExpertExtraction>
export type CallRow = Selectable<ExpertCall>

export const conditionsOf = (row: Pick<ExtractionRow, 'conditions'>) => row.conditions as ConditionField[]

/** Who is avoided: read with `openAvoidance`, stored with `sealAvoidance`. */
export type AvoidanceTerms = z.output<typeof AvoidanceField>

export function openAvoidance(
  { cipher }: Pick<Any, 'cipher'>,
  row: Pick<ExtractionRow, 'id' | 'avoidance'>,
): AvoidanceTerms {
  return JSON.parse(cipher.open('expert_extraction.avoidance', row.id, row.avoidance)) as AvoidanceTerms
}

export function sealAvoidance({ cipher }: Pick<Any, 'cipher'>, id: string, terms: AvoidanceTerms) {
  return cipher.seal('expert_extraction.avoidance', id, JSON.stringify(terms))
}

export const isManual = (row: Pick<ExtractionRow, 'mode'>) => row.mode === ExtractionMode.values.manual

/** How many experts each condition wants; a manual choice is one condition. */
export function rowsOf(row: ExtractionRow): { rowNo: number; number: number }[] {
  if (isManual(row)) return [{ rowNo: 1, number: row.picks.length }]
  return conditionsOf(row).map(({ number }, i) => ({ rowNo: i + 1, number }))
}

/** The seed, public from the draw on, and the salt, public with the names; hex. */
export function secretsOf(ctx: Any, extractionId: string): { seed: string; salt: string } {
  return {
    seed: drawSecret(ctx, `extraction/${extractionId}/seed`),
    salt: drawSecret(ctx, `extraction/${extractionId}/salt`),
  }
}

/** An extraction of the own company, in the workbench it was made in, or `notFound`. */
export async function ownExtraction(
  ctx: Context<Employee>,
  extractionId: string,
  lock?: 'update',
): Promise<ExtractionRow> {
  const row = await extractionRow(ctx, extractionId)
  if (row?.company_id !== ctx.actor.companyId || row.workbench !== ctx.actor.workbench) throw new AppError('notFound')
  // Locked only now, so that strangers hold up nobody.
  return lock ? lockExtraction(ctx, extractionId) : row
}

export async function extractionRow(ctx: Any, extractionId: string): Promise<ExtractionRow | undefined> {
  return ctx.tx
    .selectFrom('expert_extraction')
    .selectAll()
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', extractionId)
    .executeTakeFirst()
}

/** Everything that changes an extraction takes this lock first. */
export async function lockExtraction(ctx: Any, extractionId: string): Promise<ExtractionRow> {
  const row = await ctx.tx
    .selectFrom('expert_extraction')
    .selectAll()
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', extractionId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

export async function factsOf(ctx: Any, row: ExtractionRow): Promise<ExtractionFacts> {
  return {
    status: row.status as ExtractionStatus,
    isManual: isManual(row),
    reviewAt: row.review_at.getTime(),
    isCompleted: (await completionOf(ctx, row.id)) !== null,
  }
}

/** The extraction that completes a failed one; null when none does. */
export async function completionOf(ctx: Any, extractionId: string): Promise<string | null> {
  const child = await ctx.tx
    .selectFrom('expert_extraction')
    .select('id')
    .where('tenant_id', '=', ctx.tenantId)
    .where('parent_id', '=', extractionId)
    .executeTakeFirst()
  return child?.id ?? null
}

/** A failed extraction and those that it completes in turn, nearest first. */
export async function chainOf(ctx: Any, extractionId: string | null): Promise<string[]> {
  const ids: string[] = []
  for (let at = extractionId; at !== null && !ids.includes(at);) {
    ids.push(at)
    at = (await extractionRow(ctx, at))?.parent_id ?? null
  }
  return ids
}

export async function callsOf(ctx: Any, extractionId: string): Promise<CallRow[]> {
  return ctx.tx
    .selectFrom('expert_call')
    .selectAll()
    .where('tenant_id', '=', ctx.tenantId)
    .where('extraction_id', '=', extractionId)
    .orderBy('row_no')
    .orderBy('called_at')
    .orderBy('rank')
    .execute()
}

/** When names become public: the opening of the order, else the review itself. */
export async function revealAtOf(ctx: Any, row: ExtractionRow): Promise<Date> {
  if (row.order_id === null) return row.review_at
  return (await orderRow(ctx, row.order_id)).open_at ?? row.review_at
}

export async function isRevealed(ctx: Any, row: ExtractionRow): Promise<boolean> {
  return !row.is_secret || ctx.clock.now() >= (await revealAtOf(ctx, row))
}

/** Whose people always avoid: the company that draws, and purchaser and agency of the order. */
export async function buyersOf(ctx: Any, row: Pick<ExtractionRow, 'company_id' | 'order_id'>): Promise<Unit[]> {
  const order = row.order_id === null ? null : await orderRow(ctx, row.order_id)
  const ids = [row.company_id, ...(order ? [order.purchaser_company_id, order.owner_company_id] : [])]
  return ctx.tx
    .selectFrom('company')
    .select(['name', 'credit_code as code'])
    .where('id', 'in', [...new Set(ids)])
    .orderBy('name')
    .execute()
}

/** The bidders of an order once they may be known; before the opening nobody may learn of them. */
export async function biddersOf(ctx: Any, orderId: string | null): Promise<Unit[]> {
  if (orderId === null) return []
  const order = await orderRow(ctx, orderId)
  const isOpen =
    order.status > OrderStatus.values.published || (order.open_at !== null && ctx.clock.now() >= order.open_at)
  if (!isOpen) return []
  return (await participants(ctx, orderId)).map(({ companyName, creditCode }) => ({
    name: companyName,
    code: creditCode,
  }))
}

/** The committee's review of this order has begun. */
export async function isUnderReview(ctx: Any, row: Pick<ExtractionRow, 'order_id'>): Promise<boolean> {
  if (row.order_id === null) return false
  return (await orderRow(ctx, row.order_id)).status >= OrderStatus.values.reviewing
}

/**
 * Records a fact of an extraction. Summaries are read by the purchaser while names are secret, so they hold aliases only,
 * and `data` tokens.
 */
export function record(
  ctx: Any,
  row: Pick<ExtractionRow, 'id'>,
  fact: { action: string; summary: string; data?: unknown },
) {
  ctx.audit({ ...fact, action: `extraction.${fact.action}`, entity: 'expert-extraction', entityId: row.id })
}

/** How people speak of an expert whose name is secret. */
export function aliasOf(token: string): string {
  return `专家${token.slice(0, 4).toUpperCase()}`
}

/** Tells open pages of the owner. */
export function tell(ctx: Any, row: Pick<ExtractionRow, 'id' | 'company_id'>, kind: string): void {
  ctx.emit({ kind: `expert.${kind}`, payload: { extractionId: row.id }, topics: [`company:${row.company_id}`] })
}
