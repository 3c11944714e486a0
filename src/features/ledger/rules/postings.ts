import type { AccountName, Journal, Line } from './accounts.ts'

/** Who gets what is paid: a company, or the platform. */
export interface Payee {
  /** Null: the platform. */
  companyId: string | null
  /** What the money is for; `bond` and `points` are kept apart from what a company may take out. */
  purpose: 'income' | 'bond' | 'points'
  /** Of a bond: the trade. */
  subject?: string
}

/** Facts that a business event is posted from. Amounts are decimal strings in yuan, positive. */
export interface Facts {
  /** Makes the key unique, e.g. a payment's id. */
  id: string
  amount: string
  /** Money at whom, e.g. `wechat`; `points`: with points that the payer has bought. */
  provider: string
  /** The company that pays; said where it pays with points. */
  payerId?: string
  payee: Payee
  /** Whose bond it was, where it becomes somebody else's. */
  bondOf?: { companyId: string; tradeId: string }
  /** Who owes the platform what it has paid for it: a company. */
  debtor?: string
  memo: string
}

type Part = (facts: Facts) => AccountName

const clearing: Part = ({ provider, payerId }) =>
  provider === 'points' ? { kind: 'company.points', owner: payerId! } : { kind: 'platform.clearing', subject: provider }
const suspense: Part = () => ({ kind: 'platform.suspense' })
const fee: Part = ({ provider }) => ({ kind: 'platform.fee', subject: provider })
const interest: Part = () => ({ kind: 'platform.interest' })
const receivable: Part = ({ debtor }) => ({ kind: 'platform.receivable', subject: debtor ?? '' })
const bond: Part = ({ bondOf }) => ({ kind: 'company.bond', owner: bondOf!.companyId, subject: bondOf!.tradeId })
const payee: Part = ({ payee: to }) => {
  if (to.companyId === null) return { kind: 'platform.revenue', subject: to.subject ?? '' }
  const owner = to.companyId
  switch (to.purpose) {
    case 'bond':
      return { kind: 'company.bond', owner, subject: to.subject ?? '' }
    case 'points':
      return { kind: 'company.points', owner }
    case 'income':
      return { kind: 'company.cash', owner }
  }
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
  /** A bond went back to where it came from. */
  'bond.returned': { debit: bond, credit: clearing },
  /** Interest on a bond, which the bank pays the platform. */
  'bond.interest': { debit: interest, credit: payee },
  /** A bond went back too late: whoever was late owes it to the platform. */
  'bond.late': { debit: receivable, credit: payee },
  /** A bond stays with whom it was given to. */
  'bond.kept': { debit: bond, credit: payee },
  /** The platform has paid for a bidder whose bond it guaranteed by its membership. */
  'bond.guaranteed': { debit: receivable, credit: payee },
  /** An issuer has paid by a letter of guarantee. */
  'bond.claimed': { debit: clearing, credit: payee },
  /** What the provider kept for itself. */
  'provider.fee': { debit: fee, credit: clearing },
  /** It has given part of that back, or its bill said too much. */
  'provider.fee-returned': { debit: clearing, credit: fee },
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
