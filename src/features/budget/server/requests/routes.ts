import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { Exact, sum } from '#contract/money.ts'
import { formatDate } from '#contract/time.ts'
import { implement, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../../contract/request.ts'
import { REQUEST_STATES, REQUEST_STATUS, type RequestState } from '../../rules/request-status.ts'
import { type Ctx, invalid, ownDepartment } from '../access.ts'
import { codeOf } from '../plans.ts'
import { demandNameable } from '../shares.ts'
import { ASKS, HANDLES, note, ownRequest, READS, type Request, requestDemanded, requestsOf, whoOf } from './access.ts'

type Fields = BodyOf<typeof contract.updateRequest>
export type StoredItem = Fields['items'][number] & { from: string }
export type Part = { lineId: string; amount: string }

const TABS = {
  all: sql<boolean>`true`,
  ...Object.fromEntries(Object.keys(REQUEST_STATES).map((one) => [one, sql<boolean>`r.state = ${sql.lit(one)}`])),
}

/** What departments ask for, and what purchasing makes of it. */
export const requestRoutes: readonly Route[] = [
  implement(contract.requestPage, READS, async (ctx, { query }) => {
    const base = await requestsOf(ctx, query.scope)
    const page = await listPage(ctx, {
      query,
      tabs: TABS,
      tab: query.state ?? 'all',
      list: {
        alias: 'r',
        keys: ['id'],
        rows: () => base.$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['r.title', 'r.code']))),
      },
      show: (rows) =>
        base
          .innerJoin(rows, 'page.id', 'r.id')
          .leftJoin('department as d', (j) =>
            j.onRef('d.tenantId', '=', 'r.tenantId').onRef('d.id', '=', 'r.departmentId'),
          )
          .selectAll('r')
          .select('d.name as departmentName'),
    })
    const rows = []
    for (const row of page.rows) rows.push({ ...(await rowValue(ctx, row)), items: (row.items as StoredItem[]).length })
    return { ...page, rows }
  }),

  implement(contract.requestDetail, READS, async (ctx, { params }) => {
    const row = await ownRequest(ctx, params.requestId)
    const departmentName = await departmentOf(ctx, row.departmentId)
    const parts = row.budget as Part[]
    const lines = await ctx.many(
      'budget_line',
      { id: parts.map(({ lineId }) => lineId) },
      { columns: ['id', 'subject'] },
    )
    const sources = await ctx.many('demand_request', { mergedInto: row.id }, { orderBy: ['id'] })
    const into = row.mergedInto ? await ctx.expectOne('demand_request', { id: row.mergedInto }) : null
    const planId = into?.planId ?? row.planId
    const plan = planId ? await ctx.expectOne('purchase_plan', { id: planId }) : null
    const named = []
    for (const one of sources)
      named.push({ ...briefOf(one), departmentName: await departmentOf(ctx, one.departmentId) })
    return {
      ...(await rowValue(ctx, { ...row, departmentName })),
      reason: row.reason,
      items: row.items as StoredItem[],
      lineId: parts.length === 1 ? parts[0]!.lineId : null,
      budget: parts.map(({ lineId, amount }) => ({
        lineId,
        amount,
        subject: lines.find(({ id }) => id === lineId)!.subject,
      })),
      decidedByName: row.decidedByName,
      decidedAt: row.decidedAt?.toISOString() ?? null,
      sources: named,
      mergedInto: into && { requestId: into.id, code: into.code },
      plan: plan && { purchasePlanId: plan.id, code: plan.code, title: plan.title, projectId: plan.projectId },
    }
  }),

  implement(contract.createRequest, ASKS, async (ctx, { body }) => {
    const now = ctx.clock.now()
    const id = ctx.newId()
    const code = await codeOf(ctx, 'XQ', Number(formatDate(now).slice(0, 4)))
    await ctx.insert('demand_request', {
      ...(await columns(ctx, code, body)),
      id,
      code,
      companyId: ctx.actor.companyId,
      departmentId: await ownDepartment(ctx),
      state: 'draft',
      createdBy: ctx.actor.userId,
      createdByName: ctx.actor.name,
      createdAt: now,
    })
    note(ctx, { id, code }, { action: 'create', summary: `起草需求申报：${body.title}`, data: body })
    return { requestId: id }
  }),

  implement(contract.updateRequest, ASKS, async (ctx, { params, body }) => {
    const { row } = await requestDemanded(ctx, params.requestId, 'edit')
    await ctx.update('demand_request', { id: row.id }, await columns(ctx, row.code, body))
    note(ctx, row, { action: 'update', summary: `修改需求申报：${body.title}`, data: body })
  }),

  implement(contract.removeRequest, ASKS, async (ctx, { params }) => {
    const { row } = await requestDemanded(ctx, params.requestId, 'remove')
    await ctx.remove('demand_request', { id: row.id })
    note(ctx, row, { action: 'remove', summary: `删除需求申报：${row.title}` })
  }),

  implement(contract.submitRequest, ASKS, async (ctx, { params }) => {
    const { row, to } = await requestDemanded(ctx, params.requestId, 'submit')
    if (row.neededBy < formatDate(ctx.clock.now())) throw new AppError('wrongState', '需用日期已过，请修改后提交')
    await ctx.update('demand_request', { id: row.id }, { state: to, submittedAt: ctx.clock.now(), returnReason: '' })
    note(ctx, row, { action: 'submit', summary: `提交需求申报：${row.title}` })
  }),

  implement(contract.recallRequest, ASKS, async (ctx, { params }) => {
    const { row, to } = await requestDemanded(ctx, params.requestId, 'recall')
    await ctx.update('demand_request', { id: row.id }, { state: to, submittedAt: null })
    note(ctx, row, { action: 'recall', summary: `撤回需求申报：${row.title}` })
  }),

  implement(contract.acceptRequest, HANDLES, async (ctx, { params }) => {
    const { row, to } = await requestDemanded(ctx, params.requestId, 'accept')
    await ctx.update('demand_request', { id: row.id }, { state: to, ...decided(ctx) })
    note(ctx, row, { action: 'accept', summary: `受理需求申报：${row.title}` })
  }),

  implement(contract.returnRequest, HANDLES, async (ctx, { params, body }) => {
    const { row, to } = await requestDemanded(ctx, params.requestId, 'return')
    const isMerged =
      (await ctx.many('demand_request', { mergedInto: row.id }, { columns: ['id'], limit: 1 })).length > 0
    if (isMerged) throw new AppError('wrongState', '合并形成的申报不能退回')
    await ctx.update('demand_request', { id: row.id }, { state: to, returnReason: body.reason, ...decided(ctx) })
    note(ctx, row, { action: 'return', summary: `退回需求申报：${body.reason}` })
  }),

  implement(contract.mergeRequests, HANDLES, async (ctx, { body }) => {
    const rows = await demandedAll(ctx, body.requestIds, 'merge')
    const [first] = rows as [Request]
    if (rows.some(({ category }) => category !== first.category)) throw invalid('requestIds', '类别不同的申报不能合并')
    const now = ctx.clock.now()
    const id = ctx.newId()
    const code = await codeOf(ctx, 'XQ', Number(formatDate(now).slice(0, 4)))
    const departments = new Set(rows.map(({ departmentId }) => departmentId))
    await ctx.insert('demand_request', {
      id,
      code,
      companyId: ctx.actor.companyId,
      departmentId: departments.size === 1 ? first.departmentId : null,
      title: body.title,
      category: first.category,
      state: 'accepted',
      reason: rows.map(({ code: from, reason }) => `${from}：${reason}`).join('\n'),
      neededBy: rows.map(({ neededBy }) => neededBy).toSorted()[0]!,
      items: JSON.stringify(rows.flatMap(({ items }) => items as StoredItem[])),
      estimate: new Exact(sum(rows.map(({ estimate }) => estimate))).toFixed(2),
      budget: JSON.stringify(partsOf(rows)),
      createdBy: ctx.actor.userId,
      createdByName: ctx.actor.name,
      createdAt: now,
      submittedAt: now,
      ...decided(ctx),
    })
    for (const row of rows) {
      await ctx.update('demand_request', { id: row.id }, { state: 'merged', mergedInto: id, ...decided(ctx) })
      note(ctx, row, { action: 'merge', summary: `合并到 ${code}：${row.title}`, data: { into: id } })
    }
    const of = rows.map((row) => row.code).join('、')
    note(ctx, { id, code }, { action: 'merged', summary: `合并需求申报 ${of}：${body.title}`, data: body })
    return { requestId: id }
  }),
]

