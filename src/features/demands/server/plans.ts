import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { Exact, sum } from '#contract/money.ts'
import { METHODS } from '#features/procurement/methods/all.ts'
import { implement, type Route } from '#server/implement.ts'
import { keptFiles, type StoredFile } from '#server/files/own-files.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/plan.ts'
import { isKeyCase } from '../rules/findings.ts'
import { PLAN_STATES, PLAN_STATUS } from '../rules/plan-status.ts'
import {
  ACTS,
  announce,
  type Ctx,
  demanded,
  invalid,
  noteAuthor,
  ownDemands,
  reads,
  record,
  refuseWrong,
  SEATED,
} from './access.ts'
import { caseOf } from './findings.ts'
import { parametersOf, parameterValue } from './parameters.ts'
import { planDemanded, planSeat, type Plan } from './plan-access.ts'
import { reviewsOf } from './reviews.ts'
import { itemValue } from './values.ts'

type Fields = BodyOf<typeof contract.updatePlan>

const TABS = {
  all: sql<boolean>`true`,
  ...Object.fromEntries(Object.keys(PLAN_STATES).map((state) => [state, sql<boolean>`p.state = ${sql.lit(state)}`])),
}

/** Plans of how a demand is to be bought; one that was passed is replaced by another, never changed. */
export const planRoutes: readonly Route[] = [
  implement(contract.planPage, SEATED, async (ctx, { query }) => {
    const page = await listPage(ctx, {
      query,
      tabs: TABS,
      tab: query.state ?? 'all',
      list: {
        alias: 'p',
        keys: ['id'],
        rows: () =>
          ownPlans(ctx)
            .$if(query.profile !== undefined, (q) => q.where('d.profile', '=', query.profile!))
            .$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['d.title', 'd.code']))),
      },
      show: (rows) =>
        ownPlans(ctx)
          .innerJoin(rows, 'page.id', 'p.id')
          .select(['p.id', 'p.demandId', 'p.no', 'p.method', 'p.state', 'p.createdByName', 'p.updatedAt'])
          .select(['d.code', 'd.title', 'd.budget', 'd.companyId', 'd.profile']),
    })
    return { ...page, rows: page.rows.map((row) => rowValue(ctx, row)) }
  }),

  implement(contract.planDetail, SEATED, async (ctx, { params }) => {
    const { plan, demand, facts, who } = await planSeat(ctx, params.planId)
    const items = await ctx.many('demand_item', { demandId: demand.id }, { orderBy: ['lotNo', 'line'] })
    const [conclusion] = await ctx.many(
      'demand_conclusion',
      { demandId: demand.id },
      { orderBy: ['no desc'], limit: 1 },
    )
    const versions = await ctx.many('demand_plan', { demandId: demand.id }, { orderBy: ['no desc'] })
    const { code, title, budget, companyId } = demand
    return {
      ...rowValue(ctx, { ...plan, code, title, budget, companyId, profile: demand.profile }),
      lots: plan.lots as Fields['lots'],
      qualification: plan.qualification,
      evaluation: plan.evaluation,
      contractType: plan.contractType,
      pricing: plan.pricing,
      acceptance: plan.acceptance,
      risks: plan.risks,
      announceOn: plan.announceOn,
      signOn: plan.signOn,
      deliverOn: plan.deliverOn,
      changeReason: plan.changeReason,
      files: plan.files as StoredFile[],
      isKeyCase: isKeyCase(await caseOf(ctx, demand, { round: undefined, isOpen: false })),
      demand: {
        purpose: demand.purpose,
        items: items.map(itemValue),
        parameters: (await parametersOf(ctx, demand.id, demand.version)).map(parameterValue),
        summary: conclusion?.summary ?? '',
        priceLow: conclusion?.priceLow ?? null,
        priceHigh: conclusion?.priceHigh ?? null,
      },
      reviews: await reviewsOf(ctx, plan.id),
      versions: versions.map(({ id, no, state, updatedAt }) => ({
        planId: id,
        no,
        state: state as 'draft',
        updatedAt: updatedAt.toISOString(),
      })),
      actions: PLAN_STATUS.allowed(facts, who, ctx.clock.now().getTime()),
    }
  }),

  implement(contract.createPlan, ACTS, async (ctx, { body }) => {
    const { demandId, ...fields } = body
    const { demand, facts } = await demanded(ctx, demandId, 'plan')
    if (facts.hasPlan && fields.changeReason.length < 2) throw invalid('changeReason', '请填写变更原因')
    const now = ctx.clock.now()
    const plans = await ctx.many('demand_plan', { demandId }, { columns: ['no'] })
    const id = ctx.newId()
    await ctx.insert('demand_plan', {
      ...(await columns(ctx, fields, { demandId, budget: demand.budget, kept: [] })),
      id,
      demandId,
      no: plans.length + 1,
      state: 'draft',
      createdByName: ctx.actor.name,
      createdAt: now,
    })
    await noteAuthor(ctx, demandId)
    record(ctx, demand, {
      action: 'plan',
      summary:
        plans.length === 0
          ? '编制采购实施计划'
          : `变更采购实施计划（第 ${plans.length + 1} 版）：${fields.changeReason}`,
      data: { planId: id },
    })
    announce(ctx, demandId)
    return { planId: id }
  }),

  implement(contract.updatePlan, ACTS, async (ctx, { params, body }) => {
    const { plan, demand } = await planDemanded(ctx, params.planId, 'edit')
    if (plan.changeReason !== '' && body.changeReason.length < 2) throw invalid('changeReason', '请填写变更原因')
    const kept = plan.files as StoredFile[]
    await ctx.update(
      'demand_plan',
      { id: plan.id },
      await columns(ctx, body, { demandId: demand.id, budget: demand.budget, kept }),
    )
    await noteAuthor(ctx, demand.id)
    record(ctx, demand, { action: 'plan-update', summary: `修改采购实施计划（第 ${plan.no} 版）` })
    announce(ctx, demand.id)
  }),
]

