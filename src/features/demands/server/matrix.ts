import { AppError } from '#contract/errors.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import * as contract from '../contract/survey.ts'
import { type Coverage, FLAGS, MET } from '../rules/coverage.ts'
import { isRoundOpen } from '../rules/status.ts'
import { HIDDEN } from '../rules/words.ts'
import { type Ctx, type Demand, READS, seatAt } from './access.ts'
import { type Answerer, compare } from './compare.ts'
import { type Parameter, parameterValue } from './parameters.ts'
import { profileOf } from '../rules/profiles.ts'
import { costOf, yearsOf } from './collection.ts'
import { XLSX } from './sheets.ts'

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
      ...costRows(demand, parties).map(({ name, values }) => of(name, (party) => values.get(party.tradeId) ?? '')),
      ...lines,
    ]
    const content = await writeSheet({ title: `${demand.title}调研应答对比`.slice(0, 60), columns, rows })
    return { name: `调研应答对比-${demand.code}.xlsx`, mime: XLSX, content, size: content.length }
  }),
]

/** The same where its answers may be read; `wrongState` while they are hidden. */
export async function openMatrix(ctx: Ctx, demandId: string, roundNo: number | undefined) {
  const { demand, round: last, facts } = await seatAt(ctx, demandId)
  const round = roundNo === undefined ? last : await ctx.one('demand_round', { demandId, roundNo })
  if (!round || facts.state === 'draft') throw new AppError('notFound')
  // Of a round that is over nothing is hidden while a later one goes on.
  const at = { last: last!.roundNo, state: facts.state, hides: demand.hidesAnswers }
  if (!isRoundOpen(round, at)) throw new AppError('wrongState', HIDDEN)
  return { demand, round, ...(await compare(ctx, demand, round)) }
}

/** Costs of use beside the prices, where the profile compares them. */
function costRows({ profile, extras }: Pick<Demand, 'profile' | 'extras'>, parties: readonly Answerer[]) {
  const { lifeCycle } = profileOf(profile)
  const years = yearsOf(lifeCycle, extras as Record<string, string>)
  if (years === null) return []
  const costs = parties.map((party) => [party.tradeId, costOf(lifeCycle, party, years)!] as const)
  return [
    { name: '年维保（元）', values: new Map(costs.map(([id, { maintenance }]) => [id, maintenance ?? ''])) },
    { name: '年耗材（元）', values: new Map(costs.map(([id, { consumables }]) => [id, consumables])) },
    { name: `${years} 年全生命周期成本（元）`, values: new Map(costs.map(([id, { total }]) => [id, total ?? ''])) },
    { name: '计算过程', values: new Map(costs.map(([id, { derivation }]) => [id, derivation])) },
  ]
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
