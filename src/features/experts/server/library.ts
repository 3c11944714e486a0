import { type ExpressionBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Page, PageQuery } from '#contract/page.ts'
import { formatDate } from '#contract/time.ts'
import { ancestorsOf, descendantsOf } from '#features/organisation/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Tables } from '#server/database/tables.ts'
import { listPage } from '#server/search/list-page.ts'
import { includes } from '#server/search/includes.ts'
import type { ExpertKind, ExpertRow, Library } from '../contract.ts'
import { placeName } from '../rules/regions.ts'
import { qualificationGaps } from '../rules/titles.ts'
import { filesOf, storedFiles } from './files.ts'
import { majorNames } from './majors.ts'

type Ctx = Context<Actor>

/** The library a person keeps: the platform's from the administration workbench (null), else the own company's. */
export function libraryOf(actor: Actor): string | null {
  if (actor.workbench === 'admin') return null
  if (!actor.companyId) throw new AppError('notEmployee')
  return actor.companyId
}

interface Filter extends PageQuery {
  kind?: ExpertKind
  library?: Library
  status?: number
  major?: string
  region?: string
  title?: string
}

/** A page of the own library, those shared with it, and the platform's, newest first. */
export async function listExperts(ctx: Ctx, filter: Filter): Promise<Page<ExpertRow>> {
  const { keyword, kind, library, status, major, region, title } = filter
  const own = libraryOf(ctx.actor)
  const all = await visible(ctx)
  const found = all
    .clearSelect()
    .$if(kind !== undefined, (q) => q.where('e.kind', '=', kind!))
    .$if(status !== undefined, (q) => q.where('e.status', '=', status!))
    .$if(library === 'platform', (q) => q.where('e.companyId', 'is', null))
    .$if(library === 'company', (q) => q.where('e.companyId', '=', own))
    .$if(library === 'shared', (q) =>
      q.where('e.companyId', 'is not', null).where((e) => e.not(e('e.companyId', 'is not distinct from', own))),
    )
    .$if(Boolean(major), (q) => q.where(withinMajor(major!)))
    .$if(Boolean(region), (q) => q.where('e.region', '=', region!))
    .$if(Boolean(title), (q) => q.where('e.title', '=', title!))
    .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['e.name', 'e.employer'])))
  const list = { alias: 'e', keys: ['id'], rows: () => found }
  const [page, names] = await Promise.all([
    listPage(ctx, { query: filter, list, show: (page) => all.innerJoin(page, 'page.id', 'e.id') }),
    majorNames(ctx),
  ])
  return { ...page, rows: page.rows.map((row) => shown(ctx, row, names)) }
}

/** One expert that the person may see, or `notFound`. */
export async function findExpert(ctx: Ctx, expertId: string): Promise<ExpertRow> {
  const row = await (await visible(ctx)).where('e.id', '=', expertId).executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return shown(ctx, row, await majorNames(ctx))
}

/** The same with all that is known; certificates are for the own library and the platform's administration. */
export async function expertDetailOf(ctx: Ctx, expertId: string) {
  const expert = await findExpert(ctx, expertId)
  const now = ctx.clock.now()
  const today = formatDate(now)
  const { userId } = await ctx.expectOne('expert', { id: expertId }, { columns: ['userId'] })
  const leaves = await ctx.tx
    .selectFrom('expert_leave')
    .select(['firstDay as firstDay', 'lastDay as lastDay'])
    .where('tenantId', '=', ctx.tenantId)
    .where('userId', '=', userId)
    .where('lastDay', '>=', today)
    .orderBy('firstDay')
    .limit(50)
    .execute()
  const { rows } = await sql<{ called: number; accepted: number }>`
    select count(*)::int as called, count(*) filter (where reply_status = 1)::int as accepted
    from expert_call where tenant_id = ${ctx.tenantId} and expert_id = ${expertId}
      and reply_status <> 0`.execute(ctx.tx)
  return {
    ...expert,
    files: expert.mayEdit ? await storedFiles(ctx, await filesOf(ctx, expertId)) : [],
    gaps: qualificationGaps(expert, Number(today.slice(0, 4))),
    evaluations: await evaluationsOf(ctx, expertId),
    leaves,
    called: rows[0]!.called,
    accepted: rows[0]!.accepted,
  }
}

