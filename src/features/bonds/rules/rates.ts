import { Exact } from '#contract/money.ts'

/** A yearly rate in percent, from a Beijing day on. */
export interface Rate {
  from: string
  rate: string
}

/** Current deposits, as the large banks list them. */
export const DEPOSIT_RATES: readonly Rate[] = [
  { from: '2012-07-06', rate: '0.35' },
  { from: '2022-09-15', rate: '0.25' },
  { from: '2023-06-08', rate: '0.20' },
  { from: '2024-07-25', rate: '0.15' },
  { from: '2024-10-18', rate: '0.10' },
  { from: '2025-05-20', rate: '0.05' },
]

/** Loans of up to a year, benchmark of the People's Bank of China. */
export const LOAN_RATES: readonly Rate[] = [{ from: '2015-10-24', rate: '4.35' }]

/** What is charged on top of the loan rate for each day over (财政部令第87号第三十八条). */
const PENALTY = '1.2'

/**
 * The rate in force on a day, `2026-11-21`; that of the first row before it. Current deposits bear the rate of the day on
 * which they are closed for all of their time, so a bond has one rate: that of its refund.
 */
export function rateOn(day: string, table: readonly Rate[] = DEPOSIT_RATES): string {
  return (table.findLast(({ from }) => from <= day) ?? table[0]!).rate
}

/** Yuan for the days after `dueOn` up to the refund, in government procurement; two decimals, half up. */
export function lateInterest({
  amount,
  dueOn,
  refundedOn,
}: {
  amount: string
  dueOn: string
  refundedOn: string
}): string {
  const days = Math.round((Date.parse(refundedOn) - Date.parse(dueOn)) / 86_400_000)
  if (days <= 0) return '0.00'
  const rate = new Exact(rateOn(refundedOn, LOAN_RATES)).times(PENALTY)
  return new Exact(amount).times(rate).times(days).div(36500).toFixed(2)
}
