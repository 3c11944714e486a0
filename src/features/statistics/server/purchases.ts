import { sql } from 'kysely'
import { Exact } from '#contract/money.ts'
import { CATEGORIES, type Category, PurchaseMethod } from '#features/procurement/rules/enums.ts'
import { SAVING_BASE, savingOf } from '#features/procurement/rules/saving.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import { monthAfter } from '#server/periods.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import * as c from '../contract.ts'
import { type Asked, askedOf, type Ctx, factsOf, READER, SUMS, type Sums, XLSX } from './facts.ts'

const NOTHING: Sums = { published: 0, awarded: 0, abortive: 0, estimated: '0.00', amount: '0.00' }

export const purchaseRoutes: readonly Route[] = [
  implement(c.purchaseStatistics, READER, async (ctx, { query }) => {
    const asked = await askedOf(ctx, query)
    const rows = await rowsOf(ctx, asked)
    const by = (key: (row: Row) => string, label: (row: Row) => string) => groups(rows, key, label)
    const months = new Map(by(monthOf, monthOf).map((group) => [group.key, group]))
    return {
      from: asked.from,
      to: asked.to,
      companies: asked.companyIds.length,
      total: withSaving(rows.reduce(add, NOTHING)),
      months: monthsBetween(asked).map((key) => months.get(key) ?? { key, label: key, ...withSaving(NOTHING) }),
      methods: by(methodOf, methodOf).toSorted(larger),
      categories: by(categoryOf, categoryOf).toSorted(larger),
      departments: by((row) => row.departmentId ?? row.department, departmentOf).toSorted(larger),
    }
  }),

  implementFile(c.purchaseExport, READER, async (ctx, { query }) => {
    const asked = await askedOf(ctx, query)
    const rows = (await rowsOf(ctx, asked)).map((row) => {
      const { saved, savedRate, ...sums } = withSaving(row)
      return {
        month: row.month,
        method: methodOf(row),
        category: categoryOf(row),
        department: departmentOf(row),
        published: String(sums.published),
        awarded: String(sums.awarded),
        abortive: String(sums.abortive),
        estimated: sums.estimated,
        amount: sums.amount,
        saved,
        savedRate,
      }
    })
    const content = await writeSheet({
      title: `采购统计 ${asked.from} 至 ${asked.to}`,
      columns: [
        { key: 'month', title: '月份', type: 'text' },
        { key: 'method', title: '采购方式', type: 'text' },
        { key: 'category', title: '项目类别', type: 'text' },
        { key: 'department', title: '部门', type: 'text', width: 24 },
        { key: 'published', title: '发布标段', type: 'integer' },
        { key: 'awarded', title: '定标标段', type: 'integer' },
        { key: 'abortive', title: '流标标段', type: 'integer' },
        { key: 'estimated', title: `${SAVING_BASE}（元）`, type: 'amount' },
        { key: 'amount', title: '中标金额（元）', type: 'amount' },
        { key: 'saved', title: '节约金额（元）', type: 'text' },
        { key: 'savedRate', title: `较${SAVING_BASE}节约率（%）`, type: 'text' },
      ],
      rows,
    })
    return { name: `采购统计-${asked.from}-${asked.to}.xlsx`, mime: XLSX, content, size: content.length }
  }),
]

interface Row extends Sums {
  month: string
  method: number
  category: string
  departmentId: string | null
  /** Of whoever began the order; what there is instead of one. */
  department: string
}

/** Sums by month, method, category and the department of whoever began the order in the company that runs it. */
async function rowsOf(ctx: Ctx, asked: Asked): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with facts as (${factsOf(ctx, asked)})
    select to_char(f.at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, o.method, p.category,
      case when o.owner_company_id = any(${asked.companyIds}::uuid[]) then d.id end as "departmentId",
      case when not (o.owner_company_id = any(${asked.companyIds}::uuid[])) then '委托代理'
        else coalesce(d.name, '未设部门') end as department, ${SUMS}
    from facts f
    join purchase_order o on o.tenant_id = ${ctx.tenantId} and o.id = f.id
    join project p on p.tenant_id = o.tenant_id and p.id = o.project_id
    left join employee e on e.tenant_id = o.tenant_id and e.company_id = o.owner_company_id and e.user_id = o.created_by
    left join department d on d.tenant_id = e.tenant_id and d.id = e.department_id
    group by 1, 2, 3, 4, 5 order by 1 desc, 2, 3, 5`.execute(ctx.tx)
  return rows
}

function groups(rows: readonly Row[], keyOf: (row: Row) => string, labelOf: (row: Row) => string): c.Group[] {
  const found = new Map<string, Sums & { label: string }>()
  for (const row of rows) {
    const key = keyOf(row)
    found.set(key, { ...add(found.get(key) ?? NOTHING, row), label: labelOf(row) })
  }
  return [...found].map(([key, sums]) => ({ key, ...withSaving(sums) }))
}

function withSaving<S extends Sums>(sums: S) {
  return { ...sums, ...savingOf(sums) }
}

function add(a: Sums, b: Sums): Sums {
  return {
    published: a.published + b.published,
    awarded: a.awarded + b.awarded,
    abortive: a.abortive + b.abortive,
    estimated: new Exact(a.estimated).plus(b.estimated).toFixed(2),
    amount: new Exact(a.amount).plus(b.amount).toFixed(2),
  }
}

function monthsBetween({ from, to }: Asked): string[] {
  const months = []
  for (let month = from; month <= to; month = monthAfter(month, 1)) months.push(month)
  return months
}

function larger(a: c.Group, b: c.Group): number {
  return new Exact(b.amount).cmp(a.amount) || b.published - a.published || a.label.localeCompare(b.label, 'zh-CN')
}

const monthOf = (row: Row) => row.month
const methodOf = (row: Row) => PurchaseMethod.label(row.method)
const categoryOf = (row: Row) => CATEGORIES[row.category as Category] ?? row.category
const departmentOf = (row: Row) => row.department
