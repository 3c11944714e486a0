import { sql } from 'kysely'
import { Exact } from '#contract/money.ts'
import { formatDate } from '#contract/time.ts'
import { mobileOf } from '#features/passport/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, type Route } from '#server/implement.ts'
import { listPage } from '#server/search/list-page.ts'
import * as c from '../contract/statistics.ts'
import { masked } from './access.ts'
import { deviceOf } from '../rules/device.ts'
import { type Days, daysOf } from '#server/periods.ts'
import { includes } from '#server/search/includes.ts'
import { companiesInScope } from './public.ts'

type Ctx = Context<Employee>

const READER = {
  workbench: ['purchaser', 'agency', 'supplier'],
  right: ['loginLog', 'businessManagement'],
} as const

/** Ranks show this many. */
const TOP = 10

export const loginLogRoutes: readonly Route[] = [
  implement(c.loginCount, READER, async (ctx, { query }) => {
    const { scope, days } = await asked(ctx, query)
    const today = daysOf({ from: formatDate(ctx.clock.now()), to: formatDate(ctx.clock.now()) }, ctx.clock.now())
    const period = await count(ctx, scope, days)
    const { rows } = await sql<{ n: number }>`
      select count(distinct user_id)::int as n from employee where tenant_id = ${ctx.tenantId}
        and company_id = any(${scope}::uuid[]) and status = 1 and deleted_at is null`.execute(ctx.tx)
    return {
      from: days.from,
      to: days.to,
      today: await count(ctx, scope, today),
      period,
      perDay: new Exact(period.visits).div(days.count).toFixed(1),
      employees: rows[0]!.n,
    }
  }),

  implement(c.loginPage, READER, async (ctx, { query }) => {
    const { scope, days } = await asked(ctx, query)
    const named = ctx.tx
      .selectFrom('login_log as l')
      .innerJoin('company as c', 'c.id', 'l.companyId')
      .leftJoin('app_user as u', 'u.id', 'l.userId')
      .leftJoin('employee as e', (j) =>
        j
          .onRef('e.tenantId', '=', 'l.tenantId')
          .onRef('e.companyId', '=', 'l.companyId')
          .onRef('e.userId', '=', 'l.userId'),
      )
      .leftJoin('department as d', (j) => j.onRef('d.tenantId', '=', 'e.tenantId').onRef('d.id', '=', 'e.departmentId'))
      .select(['l.id', 'l.at', 'l.ip', 'l.userAgent', 'c.name as companyName', 'd.name as departmentName'])
      .select(['e.name', 'u.nickname', 'u.mobile', 'l.userId'])
      .where('l.tenantId', '=', ctx.tenantId)
      .where('l.companyId', 'in', scope)
    const base = named
      .clearSelect()
      .where('l.outcome', '=', 'success')
      .where('l.at', '>=', days.start)
      .where('l.at', '<', days.end)
      .$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['e.name', 'l.ip'])))
    const page = await listPage(ctx, {
      query,
      list: { alias: 'l', keys: ['at', 'id'], rows: () => base },
      // By the time as well: the log has no index of ids.
      show: (page) => named.innerJoin(page, (j) => j.onRef('page.id', '=', 'l.id').on(sql<boolean>`page.key0 = l.at`)),
    })
    return {
      ...page,
      rows: page.rows.map((row) => ({
        id: row.id,
        at: row.at.toISOString(),
        name: row.name ?? row.nickname ?? '',
        mobile: masked(mobileOf(ctx, { id: row.userId ?? '', mobile: row.mobile })),
        deptName: row.departmentName ?? '',
        companyName: row.companyName,
        ip: row.ip,
        device: deviceOf(row.userAgent),
      })),
    }
  }),

  implement(c.loginTrend, READER, async (ctx, { query }) => {
    const { scope, days } = await asked(ctx, query)
    const { rows } = await sql<{ day: string; visits: number; visitors: number }>`
      select to_char(g.day, 'YYYY-MM-DD') as day, coalesce(n.visits, 0)::int as visits, coalesce(n.visitors, 0)::int as visitors
      from generate_series(${days.from}::date, ${days.to}::date, interval '1 day') as g (day)
      left join (
        select (at at time zone 'Asia/Shanghai')::date as day, count(*) as visits, count(distinct user_id) as visitors
        from login_log l where ${visitsIn(ctx, scope, days)} group by 1
      ) n on n.day = g.day
      order by g.day`.execute(ctx.tx)
    return rows
  }),

  implement(c.visitRank, READER, async (ctx, { query }) => {
    const { scope, days } = await asked(ctx, query)
    // One company is compared by its departments, several are compared with one another.
    const unit =
      query.scope === 1
        ? sql`c.id::text as id, c.name as name`
        : sql`coalesce(d.id::text, '') as id, coalesce(d.name, '未分配部门') as name`
    const { rows } = await sql<Ranked>`
      select ${unit}, '' as detail, count(*)::int as visits, count(distinct l.user_id)::int as visitors
      ${visitsWithPeople(ctx, scope, days)}
      group by 1, 2 order by visits desc, name limit ${TOP}`.execute(ctx.tx)
    return rows
  }),

  implement(c.visitorRank, READER, async (ctx, { query }) => {
    const { scope, days } = await asked(ctx, query)
    const { rows } = await sql<Ranked>`
      select l.user_id::text as id, coalesce(max(e.name), max(l.account)) as name,
        ${query.scope === 1 ? sql`max(c.name)` : sql`coalesce(max(d.name), '')`} as detail,
        count(*)::int as visits, 1 as visitors
      ${visitsWithPeople(ctx, scope, days)}
      group by l.user_id order by visits desc, name limit ${TOP}`.execute(ctx.tx)
    return rows
  }),
]

interface Ranked {
  id: string
  name: string
  detail: string
  visits: number
  visitors: number
}

async function asked(ctx: Ctx, query: { scope: number; from?: string | undefined; to?: string | undefined }) {
  return {
    scope: await companiesInScope(ctx, ctx.actor.companyId, query.scope),
    days: daysOf(query, ctx.clock.now()),
  }
}

async function count(ctx: Ctx, scope: string[], days: Days): Promise<{ visits: number; visitors: number }> {
  const { rows } = await sql<{ visits: number; visitors: number }>`
    select count(*)::int as visits, count(distinct l.user_id)::int as visitors
    from login_log l where ${visitsIn(ctx, scope, days)}`.execute(ctx.tx)
  return rows[0]!
}

function visitsIn(ctx: Ctx, scope: string[], { start, end }: Days) {
  return sql`l.tenant_id = ${ctx.tenantId} and l.company_id = any(${scope}::uuid[]) and l.outcome = 'success'
    and l.at >= ${start} and l.at < ${end}`
}

function visitsWithPeople(ctx: Ctx, scope: string[], days: Days) {
  return sql`
    from login_log l
    join company c on c.id = l.company_id
    left join employee e on e.tenant_id = l.tenant_id and e.company_id = l.company_id and e.user_id = l.user_id
    left join department d on d.tenant_id = e.tenant_id and d.id = e.department_id
    where ${visitsIn(ctx, scope, days)}`
}
