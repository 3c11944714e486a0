import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { PurchaseMethod } from '#features/procurement/rules/enums.ts'
import { savingOf } from '#features/procurement/rules/saving.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import * as c from '../contract-reports.ts'
import { REPORT_TITLES, type ReportSide, sideOf } from '../rules/report-titles.ts'
import { monthsOf } from '#server/periods.ts'
import { companiesInScope } from '#features/organisation/server/public.ts'
import { factsOf } from './report-facts.ts'

type Ctx = Context<Employee>

const READER = {
  workbench: ['purchaser', 'agency', 'supplier'],
  right: ['statistics', 'businessManagement'],
} as const

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function columnsFor(side: ReportSide): SheetColumn<keyof c.ReportRow>[] {
  const titles = REPORT_TITLES[side]
  return [
    { key: 'month', title: '月份', type: 'text' },
    { key: 'companyName', title: '企业', type: 'text', width: 32 },
    { key: 'projects', title: titles.projects, type: 'integer' },
    { key: 'published', title: titles.published, type: 'integer' },
    { key: 'awarded', title: titles.awarded, type: 'integer' },
    { key: 'abortive', title: titles.abortive, type: 'integer' },
    { key: 'estimated', title: `${titles.estimated}（元）`, type: 'amount' },
    { key: 'amount', title: `${titles.amount}（元）`, type: 'amount' },
    { key: 'saved', title: `${titles.saved}（元）`, type: 'text' },
    { key: 'savedRate', title: `${titles.savedRate}（%）`, type: 'text' },
  ]
}

export const dataReportRoutes: readonly Route[] = [
  implement(c.reportPage, READER, async (ctx, { query }) => {
    const all = await monthly(ctx, query)
    const offset = query.cursor === undefined ? (query.pageNo - 1) * query.pageSize : offsetOf(query.cursor)
    const end = offset + query.pageSize
    const found = query.keyword ? all.filter((row) => row.companyName.includes(query.keyword!)) : all
    return { rows: found.slice(offset, end), total: found.length, next: end < found.length ? String(end) : null }
  }),

  implement(c.reportSummary, READER, async (ctx, { query }) => {
    const rows = await monthly(ctx, query)
    const { from, to } = monthsOf(query, ctx.clock.now())
    const total = (key: 'projects' | 'published' | 'awarded' | 'abortive') => rows.reduce((n, row) => n + row[key], 0)
    return {
      from,
      to,
      companies: (await companiesInScope(ctx, ctx.actor.companyId, query.scope)).length,
      ...savings({
        projects: total('projects'),
        published: total('published'),
        awarded: total('awarded'),
        abortive: total('abortive'),
        estimated: totalOf(rows.map((row) => row.estimated)),
        amount: totalOf(rows.map((row) => row.amount)),
      }),
      methods: await byMethod(ctx, query),
    }
  }),

  implementFile(c.reportExport, READER, async (ctx, { query }) => {
    const { from, to } = monthsOf(query, ctx.clock.now())
    const rows = (await monthly(ctx, query)).map((row) => ({
      ...row,
      projects: String(row.projects),
      published: String(row.published),
      awarded: String(row.awarded),
      abortive: String(row.abortive),
    }))
    const content = await writeSheet({
      title: `企业数据报表 ${from} 至 ${to}`,
      columns: columnsFor(sideOf(ctx.actor.workbench)),
      rows,
    })
    return { name: `企业数据报表-${from}-${to}.xlsx`, mime: XLSX, content, size: content.length }
  }),
]

interface Sums {
  projects: number
  published: number
  awarded: number
  abortive: number
  estimated: string
  amount: string
}

type Query = { scope: number; from?: string | undefined; to?: string | undefined }

/**
 * Figures of each month and company in which something happened; see `report-facts.ts` for whose and which.
 */
async function monthly(ctx: Ctx, query: Query): Promise<c.ReportRow[]> {
  const scope = await companiesInScope(ctx, ctx.actor.companyId, query.scope)
  const { rows } = await sql<Sums & { companyId: string; companyName: string; month: string }>`
    with facts as (${factsOf(ctx, scope, monthsOf(query, ctx.clock.now()))})
    select f.company_id as "companyId", c.name as "companyName",
      to_char(f.at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, ${SUMS}
    from facts f join company c on c.id = f.company_id
    group by 1, 2, 3 order by month desc, array_position(${scope}::uuid[], f.company_id)`.execute(ctx.tx)
  return rows.map((row) => savings(row))
}

async function byMethod(ctx: Ctx, query: Query) {
  const scope = await companiesInScope(ctx, ctx.actor.companyId, query.scope)
  const { rows } = await sql<Sums & { method: number }>`
    with facts as (${factsOf(ctx, scope, monthsOf(query, ctx.clock.now()))})
    select method, ${SUMS} from facts where method is not null group by method order by method`.execute(ctx.tx)
  return rows.map(({ method, published, awarded, amount }) => ({
    method,
    label: PurchaseMethod.label(method),
    published,
    awarded,
    amount,
  }))
}

const SUMS = sql`sum(projects)::int as projects, sum(published)::int as published, sum(awarded)::int as awarded,
  sum(abortive)::int as abortive, sum(estimated)::numeric(20,2)::text as estimated, sum(amount)::numeric(20,2)::text as amount`

function savings<S extends Sums>(sums: S) {
  return { ...sums, ...savingOf(sums) }
}

function totalOf(amounts: readonly string[]): string {
  return amounts.reduce((total, amount) => total.plus(amount), new Exact(0)).toFixed(2)
}

function offsetOf(cursor: string): number {
  if (!/^\d{1,6}$/.test(cursor)) throw new AppError('badRequest', '翻页参数有误，请从第一页重新查询')
  return Number(cursor)
}
