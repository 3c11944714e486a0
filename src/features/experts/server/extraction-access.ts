import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { reached } from '#features/procurement/engine/states.ts'
import { orderRow, participants } from '#features/procurement/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { ExpertCall, ExpertExtraction } from '#server/database/tables.ts'
import { drawSecret } from '#server/draw.ts'
import type { AvoidanceField, ConditionField } from '../contract-extraction.ts'
import { mayDraw } from './drawable.ts'
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

/** What tokens are made with: public with the names; hex. */
export function saltOf(ctx: Any, extractionId: string): string {
  return drawSecret(ctx, `extraction/${extractionId}/salt`)
}

/** The seed of an extraction that was drawn before draws went by steps; hex. */
export function oldSeedOf(ctx: Any, extractionId: string): string {
  return drawSecret(ctx, `extraction/${extractionId}/seed`)
}

/** Its pool is frozen and its order not drawn yet: nobody can be called. */
export function isBeingDrawn(row: Pick<ExtractionRow, 'frozenAt' | 'drawnAt'>): boolean {
  return row.frozenAt !== null && row.drawnAt === null
}

/** An extraction of the own company, in the workbench it was made in, or `notFound`. */
export async function ownExtraction(
  ctx: Context<Employee>,
  extractionId: string,
  lock?: 'update',
): Promise<ExtractionRow> {
  const row = await extractionRow(ctx, extractionId)
  if (row?.companyId !== ctx.actor.companyId || row.workbench !== ctx.actor.workbench) throw new AppError('notFound')
  // Locked only now, so that strangers hold up nobody.
  return lock ? lockExtraction(ctx, extractionId) : row
}

export async function extractionRow(ctx: Any, extractionId: string): Promise<ExtractionRow | undefined> {
  return ctx.one('expert_extraction', { id: extractionId })
}

/** Everything that changes an extraction takes this lock first. */
export async function lockExtraction(ctx: Any, extractionId: string): Promise<ExtractionRow> {
  const row = await ctx.one('expert_extraction', { id: extractionId }, { lock: 'update' })
  if (!row) throw new AppError('notFound')
  return row
}

export async function factsOf(ctx: Any, row: ExtractionRow): Promise<ExtractionFacts> {
  return {
    status: row.status as ExtractionStatus,
    isManual: isManual(row),
    reviewAt: row.reviewAt.getTime(),
    isCompleted: (await completionOf(ctx, row.id)) !== null,
  }
}

/** The extraction that completes a failed one; null when none does. */
export async function completionOf(ctx: Any, extractionId: string): Promise<string | null> {
  const child = await ctx.one('expert_extraction', { parentId: extractionId }, { columns: ['id'] })
  return child?.id ?? null
}

/** A failed extraction and those that it completes in turn, nearest first. */
export async function chainOf(ctx: Any, extractionId: string | null): Promise<string[]> {
  const ids: string[] = []
  for (let at = extractionId; at !== null && !ids.includes(at);) {
    ids.push(at)
    at = (await extractionRow(ctx, at))?.parentId ?? null
  }
  return ids
}

export async function callsOf(ctx: Any, extractionId: string): Promise<CallRow[]> {
  return ctx.many('expert_call', { extractionId }, { orderBy: ['rowNo', 'calledAt', 'rank'] })
}

/** When names become public: the opening of the order, else the review itself. */
export async function revealAtOf(ctx: Any, row: ExtractionRow): Promise<Date> {
  if (row.orderId === null) return row.reviewAt
  return (await orderRow(ctx, row.orderId)).openAt ?? row.reviewAt
}

export async function isRevealed(ctx: Any, row: ExtractionRow): Promise<boolean> {
  return !row.isSecret || ctx.clock.now() >= (await revealAtOf(ctx, row))
}

/** Whose people always avoid: the company that draws, and purchaser and agency of the order. */
export async function buyersOf(ctx: Any, row: Pick<ExtractionRow, 'companyId' | 'orderId'>): Promise<Unit[]> {
  const order = row.orderId === null ? null : await orderRow(ctx, row.orderId)
  const ids = [row.companyId, ...(order ? [order.purchaserCompanyId, order.ownerCompanyId] : [])]
  return ctx.tx
    .selectFrom('company')
    .select(['name', 'creditCode as code'])
    .where('id', 'in', [...new Set(ids)])
    .orderBy('name')
    .execute()
}

/** The bidders of an order once they may be known; before the opening nobody may learn of them. */
export async function biddersOf(ctx: Any, orderId: string | null): Promise<Unit[]> {
  if (orderId === null) return []
  const order = await orderRow(ctx, orderId)
  const isOpen = reached(order, 'opened') || (order.openAt !== null && ctx.clock.now() >= order.openAt)
  if (!isOpen) return []
  return (await participants(ctx, orderId)).map(({ companyName, creditCode }) => ({
    name: companyName,
    code: creditCode,
  }))
}

/** The review of this order has begun. */
export async function isUnderReview(ctx: Any, row: Pick<ExtractionRow, 'orderId'>): Promise<boolean> {
  if (row.orderId === null) return false
  const order = await orderRow(ctx, row.orderId)
  return reached(order, 'reviewing') && !(await mayDraw(ctx, order))
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
export function tell(ctx: Any, row: Pick<ExtractionRow, 'id' | 'companyId'>, kind: string): void {
  ctx.emit({ kind: `expert.${kind}`, payload: { extractionId: row.id }, topics: [`company:${row.companyId}`] })
}
