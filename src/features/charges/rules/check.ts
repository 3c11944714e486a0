import { Exact, formatAmount } from '#contract/money.ts'
import { type Base, BASES, FEES, FeeType, Formula, Setting } from './enums.ts'
import { basesIn, FormulaFault } from './expression.ts'
import { computeFee, type Terms, type Tier } from './fee.ts'

/** What stands against a publication, or is to be known before it. */
export interface Finding {
  level: 'wrong' | 'warning'
  path: string
  message: string
}

/** What is wrong with the terms of a fee: formula, gaps and overlaps of its tiers. Jumps at their edges are warnings. */
export function checkTerms(terms: Terms): Finding[] {
  return [...checkBase(terms), ...checkBounds(terms), ...(isTiered(terms) ? checkTiers(terms) : [])]
}

/** Whether a fee is computed by tiers. */
export function isTiered({ formula }: Pick<Terms, 'formula'>): boolean {
  return formula !== Formula.values.fixed
}

function checkBase({ elements }: Terms): Finding[] {
  try {
    basesIn(elements)
    computeFee(
      { formula: Formula.values.fixed, elements, tiers: [] },
      { budgetAmount: '1000000', winnerAmount: '1000000' },
    )
    return []
  } catch (error) {
    if (!(error instanceof FormulaFault)) throw error
    return [wrong('elements', error.message)]
  }
}

function checkBounds({ least, most }: Terms): Finding[] {
  const isTurned = least !== undefined && most !== undefined && new Exact(least).gt(most)
  return isTurned ? [wrong('most', '最高收取不能低于最低收取')] : []
}

function checkTiers(terms: Terms): Finding[] {
  const { tiers } = terms
  if (tiers.length === 0) return [wrong('tiers', '请至少填写一档费率')]
  const found = tiers.flatMap((tier, i) => checkTier(tier, i, tiers[i - 1]))
  if (tiers.at(-1)!.to !== null)
    found.push(wrong(`tiers.${tiers.length - 1}.to`, '最后一档应为“以上”，否则超出部分无法计费'))
  return found.length > 0 ? found : jumps(terms)
}

function checkTier(tier: Tier, i: number, before: Tier | undefined): Finding[] {
  const found: Finding[] = []
  const from = new Exact(tier.from)
  if (tier.to !== null && from.gte(tier.to)) found.push(wrong(`tiers.${i}.to`, `第 ${i + 1} 档的上限应高于下限`))
  if (new Exact(tier.rate).isNegative() || new Exact(tier.rate).gt(100))
    found.push(wrong(`tiers.${i}.rate`, `第 ${i + 1} 档的费率应在 0 至 100% 之间`))
  if (!before) {
    if (!from.isZero()) found.push(wrong(`tiers.${i}.from`, '第一档应从 0 开始'))
  } else if (before.to === null || from.lt(before.to))
    found.push(wrong(`tiers.${i}.from`, `第 ${i} 档与第 ${i + 1} 档重叠`))
  else if (from.gt(before.to)) found.push(wrong(`tiers.${i}.from`, `第 ${i} 档与第 ${i + 1} 档之间有空档`))
  return found
}

/** Where a base of one cent more makes the whole fee leap: an interval's rate counts for all of the base. */
function jumps({ formula, tiers }: Terms): Finding[] {
  if (formula !== Formula.values.interval) return []
  return tiers.slice(1).flatMap((tier, i): Finding[] => {
    const [below, at] = [tiers[i]!.rate, tier.rate].map((rate) => new Exact(tier.from).times(rate).div(100).toFixed(2))
    if (below === at) return []
    const message = `金额达到 ${formatAmount(tier.from)} 元时，收费由 ${formatAmount(below)} 元变为 ${formatAmount(at)} 元`
    return [{ level: 'warning', path: `tiers.${i + 1}`, message }]
  })
}

/** A line of a standard, as far as it is checked. */
export interface Checked {
  feeType: number
  methods: readonly number[]
  setting: number
  terms: Terms | null
}

/** What is wrong with a standard as a whole: nothing in it, a fee without terms, two lines for the same fee and method. */
export function checkStandard(lines: readonly Checked[]): Finding[] {
  if (lines.length === 0) return [wrong('lines', '请先添加收费项目')]
  return lines.flatMap((line, i) => [
    ...checkLine(line).map((one) => ({ ...one, path: `lines.${i}.${one.path}` })),
    ...lines.slice(0, i).flatMap((other) => overlap(other, line, i)),
  ])
}

function checkLine({ feeType, setting, terms }: Checked): Finding[] {
  const name = FeeType.label(feeType)
  if (!FEES[feeType]!.isComputed || setting === Setting.values.free) return []
  if (!terms) return [wrong('templateId', `${name}未选择收费模板`)]
  const found = checkTerms(terms).map((one) => ({ ...one, message: `${name}：${one.message}` }))
  if (found.some(({ level }) => level === 'wrong') || setting !== Setting.values.publish) return found
  const late = basesIn(terms.elements).filter((base) => !KNOWN_EARLY.includes(base))
  return [...found, ...late.map((base) => wrong('templateId', `${name}在公告时收取，不能以${BASES[base]}为基数`))]
}

const KNOWN_EARLY: readonly Base[] = ['budgetAmount']

function overlap(a: Checked, b: Checked, i: number): Finding[] {
  if (a.feeType !== b.feeType) return []
  const isShared = a.methods.length === 0 || b.methods.length === 0 || a.methods.some((one) => b.methods.includes(one))
  return isShared ? [wrong(`lines.${i}.methods`, `${FeeType.label(b.feeType)}对同一采购方式设置了两次`)] : []
}

function wrong(path: string, message: string): Finding {
  return { level: 'wrong', path, message }
}
