import { Exact } from '#contract/money.ts'

/** What every figure of savings is measured against; screens name it beside the figure. */
export const SAVING_BASE = '估算价'

export interface Saving {
  /** Yuan with two decimals; negative where more was paid than planned. */
  saved: string
  /** Per cent of the base with two decimals; null where nothing was planned. */
  savedRate: string | null
}

/**
 * What awards saved: the estimated prices of the awarded orders less the prices of the awards, both yuan. The only definition on
 * every screen and in every report. Ceilings are no base, because not every
 * order has one; budgets are none, because they belong to projects.
 */
export function savingOf({ estimated, amount }: { estimated: string; amount: string }): Saving {
  const saved = new Exact(estimated).minus(amount)
  return { saved: saved.toFixed(2), savedRate: shareOf(saved.toFixed(), estimated) }
}

/** `part` of `whole` in per cent with two decimals; null of nothing. */
export function shareOf(part: string | number, whole: string | number): string | null {
  const of = new Exact(whole)
  return of.isZero() ? null : new Exact(part).div(of).times(100).toFixed(2)
}
