import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import type { MatrixCell, MatrixData } from '#web/kit/matrix/cells.ts'
import type { demandMatrix } from '../../contract/survey.ts'
import { FLAGS, MET } from '../../rules/coverage.ts'
import { nameOf, wishOf } from '../words.ts'

export type Compared = OutputOf<typeof demandMatrix>

const WORDS: Readonly<Record<string, MatrixCell['mark']>> = {
  y: { word: MET.yes, tone: 'good' },
  p: { word: MET.partly, tone: 'soft' },
  n: { word: MET.no, tone: 'bad' },
}

/** Parameters by respondents: who meets what, with its own value; what too few meet is said in a word. */
export function matrixOf(
  { parameters, parties, met, values, coverage, price }: Compared,
  lines: readonly number[],
): MatrixData {
  return {
    lead: [
      {
        key: 'name',
        title: '参数',
        width: 190,
        cell(row) {
          const one = parameters[lines[row]!]!
          // Where there is room for one lead only, what is wrong stands here.
          const { flag } = coverage[lines[row]!]!
          const note = [one.isMust ? '必须满足' : '期望', flag && FLAGS[flag]].filter(Boolean).join('，')
          return { text: nameOf(one), note, title: [nameOf(one), one.remark, note].filter(Boolean).join('；') }
        },
      },
      {
        key: 'wished',
        title: '期望值',
        width: 130,
        cell: (row) => ({ text: wishOf(parameters[lines[row]!]!) }),
      },
      {
        key: 'coverage',
        title: '满足情况',
        width: 170,
        cell(row) {
          const { yes, brands, flag } = coverage[lines[row]!]!
          return {
            text: `${yes.length} 家，${brands.length} 个品牌`,
            note:
              flag === null ? brands.join('、') : `${FLAGS[flag]}${brands.length > 0 ? `：${brands.join('、')}` : ''}`,
            ...(flag !== null && { mark: { word: '注意', tone: 'bad' as const } }),
          }
        },
      },
    ],
    parties: parties.map(({ tradeId, name, isPaper, brand, model }) => ({
      key: tradeId,
      text: name,
      title: name,
      note: [brand, model].filter(Boolean).join(' ') || '未填品牌',
      ...(isPaper && { mark: { word: '纸质', tone: 'soft' as const } }),
    })),
    rows: lines.map((line) => parameters[line]!.parameterId),
    cell(row, party) {
      const line = lines[row]!
      const mark = WORDS[met[line]![party]!]
      return { text: values[line]![party]!, ...(mark && { mark }) }
    },
    foot: [
      {
        key: 'price',
        title: '参考报价（元）',
        cells: parties.map((party) => ({
          text: formatAmount(party.price),
          isBest: price !== null && party.price !== null && Number(party.price) === Number(price.low),
          isQuiet: party.price === null,
        })),
      },
      {
        key: 'met',
        title: '满足必须参数',
        cells: parties.map((_, party) => {
          const must = parameters.flatMap(({ isMust }, line) => (isMust ? [met[line]![party]] : []))
          return { text: `${must.filter((one) => one === 'y').length}/${must.length}` }
        }),
      },
    ],
  }
}
