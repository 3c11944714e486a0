import { TENDER_TEMPLATES } from '../rules/notice-templates.ts'
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

/** 公开招标, electronic whole process (招标投标法 §10, 电子招标投标办法). */
export const publicBidding = method({
  code: 1,
  name: '公开招标',
  family: BIDDING,
  regimes: ['tender', 'government', 'enterprise'],
  calendar: 'publicTender',
  admission: ['open'],
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
  notices: TENDER_TEMPLATES,
  takesCommonTemplates: true,
  failures: BIDDING_FAILURES,
  at: BIDDING_PAGES,
})
