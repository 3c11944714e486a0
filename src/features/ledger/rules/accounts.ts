/** Money. Other measures (budgets) are currencies of their own: sums are per currency. */
export const CNY = 'CNY'
/** Budgets: what may be spent, not what is there. */
export const CNY_BUDGET = 'CNY-BUDGET'

/** An account by what it is. `owner`: the company; absent: the platform's own. */
export interface AccountName {
  kind: AccountKind
  owner?: string
  /** A trade, a provider; absent: nothing in particular. */
  subject?: string
  currency?: string
}

/**
 * Kinds of accounts. Of companies: their balance (`cash`), and money kept for a purpose, points they have bought. Of the platform: money at
 * providers (`clearing`), what it has earned, what nobody knows the owner of. Of a budget's line, in `CNY_BUDGET`: what is
 * left of it and what became of the rest; `granted` and `over` are where it comes from, and what it does not cover.
 */
export const ACCOUNT_KINDS = {
  'company.cash': '可用余额',
  'company.bond': '保证金',
  'company.points': '平台积分',
  'platform.clearing': '渠道待清算',
  'platform.revenue': '平台收入',
  'platform.suspense': '待处理款项',
  'platform.fee': '渠道手续费',
  'platform.interest': '保证金利息',
  'platform.receivable': '应收款项',
  'budget.free': '预算可用',
  'budget.reserved': '预算预占',
  'budget.committed': '预算已定标',
  'budget.spent': '预算已支付',
  'budget.granted': '预算下达',
  'budget.over': '超预算',
} as const
export type AccountKind = keyof typeof ACCOUNT_KINDS

export interface Line {
  account: AccountName
  side: 'debit' | 'credit'
  /** Decimal string, positive, at most two decimals. */
  amount: string
}

/** One business event as the ledger takes it. */
export interface Journal {
  /** Posted once per key. */
  key: string
  kind: string
  /** The record it is about; '' for none. */
  subject: string
  memo: string
  lines: readonly Line[]
}
