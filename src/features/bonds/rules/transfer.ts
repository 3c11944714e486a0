import { Exact } from '#contract/money.ts'

/** What becomes of money that came to a sub-account: it counts, waits for somebody, or goes back by itself. */
export type Verdict = 'counts' | 'currency' | 'payer' | 'late' | 'overpaid'

export interface Transfer {
  currency: string
  payerName: string
  at: Date
}

/** The bond it was meant for; null: the bidder has chosen another form, or none is wanted any more. */
export interface Expected {
  demanded: string
  received: string
  deadline: Date | null
}

/** Judges a transfer. The first fault counts: currency, payer, time, and that enough is there already. */
export function judgeTransfer(transfer: Transfer, bidderName: string, expected: Expected | null): Verdict {
  if (transfer.currency !== 'CNY') return 'currency'
  // 实施条例第二十六条: from the bidder's own account. Whose money it is, somebody finds out.
  if (plain(transfer.payerName) !== plain(bidderName)) return 'payer'
  if (expected?.deadline && transfer.at >= expected.deadline) return 'late'
  if (!expected || new Exact(expected.received).gte(expected.demanded)) return 'overpaid'
  return 'counts'
}

/** Full-width brackets and spaces are written by banks as they like. */
function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s/g, '')
}