/** All of these, each locked and demanded, in one order for all. */
export async function demandedAll(
  ctx: Ctx,
  requestIds: readonly string[],
  action: 'merge' | 'plan',
): Promise<Request[]> {
  const ids = [...new Set(requestIds)].toSorted()
  if (action === 'merge' && ids.length < 2) throw invalid('requestIds', '请至少选择两项申报')
  const rows: Request[] = []
  for (const id of ids) rows.push((await requestDemanded(ctx, id, action)).row)
  return rows
}

/** Budget lines of requests together, with the amount of each. */
export function partsOf(rows: readonly Pick<Request, 'budget'>[]): Part[] {
  const parts = new Map<string, string>()
  for (const { lineId, amount } of rows.flatMap(({ budget }) => budget as Part[]))
    parts.set(lineId, new Exact(parts.get(lineId) ?? 0).plus(amount).toFixed(2))
  return [...parts].map(([lineId, amount]) => ({ lineId, amount }))
}

async function columns(ctx: Ctx, code: string, { items, lineId, ...fields }: Fields) {
  if (lineId) await demandNameable(ctx, [lineId], 'lineId')
  return {
    ...fields,
    items: JSON.stringify(items.map((item) => ({ ...item, from: code }))),
    budget: JSON.stringify(lineId ? [{ lineId, amount: fields.estimate }] : []),
    updatedAt: ctx.clock.now(),
  }
}

function decided(ctx: Ctx) {
  return { decidedAt: ctx.clock.now(), decidedByName: ctx.actor.name, updatedAt: ctx.clock.now() }
}

async function departmentOf(ctx: Ctx, departmentId: string | null): Promise<string> {
  return departmentId ? ((await ctx.one('department', { id: departmentId }))?.name ?? '') : ''
}

function briefOf({ id, code, title }: Request) {
  return { requestId: id, code, title }
}

async function rowValue(ctx: Ctx, row: Request & { departmentName: string | null }) {
  const record = { state: row.state as RequestState }
  return {
    requestId: row.id,
    code: row.code,
    title: row.title,
    category: row.category as 'goods',
    departmentName: row.departmentName ?? '',
    state: record.state,
    neededBy: row.neededBy,
    estimate: row.estimate,
    createdByName: row.createdByName,
    submittedAt: row.submittedAt?.toISOString() ?? null,
    returnReason: row.returnReason,
    actions: REQUEST_STATUS.allowed(record, await whoOf(ctx, row), ctx.clock.now().getTime()),
  }
}
