import { enumeration } from '#contract/enumeration.ts'

/** Whose name stands on it. */
export const TitleKind = enumeration({
  enterprise: { value: 1, label: '企业单位' },
  personal: { value: 2, label: '个人' },
})

/** Paper special invoices of earlier years keep their value; nobody can apply for one. */
export const InvoiceKind = enumeration({
  normal: { value: 1, label: '数电普票' },
  paperSpecial: { value: 2, label: '纸质专票' },
  special: { value: 3, label: '数电专票' },
})
export const OFFERED_KINDS = [InvoiceKind.of.normal, InvoiceKind.of.special] as const

export const InvoiceScope = enumeration({
  single: { value: 1, label: '单笔' },
  combined: { value: 2, label: '合并' },
})

/** Rates of value-added tax that an invoice may bear, per cent. */
export const TAX_RATES = [1, 3, 6, 9, 13] as const
export const DEFAULT_RATE = 6

/** How an application stands; the specification's numbers (`InvoiceStatus`) are of its orders. */
export const STATES = {
  applied: { label: '待开票', tone: 'active' },
  issuing: { label: '开票中', tone: 'active' },
  issued: { label: '已开票', tone: 'success' },
  reversed: { label: '已红冲', tone: 'neutral' },
  rejected: { label: '已驳回', tone: 'danger' },
  withdrawn: { label: '已撤回', tone: 'neutral' },
} as const
export type InvoiceState = keyof typeof STATES

export const RED_STATES = {
  waiting: { label: '待对方确认', tone: 'active' },
  issuing: { label: '红字发票开具中', tone: 'active' },
  done: { label: '已红冲', tone: 'success' },
  refused: { label: '对方未同意', tone: 'danger' },
  void: { label: '逾期作废', tone: 'neutral' },
} as const
export type RedState = keyof typeof RED_STATES

/** Payee: who invoices. Buyer: who has paid. */
export type Side = 'payee' | 'buyer'
export const SIDE_LABELS: Record<Side, string> = { payee: '开票方', buyer: '受票方' }

/** A confirmation slip that nobody confirms is void behind it (国家税务总局公告2024年第11号). */
export const SLIP_HOURS = 72
/** Orders on one invoice. */
export const MOST_ORDERS = 50
