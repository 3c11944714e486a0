import { Exact } from '#contract/money.ts'
import { DAY } from '#contract/time.ts'
import { dayName } from './legal-calendar-days.ts'
import { type Schedule, TENDERS } from './legal-calendar-schedule.ts'
import { workingDayAfter } from './working-days.ts'

/** Of the calendar, and of what is recorded. */
export const BOND_RULE = 'bond-refund'

const DAYS = 5

/** By when bonds go back once the contract is signed, and what demands it. */
export interface BondRefund {
  citation: string
  isWorkingDays: boolean
}

/** What the law of tenders, that of government procurement, or else the order's own documents demand. */
export function bondRefund({ method, regime }: Pick<Schedule, 'method' | 'regime'>): BondRefund {
  const isTender = TENDERS.includes(method)
  if (regime === 'government')
    return {
      citation: isTender
        ? '《政府采购法实施条例》第三十三条第二款：自政府采购合同签订之日起5个工作日内退还中标供应商的投标保证金'
        : '财政部令第74号第二十条：成交供应商的保证金应当在采购合同签订后5个工作日内退还',
      isWorkingDays: true,
    }
  return {
    citation: isTender
      ? '招标投标法实施条例第五十七条：最迟应当在书面合同签订后5日内退还投标保证金及银行同期存款利息'
      : '书面合同签订后5日内退还保证金及银行同期存款利息',
    isWorkingDays: false,
  }
}

/** The last day for refunds (`2026-11-26`), from the day of the contract or of the end without award; null: not known yet. */
export function refundDue(
  from: string | null,
  { isWorkingDays }: Pick<BondRefund, 'isWorkingDays'>,
  restDays: readonly string[] = [],
): string | null {
  if (from === null) return null
  const day = dayOf(from) / DAY
  return dayName(isWorkingDays ? workingDayAfter(day, DAYS, restDays) : day + DAYS)
}

/**
 * Interest in yuan, two decimals, half up: principal × rate (percent a year) × days / 365, from the day it was paid to the
 * day before the refund. Days are Beijing days as `2026-11-21`.
 */
export function bondInterest(bond: { amount: string; rate: string; paidOn: string; refundedOn: string }): string {
  const days = Math.max(0, Math.round((dayOf(bond.refundedOn) - dayOf(bond.paidOn)) / DAY))
  return new Exact(bond.amount).times(bond.rate).times(days).div(36500).toFixed(2)
}

function dayOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
