import { enumeration } from '#contract/enumeration.ts'
import { DAY, HOUR } from '#contract/time.ts'

/** Specification part 2 section 4.1. */
export const PayStatus = enumeration({
  unpaid: { value: 0, label: '待支付' },
  paying: { value: 1, label: '支付中' },
  success: { value: 2, label: '支付成功' },
  fail: { value: 3, label: '支付失败' },
})

export const RefundStatus = enumeration({
  none: { value: 0, label: '未退款' },
  running: { value: 1, label: '退款中' },
  success: { value: 2, label: '退款成功' },
  fail: { value: 3, label: '退款失败' },
})

export const InvoiceStatus = enumeration({
  none: { value: 0, label: '未申请' },
  applied: { value: 1, label: '已申请' },
  invoiced: { value: 2, label: '已开票' },
  rejected: { value: 3, label: '已驳回' },
})

export const WithdrawStatus = enumeration({
  running: { value: 0, label: '提现中' },
  done: { value: 1, label: '已到账' },
  failed: { value: 2, label: '提现失败' },
})

/** UnionPay has no number in the specification; ours is 8. */
export const PayMethod = enumeration({
  alipay: { value: 1, label: '支付宝' },
  wechat: { value: 2, label: '微信支付' },
  remittance: { value: 3, label: '线下汇款' },
  wechatMini: { value: 6, label: '微信小程序' },
  points: { value: 7, label: '平台积分' },
  unionpay: { value: 8, label: '银联云闪付' },
})

/**
 * What is paid for. Bonds and goods that are sold have no number in the specification; ours are 9 and 10. Nothing charges `performanceReport`: the platform
 * makes no performance report yet.
 */
export const PaymentType = enumeration({
  platformFee: { value: 1, label: '平台使用费' },
  serviceFee: { value: 2, label: '服务费' },
  documentFee: { value: 3, label: '招标文件售价' },
  valueAdded: { value: 4, label: '增值服务' },
  performanceReport: { value: 5, label: '履约报告费' },
  bond: { value: 9, label: '保证金' },
  sale: { value: 10, label: '销售价款' },
})

export const PROVIDERS = ['wechat', 'alipay', 'unionpay', 'remittance'] as const
export type ProviderCode = (typeof PROVIDERS)[number]
export const PROVIDER_LABELS: Record<ProviderCode, string> = {
  wechat: '微信支付',
  alipay: '支付宝',
  unionpay: '银联',
  remittance: '银行汇款',
}

/** What stands for a provider where points pay: one point is one yuan, and nobody outside is asked. */
export const POINTS = 'points'

/** Which provider takes a method; of points there is none. */
export const PROVIDER_OF: Partial<Record<number, ProviderCode>> = {
  [PayMethod.values.alipay]: 'alipay',
  [PayMethod.values.wechat]: 'wechat',
  [PayMethod.values.wechatMini]: 'wechat',
  [PayMethod.values.unionpay]: 'unionpay',
  [PayMethod.values.remittance]: 'remittance',
}

/** Why money or a refund waits for somebody of the platform. */
export const CASE_KINDS = {
  overpaid: '重复支付',
  late: '付款单关闭后到账',
  amount: '金额不符',
  currency: '币种不符',
  unidentified: '不明来款',
  payer: '付款人不符',
  'foreign-refund': '渠道侧退款',
  'refund-failed': '退款失败',
} as const
export type CaseKind = keyof typeof CASE_KINDS

export const RECON_RESULTS = {
  'missing-here': '渠道有、平台无',
  'missing-there': '平台有、渠道无',
  amount: '金额不一致',
  status: '状态不一致',
  'no-file': '未取得账单',
} as const
export type ReconResult = keyof typeof RECON_RESULTS

/** What of the day before belongs to a provider's day: UnionPay settles from 23:00 to 23:00. */
const BEFORE_MIDNIGHT: Partial<Record<ProviderCode, number>> = { unionpay: HOUR }

/** From when until when a provider's bill of a day in Beijing time goes. */
export function billDay(provider: ProviderCode, day: string): { from: Date; to: Date } {
  const from = new Date(`${day}T00:00:00+08:00`).getTime() - (BEFORE_MIDNIGHT[provider] ?? 0)
  return { from: new Date(from), to: new Date(from + DAY) }
}

/** An order is open this long. */
export const OPEN_MINUTES = 30

/** In Beijing time: from then on providers hand out the bill of the day before. */
export const PAID_DAY_HOUR = '10:00'
