/** Whether more of it is better. */
export const DIRECTIONS = { more: '越多越好', less: '越少越好' } as const
export type Direction = keyof typeof DIRECTIONS

export const KINDS = { subjective: '主观指标', objective: '客观指标' } as const
export type Kind = keyof typeof KINDS

/** How facts become marks: a share of all cases, so many marks less for each case, or for each per cent above the median. */
export type Measure = 'share' | 'count' | 'price'

export interface SourceRule {
  label: string
  measure: Measure
  direction: Direction
  /** What is counted, for people. */
  about: string
}

/**
 * Facts that the platform has of a supplier. Those of purchases are of orders that were decided or failed within the period: of
 * an order that goes on nobody may learn who takes part. Deliveries are of contracts.
 */
export const SOURCES = {
  invitations: {
    label: '邀请答复率',
    measure: 'share',
    direction: 'more',
    about: '受邀的采购单中已答复（报名或书面谢绝）的比例',
  },
  offers: {
    label: '报名后应答率',
    measure: 'share',
    direction: 'more',
    about: '报名通过的采购单中实际递交投标、报价或响应的比例',
  },
  deliveries: {
    label: '按期交货率',
    measure: 'share',
    direction: 'more',
    about: '考核期内到期的采购订单中按期交齐的比例',
  },
  acceptances: {
    label: '验收合格率',
    measure: 'share',
    direction: 'more',
    about: '考核期内到货并验收完毕的批次中没有不合格的比例',
  },
  price: {
    label: '报价与中位数之比',
    measure: 'price',
    direction: 'less',
    about: '参与排序的报价与同一采购单报价中位数之比的平均值，不少于三家报价的采购单才计入',
  },
  abandoned: {
    label: '放弃成交或被取消资格',
    measure: 'count',
    direction: 'less',
    about: '成为候选人或成交后放弃、拒绝签约或因违法被取消的次数',
  },
  objections: {
    label: '异议不成立',
    measure: 'count',
    direction: 'less',
    about: '已答复且不成立的异议件数',
  },
  upheld: {
    label: '被异议且成立',
    measure: 'count',
    direction: 'less',
    about: '他人异议成立并因此取消候选或成交资格的次数',
  },
  certificates: {
    label: '资质过期',
    measure: 'count',
    direction: 'less',
    about: '考核期末供应商库中已过期的资质件数',
  },
} as const satisfies Record<string, SourceRule>
export type Source = keyof typeof SOURCES

export const SOURCE_NAMES = Object.keys(SOURCES) as Source[]

export function isSource(text: string): text is Source {
  return text in SOURCES
}

/** One record that speaks for or against a supplier. */
export interface Fact {
  source: Source
  /** The order, certificate, objection, purchase order or delivery. */
  ref: string
  code: string
  title: string
  /** Of an order: its method. */
  method: number | null
  day: string
  isGood: boolean
  /** Of prices: the own one and the median, in yuan. */
  own: string | null
  median: string | null
  note: string
}

/** What was taken up of one supplier for a period. */
export interface SupplierFacts {
  supplierId: string
  /** Something happened between it and the owner. */
  isActive: boolean
  facts: Fact[]
}
