import { sql } from 'kysely'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { FindSource, Found } from '#server/feature.ts'
import { includes } from '#server/search/includes.ts'
import { methodOf } from '../methods/all.ts'
import { ownListOf } from '../methods/family.ts'
import { placeOf } from '../methods/places.ts'
import { doesBuying } from './access.ts'
import { orderRows } from './orders.ts'
import { projectRows } from './projects.ts'
import { SELLS_NOTHING } from './purchases.ts'
import { tenderRows } from './supplier-tenders.ts'

type Ctx = Context<Employee>

/** Orders and projects of the buyer's side, tenders of the supplier's: each under the rule of its own list. */
export const find: FindSource = async (ctx, text, limit) => {
  const { workbench, companyId, employeeId, rights } = ctx.actor
  if (!companyId || !employeeId) return []
  const own = ctx as Ctx
  switch (workbench) {
    case 'purchaser':
    case 'agency':
      if (!mayRead(ctx.actor)) return []
      return [...(await orders(own, text, limit)), ...(await projects(own, text, limit))]
    case 'supplier':
      return rights.has('bidding') ? tenders(own, text, limit) : []
    default:
      return []
  }
}

async function orders(ctx: Ctx, text: string, limit: number): Promise<Found[]> {
  const rows = await orderRows(ctx)
    .clearSelect()
    .select(['o.id', 'o.code', 'o.title', 'o.method'])
    .where(includes(text, ['o.title', 'o.code']))
    .orderBy('o.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    key: `order:${row.id}`,
    what: methodOf(row.method).name,
    title: row.title,
    code: row.code,
    link: placeOf(row, 'publish.detail', ctx.actor.workbench!),
  }))
}

async function projects(ctx: Ctx, text: string, limit: number): Promise<Found[]> {
  const side = ctx.actor.workbench
  const rows = await projectRows(ctx)
    .clearSelect()
    .select(['p.id', 'p.code', 'p.name'])
    .where(SELLS_NOTHING)
    .where(includes(text, ['p.name', 'p.code']))
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, code, name }) => ({
    key: `project:${id}`,
    what: side === 'agency' ? '代理项目' : '采购项目',
    title: name,
    code,
    link: side === 'agency' ? `/agency/entrust/projects/${id}/detail` : `/purchaser/register/projects/${id}/detail`,
  }))
}

async function tenders(ctx: Ctx, text: string, limit: number): Promise<Found[]> {
  const rows = await tenderRows(ctx)
    .clearSelect()
    .select(['o.id', 'o.code', 'o.title', 'o.method', 't.id as tradeId'])
    .where(includes(text, ['o.title', 'o.code']))
    // Those that the own company takes part in first.
    .orderBy(sql`t.id is null`)
    .orderBy('o.publishedAt', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    key: `tender:${row.id}`,
    what: row.tradeId === null ? methodOf(row.method).name : ownListOf(methodOf(row.method).family).title,
    title: row.title,
    code: row.code,
    link: placeOf(row, 'publish.tender', 'supplier'),
  }))
}

function mayRead(actor: Actor): boolean {
  return doesBuying(actor) || actor.rights.has('auditing')
}
