import { enumeration } from '#contract/enumeration.ts'

/** Specification part 1 section 4: what a fee is for. */
export const FeeType = enumeration({
  platform: { value: 1, label: '平台使用费' },
  service: { value: 2, label: '服务费' },
  bond: { value: 3, label: '投标保证金' },
  document: { value: 4, label: '招标文件售价' },
  agency: { value: 5, label: '代理服务费' },
})

export const Collection = enumeration({
  offline: { value: 0, label: '线下收取' },
  online: { value: 1, label: '线上收取' },
})

export const PayeeKind = enumeration({
  organisation: { value: 1, label: '采购组织' },
  platform: { value: 2, label: '平台' },
})

/** When a fee is shown and due. */
export const Setting = enumeration({
  publish: { value: 1, label: '公告时公示并收取' },
  billing: { value: 2, label: '定标后出账' },
  free: { value: 3, label: '不收取' },
})

export const Formula = enumeration({
  fixed: { value: 1, label: '固定收取' },
  interval: { value: 2, label: '区间费率' },
  cumulative: { value: 3, label: '差额定率累进' },
})

export const ElementKind = enumeration({
  base: { value: 1, label: '计费基数' },
  symbol: { value: 2, label: '运算符' },
  custom: { value: 3, label: '自定义' },
})

/** What a fee is computed from. */
export const BASES = { budgetAmount: '采购预算', winnerAmount: '中标金额' } as const
export type Base = keyof typeof BASES

export const PAYERS = { winner: '中标人', purchaser: '采购人' } as const
export type Payer = keyof typeof PAYERS

/** Memberships that may have something taken off the platform's fee. */
export const MEMBERS = { basic: '基础会员', advanced: '高级会员', diamond: '钻石会员' } as const

/** Who sets a standard, by workbench. */
export const SETTERS = { admin: '平台', purchaser: '采购人', agency: '代理机构' } as const
export type Setter = keyof typeof SETTERS

interface FeeRow {
  /** Who may charge it. */
  setters: readonly Setter[]
  settings: readonly number[]
  /** False: the amount stands in each order; only whether it is collected online is set here. */
  isComputed: boolean
  /** Whether it may be left to the purchaser to pay. */
  payers: readonly Payer[]
  hasMemberDiscount?: true
  /** What it hangs on: taking part, or the award. */
  arises: 'sign-up' | 'award' | 'order'
  /** `PaymentType` of the cashier. */
  paymentType: number
  /** Made by itself after the award, as a draft that its creditor sends. */
  isDrafted?: true
}

const S = Setting.values

/** What each fee is, as data. */
export const FEES: Readonly<Record<number, FeeRow>> = {
  [FeeType.values.platform]: {
    setters: ['admin'],
    settings: [S.publish, S.billing, S.free],
    isComputed: true,
    payers: ['winner'],
    hasMemberDiscount: true,
    arises: 'sign-up',
    paymentType: 1,
  },
  [FeeType.values.service]: {
    setters: ['admin', 'purchaser'],
    settings: [S.billing, S.free],
    isComputed: true,
    payers: ['winner'],
    arises: 'award',
    paymentType: 2,
  },
  [FeeType.values.bond]: {
    setters: ['purchaser', 'agency'],
    settings: [S.publish, S.free],
    isComputed: false,
    payers: ['winner'],
    arises: 'order',
    paymentType: 9,
  },
  [FeeType.values.document]: {
    setters: ['purchaser', 'agency'],
    settings: [S.publish, S.free],
    isComputed: false,
    payers: ['winner'],
    arises: 'order',
    paymentType: 3,
  },
  [FeeType.values.agency]: {
    setters: ['agency'],
    settings: [S.billing, S.free],
    isComputed: true,
    payers: ['winner', 'purchaser'],
    arises: 'award',
    paymentType: 2,
    isDrafted: true,
  },
}

/** Fees that a workbench sets, as options. */
export function feesOf(setter: Setter) {
  return FeeType.options.filter(({ value }) => FEES[value]!.setters.includes(setter))
}