/** Plans of the own demands for who reads those, and plans that one is asked to review. */
function ownPlans(ctx: Ctx) {
  const asked = sql<boolean>`exists (select from demand_review v join demand_reviewer r
    on r.tenant_id = v.tenant_id and r.review_id = v.id
    where v.tenant_id = p.tenant_id and v.plan_id = p.id and r.employee_id = ${ctx.actor.employeeId})`
  const own = ownDemands(ctx).select('d.id')
  return ctx.tx
    .selectFrom('demand_plan as p')
    .innerJoin('demand as d', (j) => j.onRef('d.tenantId', '=', 'p.tenantId').onRef('d.id', '=', 'p.demandId'))
    .where('p.tenantId', '=', ctx.tenantId)
    .where((e) => e.or([asked, ...(reads(ctx.actor) ? [e('d.id', 'in', own)] : [])]))
}

type Row = Pick<Plan, 'id' | 'demandId' | 'no' | 'method' | 'state' | 'createdByName' | 'updatedAt'> & {
  code: string
  title: string
  budget: string
  companyId: string
  profile: string
}

function rowValue(ctx: Ctx, row: Row) {
  return {
    planId: row.id,
    demandId: row.demandId,
    demandCode: row.code,
    demandTitle: row.title,
    profile: row.profile as 'general',
    no: row.no,
    method: row.method,
    state: row.state as 'draft',
    budget: row.budget,
    createdByName: row.createdByName,
    updatedAt: row.updatedAt.toISOString(),
    isOwn: row.companyId === ctx.actor.companyId,
  }
}

interface Of {
  demandId: string
  budget: string
  kept: readonly StoredFile[]
}

/** A sound plan as columns: every line in a lot, no more than the budget, dates in their order. */
async function columns(ctx: Ctx, fields: Fields, { demandId, budget, kept }: Of) {
  const { method, lots, qualification, evaluation, contractType, pricing, acceptance, risks } = fields
  const { announceOn, signOn, deliverOn, changeReason } = fields
  if (!METHODS.some(({ code }) => code === method)) throw invalid('method', '请选择采购方式')
  const items = await ctx.many('demand_item', { demandId }, { columns: ['lotNo'] })
  const numbers = lots.map(({ lotNo }) => lotNo)
  const missing = [...new Set(items.map(({ lotNo }) => lotNo))].filter((lotNo) => !numbers.includes(lotNo))
  const dates = [announceOn, signOn, deliverOn].filter((day) => day !== null)
  refuseWrong([
    ...(new Set(numbers).size < numbers.length ? [{ path: 'lots', message: '包号不能重复' }] : []),
    ...(missing.length > 0 ? [{ path: 'lots', message: `标的所在的包 ${missing.join('、')} 未列入采购包划分` }] : []),
    ...(new Exact(sum(lots.map((lot) => lot.budget))).gt(budget)
      ? [{ path: 'lots', message: '各包预算之和超过需求预算' }]
      : []),
    ...(dates.some((day, i) => i > 0 && day < dates[i - 1]!)
      ? [{ path: 'deliverOn', message: '日期须依次为公告、签订合同、交付' }]
      : []),
  ])
  const stored = await keptFiles(ctx, fields.files, {
    use: 'demand',
    kept,
  })
  return {
    method,
    lots: JSON.stringify(lots),
    qualification,
    evaluation,
    contractType,
    pricing,
    acceptance,
    risks,
    announceOn,
    signOn,
    deliverOn,
    changeReason,
    files: JSON.stringify(stored),
    updatedAt: ctx.clock.now(),
  }
}

/** The plan in force of a demand; `wrongState` where none was passed. */
export async function planInForce(ctx: Ctx, demandId: string): Promise<Plan> {
  const plan = await ctx.one('demand_plan', { demandId, state: 'passed' })
  if (!plan) throw new AppError('wrongState', '采购实施计划尚未通过审查')
  return plan
}
