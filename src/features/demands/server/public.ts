import { METHODS } from '#features/procurement/methods/all.ts'
import type { Context } from '#server/context.ts'
import type { Employee } from '#server/actor.ts'
import { type Any, handles, ownDemands, reads } from './access.ts'
import { compare } from './compare.ts'
import { parametersOf } from './parameters.ts'
import { lastRound } from './rounds.ts'
import { wishText } from '../rules/words.ts'

export { handles as handlesDemands, reads as readsDemands }

/** A demand as others judge it: what it says in words, no price of anybody. */
export interface JudgedDemand {
  id: string
  title: string
  code: string
  companyId: string
  purchaserCompanyId: string
  /** Of the parameters in force, or of the plan. */
  version: number
  facts: { label: string; value: string }[]
  parameters: { name: string; wished: string; isMust: boolean; brands: string[]; note: string }[]
  suppliers: { companyId: string | null; name: string }[]
}

/** Own demands, run by the caller's company, that stand to be judged: concluded and further, or with a plan. */
export async function demandsToJudge(ctx: Context<Employee>, kind: 'demand' | 'plan') {
  return ownDemands(ctx)
    .select(['d.id', 'd.title', 'd.code'])
    .where('d.companyId', '=', ctx.actor.companyId)
    .where('d.state', 'in', ['concluded', 'planned'])
    .$if(kind === 'plan', (q) =>
      q.where((e) =>
        e.exists(
          e
            .selectFrom('demand_plan as n')
            .select('n.id')
            .whereRef('n.tenantId', '=', 'd.tenantId')
            .whereRef('n.demandId', '=', 'd.id'),
        ),
      ),
    )
    .orderBy('d.id', 'desc')
    .limit(200)
    .execute()
}

/** One demand as it is judged; `undefined` where there is none. Who may ask is for the caller to know. */
export async function judgedDemand(
  ctx: Any,
  demandId: string,
  kind: 'demand' | 'plan',
): Promise<JudgedDemand | undefined> {
  const demand = await ctx.one('demand', { id: demandId })
  if (!demand) return undefined
  const round = await lastRound(ctx, demandId)
  const [conclusion] = await ctx.many('demand_conclusion', { demandId }, { orderBy: ['no desc'], limit: 1 })
  const [plan] = await ctx.many('demand_plan', { demandId }, { orderBy: ['no desc'], limit: 1 })
  const trades = await ctx.many('demand_trade', { demandId }, { columns: ['id', 'companyId', 'name'] })
  const answers = await ctx.many('demand_answer', { demandId }, { columns: ['tradeId'] })
  const answered = new Set(answers.map(({ tradeId }) => tradeId))
  const compared = round && conclusion ? await compare(ctx, demand, round) : null
  const reasons = new Map(
    ((conclusion?.narrow ?? []) as { parameterId: string; reason: string }[]).map((one) => [
      one.parameterId,
      one.reason,
    ]),
  )
  const brandsOf = (parameterId: string) => {
    const at = compared?.parameters.findIndex((one) => one.parameterId === parameterId) ?? -1
    return at < 0 ? [] : compared!.coverage[at]!.brands
  }
  return {
    id: demand.id,
    title: demand.title,
    code: demand.code,
    companyId: demand.companyId,
    purchaserCompanyId: demand.purchaserCompanyId,
    version: kind === 'plan' ? (plan?.no ?? 0) : demand.version,
    facts: [
      { label: '采购目的与用途', value: demand.purpose },
      ...(conclusion
        ? [
            { label: '市场规模与供给', value: conclusion.marketSize },
            { label: '调研结论', value: conclusion.summary },
          ]
        : []),
      ...(kind === 'plan' && plan
        ? [
            { label: '采购方式', value: METHODS.find(({ code }) => code === plan.method)?.name ?? '' },
            { label: '供应商资格条件', value: plan.qualification },
            { label: '评审方法和评审因素', value: plan.evaluation },
            { label: '合同类型与定价', value: `${plan.contractType}，${plan.pricing}` },
            { label: '履约验收方案', value: plan.acceptance },
            { label: '风险管控措施', value: plan.risks },
          ]
        : []),
    ],
    parameters: (await parametersOf(ctx, demandId, demand.version)).map((one) => ({
      name: [one.section, one.name].filter(Boolean).join(' / '),
      wished: wishText(one),
      isMust: one.isMust,
      brands: brandsOf(one.parameterId),
      note: reasons.get(one.parameterId) ?? '',
    })),
    suppliers: trades.filter(({ id }) => answered.has(id)).map(({ companyId, name }) => ({ companyId, name })),
  }
}

/** The demand that a project was made of; null: none. */
export async function demandOfProject(ctx: Any, projectId: string): Promise<string | null> {
  const row = await ctx.one('demand_project', { projectId }, { columns: ['demandId'] })
  return row?.demandId ?? null
}
