import type { AccountName, Journal, Line } from './accounts.ts'

/** Who gets what is paid: a company, or the platform. */
export interface Payee {
  /** Null: the platform. */
  companyId: string | null
  /** What the money is for; `bond` is kept apart from what a company may take out. */
  purpose: 'income' | 'bond'
  /** Of a bond: the trade. */
  subject?: string
}

/** Facts that a business event is posted from. Amounts are decimal strings in yuan, positive. */
export interface Facts {
  /** Makes the key unique, e.g. a payment's id. */
  id: string
  amount: string
  /** Money at whom, e.g. `wechat`. */
  provider: string
  payee: Payee
  memo: string
}

type Part = (facts: Facts) => AccountName

const clearing: Part = ({ provider }) => ({ kind: 'platform.clearing', subject: provider })
const suspense: Part = () => ({ kind: 'platform.suspense' })
const fee: Part = ({ provider }) => ({ kind: 'platform.fee', subject: provider })
const payee: Part = ({ payee: to }) => {
  if (to.companyId === null) return { kind: 'platform.revenue', subject: to.subject ?? '' }
  return to.purpose === 'bond'
    ? { kind: 'company.bond', owner: to.companyId, subject: to.subject ?? '' }
    : { kind: 'company.cash', owner: to.companyId }
}

/** Every business event, and which account its amount leaves (debit) for which other (credit). */
export const POSTINGS = {
  /** Money of an order has come in. */
  'payment.received': { debit: clearing, credit: payee },
  /** Money has come in that belongs to no open order. */
  'suspense.received': { debit: clearing, credit: suspense },
  /** It was found out whose it is. */
  'suspense.assigned': { debit: suspense, credit: payee },
  /** It went back to where it came from. */
  'suspense.refunded': { debit: suspense, credit: clearing },
  /** Part or all of a paid order went back. */
  'order.refunded': { debit: payee, credit: clearing },
  /** A company has taken out of its balance. */
  'withdrawal.paid': { debit: payee, credit: clearing },
  /** What the provider kept for itself. */
  'provider.fee': { debit: fee, credit: clearing },
  /** The provider's bill shows more than ours: taken in until it is known why. */
  'recon.surplus': { debit: clearing, credit: suspense },
  /** The provider's bill shows less than ours. */
  'recon.shortage': { debit: suspense, credit: clearing },
} as const satisfies Record<string, { debit: Part; credit: Part }>

export type EventKind = keyof typeof POSTINGS

/** The journal of a business event; the same event of the same record always has the same key. */
export function journalOf(kind: EventKind, facts: Facts): Journal {
  const { debit, credit } = POSTINGS[kind]
  const { id, amount, memo } = facts
  const lines: Line[] = [
    { account: debit(facts), side: 'debit', amount },
    { account: credit(facts), side: 'credit', amount },
  ]
  return { key: `${kind}:${id}`, kind, subject: id, memo, lines }
}

/** The journal that undoes another one whole, e.g. one posted by mistake; `reason` stands in its memo. */
export function reversalOf(journal: Journal, reason: string): Journal {
  const lines = journal.lines.map((line): Line => ({ ...line, side: line.side === 'debit' ? 'credit' : 'debit' }))
  return { ...journal, key: `reverse:${journal.key}`, kind: 'reversal', memo: reason, lines }
}
