/** Why one supplier alone may be asked; a method lists those that its rules know. */
export const REASONS = ['unique', 'followUp', 'urgent', 'secret', 'internal', 'belowLine', 'afterFailed'] as const
export type Reason = (typeof REASONS)[number]

/** A reason as a method knows it, with what it demands. */
export interface Ground {
  readonly label: string
  /** What names it among the reasons, where law does. */
  readonly article?: string
  /** `due`: no publication without it; `free`: the buyer decides, or the legal calendar by regime; `none`: never. */
  readonly publicity: 'due' | 'free' | 'none'
  /** Working days that a new order begins with; of `due` ones also what a shorter publicity is warned of. */
  readonly days: number
  /** Whether papers that prove it are demanded. */
  readonly evidence: boolean
  /** Opinions of experts that there is no other supplier. */
  readonly experts: 'demanded' | 'welcome' | 'none'
  /** What has to be stated besides. */
  readonly asks?: 'originalAmount' | 'ceiling' | 'failedOrder'
  /** The notice that opens the order is public though nobody may object to it. */
  readonly isAnnounced?: true
  /** Nothing of the order is published, its result neither. */
  readonly isSecret?: true
}

export type Grounds = Readonly<Partial<Record<Reason, Ground>>>

/**
 * 政府采购法第三十一条. That a tender found one bidder only is no reason by itself. How long each is publicised, the legal
 * calendar says by regime.
 */
export const SOLE_GROUNDS: Grounds = {
  unique: {
    label: '只能从唯一供应商处采购',
    article: '《政府采购法》第三十一条第一项',
    publicity: 'free',
    days: 5,
    evidence: true,
    experts: 'demanded',
    isAnnounced: true,
  },
  urgent: {
    label: '发生不可预见的紧急情况，不能从其他供应商处采购',
    article: '《政府采购法》第三十一条第二项',
    publicity: 'free',
    days: 0,
    evidence: true,
    experts: 'welcome',
    isAnnounced: true,
  },
  followUp: {
    label: '须保证与原采购项目一致或者服务配套，继续从原供应商处添购',
    article: '《政府采购法》第三十一条第三项',
    publicity: 'free',
    days: 0,
    evidence: true,
    experts: 'welcome',
    asks: 'originalAmount',
    isAnnounced: true,
  },
}

/**
 * Reasons of a company that purchases by its own rules. The announcement states reason and intended supplier (GB/T
 * 43711-2024, 7.2.2.3); for how long, the standard leaves to the company.
 */
export const DIRECT_GROUNDS: Grounds = {
  unique: { label: '只有一家供应商能够提供', publicity: 'due', days: 3, evidence: true, experts: 'welcome' },
  followUp: {
    label: '须与原采购一致或者配套，继续向原供应商采购',
    publicity: 'due',
    days: 3,
    evidence: true,
    experts: 'none',
  },
  urgent: { label: '情况紧急，来不及采用其他采购方式', publicity: 'free', days: 0, evidence: true, experts: 'none' },
  secret: {
    label: '涉及国家秘密或者企业商业秘密，不宜公开',
    publicity: 'none',
    days: 0,
    evidence: true,
    experts: 'none',
    isSecret: true,
  },
  internal: {
    label: '集团内部企业能够自行生产或者提供',
    publicity: 'free',
    days: 0,
    evidence: true,
    experts: 'none',
  },
  belowLine: {
    label: '采购金额不超过本单位直接采购限额',
    publicity: 'free',
    days: 0,
    evidence: false,
    experts: 'none',
    asks: 'ceiling',
  },
  afterFailed: {
    label: '以其他方式采购失败，重新采购仍难以成功',
    publicity: 'due',
    days: 3,
    evidence: false,
    experts: 'none',
    asks: 'failedOrder',
  },
}
