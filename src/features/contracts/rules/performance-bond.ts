import { Exact, formatAmount } from '#contract/money.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { TENDERS } from '#features/procurement/rules/legal-calendar-schedule.ts'
import type { Regime } from '#features/procurement/rules/regimes.ts'

/** A performance bond is at most this much of the award's price, in per cent. */
export const PERFORMANCE_LIMIT = 10
export const PERFORMANCE_RULE = '《招标投标法实施条例》第五十八条、《政府采购法实施条例》第四十八条第二款'

/** Per cent of the price, to four places: `5`, `10.0001`. A rate that is rounded up never passes for less than it is. */
export function performanceRate(bond: string, price: string): string {
  return new Exact(bond).div(price).times(100).toDecimalPlaces(4, Exact.ROUND_UP).toFixed()
}

/** Why a performance bond is beyond the limit; null where it is not. A cent beyond it is beyond it. */
export function performanceProblem(bond: string, price: string): string | null {
  const most = new Exact(price).times(PERFORMANCE_LIMIT).div(100).toFixed(2, Exact.ROUND_DOWN)
  if (new Exact(bond).lte(most)) return null
  const figures = `${formatAmount(bond)} 元，为合同价的 ${performanceRate(bond, price)}%`
  return `履约保证金 ${figures}，超过 ${PERFORMANCE_LIMIT}% 的上限 ${formatAmount(most)} 元（${PERFORMANCE_RULE}）`
}

/**
 * Whether the limit binds: what was tendered, and all government procurement (checked, V). Elsewhere a company follows its own
 * rules, and is warned (K).
 */
export function isLimitBinding({ regime, method }: { regime: Regime; method: number }): boolean {
  return regime !== 'enterprise' || TENDERS.includes(methodOf(method).calendar)
}
