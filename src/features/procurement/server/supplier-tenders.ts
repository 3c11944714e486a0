import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/supplier.ts'
import type { Admission } from '../methods/method.ts'
import type { OrderStatus } from '../rules/enums.ts'
import { ownResultOf } from '../rules/own-result.ts'
import { stageOf } from '../engine/stage.ts'
import { supplier } from './bind.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import { stoodIn } from './results.ts'
import { ORDERS } from './searchable.ts'
import { tenderTabs } from './tender-tabs.ts'
import { instant, iso, stageFacts } from './values.ts'
import { isOpenTo } from './visible.ts'

const OWN = { order: 'o', trade: 't' }

interface Filters {
  category?: string
  region?: string
}

export const tenderListRoutes: readonly Route[] = [
  supplier(contract.publicTenders, async (ctx, { query }) => {
    const now = ctx.clock.now()
    const page = await listPage(ctx, {
      query,
      list: {
        ...ORDERS,
        span: '~',
        keys: ['published_at', 'id'],
        rows: (relation) => filtered(published(ctx, relation), query),
      },
      tabs: tenderTabs(now),
      tab: query.tab,
      show: (page) => tenderRows(ctx).innerJoin(page, 'page.id', 'o.id'),
    })
    return { ...page, rows: page.rows.map((row) => tenderValue(row, now)) }
  }),

  supplier(contract.ownTenders, async (ctx, { query }) => {
    const now = ctx.clock.now()
    const page = await listPage(ctx, {
      query,
      list: { ...ORDERS, keys: ['trade_id'], rows: () => filtered(ownTenders(ctx, query.mine !== undefined), query) },
      tabs: tenderTabs(now),
      tab: query.tab,
      show: (page) => tenderRows(ctx).innerJoin(page, 'page.id', 't.id'),
    })
    return { ...page, rows: page.rows.map((row) => tenderValue(row, now)) }
  }),
]

/** Published orders that the own company may know of, with its part in them. Nothing here tells who else takes part. */
export function tenderRows(ctx: Context<Employee>) {
  return ctx.tx
    .selectFrom('purchase_order as o')
    .innerJoin('project as p', (j) => j.onRef('p.tenant_id', '=', 'o.tenant_id').onRef('p.id', '=', 'o.project_id'))
    .innerJoin('company as c', 'c.id', 'o.purchaser_company_id')
    .leftJoin('trade as t', (j) =>
      j
        .onRef('t.tenant_id', '=', 'o.tenant_id')
        .onRef('t.order_id', '=', 'o.id')
        .on('t.supplier_company_id', '=', ctx.actor.companyId),
    )
    .leftJoin('order_invitation as i', (j) =>
      j
        .onRef('i.tenant_id', '=', 'o.tenant_id')
        .onRef('i.order_id', '=', 'o.id')
        .on('i.company_id', '=', ctx.actor.companyId),
    )
    .leftJoin('award_in_force as w', (j) =>
      j.onRef('w.tenant_id', '=', 'o.tenant_id').onRef('w.order_id', '=', 'o.id').onRef('w.trade_id', '=', 't.id'),
    )
    .leftJoin('candidate_in_force as k', (j) =>
      j.onRef('k.tenant_id', '=', 'o.tenant_id').onRef('k.order_id', '=', 'o.id').onRef('k.trade_id', '=', 't.id'),
    )
    .selectAll('o')
    .select(['p.category', 'p.region', 'p.name as project_name', 'c.name as purchaser_name'])
    .select(['t.id as trade_id', 't.status as trade_status', 'w.trade_id as won_trade_id', 'k.rank as own_rank'])
    .select([stoodIn('award', OWN).as('had_award'), stoodIn('candidates', OWN).as('was_candidate')])
    .select(['i.id as invitation_id', 'i.read_at', 'i.declined_at', 'i.decline_reason', 'i.declined_by_name'])
    .where('o.tenant_id', '=', ctx.tenantId)
    .where('o.published_at', 'is not', null)
    .where(isOpenTo(ctx.actor.companyId))
}

type Tenders = ReturnType<typeof tenderRows>
export type ListedTender = Awaited<ReturnType<Tenders['executeTakeFirstOrThrow']>>

export function tenderValue(row: ListedTender, now: Date) {
  const stage = stageOf(stageFacts(row), now.getTime())
  return {
    orderId: row.id,
    code: row.code,
    title: row.title,
    method: row.method,
    admission: row.admission as Admission,
    category: row.category,
    region: row.region,
    purchaserName: row.purchaser_name,
    status: row.status as OrderStatus,
    stage: stage.label,
    publishedAt: row.published_at!.toISOString(),
    signUpEnd: iso(row.sign_up_end),
    bidEnd: iso(row.bid_end),
    openAt: iso(row.open_at),
    tradeId: row.trade_id,
    tradeStatus: row.trade_status as 0 | null,
    isInvited: row.invitation_id !== null,
    hasDeclined: row.declined_at !== null,
    result: ownResultOf({
      status: row.status as OrderStatus,
      isAwarded: row.awarded_at !== null,
      tradeStatus: row.trade_status,
      isWinner: row.won_trade_id !== null,
      hadAward: row.had_award,
      wasCandidate: row.was_candidate,
      rank: row.own_rank,
    }),
    nextAt: instant(stage.nextAt),
    nextLabel: stage.nextLabel,
  }
}

/** Published orders, without names. */
function published(ctx: Context<Employee>, relation: string) {
  return ctx.tx
    .selectFrom(`${relation as 'purchase_order'} as o`)
    .where('o.tenant_id', '=', ctx.tenantId)
    .where('o.published_at', 'is not', null)
    .where(isOpenTo(ctx.actor.companyId))
}

/** Those that the own company has a part in, each with its id. */
function ownTenders(ctx: Context<Employee>, isMine: boolean) {
  return ctx.tx.selectFrom((e) =>
    e
      .selectFrom('trade as t')
      .innerJoin('purchase_order as p', (j) =>
        j.onRef('p.tenant_id', '=', 't.tenant_id').onRef('p.id', '=', 't.order_id'),
      )
      .selectAll('p')
      .select('t.id as trade_id')
      .where('t.tenant_id', '=', ctx.tenantId)
      .where('t.supplier_company_id', '=', ctx.actor.companyId)
      .where('p.published_at', 'is not', null)
      .$if(isMine, (q) => q.where('t.created_by', '=', ctx.actor.userId))
      .as('o'),
  )
}

/** What stands in the project is looked up only where it is asked for. */
function filtered(rows: ReturnType<typeof published | typeof ownTenders>, { category, region }: Filters) {
  if (category === undefined && !region) return rows
  return (rows as ReturnType<typeof published>).where((e) =>
    e.exists(
      e
        .selectFrom('project as p')
        .select('p.id')
        .whereRef('p.tenant_id', '=', 'o.tenant_id')
        .whereRef('p.id', '=', 'o.project_id')
        .$if(category !== undefined, (q) => q.where('p.category', '=', category!))
        .$if(Boolean(region), (q) => q.where(includes(region!, ['p.region']))),
    ),
  )
}
