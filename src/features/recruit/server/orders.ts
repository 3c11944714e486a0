import { sql } from 'kysely'
import { pendingApproval } from '#features/workflow/server/public.ts'
import { NULL } from '#server/database/records.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import { keptFile, type StoredFile } from '#server/files/own-files.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as c from '../contract/order.ts'
import { RECRUIT_STATES, RECRUIT_STATUS, type RecruitState, stateAt } from '../rules/order.ts'
import { ApplyStatus } from '../rules/trade.ts'
import {
  type Any,
  type Ctx,
  factsOf,
  HELPS,
  KEEPS,
  type Order,
  ownOrder,
  ownOrders,
  RECRUIT_SUBJECT,
} from './access.ts'
import { callValue, categoriesOf, isLarge, iso } from './values.ts'

const S = ApplyStatus.values

/** Calls as their owner reads them. */
export const orderRoutes: readonly Route[] = [
  implement(c.recruitPage, HELPS, async (ctx, { query }) => {
    const page = await listPage(ctx, {
      query,
      tabs: tabsAt(ctx.clock.now()),
      tab: query.state ?? 'all',
      list: {
        alias: 'o',
        keys: ['id'],
        rows: () =>
          ownOrders(ctx).$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['o.title', 'o.code']))),
      },
      show: (rows) => listed(ctx).innerJoin(rows, 'page.id', 'o.id'),
    })
    const now = ctx.clock.now().getTime()
    return { ...page, rows: page.rows.map((row) => rowValue(row, now)) }
  }),

  implement(c.recruitDetail, HELPS, async (ctx, { params }) => {
    const { order, part } = await ownOrder(ctx, params.orderId)
    const stuck = await ctx.many('recruit_fee', { orderId: order.id, refundAt: NULL }, { columns: ['refundProblem'] })
    const [facts, call, counts, files, people] = [
      await factsOf(ctx, order),
      await callValue(ctx, order, true),
      await countsOf(ctx, order.id),
      await filesOf(ctx, order.id),
      await peopleOf(ctx, order),
    ]
    return {
      ...call,
      ...people,
      createdByName: order.createdByName,
      createdAt: order.createdAt.toISOString(),
      counts,
      zip: { ...files, isLarge: isLarge({ bytes: files.bytes, applicants: counts.applied }) },
      stuckFees: stuck.filter(({ refundProblem }) => refundProblem !== '').length,
      actions: RECRUIT_STATUS.allowed(facts, part, ctx.clock.now().getTime()),
    }
  }),

  implementFile(c.recruitFile, HELPS, async (ctx, { params }) => {
    const { order } = await ownOrder(ctx, params.orderId)
    return keptFile(ctx, order.files as StoredFile[], params.fileId)
  }),

  implement(c.recruitChoices, KEEPS, async (ctx, { query: { keyword } }) => {
    const suppliers = await ctx.tx
      .selectFrom('company_tenant as t')
      .innerJoin('company as c', 'c.id', 't.companyId')
      .select(['c.id as companyId', 'c.name'])
      .where('t.tenantId', '=', ctx.tenantId)
      .where('t.isSupplier', '=', true)
      .where('t.isCertified', '=', true)
      .where('t.status', '=', 1)
      .where('t.companyId', '<>', ctx.actor.companyId)
      .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['c.name', 'c.creditCode'])))
      .orderBy('c.name')
      .limit(200)
      .execute()
    return { suppliers, colleagues: await colleaguesOf(ctx) }
  }),
]

/** People in use of the own company, but the caller. */
export async function colleaguesOf(ctx: Ctx): Promise<{ userId: string; name: string }[]> {
  return ctx.tx
    .selectFrom('employee')
    .select(['userId', 'name'])
    .where('tenantId', '=', ctx.tenantId)
    .where('companyId', '=', ctx.actor.companyId)
    .where('status', '=', 1)
    .where('deletedAt', 'is', null)
    .where('userId', '<>', ctx.actor.userId)
    .orderBy('name')
    .limit(500)
    .execute()
}

