import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { Category } from '#features/procurement/rules/enums.ts'
import { subscriptionGroups } from '#features/membership/server/public.ts'
import { supplier } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import { patternsOf } from '#server/search/includes.ts'
import { wordsOf } from '#server/search/words.ts'
import * as contract from '../contract.ts'
import { latestRoutes } from './latest.ts'

type Ctx = Context<Employee>
type Filters = Pick<BodyOf<typeof contract.saveSearch>, 'keyword' | 'category' | 'region'>

export const searchRoutes: readonly Route[] = [
  ...latestRoutes,

  supplier(contract.savedSearches, async (ctx) => {
    const rows = await ctx.many('saved_search', { employeeId: ctx.actor.employeeId }, { orderBy: ['createdAt', 'id'] })
    const groups = await groupsOf(ctx)
    const telling = rows.filter(({ isTelling }) => isTelling)
    const paused = new Set(groups === null ? [] : telling.slice(groups))
    const searches = rows.map((row) => ({
      searchId: row.id,
      name: row.name,
      keyword: row.keyword,
      category: (row.category ?? '') as Category | '',
      region: row.region,
      isTelling: row.isTelling,
      isPaused: paused.has(row),
      toldCount: row.toldCount,
      toldAt: row.toldAt?.toISOString() ?? null,
    }))
    return { searches, groups }
  }),

  supplier(contract.saveSearch, async (ctx, { body: { name, isTelling, ...filters } }) => {
    const asked = conditionsOf(filters)
    await takeTurn(ctx)
    const { employeeId } = ctx.actor
    const kept = await keptBy(ctx)
    if (kept.length >= contract.MOST_SEARCHES)
      throw new AppError('conflict', `最多保存 ${contract.MOST_SEARCHES} 个搜索，请先删除不再使用的`)
    demandNewName(kept, name)
    if (isTelling) await demandGroup(ctx, kept)
    const same = await sql<{ name: string }>`select name from saved_search
      where tenant_id = ${ctx.tenantId} and employee_id = ${employeeId} and region_parts = ${asked.regionParts}::text[]
        and category is not distinct from ${asked.category}::text
        and words is not distinct from ${asked.words}::tsquery`.execute(ctx.tx)
    if (same.rows[0]) throw new AppError('conflict', `相同的筛选条件已保存为“${same.rows[0].name}”`)
    const searchId = ctx.newId()
    const { keyword, region } = filters
    await ctx.insert('saved_search', {
      id: searchId,
      employeeId,
      name,
      keyword,
      region,
      ...asked,
      isTelling,
      createdAt: ctx.clock.now(),
    })
    return { searchId }
  }),

  supplier(contract.changeSearch, async (ctx, { params, body: { name, isTelling } }) => {
    await takeTurn(ctx)
    const kept = await keptBy(ctx)
    const own = kept.find(({ id }) => id === params.searchId)
    if (!own) throw new AppError('notFound')
    const others = kept.filter((one) => one !== own)
    demandNewName(others, name)
    // What told before the membership ended stays as it is: it goes on when there is one again.
    if (isTelling && !own.isTelling) await demandGroup(ctx, others)
    await ctx.update('saved_search', { id: params.searchId }, { name, isTelling })
  }),

  supplier(contract.dropSearch, async (ctx, { params }) => {
    const own = { id: params.searchId, employeeId: ctx.actor.employeeId }
    if (!(await ctx.one('saved_search', own, { columns: ['id'], lock: 'update' }))) throw new AppError('notFound')
    await ctx.remove('saved_search', own)
  }),
]

/** Filters as conditions, which are the same wherever the filters find the same. Throws `invalid` where nothing is asked. */
function conditionsOf({ keyword, category, region }: Filters) {
  const words = wordsOf(keyword)
  if (keyword !== '' && !words) throw invalid('keyword', '关键词须含文字或数字')
  const regionParts = [...new Set(patternsOf(region.toLowerCase()))].toSorted()
  if (!words && category === '' && regionParts.length === 0) throw invalid('keyword', '请至少填写一个筛选条件')
  return { words: words && words.all.toSorted().join(' & '), category: category || null, regionParts }
}

function keptBy(ctx: Ctx) {
  const { employeeId } = ctx.actor
  return ctx.many('saved_search', { employeeId }, { columns: ['id', 'name', 'isTelling'] })
}

async function groupsOf(ctx: Ctx): Promise<number | null> {
  const { companyId } = ctx.actor
  return (await subscriptionGroups(ctx, [companyId])).get(companyId)!
}

/** Throws `serviceNotBought` where one more would tell than what the company has bought allows. */
async function demandGroup(ctx: Ctx, others: readonly { isTelling: boolean }[]): Promise<void> {
  const groups = await groupsOf(ctx)
  if (groups === null || others.filter(({ isTelling }) => isTelling).length < groups) return
  throw new AppError(
    'serviceNotBought',
    `当前可订阅 ${groups} 组提醒，已全部使用。请停止其他提醒，或升级会员后再订阅；不提醒的搜索仍可保存`,
  )
}

function demandNewName(others: readonly { name: string }[], name: string): void {
  if (others.some((other) => other.name === name)) throw invalid('name', `已有名为“${name}”的搜索，请换一个名称`)
}

/** Acts of one person come one after the other: they are counted and compared. */
async function takeTurn({ tx, tenantId, actor }: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved searches ${tenantId} ${actor.employeeId}`}, 0))`.execute(
    tx,
  )
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}
