import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { type ExpertKind, ExpertStatus } from '../contract.ts'
import { ExtractionStatus, ReplyStatus } from '../rules/enums.ts'
import { callsOf, chainOf, extractionRow, isManual, isRevealed } from './extraction-access.ts'
import { relativesOf, sharedWith } from './library.ts'

export { type ExtractionProgress, extractionProgress, ordersWithExtraction } from './progress.ts'

/** What a committee needs of an expert, taken over when the expert is chosen. */
export interface ChosenExpert {
  id: string
  userId: string
  name: string
  kind: ExpertKind
  employer: string
  /** Social credit code; empty when unknown. */
  employerCode: string
  /** When the pool was frozen that the expert was drawn from; null for who is not drawn. */
  frozenAt: Date | null
}

/**
 * Enabled experts with these ids that a company may choose from (its own library, what is shared with it, and the
 * platform's), in the order of the ids. Those that are not there are left out.
 */
export async function expertsToChoose(
  ctx: Context<Actor>,
  { companyId, ids }: { companyId: string; ids: readonly string[] },
): Promise<ChosenExpert[]> {
  if (ids.length === 0) return []
  const known = new Map((await choosable(ctx, companyId, ids)).map((one) => [one.id, one]))
  return ids.flatMap((id) => known.get(id) ?? [])
}

/** All enabled experts that a company may choose from, by name; the first five hundred. */
export function expertsOnOffer(ctx: Context<Actor>, companyId: string): Promise<ChosenExpert[]> {
  return choosable(ctx, companyId)
}

async function choosable(ctx: Context<Actor>, companyId: string, ids?: readonly string[]): Promise<ChosenExpert[]> {
  const relatives = (await relativesOf(ctx, companyId)).all
  const rows = await ctx.tx
    .selectFrom('expert as e')
    .selectAll('e')
    .where('e.tenantId', '=', ctx.tenantId)
    .$if(ids !== undefined, (q) => q.where('e.id', 'in', [...ids!]))
    .where('e.status', '=', ExpertStatus.values.enabled)
    .where((e) =>
      e.or([
        e('e.companyId', 'is', null),
        e('e.companyId', '=', companyId),
        sharedWith(null)(e),
        ...(relatives.length === 0 ? [] : [e.and([e('e.companyId', 'in', relatives), sharedWith(companyId)(e)])]),
      ]),
    )
    .orderBy('e.name')
    .orderBy('e.id')
    .limit(500)
    .execute()
  return rows.map(({ id, userId, name, kind, employer, employerCode }) => ({
    id,
    userId,
    name,
    kind: kind as ExpertKind,
    employer,
    employerCode,
    frozenAt: null,
  }))
}

/**
 * What the extractions of an order say of its committee, as far as names are public: who comes, and who was asked and does
 * not (user ids). Emitted as `expert.extracted` {orderId} whenever it may have changed.
 */
export async function extractedExperts(
  ctx: Context<Actor | null>,
  orderId: string,
): Promise<{ coming: (ChosenExpert & { isDrawn: boolean })[]; gone: string[] }> {
  const rows = await ctx.many(
    'expert_extraction',
    { orderId, status: [ExtractionStatus.values.extracting, ExtractionStatus.values.ended] },
    { orderBy: ['id'] },
  )
  const coming = new Map<string, ChosenExpert & { isDrawn: boolean }>()
  const gone = new Set<string>()
  for (const row of rows) {
    if (!(await isRevealed(ctx, row))) continue
    for (const id of [...(await chainOf(ctx, row.parentId)).toReversed(), row.id]) {
      const extraction = await extractionRow(ctx, id)
      if (extraction === undefined) continue
      for (const call of await callsOf(ctx, id)) {
        // Whoever accepted comes once the whole is complete.
        if (call.replyStatus !== ReplyStatus.values.accepted) gone.add(call.userId)
        else if (row.status === ExtractionStatus.values.ended)
          coming.set(call.userId, {
            id: call.expertId,
            userId: call.userId,
            name: call.name,
            kind: call.kind as ExpertKind,
            employer: call.employer,
            employerCode: call.employerCode,
            frozenAt: extraction.frozenAt ?? extraction.drawnAt,
            isDrawn: !isManual(extraction),
          })
      }
    }
  }
  return { coming: [...coming.values()], gone: [...gone].filter((id) => !coming.has(id)) }
}

/** An extraction whose experts may be asked: ended, its names public. */
export interface UsableExtraction {
  id: string
  code: string
  title: string
  /** Who accepted. */
  expertIds: string[]
}

/** Extractions of one kind that a company made for something that has no order, newest first. */
export async function usableExtractions(
  ctx: Context<Actor>,
  { companyId, kind }: { companyId: string; kind: number },
): Promise<UsableExtraction[]> {
  const rows = await ctx.many(
    'expert_extraction',
    { companyId, kind, status: ExtractionStatus.values.ended },
    { orderBy: ['id desc'], limit: 50 },
  )
  const usable: UsableExtraction[] = []
  for (const row of rows) {
    if (!(await isRevealed(ctx, row))) continue
    const calls = (
      await Promise.all([...(await chainOf(ctx, row.parentId)), row.id].map((id) => callsOf(ctx, id)))
    ).flat()
    const expertIds = calls
      .filter(({ replyStatus }) => replyStatus === ReplyStatus.values.accepted)
      .map(({ expertId }) => expertId)
    usable.push({ id: row.id, code: row.code, title: row.title, expertIds })
  }
  return usable
}

/** Professional titles of experts, by id; empty where none is known. */
export async function expertTitles(ctx: Context<Actor | null>, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.many('expert', { id: [...ids] }, { columns: ['id', 'title'] })
  return new Map(rows.map(({ id, title }) => [id, title]))
}
