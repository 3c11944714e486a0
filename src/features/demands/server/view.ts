import { type Selectable, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type * as z from 'zod'
import { pendingApproval } from '#features/workflow/server/public.ts'
import type * as tables from '#server/database/tables.ts'
import { keptFile, type StoredFile } from '#server/files/own-files.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/demand.ts'
import type { Question } from '../contract/shared.ts'
import { DEMAND_STATES, DEMAND_STATUS, type DemandState } from '../rules/status.ts'
import {
  type Ctx,
  type Demand,
  DEMAND_SUBJECT,
  ownDemand,
  ownDemands,
  READS,
  reads,
  seatAt,
  stateNowSql,
} from './access.ts'
import { filesOf } from './answers.ts'
import { answerCount } from './counts.ts'
import { demandFindings } from './findings.ts'
import { parameterValue } from './parameters.ts'
import { planSeat } from './plan-access.ts'
import { isOpenNow, readableRounds } from './trades.ts'
import { changeValue, itemValue, roundValue } from './values.ts'

/** Demands as the buyer's side reads them. */
export const viewRoutes: readonly Route[] = [
  implement(contract.demandPage, READS, async (ctx, { query }) => {
    if (!reads(ctx.actor)) throw new AppError('noRight')
    const state = stateNowSql(ctx)
    const pending = pendingApproval(ctx, DEMAND_SUBJECT, 'd.id')
    const page = await listPage(ctx, {
      query,
      tabs: {
        all: sql<boolean>`true`,
        approving: sql<boolean>`${pending} is not null`,
        ...Object.fromEntries(
          Object.keys(DEMAND_STATES).map((one) => [one, sql<boolean>`(${state}) = ${sql.lit(one)}`]),
        ),
      },
      tab: query.state ?? 'all',
      list: {
        alias: 'd',
        keys: ['id'],
        rows: () =>
          ownDemands(ctx)
            .where('d.profile', '=', query.profile)
            .$if(query.category !== undefined, (q) => q.where('d.category', '=', query.category!))
            .$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['d.title', 'd.code']))),
      },
      show: (rows) =>
        named(ctx)
          .innerJoin(rows, 'page.id', 'd.id')
          .select([state.as('stateNow'), pending.as('pending')])
          .select(
            sql<Date | null>`(select max(r.ends_at) from demand_round r
              where r.tenant_id = d.tenant_id and r.demand_id = d.id)`.as('endsAt'),
          ),
    })
    return { ...page, rows: page.rows.map((row) => rowValue(ctx, row)) }
  }),

  implement(contract.demandDetail, READS, async (ctx, { params }) => {
    const { demandId } = params
    const { demand, round, facts, who } = await seatAt(ctx, demandId)
    const names = await named(ctx).where('d.id', '=', demandId).executeTakeFirstOrThrow()
    const row = { ...names, stateNow: facts.state, pending: facts.pending, endsAt: round?.endsAt ?? null }
    const isOpen = isOpenNow(demand, facts.state)
    const trades = await ctx.many('demand_trade', { demandId }, { orderBy: ['id'] })
    const rounds = await ctx.many('demand_round', { demandId }, { orderBy: ['roundNo'] })
    const readable = readableRounds({ demand, round, facts }, rounds)
    const changes = await ctx.many('demand_round_change', { demandId }, { orderBy: ['id'] })
    const conclusions = await ctx.many('demand_conclusion', { demandId }, { orderBy: ['no desc'] })
    const plans = await ctx.many('demand_plan', { demandId }, { orderBy: ['no desc'] })
    const authors = await ctx.many('demand_author', { demandId }, { columns: ['name'], orderBy: ['name'] })
    const versions = await versionsOf(ctx, demandId)
    const category = demand.categoryId && (await ctx.one('demand_category', { id: demand.categoryId }))
    return {
      ...rowValue(ctx, row),
      ...whole(demand),
      categoryName: category ? category.name : '',
      isAnswerOpen: isOpen,
      items: await itemsOf(ctx, demandId),
      parameters: versions.find(({ version }) => version === demand.version)?.parameters ?? [],
      versions,
      invitees: trades.flatMap(({ companyId, isInvited, name }) =>
        isInvited && companyId ? [{ companyId, name }] : [],
      ),
      rounds: await Promise.all(
        rounds.map(async (one) => ({
          ...roundValue(one),
          answers: await answerCount(ctx, demandId, one.roundNo),
          isOpen: readable.has(one.roundNo),
        })),
      ),
      changes: changes.map((one) => ({ ...changeValue(one), madeByName: one.madeByName })),
      signedUp: trades.filter(({ isPaper, signedUpAt }) => !isPaper && signedUpAt !== null).length,
      waiting: trades.filter(({ status }) => status === 'waiting').length,
      answers: facts.answers,
      conclusions: conclusions.map(conclusionValue),
      plans: plans.map(({ id, no, state, method, updatedAt }) => ({
        planId: id,
        no,
        state,
        method,
        updatedAt: updatedAt.toISOString(),
      })),
      projects: await projectsOf(ctx, demandId),
      findings: await demandFindings(ctx, { ...demand, state: facts.state }, { round, isOpen }),
      authors: authors.map(({ name }) => name),
      actions: DEMAND_STATUS.allowed(facts, who, ctx.clock.now().getTime()),
    }
  }),

  implementFile(contract.demandFile, { workbench: READS.workbench }, async (ctx, { params }) => {
    return keptFile(ctx, await readableFiles(ctx, params.demandId), params.fileId)
  }),
]

