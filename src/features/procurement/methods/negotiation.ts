import { COMPARISON_TEMPLATES } from '../rules/notice-templates.ts'
import { directPurchase } from './direct-purchase.ts'
import { COMPARISON_TABS, INQUIRY, INQUIRY_DATES, INQUIRY_FAILURES, INQUIRY_WORDS } from './inquiry-family.ts'
import { method } from './method.ts'
import { NEGOTIATION_STEPS, NEGOTIATIONS } from './negotiation-family.ts'
import { NEGOTIATION_PAGES } from './negotiation-pages.ts'

/** 谈判采购: at least two suppliers quote in rounds, between which they may be talked to one by one (GB/T 43711-2024). */
export const negotiation = method({
  ...INQUIRY,
  code: 9,
  name: '谈判采购',
  family: NEGOTIATIONS,
  regimes: ['enterprise'],
  calendar: 'negotiation',
  candidates: 'optional',
  hears: 'candidates',
  minSuppliers: 2,
  insteadOfFew: directPurchase.code,
  codePrefix: 'TP',
  steps: NEGOTIATION_STEPS,
  award: ['whole', 'item', 'share'],
  isSingleQuote: false,
  words: {
    ...INQUIRY_WORDS,
    act: '谈判',
    list: '谈判采购',
    announcement: '谈判采购公告',
    invitation: '谈判采购邀请书',
    decided: '经谈判',
    concluded: '的谈判',
  },
  dates: INQUIRY_DATES,
  tabs: { ...COMPARISON_TABS, review: '谈判' },
  notices: COMPARISON_TEMPLATES,
  failures: INQUIRY_FAILURES,
  at: NEGOTIATION_PAGES,
})
