import { ItemKind } from './enums.ts'
import { type Fraction, round, toFixed } from './fraction.ts'
import type { TraceLine } from './trace.ts'

/** To how many decimals the tender documents round the marks of a part before they are added; null: not at all. */
export type ScoreDigits = number | null

export interface PartScore {
  /** As shown: two decimals, rounded half up. */
  score: string
  /** What the total is added from, as `n/d`. */
  exact: string
  line: TraceLine
}

/** What documents may say of a part; −1 stands for the rule, which is not to round. */
export const PART_ROUNDINGS = [
  { value: -1, label: '得分不舍入' },
  ...[2, 1, 0].map((value) => ({ value, label: `得分${roundingWords(value)}` })),
]

/** Marks of one part of the total. Nothing is rounded before the total, unless the documents say so (domain §3). */
export function partScore(label: string, value: Fraction, digits: ScoreDigits): PartScore {
  const counted = digits === null ? value : round(value, digits)
  const score = toFixed(counted, 2)
  const expression =
    digits === null ? '四舍五入，显示两位小数；计入总分时不舍入' : `按采购文件规定${roundingWords(digits)}后计入总分`
  return { score, exact: `${counted.n}/${counted.d}`, line: { label, expression, value: score } }
}

/** How the marks of a part enter the total, in the words of documents and reports. */
export function partWords(digits: ScoreDigits): string {
  return digits === null ? '得分不舍入计入总分' : `得分${roundingWords(digits)}后计入总分`
}

/** The rule of a whole plan in one sentence; '' where nothing is scored. */
export function roundingOf(
  ways: readonly { name: string; itemKind: number; scoreDigits?: number | undefined }[],
): string {
  const scored = ways.filter((way) => way.itemKind === ItemKind.values.scoring)
  if (scored.length === 0) return ''
  const rounded = scored.flatMap(({ name, scoreDigits }) =>
    scoreDigits === undefined ? [] : [`${name}${roundingWords(scoreDigits)}后计入总分`],
  )
  const rest = rounded.length === scored.length ? [] : [rounded.length > 0 ? '其余各项得分不舍入' : '各项得分不舍入']
  return [...rounded, ...rest, '总分四舍五入，保留两位小数'].join('；')
}

/** `四舍五入到 2 位小数`, as documents, screens and derivations put it. */
function roundingWords(digits: number): string {
  return digits === 0 ? '四舍五入到整数' : `四舍五入到 ${digits} 位小数`
}
