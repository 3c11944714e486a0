import { SOLE_TEMPLATES } from '../rules/notice-templates.ts'
import { abortive } from '../steps/abortive/step.ts'
import { archive } from '../steps/archive/step.ts'
import { bond } from '../steps/bond/step.ts'
import { change } from '../steps/change/step.ts'
import { clarify } from '../steps/clarify/step.ts'
import { documents } from '../steps/documents/step.ts'
import { invite } from '../steps/invite/step.ts'
import { SOLE_GROUNDS } from '../steps/publicity/grounds.ts'
import { publicity } from '../steps/publicity/step.ts'
import { publish } from '../steps/publish/step.ts'
import { respond } from '../steps/respond/step.ts'
import { signUp } from '../steps/sign-up/step.ts'
import { talk } from '../steps/talk/step.ts'
import { winner } from '../steps/winner/step.ts'
import { BIDDING, pagesOfBidding } from './bidding-family.ts'
import { method } from './method.ts'
import { TALK_DATES, TALK_FAILURES, TALK_TABS, TALK_WORDS } from './talk-family.ts'

const STEPS = [
  publish,
  publicity,
  invite,
  signUp,
  respond,
  talk,
  winner,
  archive,
  documents,
  change,
  clarify,
  bond,
  abortive,
] as const

/** 单一来源: one supplier, for a reason that is publicised, price and terms by agreement (政府采购法第三十一条，财政部令第74号). */
export const singleSource = method({
  code: 6,
  name: '单一来源',
  family: BIDDING,
  regimes: ['government', 'tender'],
  calendar: 'singleSource',
  admission: ['invited'],
  offers: 'plain',
  reveal: 'clock',
  review: 'none',
  keyModes: [],
  isSingleQuote: false,
  documents: 'demanded',
  candidates: 'never',
  award: ['whole'],
  hears: 'announcement',
  grounds: SOLE_GROUNDS,
  minSuppliers: 1,
  maxSuppliers: 1,
  codePrefix: 'DY',
  steps: STEPS,
  words: {
    ...TALK_WORDS,
    list: '采购单列表',
    announcement: '单一来源采购公示',
    notice: '公示',
    invitation: '协商邀请书',
  },
  dates: TALK_DATES,
  tabs: { ...TALK_TABS, running: '响应中' },
  notices: SOLE_TEMPLATES,
  takesCommonTemplates: false,
  failures: ['供应商未在响应截止前提交响应文件', ...TALK_FAILURES],
  at: {
    ...pagesOfBidding(STEPS),
    'publicity.object': '/bid/orders/:orderId/publicity',
    'respond.edit': '/bid/orders/:orderId/response',
    'talk.edit': '/bidding/orders/:orderId/talk',
    'talk.reply': '/bid/orders/:orderId/talk',
  },
})
