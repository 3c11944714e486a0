import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { implement, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/hall.ts'
import type { SHEET_STATES } from '../contract/hall.ts'
import type { Fact } from '../rules/sources.ts'
import { type Ctx, isSubjective, itemsOf, JUDGES, record } from './access.ts'
import { collect } from './acts.ts'

type SheetState = keyof typeof SHEET_STATES

/** The seats of appraisers: each with the own marks, and nobody else's. */
export const hallRoutes: readonly Route[] = [
  implement(contract.sheetPage, JUDGES, async (ctx, { query }) => {
    const now = ctx.clock.now()
    const handed = sql<boolean>`(p.handed_in_at is not null)`
    const open = sql<boolean>`(p.handed_in_at is null and a.state = 'scoring' and a.deadline > ${now})`
    const missed = sql<boolean>`(p.handed_in_at is null and a.state = 'scoring' and a.deadline <= ${now})`
    const page = await listPage(ctx, {
      query,
      tabs: {
        all: sql<boolean>`true`,
        open,
        handedIn: handed,
        missed,
        over: sql<boolean>`(p.handed_in_at is null and a.state <> 'scoring')`,
      },
      tab: query.state ?? 'all',
      list: {
        alias: 'a',
        keys: ['id'],
        rows: () => own(ctx).$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['a.title']))),
      },
      show: (rows) => shown(ctx).innerJoin(rows, 'page.id', 'a.id'),
    })
    return { ...page, rows: page.rows.map((row) => sheetValue(row, now)) }
  }),

  implement(contract.sheetDetail, JUDGES, async (ctx, { params: { appraisalId } }) => {
    const row = await shown(ctx).where('a.id', '=', appraisalId).executeTakeFirst()
    if (!row) throw new AppError('notFound')
    const suppliers = await ctx.many('appraisal_supplier', { appraisalId, isActive: true }, { orderBy: ['supplierId'] })
    const marks = await ctx.many('appraisal_mark', { appraisalId, userId: ctx.actor.userId })
    const value = sheetValue(row, ctx.clock.now())
    return {
      ...value,
      items: itemsOf(row).filter(isSubjective),
      rows: suppliers.map(({ supplierId, name, facts }) => ({ supplierId, name, facts: facts as Fact[] })),
      marks: marks.map(({ supplierId, indicatorId, marks: given, remark }) => ({
        supplierId,
        indicatorId,
        marks: given,
        remark,
      })),
      mayWrite: value.state === 'open',
    }
  }),

  implement(contract.saveMarks, JUDGES, async (ctx, { params: { appraisalId }, body }) => {
    const { row } = await openSheet(ctx, appraisalId)
    const items = itemsOf(row).filter(isSubjective)
    const suppliers = await ctx.many('appraisal_supplier', { appraisalId, isActive: true }, { columns: ['supplierId'] })
    const keys = new Set<string>()
    for (const { supplierId, indicatorId, marks } of body.marks) {
      const item = items.find((one) => one.indicatorId === indicatorId)
      if (!item || !suppliers.some((one) => one.supplierId === supplierId)) throw new AppError('notFound')
      if (Number(marks) > Number(item.fullMarks))
        throw new AppError('invalid', `“${item.name}”的分值不能超过 ${item.fullMarks}`)
      if (keys.has(`${supplierId} ${indicatorId}`)) throw new AppError('invalid', '同一项的分值重复')
      keys.add(`${supplierId} ${indicatorId}`)
    }
    const { userId } = ctx.actor
    await ctx.remove('appraisal_mark', { appraisalId, userId })
    if (body.marks.length > 0)
      await ctx.insert(
        'appraisal_mark',
        body.marks.map((one) => ({ appraisalId, userId, ...one, at: ctx.clock.now() })),
      )
  }),

  implement(contract.handInMarks, JUDGES, async (ctx, { params: { appraisalId } }) => {
    const { row, name } = await openSheet(ctx, appraisalId)
    const { given, needed } = await shown(ctx).where('a.id', '=', appraisalId).executeTakeFirstOrThrow()
    if (given < needed) throw new AppError('wrongState', `还有 ${needed - given} 项未打分，请完成后提交`)
    const { userId } = ctx.actor
    await ctx.update('appraisal_appraiser', { appraisalId, userId }, { handedInAt: ctx.clock.now() })
    // That somebody handed in is on record; what, only in the sheet.
    record(ctx, row, { action: 'hand-in', summary: `${name}提交评分` })
    const all = await ctx.many('appraisal_appraiser', { appraisalId })
    if (all.every(({ handedInAt }) => handedInAt !== null)) await collect(ctx, row)
  }),
]

/** The locked appraisal whose sheet of the person may still be written; `notFound` for whoever was not asked. */
async function openSheet(ctx: Ctx, appraisalId: string) {
  const { companyId, userId } = ctx.actor
  const row = await ctx.one('appraisal', { id: appraisalId, ownerCompanyId: companyId }, { lock: 'update' })
  const own = await ctx.one('appraisal_appraiser', { appraisalId, userId })
  if (!row || !own || row.state === 'draft') throw new AppError('notFound')
  if (own.handedInAt !== null) throw new AppError('wrongState', '评分已提交，不能修改')
  if (row.state !== 'scoring') throw new AppError('wrongState', '打分已结束')
  if (row.deadline <= ctx.clock.now()) throw new AppError('wrongState', '打分截止时间已过')
  return { row, name: own.name }
}

/** Appraisals that have begun in which the person gives marks, as `a` with its part `p`. */
function own(ctx: Ctx) {
  return (
    ctx.tx
      .selectFrom('appraisal as a')
      .innerJoin('appraisal_appraiser as p', (j) =>
        j.onRef('p.tenantId', '=', 'a.tenantId').onRef('p.appraisalId', '=', 'a.id'),
      )
      .where('a.tenantId', '=', ctx.tenantId)
      .where('a.ownerCompanyId', '=', ctx.actor.companyId)
      .where('p.userId', '=', ctx.actor.userId)
      // One of facts alone asks nobody.
      .where(sql<boolean>`(a.items is not null and a.items @> '[{"kind": "subjective"}]')`)
  )
}

function shown(ctx: Ctx) {
  const active = sql`(select count(*)::int from appraisal_supplier s where s.tenant_id = a.tenant_id
    and s.appraisal_id = a.id and s.is_active)`
  return own(ctx)
    .selectAll('a')
    .select('p.handedInAt')
    .select([
      sql<number>`${active}`.as('suppliers'),
      sql<number>`(${active} * jsonb_array_length(jsonb_path_query_array(a.items, '$[*] ? (@.kind == "subjective")')))::int`.as(
        'needed',
      ),
      sql<number>`(select count(*)::int from appraisal_mark m where m.tenant_id = a.tenant_id and m.appraisal_id = a.id
        and m.user_id = p.user_id)`.as('given'),
    ])
}

function sheetValue(row: Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>, now: Date) {
  return {
    appraisalId: row.id,
    title: row.title,
    state: stateOf(row, now),
    from: row.fromDay,
    until: row.untilDay,
    deadline: row.deadline.toISOString(),
    handedInAt: row.handedInAt?.toISOString() ?? null,
    suppliers: row.suppliers,
    given: row.given,
    needed: row.needed,
  }
}

function stateOf(row: { handedInAt: Date | null; state: string; deadline: Date }, now: Date): SheetState {
  if (row.handedInAt !== null) return 'handedIn'
  if (row.state !== 'scoring') return 'over'
  return row.deadline > now ? 'open' : 'missed'
}
