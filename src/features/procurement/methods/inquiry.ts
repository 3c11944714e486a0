import { INQUIRY_TEMPLATES } from '../rules/notice-templates.ts'
import { INQUIRY, INQUIRY_DATES, INQUIRY_FAILURES, INQUIRY_TABS, INQUIRY_WORDS } from './inquiry-family.ts'
import { INQUIRY_PAGES } from './inquiry-pages.ts'
import { method } from './method.ts'

/** 询价: one quote that cannot be altered; the lowest that meets the demand wins (政府采购法第四十条，财政部令第74号). */
export const inquiry = method({
  ...INQUIRY,
  code: 5,
  name: '询价',
  regimes: ['government'],
  award: ['whole', 'item'],
  isSingleQuote: true,
  codePrefix: 'XJ',
  words: {
    ...INQUIRY_WORDS,
    act: '询价',
    list: '询价采购',
    announcement: '询价公告',
    invitation: '询价通知书',
    decided: '经询价',
    concluded: '的询价',
  },
  dates: INQUIRY_DATES,
  tabs: INQUIRY_TABS,
  notices: INQUIRY_TEMPLATES,
  failures: INQUIRY_FAILURES,
  at: INQUIRY_PAGES,
})
