import { AppError } from '#contract/errors.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { Exact } from '#contract/money.ts'
import { implement, type Route } from '#server/implement.ts'
import { concludeDemand } from '../contract/survey.ts'
import { type Coverage, isNarrow } from '../rules/coverage.ts'
import { LEAST_RESPONDENTS } from '../rules/status.ts'
import { ACTS, announce, type Ctx, type Demand, demanded, noteAuthor, record, refuseWrong } from './access.ts'
import { compare } from './compare.ts'
import { isSame, nextVersion, type Parameter, parametersOf, writeVersion } from './parameters.ts'

type Body = BodyOf<typeof concludeDemand>

/** What a survey comes to. Revised, the earlier conclusion stays on record, and so does every version of the parameters. */
export const concludeRoutes: readonly Route[] = [
  implement(concludeDemand, ACTS, async (ctx, { params, body }) => {
    const { demand, round, facts, to } = await demanded(ctx, params.demandId, 'conclude')
    const compared = round ? await compare(ctx, demand, round) : null
    const price = compared?.price ?? null
    const asked = compared?.parameters ?? []
    refuseWrong([
      ...wrongNumber(body, { isAsked: demand.mode !== 'none', answers: facts.answers }),
      ...wrongPrice(body, price),
      ...wrongNarrow(body, { asked, coverage: compared?.coverage ?? [] }),
    ])
    const version = await adjusted(ctx, demand, body)
    const no = (await ctx.many('demand_conclusion', { demandId: demand.id }, { columns: ['no'] })).length + 1
    const { marketSize, summary, fewReason, priceLow, priceHigh, priceReason } = body
    await ctx.insert('demand_conclusion', {
      demandId: demand.id,
      no,
      version,
      marketSize,
      summary,
      respondents: facts.answers,
      fewReason,
      computedLow: price?.low ?? null,
      computedHigh: price?.high ?? null,
      priceLow,
      priceHigh,
      priceReason,
      narrow: JSON.stringify(body.narrow.filter(({ reason }) => reason !== '')),
      madeBy: ctx.actor.userId,
      madeByName: ctx.actor.name,
      madeAt: ctx.clock.now(),
    })
    await ctx.update('demand', { id: demand.id }, { state: to, version, concludedAt: ctx.clock.now() })
    await noteAuthor(ctx, demand.id)
    record(ctx, demand, {
      action: no === 1 ? 'conclude' : 'revise',
      summary: no === 1 ? '形成需求调研结论' : `修订需求调研结论（第 ${no} 次）`,
      data: { no, version, respondents: facts.answers, fewReason },
    })
    announce(ctx, demand.id)
  }),
]

interface Wrong {
  path: string
  message: string
}

function wrongNumber({ fewReason }: Body, { isAsked, answers }: { isAsked: boolean; answers: number }): Wrong[] {
  if (!isAsked || answers >= LEAST_RESPONDENTS || fewReason.length >= 2) return []
  return [
    {
      path: 'fewReason',
      message: `收到 ${answers} 份应答，不足 ${LEAST_RESPONDENTS} 份；请延长调研，或者说明应答数量满足需要的理由`,
    },
  ]
}

function wrongPrice({ priceLow, priceHigh, priceReason }: Body, found: { low: string; high: string } | null): Wrong[] {
  if ((priceLow === null) !== (priceHigh === null))
    return [{ path: priceLow === null ? 'priceLow' : 'priceHigh', message: '请同时填写价格区间的下限和上限' }]
  if (priceLow === null || priceHigh === null)
    return found === null ? [] : [{ path: 'priceLow', message: '请填写价格区间' }]
  if (new Exact(priceLow).gt(priceHigh)) return [{ path: 'priceHigh', message: '上限不能低于下限' }]
  const isComputed = found !== null && new Exact(priceLow).eq(found.low) && new Exact(priceHigh).eq(found.high)
  if (isComputed || priceReason.length >= 2) return []
  const message = found === null ? '没有参考报价，请说明价格区间的来源' : '与应答计算的价格区间不同，请说明理由'
  return [{ path: 'priceReason', message }]
}

/** What one brand alone meets, or nobody, and what still asks for the same, needs its reason. */
function wrongNarrow(
  { parameters, narrow }: Body,
  { asked, coverage }: { asked: readonly Parameter[]; coverage: readonly Coverage[] },
): Wrong[] {
  return asked.flatMap((before, line) => {
    if (!isNarrow(coverage[line]!)) return []
    const after = parameters.find(({ parameterId }) => parameterId === before.parameterId)
    const stays = after && after.isMust && after.wished === before.wished && after.name === before.name
    const given = narrow.find(({ parameterId }) => parameterId === before.parameterId)
    if (!stays || (given?.reason ?? '').length >= 2) return []
    const { brands } = coverage[line]!
    const who = brands.length === 0 ? '没有应答满足' : `仅${brands.join('、')}满足`
    return [{ path: `narrow.${before.parameterId}`, message: `“${before.name}”${who}，请调整，或者说明保留的理由` }]
  })
}

/** The version of the parameters that the conclusion settles: a new one where something was changed. */
async function adjusted(ctx: Ctx, demand: Demand, { parameters, changeReason }: Body): Promise<number> {
  const before = await parametersOf(ctx, demand.id, demand.version)
  const isUnchanged =
    parameters.length === before.length &&
    parameters.every((one, i) => one.parameterId === before[i]!.parameterId && isSame(one, before[i]!))
  if (isUnchanged) return demand.version
  if (changeReason.length < 2)
    throw new AppError('invalid', '参数有调整，请说明理由', [
      { path: 'changeReason', message: '参数有调整，请说明理由' },
    ])
  const all = await ctx.many('demand_parameter', { demandId: demand.id }, { columns: ['parameterId'] })
  const version = await nextVersion(ctx, demand.id)
  const known = new Set(all.map(({ parameterId }) => parameterId))
  await writeVersion(ctx, demand.id, { version, reason: changeReason, parameters, known })
  return version
}
