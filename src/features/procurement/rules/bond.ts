import { Exact } from '#contract/money.ts'
import { DAY } from '#contract/time.ts'
import { methodOf } from '../methods/all.ts'

/** Bonds go back, with interest, within five days of the written contract. */
export const BOND_RULE = {
  id: 'bond-refund',
  days: 5,
  citation: '招标投标法实施条例第五十七条：最迟应当在书面合同签订后5日内退还投标保证金及银行同期存款利息',
} as const

/** What demands it of an order: the law of tenders, that of government procurement, or its own documents. */
export function bondCitation({ method }: { method: number }): string {
  switch (methodOf(method).calendar) {
    case 'publicTender':
    case 'invitedTender':
      return BOND_RULE.citation
    case 'singleSource':
      return '财政部令第74号第二十条：成交供应商的保证金应当在采购合同签订后5个工作日内退还'
    case 'inquiry':
    case 'negotiation':
    case 'auction':
    case 'direct':
      return '书面合同签订后5日内退还保证金及银行同期存款利息'
  }
}

/** The last day for refunds (`2026-11-26`), from the day of the contract or of the end without award; null: not known yet. */
export function refundDue(from: string | null): string | null {
  return from === null ? null : addDays(from, BOND_RULE.days)
}

/**
 * Interest in yuan, two decimals, half up: principal × rate (percent a year) × days / 365, from the day it was paid to the
 * day before the refund. Days are Beijing days as `2026-11-21`.
 */
export function bondInterest(bond: { amount: string; rate: string; paidOn: string; refundedOn: string }): string {
  const days = Math.max(0, Math.round((dayOf(bond.refundedOn) - dayOf(bond.paidOn)) / DAY))
  return new Exact(bond.amount).times(bond.rate).times(days).div(36500).toFixed(2)
}

function addDays(day: string, days: number): string {
  return new Date(dayOf(day) + days * DAY).toISOString().slice(0, 10)
}

function dayOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
