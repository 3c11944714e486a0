import { type AccountKind, type AccountName, CNY_BUDGET, type Journal } from './accounts.ts'

/** What a move of a budget is posted from; the amount is a decimal string in yuan, positive. */
export interface BudgetFacts {
  /** Makes the key unique. */
  id: string
  companyId: string
  lineId: string
  /** The line that it is made of; of lines of a year's plan none. */
  parentId: string | null
  amount: string
  /** The order that moves it. */
  subject: string
  memo: string
}

type Part = (facts: BudgetFacts) => AccountName

const own =
  (kind: AccountKind): Part =>
  ({ companyId, lineId }) => ({ kind, owner: companyId, subject: lineId, currency: CNY_BUDGET })
const [free, reserved, committed, spent] = [
  own('budget.free'),
  own('budget.reserved'),
  own('budget.committed'),
  own('budget.spent'),
]
/** Of a line that is part of another one, that one; else the company's decision. */
const source: Part = ({ companyId, lineId, parentId }) =>
  parentId === null
    ? { kind: 'budget.granted', subject: lineId, currency: CNY_BUDGET }
    : { kind: 'budget.free', owner: companyId, subject: parentId, currency: CNY_BUDGET }
const over: Part = ({ lineId }) => ({ kind: 'budget.over', subject: lineId, currency: CNY_BUDGET })

/** Every move of a budget, and which account its amount leaves (debit) for which other (credit). */
export const BUDGET_POSTINGS = {
  'budget.granted': { debit: source, credit: free },
  'budget.withdrawn': { debit: free, credit: source },
  /** More is taken than the line has, which its company allows. */
  'budget.overrun': { debit: over, credit: free },
  'budget.covered': { debit: free, credit: over },
  'budget.reserved': { debit: free, credit: reserved },
  'budget.released': { debit: reserved, credit: free },
  'budget.committed': { debit: reserved, credit: committed },
  /** Of an award above what was reserved. */
  'budget.raised': { debit: free, credit: committed },
  'budget.lowered': { debit: committed, credit: free },
  'budget.spent': { debit: committed, credit: spent },
  'budget.unspent': { debit: spent, credit: committed },
} as const satisfies Record<string, { debit: Part; credit: Part }>

export type BudgetMove = keyof typeof BUDGET_POSTINGS

/** The journal of a move; the same move always has the same key. */
export function budgetJournal(kind: BudgetMove, facts: BudgetFacts): Journal {
  const { debit, credit } = BUDGET_POSTINGS[kind]
  const { id, amount, subject, memo } = facts
  return {
    key: `${kind}:${id}`,
    kind,
    subject,
    memo,
    lines: [
      { account: debit(facts), side: 'debit', amount },
      { account: credit(facts), side: 'credit', amount },
    ],
  }
}
