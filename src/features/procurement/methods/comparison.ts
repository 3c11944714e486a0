import { COMPARISON_TEMPLATES } from '../rules/notice-templates.ts'
import {
  COMPARISON_STEPS,
  COMPARISON_TABS,
  INQUIRY,
  INQUIRY_DATES,
  INQUIRY_FAILURES,
  INQUIRY_WORDS,
} from './inquiry-family.ts'
import { COMPARISON_PAGES } from './inquiry-pages.ts'
import { method } from './method.ts'

/** 询比采购: quotes in as many rounds as announced, compared and awarded as a whole or by line (GB/T 43711-2024). */
export const comparison = method({
  ...INQUIRY,
  code: 7,
  name: '询比采购',
  regimes: ['enterprise'],
  candidates: 'optional',
  hears: 'candidates',
  steps: COMPARISON_STEPS,
  award: ['whole', 'item', 'share'],
  isSingleQuote: false,
  words: {
    ...INQUIRY_WORDS,
    act: '询比',
    list: '询价采购',
    announcement: '询比采购公告',
    invitation: '询比采购邀请书',
    decided: '经询比',
    concluded: '的询比',
  },
  dates: INQUIRY_DATES,
  tabs: COMPARISON_TABS,
  notices: COMPARISON_TEMPLATES,
  failures: INQUIRY_FAILURES,
  at: COMPARISON_PAGES,
})