function named(ctx: Ctx) {
  return ownDemands(ctx)
    .innerJoin('company as o', 'o.id', 'd.companyId')
    .innerJoin('company as p', 'p.id', 'd.purchaserCompanyId')
    .selectAll('d')
    .select(['o.name as ownerName', 'p.name as purchaserName'])
}

type Row = Demand & {
  ownerName: string
  purchaserName: string
  stateNow: DemandState
  pending: string | null
  endsAt: Date | null
}

function rowValue(ctx: Ctx, row: Row) {
  const { id, profile, code, title, category, mode, budget, ownerName, purchaserName, createdByName, createdAt } = row
  return {
    demandId: id,
    profile: profile as 'general',
    code,
    title,
    category: category as 'goods',
    mode: mode as 'open',
    state: row.stateNow,
    pending: row.pending,
    budget,
    endsAt: row.mode === 'none' ? null : (row.endsAt?.toISOString() ?? null),
    ownerName,
    purchaserName,
    createdByName,
    createdAt: createdAt.toISOString(),
    isOwn: row.companyId === ctx.actor.companyId,
  }
}

function whole(demand: Demand) {
  const { categoryId, purpose, regime, region, funds, wishedOn, place, isPublicService, isComplex } = demand
  const { noSurveyReason, hidesAnswers, purchaserCompanyId, withdrawReason, version } = demand
  return {
    categoryId,
    purpose,
    regime: regime as 'enterprise',
    region,
    funds,
    wishedOn,
    place,
    isPublicService,
    isComplex,
    noSurveyReason,
    hidesAnswers,
    purchaserCompanyId,
    withdrawReason,
    version,
    extras: demand.extras as Record<string, string>,
    files: demand.files as StoredFile[],
    questions: demand.questions as z.output<typeof Question>[],
  }
}

function conclusionValue(row: Selectable<tables.DemandConclusion>) {
  const { no, version, marketSize, summary, respondents, fewReason, priceReason, madeByName } = row
  const { computedLow, computedHigh, priceLow, priceHigh } = row
  return {
    no,
    version,
    marketSize,
    summary,
    respondents,
    fewReason,
    computedLow,
    computedHigh,
    priceLow,
    priceHigh,
    priceReason,
    madeByName,
    narrow: row.narrow as { parameterId: string; reason: string }[],
    madeAt: row.madeAt.toISOString(),
  }
}

