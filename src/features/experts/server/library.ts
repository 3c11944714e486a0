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
    .$if(library === 'platform', (q) => q.where('e.company_id', 'is', null))
    .$if(library === 'company', (q) => q.where('e.company_id', '=', own))
    .$if(library === 'shared', (q) =>
      q.where('e.company_id', 'is not', null).where((e) => e.not(e('e.company_id', 'is not distinct from', own))),
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
  const { user_id: userId } = await ctx.tx
    .selectFrom('expert')
    .select('user_id')
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', expertId)
    .executeTakeFirstOrThrow()
  const leaves = await ctx.tx
    .selectFrom('expert_leave')
    .select(['first_day as firstDay', 'last_day as lastDay'])
    .where('tenant_id', '=', ctx.tenantId)
    .where('user_id', '=', userId)
    .where('last_day', '>=', today)
    .orderBy('first_day')
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
    .innerJoin('company as c', 'c.id', 'v.company_id')
    .innerJoin('expert_extraction as x', (j) =>
      j.onRef('x.tenant_id', '=', 'v.tenant_id').onRef('x.id', '=', 'v.extraction_id'),
    )
    .select(['v.id', 'v.score', 'v.reason', 'v.created_by_name', 'v.created_at', 'v.company_id'])
    .select(['c.name as company', 'x.title'])
    .where('v.tenant_id', '=', ctx.tenantId)
    .where('v.expert_id', '=', expertId)
    .orderBy('v.id', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    evaluationId: row.id,
    score: row.score,
    reason: row.reason,
    byName: row.created_by_name,
    companyName: row.company,
    // What another company reviewed is its own affair.
    title: row.company_id === ctx.actor.companyId || ctx.actor.workbench === 'admin' ? row.title : '',
    at: row.created_at.toISOString(),
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
        .whereRef('s.tenant_id', '=', 'e.tenant_id')
        .whereRef('s.expert_id', '=', 'e.id')
        .where('s.company_id', companyId === null ? 'is' : '=', companyId)
        .where('s.ended_at', 'is', null),
    )
}

async function visible(ctx: Ctx) {
  const library = libraryOf(ctx.actor)
  const relatives = library === null ? [] : (await relativesOf(ctx, library)).all
  return ctx.tx
    .selectFrom('expert as e')
    .selectAll('e')
    .where('e.tenant_id', '=', ctx.tenantId)
    .where((e) =>
      e.or([
        e('e.company_id', 'is', null),
        sharedWith(null)(e),
        ...(library === null ? [] : [e('e.company_id', '=', library)]),
        ...(relatives.length === 0 ? [] : [e.and([e('e.company_id', 'in', relatives), sharedWith(library)(e)])]),
      ]),
    )
}

function withinMajor(code: string) {
  return sql<boolean>`exists (select from unnest(e.majors) as m where starts_with(m, ${code}))`
}

type Row = Awaited<ReturnType<Awaited<ReturnType<typeof visible>>['execute']>>[number]

function shown(ctx: Ctx, row: Row, names: (codes: readonly string[]) => string[]): ExpertRow {
  const library = libraryOf(ctx.actor)
  const own = row.company_id === library
  const mobile = ctx.cipher.open('expert.mobile', row.id, row.mobile)
  return {
    expertId: row.id,
    name: row.name,
    kind: row.kind as ExpertKind,
    employer: row.employer,
    employerCode: row.employer_code,
    majors: row.majors,
    majorNames: names(row.majors),
    title: row.title,
    region: row.region,
    city: row.city,
    place: placeName(row.region, row.city),
    since: row.since,
    mobile: own ? mobile : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
    library: row.company_id === null ? 'platform' : own ? 'company' : 'shared',
    status: row.status as 1,
    mayEdit: own,
    createdAt: row.created_at.toISOString(),
  }
}
