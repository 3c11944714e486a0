import { MINUTE } from '#contract/time.ts'
import { refundDue } from '#features/procurement/rules/bond.ts'
import { bondDueOn } from '#features/procurement/rules/bond-terms.ts'

/** What the day of a return follows from. Days are Beijing days; null: not known yet. */
export interface ReturnFacts {
  isGovernment: boolean
  isWinner: boolean
  awardedOn: string | null
  contractOn: string | null
  /** The end of an order that came to nothing. */
  endedOn: string | null
  /** Of a supplier that left before its last offer. */
  leftOn: string | null
}

/** From which day the days of a return count. */
export function countsFrom({ isGovernment, isWinner, ...days }: ReturnFacts): string | null {
  // 财政部令第74号第三十四条: who leaves in time is given it back; the rule names no day, so the days count from then.
  if (days.leftOn !== null) return days.leftOn
  if (days.endedOn !== null) return days.endedOn
  // 财政部令第87号第三十八条: losers need not wait for the contract; of tenders everybody does (实施条例第五十七条).
  return isGovernment && !isWinner ? days.awardedOn : days.contractOn
}

/** The last day for a return; null while nothing is due. */
export function returnDue(facts: ReturnFacts, restDays: readonly string[] = []): string | null {
  return refundDue(countsFrom(facts), { isWorkingDays: facts.isGovernment }, restDays)
}

/** In words, for bidders, before any day is known. */
export function returnInWords({ isGovernment }: Pick<ReturnFacts, 'isGovernment'>): string {
  return isGovernment
    ? '未中标的自中标通知书发出之日起 5 个工作日内退还，中标的自合同签订之日起 5 个工作日内退还'
    : '自书面合同签订之日起 5 日内退还，并支付同期活期存款利息'
}

/**
 * The instant by which a bond has to be in: that of the bids, or the end of the day that the documents name. It must be in
 * before it. Null: there is none.
 */
export function bondDeadline(bidEnd: Date | null, terms: { daysBefore: number }): Date | null {
  if (!bidEnd || terms.daysBefore === 0) return bidEnd
  const end = new Date(`${bondDueOn(bidEnd, terms)}T24:00:00+08:00`)
  return end < bidEnd ? end : bidEnd
}

/** How long after the deadline the bank may still tell of what came in before it; then what is not in force ends. */
const NOTICE_MS = 15 * MINUTE

/** When what is not in force ends. */
export function endOfWaiting(deadline: Date): Date {
  return new Date(deadline.getTime() + NOTICE_MS)
}
