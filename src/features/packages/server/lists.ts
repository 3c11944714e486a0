import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import { type RawBuilder, sql } from 'kysely'
import { ABORTIVE_STATES, type OrderState, statesReached } from '#features/procurement/engine/states.ts'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import { awardsOf, inState, orderValue, seesParticipants } from '#features/procurement/server/public.ts'
import { pendingApproval } from '#features/workflow/server/public.ts'
import { ownLots } from './access.ts'

type Ctx = Context<Employee>

const DRAFTS: readonly OrderState[] = statesReached('draft', 'published')
const AWARDED: readonly OrderState[] = statesReached('awarded').filter((state) => !ABORTIVE_STATES.includes(state))
const RUNNING: readonly OrderState[] = statesReached('published').filter(
  (state) => !AWARDED.includes(state) && !ABORTIVE_STATES.includes(state),
)

/** A page of packages, by how far their orders have come. */
export async function packageRows(ctx: Ctx, query: Parameters<typeof listPage>[1]['query'] & { tab: string }) {
  const page = await listPage(ctx, {
    query,
    list: {
      alias: 'k',
      keys: ['id'],
      rows: () =>
        ownPackages(ctx).$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['k.title', 'k.code']))),
    },
    tabs: { all: sql<boolean>`true`, draft: hasLot(DRAFTS), running: hasLot(RUNNING), done: isOver() },
    tab: query.tab,
    show: (rows) => heads(ctx).innerJoin(rows, 'page.id', 'k.id'),
  })
  return { ...page, rows: page.rows.map(headValue) }
}

/** The packages of a project with their orders, newest first; none of a project that is not the caller's. */
export async function packagesOf(ctx: Ctx, projectId: string) {
  const found = await heads(ctx)
    .select(['k.remark', 'p.regime'])
    .where('k.projectId', '=', projectId)
    .orderBy('k.id', 'desc')
    .execute()
  const packages = []
  for (const row of found) {
    const rows = await lotRows(ctx, row.id)
    packages.push({
      ...headValue(row),
      remark: row.remark,
      regime: row.regime,
      rows,
      // Orders that were over when the project changed hands stay with who ran them.
      isOwner: rows.some(({ isOwner }) => isOwner),
    })
  }
  return packages
}

async function lotRows(ctx: Ctx, packageId: string) {
  const rows = await ownLots(ctx)
    .innerJoin('company as c', 'c.id', 'o.purchaserCompanyId')
    .leftJoin('employee as e', (j) =>
      j
        .onRef('e.tenantId', '=', 'o.tenantId')
        .onRef('e.companyId', '=', 'o.ownerCompanyId')
        .onRef('e.userId', '=', 'o.createdBy'),
    )
    .selectAll('o')
    .select(['c.name as purchaserName', 'e.name as ownerName'])
    .select(pendingApproval(ctx, 'order', 'o.id').as('pendingApproval'))
    .select((e) => [
      e
        .selectFrom('project_item as i')
        .select((n) => n.fn.countAll<number>().as('n'))
        .whereRef('i.tenantId', '=', 'o.tenantId')
        .whereRef('i.projectId', '=', 'o.projectId')
        .whereRef('i.lotNo', '=', 'o.lotNo')
        .as('lines'),
      signUps(TradeStatus.values.pending).as('pending'),
      signUps(TradeStatus.values.passed).as('passed'),
    ])
    .where('o.packageId', '=', packageId)
    .orderBy('o.lotNo')
    .orderBy('o.id')
    .execute()
  const now = ctx.clock.now()
  const values = []
  for (const row of rows) {
    const isOwner = row.ownerCompanyId === ctx.actor.companyId
    const awards = row.awardedAt === null ? [] : await awardsOf(ctx, row.id)
    const total = awards.length === 0 ? null : await ctx.expectOne('award_total', { orderId: row.id })
    values.push({
      ...orderValue(row, now),
      lotNo: row.lotNo,
      lines: row.lines ?? 0,
      controlPrice: row.controlPrice,
      signUps: seesParticipants(row, { part: isOwner ? 'owner' : 'observer' })
        ? { pending: row.pending, passed: row.passed }
        : null,
      winners: awards.map(({ name }) => name),
      dealPrice: total?.price ?? null,
      pendingApproval: row.pendingApproval,
      isOwner,
    })
  }
  return values
}

function signUps(status: number): RawBuilder<number> {
  return sql<number>`(select count(*)::int from trade t
    where t.tenant_id = o.tenant_id and t.order_id = o.id and t.status = ${status})`
}

function ownPackages(ctx: Ctx) {
  return ctx.tx
    .selectFrom('order_package as k')
    .where('k.tenantId', '=', ctx.tenantId)
    .where((e) =>
      e.exists(
        ownLots(ctx)
          .select('o.id')
          .where(sql<boolean>`o.package_id = k.id`),
      ),
    )
}

function heads(ctx: Ctx) {
  return ownPackages(ctx)
    .innerJoin('project as p', (j) => j.onRef('p.tenantId', '=', 'k.tenantId').onRef('p.id', '=', 'k.projectId'))
    .select(['k.id', 'k.code', 'k.title', 'k.projectId', 'k.createdByName', 'k.createdAt'])
    .select(['p.code as projectCode', 'p.name as projectName'])
    .select([
      sql<number>`(select o.method from purchase_order o where o.tenant_id = k.tenant_id and o.package_id = k.id limit 1)`.as(
        'method',
      ),
      count(sql<boolean>`true`).as('lots'),
      count(inState('o.state', ...DRAFTS)).as('drafts'),
      count(inState('o.state', ...RUNNING)).as('running'),
      count(inState('o.state', ...AWARDED)).as('awarded'),
      count(inState('o.state', ...ABORTIVE_STATES)).as('failed'),
    ])
}

function count(which: RawBuilder<boolean>): RawBuilder<number> {
  return sql<number>`(select count(*)::int from purchase_order o
    where o.tenant_id = k.tenant_id and o.package_id = k.id and ${which})`
}

function hasLot(states: readonly OrderState[]): RawBuilder<boolean> {
  return sql<boolean>`exists (select from purchase_order o where o.tenant_id = k.tenant_id and o.package_id = k.id
    and ${inState('o.state', ...states)})`
}

function isOver(): RawBuilder<boolean> {
  return sql<boolean>`not ${hasLot([...DRAFTS, ...RUNNING])}`
}

type HeadRow = Awaited<ReturnType<ReturnType<typeof heads>['executeTakeFirstOrThrow']>>

function headValue(row: HeadRow) {
  const { id, code, title, method, projectId, projectCode, projectName, createdByName, createdAt } = row
  const { lots, drafts, running, awarded, failed } = row
  return {
    packageId: id,
    code,
    title,
    method,
    projectId,
    projectCode,
    projectName,
    createdByName,
    createdAt: createdAt.toISOString(),
    lots,
    drafts,
    running,
    awarded,
    failed,
  }
}