async function evaluationsOf(ctx: Ctx, expertId: string) {
  const rows = await ctx.tx
    .selectFrom('expert_evaluation as v')
    .innerJoin('company as c', 'c.id', 'v.companyId')
    .innerJoin('expert_extraction as x', (j) =>
      j.onRef('x.tenantId', '=', 'v.tenantId').onRef('x.id', '=', 'v.extractionId'),
    )
    .select(['v.id', 'v.score', 'v.reason', 'v.createdByName', 'v.createdAt', 'v.companyId'])
    .select(['c.name as company', 'x.title'])
    .where('v.tenantId', '=', ctx.tenantId)
    .where('v.expertId', '=', expertId)
    .orderBy('v.id', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    evaluationId: row.id,
    score: row.score,
    reason: row.reason,
    byName: row.createdByName,
    companyName: row.company,
    // What another company reviewed is its own affair.
    title: row.companyId === ctx.actor.companyId || ctx.actor.workbench === 'admin' ? row.title : '',
    at: row.createdAt.toISOString(),
  }))
}

/** The companies above and below one: whose shared experts it may choose. */
export async function relativesOf(ctx: Context<Actor | null>, companyId: string) {
  const above = await ancestorsOf(ctx, companyId)
  const below = (await descendantsOf(ctx, companyId)).map((s) => s.companyId)
  return { above, below, all: [...above, ...below] }
}

type Expression = ExpressionBuilder<Tables & { e: Tables['expert'] }, 'e'>

/** Shared and not taken back: with this company, or (null) with the platform's library. */
export function sharedWith(companyId: string | null) {
  return (e: Expression) =>
    e.exists(
      e
        .selectFrom('expert_share as s')
        .select('s.id')
        .whereRef('s.tenantId', '=', 'e.tenantId')
        .whereRef('s.expertId', '=', 'e.id')
        .where('s.companyId', companyId === null ? 'is' : '=', companyId)
        .where('s.endedAt', 'is', null),
    )
}

async function visible(ctx: Ctx) {
  const library = libraryOf(ctx.actor)
  const relatives = library === null ? [] : (await relativesOf(ctx, library)).all
  return ctx.tx
    .selectFrom('expert as e')
    .selectAll('e')
    .where('e.tenantId', '=', ctx.tenantId)
    .where((e) =>
      e.or([
        e('e.companyId', 'is', null),
        sharedWith(null)(e),
        ...(library === null ? [] : [e('e.companyId', '=', library)]),
        ...(relatives.length === 0 ? [] : [e.and([e('e.companyId', 'in', relatives), sharedWith(library)(e)])]),
      ]),
    )
}

function withinMajor(code: string) {
  return sql<boolean>`exists (select from unnest(e.majors) as m where starts_with(m, ${code}))`
}

type Row = Awaited<ReturnType<Awaited<ReturnType<typeof visible>>['execute']>>[number]

function shown(ctx: Ctx, row: Row, names: (codes: readonly string[]) => string[]): ExpertRow {
  const library = libraryOf(ctx.actor)
  const own = row.companyId === library
  const mobile = ctx.cipher.open('expert.mobile', row.id, row.mobile)
  return {
    expertId: row.id,
    name: row.name,
    kind: row.kind as ExpertKind,
    employer: row.employer,
    employerCode: row.employerCode,
    majors: row.majors,
    majorNames: names(row.majors),
    title: row.title,
    region: row.region,
    city: row.city,
    place: placeName(row.region, row.city),
    since: row.since,
    mobile: own ? mobile : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
    library: row.companyId === null ? 'platform' : own ? 'company' : 'shared',
    status: row.status as 1,
    mayEdit: own,
    createdAt: row.createdAt.toISOString(),
  }
}
