import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import * as contract from '../contract/survey.ts'
import { type Coverage, coverageOf, FLAGS, MET, type Met, type Party, priceRange } from '../rules/coverage.ts'
import { HIDDEN } from '../rules/words.ts'
import { type Ctx, type Demand, READS, type Round, seatAt } from './access.ts'
import { type Parameter, parametersOf, parameterValue } from './parameters.ts'
import { XLSX } from './sheets.ts'
import { isOpenNow } from './trades.ts'

const LETTER = { yes: 'y', partly: 'p', no: 'n' } as const

/** Parameters by answers, once these may be read. */
export const matrixRoutes: readonly Route[] = [
  implement(contract.demandMatrix, READS, async (ctx, { params, query }) => {
    const { round, ...compared } = await openMatrix(ctx, params.demandId, query.roundNo)
    const { parameters, parties, coverage, price } = compared
    return {
      roundNo: round.roundNo,
      parameters: parameters.map(parameterValue),
      parties: parties.map(({ tradeId, name, isPaper, brand, model, price: own }) => ({
        tradeId,
        name,
        isPaper,
        brand,
        model,
        price: own,
      })),
      met: parameters.map(({ parameterId }) =>
        parties.map(({ met }) => (met.has(parameterId) ? LETTER[met.get(parameterId)!] : '-')).join(''),
      ),
      values: parameters.map(({ parameterId }) => parties.map(({ said }) => said.get(parameterId) ?? '')),
      coverage: coverage.map(({ yes, brands, flag }) => ({ yes, brands, flag })),
      price,
    }
  }),

  implementFile(contract.demandMatrixFile, READS, async (ctx, { params, query }) => {
    const { demand, parameters, parties, coverage } = await openMatrix(ctx, params.demandId, query.roundNo)
    const columns: SheetColumn[] = [
      { key: 'name', title: '参数', type: 'text' },
      { key: 'wished', title: '期望值', type: 'text' },
      { key: 'kind', title: '必须或期望', type: 'text' },
      ...parties.map(({ name, isPaper }, i): SheetColumn => ({
        key: `p${i}`,
        title: `${i + 1}. ${name}${isPaper ? '（纸质）' : ''}`,
        type: 'text',
        max: '1000',
      })),
      { key: 'brands', title: '满足的品牌', type: 'text', max: '5000' },
      { key: 'flag', title: '提示', type: 'text' },
    ]
    const lines = parameters.map((parameter, line) => ({
      name: [parameter.section, parameter.name].filter(Boolean).join(' / '),
      wished: `${parameter.wished}${parameter.unit && ` ${parameter.unit}`}`,
      kind: parameter.isMust ? '必须' : '期望',
      brands: coverage[line]!.brands.join('、'),
      flag: flagText(coverage[line]!),
      ...Object.fromEntries(parties.map((party, i) => [`p${i}`, cellText(party, parameter.parameterId)])),
    }))
    const of = (name: string, value: (party: Answerer) => string) => ({
      name,
      ...Object.fromEntries(parties.map((party, i) => [`p${i}`, value(party)])),
    })
    const rows = [
      of('品牌型号', ({ brand, model }) => [brand, model].filter(Boolean).join(' ')),
      of('参考报价（元）', ({ price }) => price ?? ''),
      ...lines,
    ]
    const content = await writeSheet({ title: `${demand.title}调研应答对比`.slice(0, 60), columns, rows })
    return { name: `调研应答对比-${demand.code}.xlsx`, mime: XLSX, content, size: content.length }
  }),
]

export interface Answerer extends Party {
  isPaper: boolean
  model: string
  /** What it says of a parameter beside meeting it. */
  said: ReadonlyMap<string, string>
}

/** What a round came to: the last answer of each respondent beside the parameters that it was asked for. */
export async function compare(ctx: Ctx, demand: Pick<Demand, 'id'>, round: Round) {
  const parameters = await parametersOf(ctx, demand.id, round.version)
  const parties = await answerers(ctx, demand.id, round.roundNo)
  return {
    parameters,
    parties,
    coverage: coverageOf(parameters, parties),
    price: priceRange(parties.map(({ price }) => price)),
  }
}

/** The same where its answers may be read; `wrongState` while they are hidden. */
async function openMatrix(ctx: Ctx, demandId: string, roundNo: number | undefined) {
  const { demand, round: last, facts } = await seatAt(ctx, demandId)
  const round = roundNo === undefined ? last : await ctx.one('demand_round', { demandId, roundNo })
  if (!round || facts.state === 'draft') throw new AppError('notFound')
  // Of a round that is over nothing is hidden while a later one goes on.
  if (!isOpenNow(demand, facts.state) && round.endedAt === null) throw new AppError('wrongState', HIDDEN)
  return { demand, round, ...(await compare(ctx, demand, round)) }
}

async function answerers(ctx: Ctx, demandId: string, roundNo: number): Promise<Answerer[]> {
  const rows = await ctx.tx
    .selectFrom('demand_answer as a')
    .innerJoin('demand_trade as t', (j) => j.onRef('t.tenantId', '=', 'a.tenantId').onRef('t.id', '=', 'a.tradeId'))
    .distinctOn('a.tradeId')
    .select(['a.tradeId', 't.name', 't.isPaper', 'a.brand', 'a.model', 'a.price'])
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
  return rows.map(({ lines, ...row }) => ({
    ...row,
    met: new Map(lines.map(([parameterId, met]) => [parameterId, met])),
    said: new Map(
      lines.map(([parameterId, , value, remark]) => [parameterId, [value, remark].filter(Boolean).join('；')]),
    ),
  }))
}

function cellText({ met, said }: Answerer, parameterId: Parameter['parameterId']): string {
  const answer = met.get(parameterId)
  if (!answer) return ''
  return [MET[answer], said.get(parameterId)].filter(Boolean).join('：')
}

export function flagText({ flag, brands }: Coverage): string {
  if (flag === null) return ''
  return brands.length === 0 ? FLAGS[flag] : `${FLAGS[flag]}：${brands.join('、')}`
}
