import { INVITED_TEMPLATES } from '../rules/notice-templates.ts'
import {
  BIDDING,
  BIDDING_DATES,
  BIDDING_FAILURES,
  BIDDING_PAGES,
  BIDDING_STEPS,
  BIDDING_TABS,
} from './bidding-family.ts'
import { method } from './method.ts'
import { TENDER_WORDS } from './tender-words.ts'

/** 邀请招标: a tender among at least three suppliers invited by letter (招标投标法 §10, §17). */
export const invitedBidding = method({
  code: 2,
  name: '邀请招标',
  family: BIDDING,
  regimes: ['tender', 'government', 'enterprise'],
  calendar: 'invitedTender',
  admission: ['invited'],
  offers: 'sealed',
  reveal: 'opening',
  review: 'hall',
  keyModes: ['bidder', 'joint'],
  isSingleQuote: false,
  documents: 'demanded',
  candidates: 'always',
  award: ['whole'],
  hears: 'candidates',
  minSuppliers: 3,
  maxSuppliers: Infinity,
  codePrefix: 'ZB',
  steps: BIDDING_STEPS,
  words: TENDER_WORDS,
  dates: BIDDING_DATES,
  tabs: BIDDING_TABS,
  notices: INVITED_TEMPLATES,
  takesCommonTemplates: true,
  failures: BIDDING_FAILURES,
  at: BIDDING_PAGES,
})
