import { addDays, type Day, isWithin, lastDayOfYears } from './days.ts'

export const LISTS = { black: '黑名单', red: '红名单', untrust: '失信信息' } as const
export type List = keyof typeof LISTS

export interface Basis {
  label: string
  citation: string
  /** What the law sets for how long, in years; null: the owner's own rules do. */
  years: readonly [number, number] | null
}

/** On what a supplier is listed. Terms are those of the law in force. */
export const BLACK_BASES = {
  gp77: {
    label: '政府采购违法行为',
    citation: '《中华人民共和国政府采购法》第七十七条：列入不良行为记录名单，在一至三年内禁止参加政府采购活动',
    years: [1, 3],
  },
  tb53: {
    label: '串通投标',
    citation: '《中华人民共和国招标投标法》第五十三条：取消其一年至二年内参加依法必须进行招标的项目的投标资格',
    years: [1, 2],
  },
  tb54: {
    label: '弄虚作假骗取中标',
    citation: '《中华人民共和国招标投标法》第五十四条：取消其一年至三年内参加依法必须进行招标的项目的投标资格',
    years: [1, 3],
  },
  tb60: {
    label: '不按合同履行义务，情节严重',
    citation: '《中华人民共和国招标投标法》第六十条：取消其二年至五年内参加依法必须进行招标的项目的投标资格',
    years: [2, 5],
  },
  own: { label: '本单位供应商管理规定', citation: '', years: null },
} as const satisfies Record<string, Basis>
export type BlackBasis = keyof typeof BLACK_BASES

/** Public lists that are looked up. */
export const UNTRUST_KINDS = {
  enforced: '失信被执行人',
  government: '政府采购严重违法失信行为记录',
  market: '严重违法失信名单（市场监管）',
  tax: '重大税收违法失信主体',
} as const
export type UntrustKind = keyof typeof UNTRUST_KINDS

/** Why these days cannot be, by the law that is named; null: they can. */
export function termProblem({ basis, from, until }: { basis: BlackBasis; from: Day; until: Day }): string | null {
  if (until < from) return '截止日期不能早于开始日期'
  const { years, label } = BLACK_BASES[basis] as Basis
  if (!years) return null
  const [least, most] = years
  if (until >= lastDayOfYears(from, least) && until <= lastDayOfYears(from, most)) return null
  return `“${label}”的期限为 ${least} 至 ${most} 年，截止日期应在 ${lastDayOfYears(from, least)} 至 ${lastDayOfYears(from, most)} 之间`
}

export const LISTING_STATES = {
  draft: '草稿',
  upcoming: '未开始',
  inForce: '生效中',
  ended: '已届满',
  lifted: '已提前解除',
} as const
export type ListingState = keyof typeof LISTING_STATES

export interface ListingFacts {
  state: 'draft' | 'decided' | 'lifted'
  from: Day
  until: Day | null
}

/** How an entry stands on a day. It holds on its first and its last day, and ends by itself. */
export function listingState({ state, from, until }: ListingFacts, today: Day): ListingState {
  if (state !== 'decided') return state
  if (isWithin(today, { from, until })) return 'inForce'
  return today < from ? 'upcoming' : 'ended'
}

/** The day on which an entry no longer holds; null: it has no end. */
export function firstFreeDay(until: Day | null): Day | null {
  return until && addDays(until, 1)
}

/** Whether an imported fact is about the company: by its credit code, or since a person said so. A name alone says nothing. */
export const COUNTED_MATCHES = ['code', 'same'] as const

export const MATCHES = {
  code: '信用代码一致',
  possible: '仅名称一致，待确认',
  same: '已确认为同一企业',
  other: '不是库内企业',
} as const
export type Match = keyof typeof MATCHES

/** On what a company is listed, in words. */
export function basisLabel({ kind, basis, basisText }: { kind: string; basis: string; basisText: string }): string {
  if (kind === 'untrust') return UNTRUST_KINDS[basis as UntrustKind] ?? basis
  if (kind === 'red') return basisText
  const label = BLACK_BASES[basis as BlackBasis]?.label ?? basis
  return basis === 'own' && basisText ? `${label}：${basisText}` : label
}
