import { sql } from 'kysely'
import { DAY, formatDate } from '#contract/time.ts'
import { employmentsOf } from '#features/organisation/server/public.ts'
import { type Avoidance, type Candidate, exclusionOf, meets } from '../rules/eligible.ts'
import { AvoidOption, type Exclusion, ExpertLibrary, RECENT_DAYS, ReplyStatus } from '../rules/enums.ts'
import { ExpertStatus } from '../contract.ts'
import type { ExtractionFields } from '../contract-extraction.ts'
import {
  type Any,
  openAvoidance,
  biddersOf,
  buyersOf,
  chainOf,
  conditionsOf,
  type ExtractionRow,
} from './extraction-access.ts'
import { relativesOf, sharedWith } from './library.ts'

/** What is needed of an extraction to find its people; a preview has no record yet. */
export type Wanted = Pick<ExtractionFields, 'orderId' | 'library' | 'conditions' | 'avoidance'> & {
  companyId: string
  reviewAt: Date
  extractionId: string | null
  /** When the pool was frozen: later employments leave nobody out. Null before. */
  frozenAt: Date | null
  parentId: string | null
}

export interface PoolEntry {
  rowNo: number
  candidate: Candidate
  excluded: Exclusion | null
}

export function wantedBy(ctx: Any, row: ExtractionRow): Wanted {
  return {
    orderId: row.orderId,
    library: row.library as 1,
    conditions: conditionsOf(row),
    avoidance: openAvoidance(ctx, row),
    companyId: row.companyId,
    reviewAt: row.reviewAt,
    extractionId: row.id,
    frozenAt: row.frozenAt ?? row.drawnAt,
    parentId: row.parentId,
  }
}

/** Everybody who meets a condition now, with why some are left out. Nobody stands twice in one condition. */
export async function findPool(ctx: Any, wanted: Wanted): Promise<PoolEntry[]> {
  const [candidates, avoidance] = [await candidatesOf(ctx, wanted), await avoidanceFor(ctx, wanted)]
  return wanted.conditions.flatMap((condition, i) =>
    candidates
      .filter((candidate) => meets(condition, candidate))
      .map((candidate) => ({ rowNo: i + 1, candidate, excluded: exclusionOf(candidate, avoidance) })),
  )
}

export async function avoidanceFor(
  ctx: Any,
  { orderId, companyId, avoidance }: Pick<Wanted, 'orderId' | 'companyId' | 'avoidance'>,
): Promise<Avoidance> {
  return {
    buyers: await buyersOf(ctx, { companyId, orderId }),
    bidders: await biddersOf(ctx, orderId),
    units: avoidance.units,
    people: avoidance.people,
    withoutRecent: avoidance.options.includes(AvoidOption.values.recent),
  }
}

/** Enabled experts of a library as candidates, one for each person; `ids` narrows them to a manual choice. */
export async function candidatesOf(ctx: Any, wanted: Wanted, ids?: readonly string[]): Promise<Candidate[]> {
  const { companyId, library, reviewAt, extractionId, parentId } = wanted
  const frozenAt = wanted.frozenAt ?? ctx.clock.now()
  const relatives = library === ExpertLibrary.values.company ? (await relativesOf(ctx, companyId)).all : []
  const day = formatDate(reviewAt)
  const since = new Date(reviewAt.getTime() - RECENT_DAYS * DAY)
  const of = [...(extractionId === null ? [] : [extractionId]), ...(await chainOf(ctx, parentId))]
  const rows = await ctx.tx
    .selectFrom('expert as e')
    .selectAll('e')
    .select([
      sql<boolean>`exists (select from expert_leave l where l.tenant_id = e.tenant_id and l.user_id = e.user_id
        and ${day} between l.first_day and l.last_day)`.as('onLeave'),
      sql<boolean>`exists (select from expert_call k join expert_extraction x on x.tenant_id = k.tenant_id and x.id = k.extraction_id
        where k.tenant_id = e.tenant_id and k.user_id = e.user_id and k.reply_status = ${ReplyStatus.values.accepted}
        and x.company_id = ${companyId} and x.review_at between ${since} and ${reviewAt}
        and x.id <> all(${of}::uuid[]))`.as('recent'),
      sql<boolean>`exists (select from expert_call k where k.tenant_id = e.tenant_id and k.user_id = e.user_id
        and k.extraction_id = any(${of}::uuid[]))`.as('called'),
    ])
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.status', '=', ExpertStatus.values.enabled)
    .where((e) =>
      library === ExpertLibrary.values.platform
        ? e.or([e('e.companyId', 'is', null), sharedWith(null)(e)])
        : e.or([
            e('e.companyId', '=', companyId),
            ...(relatives.length === 0 ? [] : [e.and([e('e.companyId', 'in', relatives), sharedWith(companyId)(e)])]),
          ]),
    )
    .$if(ids !== undefined, (q) => q.where('e.id', 'in', [...(ids ?? []), ctx.newId()]))
    .orderBy(sql`e.company_id is not distinct from ${companyId}::uuid`, 'desc')
    .orderBy('e.id')
    .execute()
  const jobs = await employmentsOf(
    ctx,
    rows.map((row) => row.userId),
  )
  const codesOf = (userId: string) =>
    jobs.filter((job) => job.userId === userId && job.since <= frozenAt).map((job) => job.code)
  const seen = new Set<string>()
  return rows.flatMap((row) => {
    if (seen.has(row.userId)) return []
    seen.add(row.userId)
    return [
      {
        expertId: row.id,
        userId: row.userId,
        name: row.name,
        mobile: ctx.cipher.open('expert.mobile', row.id, row.mobile),
        kind: row.kind,
        majors: row.majors,
        region: row.region,
        title: row.title,
        employer: row.employer,
        codes: [row.employerCode, ...codesOf(row.userId)].filter((code) => code !== ''),
        onLeave: row.onLeave,
        recent: row.recent,
        called: row.called,
      },
    ]
  })
}
