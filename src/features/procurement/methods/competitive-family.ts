import { step } from '../engine/step.ts'
import { abortive } from '../steps/abortive/step.ts'
import { abortiveNotice } from '../steps/abortive-notice/step.ts'
import { archive } from '../steps/archive/step.ts'
import { bond } from '../steps/bond/step.ts'
import { candidates } from '../steps/candidates/step.ts'
import { change } from '../steps/change/step.ts'
import { clarify } from '../steps/clarify/step.ts'
import { group } from '../steps/group/step.ts'
import { invite } from '../steps/invite/step.ts'
import { publish } from '../steps/publish/step.ts'
import { quote } from '../steps/quote/step.ts'
import { roundTalk } from '../steps/round-talk/step.ts'
import { signUp } from '../steps/sign-up/step.ts'
import { winner } from '../steps/winner/step.ts'
import type { Family } from './family.ts'
import type { Method } from './method.ts'
import { NEGOTIATIONS } from './negotiation-family.ts'
import { PURCHASE_WORDS } from './words.ts'

/** 竞争性谈判 and 竞争性磋商; suppliers find them among their other negotiations. */
export const COMPETITIVE_TALKS: Family = { name: 'negotiation', list: '竞争性谈判与磋商', among: NEGOTIATIONS }

/** Its first round holds the responses; once they are open, the group goes on. */
const response = step({
  ...quote,
  label: '{bid}',
  stage: (order, now) => (order.state === 'quote.closed' ? null : quote.stage!(order, now)),
})

/** Responses are sealed quotes with their files; from their opening on a group goes on. The last eight may happen at any time. */
export const COMPETITIVE_STEPS = [
  publish,
  signUp,
  response,
  group,
  candidates,
  winner,
  archive,
  roundTalk,
  invite,
  change,
  clarify,
  bond,
  abortive,
  abortiveNotice,
] as const
export type CompetitiveMethod = Method<(typeof COMPETITIVE_STEPS)[number]>

export const COMPETITIVE = {
  family: COMPETITIVE_TALKS,
  regimes: ['government'],
  admission: ['open', 'invited'],
  offers: 'sealed',
  reveal: 'clock',
  review: 'group',
  keyModes: ['timed', 'bidder', 'joint'],
  isSingleQuote: false,
  documents: 'welcome',
  candidates: 'always',
  award: ['whole'],
  hears: 'candidates',
  minSuppliers: 3,
  maxSuppliers: Infinity,
  takesCommonTemplates: false,
  dates: {
    labels: { signUpEnd: '报名截止时间', questionEnd: '提问截止时间', bidEnd: '响应截止时间' },
    typed: ['signUpEnd', 'questionEnd', 'bidEnd'],
    follows: { saleEnd: 'signUpEnd', openAt: 'bidEnd' },
    none: ['saleStart'],
  },
} as const satisfies Partial<CompetitiveMethod>

export const COMPETITIVE_WORDS = {
  ...PURCHASE_WORDS,
  order: '采购单',
  title: '采购单',
  list: '竞争性谈判与磋商',
  notice: '公告',
  bidder: '供应商',
  offer: '响应文件',
  bid: '响应',
  offerPrice: '最后报价',
  bond: '响应保证金',
  won: '成交',
  winner: '成交供应商',
  ranking: '成交候选人',
  contender: '成交候选人',
  publicity: '候选人公示',
  candidateNotice: '成交候选人公示',
  deadline: '响应截止',
  closed: '响应已截止',
  opening: '响应开启',
  ceiling: '最高限价',
  running: '响应中',
} as const

export const COMPETITIVE_TABS: CompetitiveMethod['tabs'] = {
  draft: '草稿',
  running: '响应中',
  opening: '待开启',
  review: '评审',
  publicity: '公示',
  done: '已完成',
  abortive: '已流标',
}

/** Grounds that the rules name (财政部令第74号第三十七条、财库〔2014〕214号第三十四条). */
export const COMPETITIVE_FAILURES: CompetitiveMethod['failures'] = [
  '至响应截止，提交响应文件的供应商不足规定家数',
  '评审过程中符合要求的供应商不足规定家数',
  '提交最后报价的供应商不足规定家数，或者报价均超过采购预算',
  '因情况变化，不再符合规定的采购方式适用情形',
  '出现影响采购公正的违法、违规行为',
  '采购任务取消，采购终止',
]
