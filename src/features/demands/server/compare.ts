import { sql } from 'kysely'
import { coverageOf, type Met, type Party, priceRange } from '../rules/coverage.ts'
import type { Extras } from '../rules/fields.ts'
import type { Any, Demand, Round } from './access.ts'
import { setAside } from './counts.ts'
import { parametersOf } from './parameters.ts'

export interface Answerer extends Party {
  isPaper: boolean
  model: string
  /** What it says of a parameter beside meeting it. */
  said: ReadonlyMap<string, string>
  /** What the profile asks beside. */
  extras: Extras
  revision: number
}

/** What a round came to: the last answer of each respondent that was not set aside, beside the parameters it was asked for. */
export async function compare(ctx: Any, demand: Pick<Demand, 'id'>, round: Round) {
  const parameters = await parametersOf(ctx, demand.id, round.version)
  const all = await answerers(ctx, demand.id, round.roundNo)
  const aside = await setAside(ctx, demand.id, round.roundNo)
  const parties = all.filter(({ tradeId }) => !aside.has(tradeId))
  return {
    parameters,
    aside: all.filter(({ tradeId }) => aside.has(tradeId)).map((one) => ({ ...one, reason: aside.get(one.tradeId)! })),
    parties,
    coverage: coverageOf(parameters, parties),
    price: priceRange(parties.map(({ price }) => price)),
  }
}

async function answerers(ctx: Any, demandId: string, roundNo: number): Promise<Answerer[]> {
  const rows = await ctx.tx
    .selectFrom('demand_answer as a')
    .innerJoin('demand_trade as t', (j) => j.onRef('t.tenantId', '=', 'a.tenantId').onRef('t.id', '=', 'a.tradeId'))
    .distinctOn('a.tradeId')
    .select(['a.tradeId', 't.name', 't.isPaper', 'a.brand', 'a.model', 'a.price', 'a.extras', 'a.revision'])
    .select(
      sql<[string, Met, string, string][]>`(select coalesce(jsonb_agg(jsonb_build_array(
      l->'parameterId', l->'met', l->'value', l->'remark')), '[]') from jsonb_array_elements(a.lines) l)`.as('lines'),
    )
    .where('a.tenantId', '=', ctx.tenantId)
    .where('a.demandId', '=', demandId)
    .where('a.roundNo', '=', roundNo)
    .orderBy('a.tradeId')
    .orderBy('a.revision', 'desc')
    .execute()
  return rows.map(({ lines, extras, ...row }) => ({
    ...row,
    extras: extras as Extras,
    met: new Map(lines.map(([parameterId, met]) => [parameterId, met])),
    said: new Map(
      lines.map(([parameterId, , value, remark]) => [parameterId, [value, remark].filter(Boolean).join('；')]),
    ),
  }))
}
