import { abortive } from '../steps/abortive/step.ts'
import { abortiveNotice } from '../steps/abortive-notice/step.ts'
import { archive } from '../steps/archive/step.ts'
import { bond } from '../steps/bond/step.ts'
import { candidates } from '../steps/candidates/step.ts'
import { change } from '../steps/change/step.ts'
import { clarify } from '../steps/clarify/step.ts'
import { invite } from '../steps/invite/step.ts'
import { publish } from '../steps/publish/step.ts'
import { quote } from '../steps/quote/step.ts'
import { signUp } from '../steps/sign-up/step.ts'
import { winner } from '../steps/winner/step.ts'
import type { Family } from './family.ts'
import type { Dates, Method } from './method.ts'
import { PURCHASE_WORDS } from './words.ts'

export const INQUIRIES: Family = {
  name: 'inquiry',
  list: '询价采购',
  slug: 'inquiry',
  own: { title: '我的询价', bidding: '报价中', opening: '比价中', empty: '在“招标采购”中找到询价项目并报名' },
}

const UNTIL_QUOTED = [publish, signUp, quote] as const
/** From the award on; the last six may happen at any time. */
const FROM_AWARD = [winner, archive, invite, change, clarify, bond, abortive, abortiveNotice] as const

/** The steps of methods whose suppliers quote the lines of a bill, in order. */
export const INQUIRY_STEPS = [...UNTIL_QUOTED, ...FROM_AWARD] as const
/** The same with candidates before the award, for orders whose documents ask for them (GB/T 43711-2024, 7.5.2). */
export const COMPARISON_STEPS = [...UNTIL_QUOTED, candidates, ...FROM_AWARD] as const

export type InquiryMethod = Method<(typeof INQUIRY_STEPS)[number]>
export type ComparisonMethod = Method<(typeof COMPARISON_STEPS)[number]>

/** What every method of the family has in common: quotes are sealed until the deadline, and opened without a hall. */
export const INQUIRY = {
  family: INQUIRIES,
  calendar: 'inquiry',
  admission: ['open', 'invited'],
  offers: 'sealed',
  reveal: 'clock',
  review: 'none',
  takesOpinions: true,
  keyModes: ['timed', 'bidder', 'joint'],
  documents: 'welcome',
  candidates: 'never',
  hears: 'nothing',
  minSuppliers: 3,
  maxSuppliers: Infinity,
  codePrefix: 'XB',
  steps: INQUIRY_STEPS,
  takesCommonTemplates: false,
} as const satisfies Partial<InquiryMethod>

export const INQUIRY_WORDS = {
  ...PURCHASE_WORDS,
  order: '采购单',
  title: '采购单',
  documents: '采购文件',
  notice: '公告',
  bidder: '供应商',
  offer: '报价',
  bid: '报价',
  offerPrice: '报价',
  bond: '报价保证金',
  won: '成交',
  winner: '成交供应商',
  ranking: '报价排名',
  contender: '供应商',
  publicity: '预成交公示',
  candidateNotice: '预成交公示',
  deadline: '报价截止',
  closed: '报价已截止',
  opening: '报价开启',
  ceiling: '最高限价',
  running: '报价中',
  weighed: '比价',
} as const

/** One deadline: until then documents are there and quotes are taken, then the clock opens them. */
export const INQUIRY_DATES: Dates = {
  labels: { signUpEnd: '报名截止时间', questionEnd: '提问截止时间', bidEnd: '报价截止时间' },
  typed: ['signUpEnd', 'questionEnd', 'bidEnd'],
  follows: { saleEnd: 'signUpEnd', openAt: 'bidEnd' },
  none: ['saleStart'],
}

export const INQUIRY_TABS: InquiryMethod['tabs'] = {
  draft: '草稿',
  running: '报价中',
  opening: '待开启',
  review: '比价',
  done: '已完成',
  abortive: '已流标',
}

/** Where candidates may be publicised. */
export const COMPARISON_TABS: ComparisonMethod['tabs'] = {
  ...INQUIRY_TABS,
  publicity: '公示',
}

export const INQUIRY_FAILURES: InquiryMethod['failures'] = [
  '至报价截止，提交报价的供应商不足规定家数',
  '有效报价均超过预算或者最高限价',
  '采购任务取消，采购终止',
  '采购文件存在重大缺陷，需修改后重新采购',
]