async function versionsOf(ctx: Ctx, demandId: string) {
  const versions = await ctx.many('demand_version', { demandId }, { orderBy: ['version desc'] })
  const parameters = await ctx.many('demand_parameter', { demandId }, { orderBy: ['version', 'line'] })
  return versions.map(({ version, reason, madeByName, madeAt }) => ({
    version,
    reason,
    madeByName,
    madeAt: madeAt.toISOString(),
    parameters: parameters.filter((one) => one.version === version).map(parameterValue),
  }))
}

async function itemsOf(ctx: Ctx, demandId: string) {
  const items = await ctx.many('demand_item', { demandId }, { orderBy: ['lotNo', 'line'] })
  const projects = await ctx.many('demand_project', { demandId }, { columns: ['projectId', 'itemIds'] })
  const projectOf = new Map(projects.flatMap(({ projectId, itemIds }) => itemIds.map((id) => [id, projectId] as const)))
  return items.map((item) => ({ ...itemValue(item), projectId: projectOf.get(item.id) ?? null }))
}

async function projectsOf(ctx: Ctx, demandId: string) {
  const rows = await ctx.tx
    .selectFrom('demand_project as m')
    .innerJoin('project as p', (j) => j.onRef('p.tenantId', '=', 'm.tenantId').onRef('p.id', '=', 'm.projectId'))
    .select(['m.projectId', 'p.code', 'p.name', 'm.budget', 'm.itemIds', 'm.madeByName', 'm.madeAt'])
    .select((e) =>
      e
        .selectFrom('purchase_order as o')
        .select((n) => n.fn.countAll<number>().as('n'))
        .whereRef('o.tenantId', '=', 'p.tenantId')
        .whereRef('o.projectId', '=', 'p.id')
        .as('orders'),
    )
    .where('m.tenantId', '=', ctx.tenantId)
    .where('m.demandId', '=', demandId)
    .orderBy('m.madeAt')
    .execute()
  return rows.map(({ itemIds, madeAt, orders, ...row }) => ({
    ...row,
    items: itemIds.length,
    orders: orders ?? 0,
    madeAt: madeAt.toISOString(),
  }))
}

/** Files of a demand that somebody of the buyer's side may read now: those of answers once these are open. */
async function readableFiles(ctx: Ctx, demandId: string): Promise<StoredFile[]> {
  const plans = await ctx.many('demand_plan', { demandId })
  // Whoever is asked to review reads demand and plan, and nothing else.
  if (!reads(ctx.actor) || !(await isOwn(ctx, demandId))) {
    for (const { id } of plans)
      if (await planSeat(ctx, id).catch(() => null)) {
        const demand = await ctx.expectOne('demand', { id: demandId })
        return [...(demand.files as StoredFile[]), ...plans.flatMap(({ files }) => files as StoredFile[])]
      }
    throw new AppError('notFound')
  }
  const { demand, round, facts } = await seatAt(ctx, demandId)
  const trades = await ctx.many('demand_trade', { demandId })
  const answers = await ctx.many('demand_answer', { demandId })
  const readable = readableRounds({ demand, round, facts }, answers)
  const paper = new Set(trades.filter(({ isPaper }) => isPaper).map(({ id }) => id))
  return [
    ...(demand.files as StoredFile[]),
    ...plans.flatMap(({ files }) => files as StoredFile[]),
    ...trades.flatMap(({ files }) => files as StoredFile[]),
    ...answers.filter(({ tradeId, roundNo }) => readable.has(roundNo) || paper.has(tradeId)).flatMap(filesOf),
  ]
}

async function isOwn(ctx: Ctx, demandId: string): Promise<boolean> {
  return (await ownDemand(ctx, demandId).catch(() => null)) !== null
}
