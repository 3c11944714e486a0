import type { OutputOf } from '#contract/endpoint.ts'
import { Exact, formatAmount } from '#contract/money.ts'
import { cellWord } from '#features/quotes/rules/comparison-words.ts'
import { CELL, type Comparison, deviation, netPrice, yuan } from '#features/quotes/rules/comparison.ts'
import type { MatrixCell, MatrixData } from '#web/kit/matrix/cells.ts'
import type { comparisonBrands, comparisonRounds, roundComparison } from '../../contract-compare.ts'

export type Compared = OutputOf<typeof roundComparison>
export type Brands = OutputOf<typeof comparisonBrands>
export type Earlier = OutputOf<typeof comparisonRounds>

/** What stands below each price. */
export const NOTES = {
  amount: '金额',
  ceiling: '较单价限价',
  last: '较上次成交',
  days: '交货期与起订量',
  brand: '品牌型号',
  rounds: '以前各轮单价',
} as const
export type NoteKind = keyof typeof NOTES

export interface View {
  comparison: Comparison
  /** Places of the lines that are looked at. */
  lines: readonly number[]
  note: NoteKind
  /** Place of the chosen supplier by line. */
  chosen: readonly (number | null)[]
  /** Undefined until they are asked for and there. */
  brands: Brands | undefined
  earlier: Earlier | undefined
}

/** What the matrix shows of a comparison: prices in the basis, marks in words, sums and ranks in the foot. */
export function matrixOf(compared: Compared, { lines, ...view }: View): MatrixData {
  const { items, quotes } = compared
  const { comparison } = view
  const { sides } = comparison
  return {
    lead: [
      {
        key: 'item',
        title: '采购内容',
        width: 210,
        cell(row) {
          const { line, name, code, spec, quantity, unit } = items[lines[row]!]!
          const text = `${line}. ${name}`
          return { text, note: joined([`${quantity} ${unit}`, spec]), title: joined([text, code, spec]) }
        },
      },
      {
        key: 'ceiling',
        title: '单价限价',
        width: 116,
        align: 'right',
        cell(row) {
          const { controlPrice, lastPrice } = items[lines[row]!]!
          return { ...price(controlPrice), ...(lastPrice !== null && { note: `上次 ${price(lastPrice).text}` }) }
        },
      },
    ],
    parties: quotes.map(({ tradeId, supplierName, status, reason, validityDays }, i) => ({
      key: tradeId,
      text: supplierName,
      title: joined([supplierName, reason]),
      note: joined([`${sides[i]!.quoted}/${items.length} 行`, validityDays === null ? '' : `有效 ${validityDays} 天`]),
      ...(status === 'invalid' && { mark: { word: '无效', tone: 'bad' as const } }),
    })),
    rows: lines.map((line) => items[line]!.itemId),
    cell: (row, party) => cellOf(compared, view, { line: lines[row]!, party }),
    foot: [
      {
        key: 'total',
        title: comparison.basis === 'gross' ? '含税合计' : '不含税合计',
        cells: sides.map(({ total, rank, isValid, quoted }) => ({
          text: formatAmount(total),
          plain: total,
          isBest: rank === 1,
          isQuiet: !isValid,
          ...(isValid && quoted < items.length && { mark: { word: '未报全', tone: 'soft' as const } }),
        })),
      },
      { key: 'deviation', ...wholeDeviation(compared, comparison) },
      {
        key: 'rank',
        title: '名次',
        cells: sides.map(({ rank, bestLines }) => ({
          text: joined([rank === null ? '不排名' : `第 ${rank} 名`, bestLines > 0 ? `${bestLines} 行最低` : '']),
          isQuiet: rank === null,
          isBest: rank === 1,
        })),
      },
    ],
  }
}

function cellOf(
  { items, quotes }: Compared,
  { comparison, note, chosen, brands, earlier }: Omit<View, 'lines'>,
  { line, party }: { line: number; party: number },
): MatrixCell {
  const side = comparison.sides[party]!
  const quote = quotes[party]!
  const mark = cellWord(side, line) ?? undefined
  const written = quote.unitPrice[line] ?? null
  if (written === null) return { text: '', ...(mark && { mark }), ...(note === 'rounds' && { note: roundsOf() }) }
  const shown = comparison.basis === 'gross' ? written : netPrice(written, quote.taxRate[line] ?? null)
  return {
    ...price(shown),
    ...(mark && { mark }),
    isBest: (side.marks[line]! & CELL.best) > 0,
    isQuiet: !side.isValid,
    isChosen: chosen[line] === party,
    note: noteOf(),
  }

  /** Each earlier price, and how far this one lies below the last of them; as they were quoted, tax included. */
  function roundsOf(): string {
    const prices = earlier?.unitPrice.map((quotes) => quotes[party]![line] ?? null) ?? []
    const known = prices.flatMap((value, i) => (value === null ? [] : [`${earlier!.labels[i]} ${price(value).text}`]))
    const last = prices.findLast((value) => value !== null) ?? null
    const by = written === null || last === null ? null : deviation(written, last)
    return joined([...known, by === null ? '' : `较上次报价 ${by}%`]) || '—'
  }

  function noteOf(): string {
    switch (note) {
      case 'amount':
        return `${formatAmount(yuan(side.amounts[line]!))} 元`
      case 'ceiling':
        return percent('较限价', deviation(written, items[line]!.controlPrice))
      case 'last':
        return percent('较上次', deviation(written, items[line]!.lastPrice))
      case 'days': {
        const [days, least] = [quote.deliveryDays[line], quote.minQuantity[line]]
        return joined([days == null ? '' : `${days} 天交货`, least == null ? '' : `起订 ${least}`]) || '—'
      }
      case 'brand': {
        const place = brands?.brands[party]![line]
        return place == null ? '—' : brands!.texts[place]!
      }
      case 'rounds':
        return roundsOf()
    }
  }
}

/** Of complete quotes, from the ceiling where there is one, else from the budget; both include tax. */
function wholeDeviation({ ceiling, budget, items }: Compared, { sides }: Comparison) {
  return {
    title: ceiling === null ? '较预算' : '较最高限价',
    cells: sides.map(({ grossTotal, quoted, isValid }) => {
      const by = quoted === items.length ? deviation(grossTotal, ceiling ?? budget) : null
      return { text: by === null ? '—' : `${by}%`, isQuiet: !isValid || by === null }
    }),
  }
}

/** Two decimals, further ones only where they are written. */
function price(value: string | null): { text: string; plain?: string } {
  if (value === null) return { text: '—' }
  return { text: formatAmount(value, Math.max(2, new Exact(value).decimalPlaces())), plain: value }
}

function percent(word: string, by: string | null): string {
  return by === null ? '—' : `${word} ${by}%`
}

function joined(parts: readonly string[]): string {
  return parts.filter(Boolean).join(' · ')
}
