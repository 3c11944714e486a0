import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import { keptFile, type StoredFile } from '#server/files/own-files.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/entrust.ts'
import { ENTRUST_STATES, ENTRUST_STATUS, type EntrustSide, type EntrustState } from '../rules/status.ts'
import { type Ctx, factsOf, ownEntrustment, ownEntrustments, READS, sideOf } from './access.ts'
import { LIVE_STATES } from './draft.ts'
import { answersItself } from './kept.ts'

const TABS = {
  all: sql<boolean>`true`,
  ...Object.fromEntries(Object.keys(ENTRUST_STATES).map((state) => [state, sql<boolean>`e.state = ${sql.lit(state)}`])),
}

/** Entrustments as both sides read them. */
export const viewRoutes: readonly Route[] = [
  implement(contract.entrustPage, READS, async (ctx, { query }) => {
    const page = await listPage(ctx, {
      query,
      tabs: TABS,
      tab: query.state ?? 'all',
      list: {
        alias: 'e',
        keys: ['id'],
        rows: () =>
          ownEntrustments(ctx)
            .innerJoin('project as p', (j) =>
              j.onRef('p.tenantId', '=', 'e.tenantId').onRef('p.id', '=', 'e.projectId'),
            )
            .$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['p.name', 'p.code']))),
      },
      show: (rows) => shown(ctx).innerJoin(rows, 'page.id', 'e.id'),
    })
    return { ...page, rows: page.rows.map(rowValue) }
  }),

  implement(contract.projectEntrustments, READS, async (ctx, { params }) => {
    const { projectId } = params
    const rows = await shown(ctx).where('e.projectId', '=', projectId).orderBy('e.id', 'desc').execute()
    const project = await ctx.tx
      .selectFrom('project as p')
      .innerJoin('company as c', 'c.id', 'p.purchaserCompanyId')
      .selectAll('p')
      .select('c.name as purchaserName')
      .select((e) =>
        e
          .selectFrom('project_item as i')
          .select((n) => n.fn.countAll<number>().as('n'))
          .whereRef('i.tenantId', '=', 'p.tenantId')
          .whereRef('i.projectId', '=', 'p.id')
          .as('items'),
      )
      .where('p.tenantId', '=', ctx.tenantId)
      .where('p.id', '=', projectId)
      .executeTakeFirst()
    const side = sideOf(ctx)
    const { companyId } = ctx.actor
    const isOwn = side === 'purchaser' && project?.purchaserCompanyId === companyId
    const isRun = side === 'agency' && project?.agencyCompanyId === companyId
    if (!project || (!isOwn && !isRun && rows.length === 0)) throw new AppError('notFound')
    const isLive = rows.some(({ state }) => (LIVE_STATES as readonly string[]).includes(state))
    const { id, code, name, category, budget, region, description, purchaserName, items } = project
    return {
      project: {
        projectId: id,
        code,
        name,
        category: category as 'goods',
        budget,
        region,
        description,
        purchaserName,
        items: items ?? 0,
      },
      entrustments: await Promise.all(rows.map((row) => wholeValue(ctx, row))),
      isByAgency: project.agencyCompanyId !== null && !isLive,
      mayPropose:
        !isLive &&
        (isRun ? await answersItself(ctx, project.purchaserCompanyId) : isOwn && project.agencyCompanyId === null),
      orders: await ordersOf(ctx, projectId),
    }
  }),

  implementFile(contract.entrustFile, READS, async (ctx, { params }) => {
    const { contractFiles } = await ownEntrustment(ctx, params.entrustmentId)
    return keptFile(ctx, contractFiles as StoredFile[], params.fileId)
  }),
]

function shown(ctx: Ctx) {
  return ownEntrustments(ctx)
    .innerJoin('project as p', (j) => j.onRef('p.tenantId', '=', 'e.tenantId').onRef('p.id', '=', 'e.projectId'))
    .innerJoin('company as c', 'c.id', 'e.purchaserCompanyId')
    .innerJoin('company as a', 'a.id', 'e.agencyCompanyId')
    .selectAll('e')
    .select(['p.code as projectCode', 'p.name as projectName', 'p.budget', 'c.name as purchaserName'])
    .select('a.name as agencyName')
}

type Row = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

function rowValue(row: Row) {
  return {
    entrustmentId: row.id,
    projectId: row.projectId,
    projectCode: row.projectCode,
    projectName: row.projectName,
    budget: row.budget,
    purchaserName: row.purchaserName,
    agencyName: row.agencyName,
    proposedBy: row.proposedBy as EntrustSide,
    state: row.state as EntrustState,
    kept: row.kept as ['winner'],
    offeredAt: row.offeredAt?.toISOString() ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

async function wholeValue(ctx: Ctx, row: Row) {
  const record = await factsOf(ctx, row)
  const side = sideOf(ctx)
  const acts = ctx.actor.rights.has(side === 'agency' ? 'entrustHandling' : 'tendering')
  return {
    ...rowValue(row),
    agencyCompanyId: row.agencyCompanyId,
    feeRule: row.feeRule as 'standard',
    feePayer: row.feePayer as 'winner',
    feeAmount: row.feeAmount,
    note: row.note,
    contractFiles: row.contractFiles as StoredFile[],
    createdByName: row.createdByName,
    decidedByName: row.decidedByName,
    refusal: row.refusal,
    endedByName: row.endedByName,
    endReason: row.endReason,
    returnedOrders: row.returnedOrders,
    actions: acts ? ENTRUST_STATUS.allowed(record, side, ctx.clock.now().getTime()) : [],
  }
}

/** Orders of the project that the own company may read: the purchaser all, an agency those that it runs. */
async function ordersOf(ctx: Ctx, projectId: string) {
  const { companyId } = ctx.actor
  const side = sideOf(ctx)
  const rows = await ctx.tx
    .selectFrom('purchase_order as o')
    .innerJoin('company as c', 'c.id', 'o.ownerCompanyId')
    .select(['o.id', 'o.code', 'o.title', 'o.method', 'o.state', 'o.ownerCompanyId', 'c.name'])
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.projectId', '=', projectId)
    .where(side === 'agency' ? 'o.ownerCompanyId' : 'o.purchaserCompanyId', '=', companyId)
    .orderBy('o.id', 'desc')
    .execute()
  return rows.map(({ id, name, ownerCompanyId, ...rest }) => ({
    ...rest,
    orderId: id,
    runnerName: name,
    isOwn: ownerCompanyId === companyId,
  }))
}