/** Tabs by the state as it stands at an instant. */
function tabsAt(now: Date) {
  const over = sql<boolean>`(o.state = 'recruiting' and o.ends_at <= ${now})`
  const own = (state: RecruitState) => sql<boolean>`o.state = ${sql.lit(state)}`
  return {
    all: sql<boolean>`true`,
    ...Object.fromEntries(
      (Object.keys(RECRUIT_STATES) as RecruitState[]).map((state) => {
        if (state === 'recruiting') return [state, sql<boolean>`(${own(state)} and not ${over})`]
        return [state, state === 'ended' ? sql<boolean>`(${own(state)} or ${over})` : own(state)]
      }),
    ),
  }
}

function listed(ctx: Ctx) {
  return ownOrders(ctx)
    .select(['o.id', 'o.code', 'o.title', 'o.state', 'o.openness', 'o.categories', 'o.startsAt', 'o.endsAt'])
    .select(['o.createdByName', 'o.createdAt'])
    .select((e) => [
      e
        .selectFrom('recruit_trade as t')
        .select((f) => f.fn.countAll<number>().as('n'))
        .whereRef('t.tenantId', '=', 'o.tenantId')
        .whereRef('t.orderId', '=', 'o.id')
        .as('applied'),
      e
        .selectFrom('recruit_trade as t')
        .select((f) => f.fn.countAll<number>().as('n'))
        .whereRef('t.tenantId', '=', 'o.tenantId')
        .whereRef('t.orderId', '=', 'o.id')
        .where('t.status', '=', S.pending)
        .as('pending'),
    ])
    .select(pendingApproval(ctx, RECRUIT_SUBJECT, 'o.id').as('held'))
}

type Row = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

function rowValue(row: Row, now: number) {
  return {
    orderId: row.id,
    code: row.code,
    title: row.title,
    state: stateAt(row, now),
    openness: row.openness as 'open',
    categories: categoriesOf(row).map(({ name }) => name),
    startsAt: iso(row.startsAt),
    endsAt: iso(row.endsAt),
    createdByName: row.createdByName,
    createdAt: row.createdAt.toISOString(),
    applied: Number(row.applied),
    pending: Number(row.pending),
    held: row.held,
  }
}

export async function countsOf(ctx: Any, orderId: string) {
  const rows = await ctx.tx
    .selectFrom('recruit_trade')
    .select(['status', (f) => f.fn.countAll<number>().as('n')])
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .groupBy('status')
    .execute()
  const of = (status: number) => rows.find((row) => row.status === status)?.n ?? 0
  const [pending, passed, refused, sentBack] = [of(S.pending), of(S.passed), of(S.refused), of(S.sentBack)]
  return { applied: pending + passed + refused + sentBack, pending, passed, refused, sentBack }
}

/** Files of all applications together. */
export async function filesOf(ctx: Any, orderId: string): Promise<{ files: number; bytes: number }> {
  const { rows } = await sql<{ files: number; bytes: string }>`
    select count(*)::int as files, coalesce(sum((f->>'size')::bigint), 0) as bytes
    from recruit_trade t, jsonb_array_elements(t.documents) d, jsonb_array_elements(d->'files') f
    where t.tenant_id = ${ctx.tenantId} and t.order_id = ${orderId}`.execute(ctx.tx)
  return { files: rows[0]!.files, bytes: Number(rows[0]!.bytes) }
}

/** Whom a call names, by name. */
async function peopleOf(ctx: Ctx, order: Order) {
  const companies =
    order.invited.length > 0 ? await ctx.many('company', { id: order.invited }, { columns: ['id', 'name'] }) : []
  const helpers =
    order.assist.length > 0
      ? await ctx.many(
          'employee',
          { userId: order.assist, companyId: order.ownerCompanyId },
          { columns: ['userId', 'name'] },
        )
      : []
  return {
    invited: companies.map(({ id, name }) => ({ companyId: id, name })),
    assist: helpers.map(({ userId, name }) => ({ userId, name })),
  }
}
