import { COMPARISON_TEMPLATES } from '../rules/notice-templates.ts'
import {
  COMPETITIVE,
  COMPETITIVE_FAILURES,
  COMPETITIVE_STEPS,
  COMPETITIVE_TABS,
  COMPETITIVE_WORDS,
} from './competitive-family.ts'
import { COMPETITIVE_PAGES } from './competitive-pages.ts'
import { method } from './method.ts'

/**
 * 竞争性谈判: a group talks with at least three suppliers one by one; of those that meet the demand the lowest final offer wins
 * (政府采购法第三十八条，财政部令第74号).
 */
export const competitiveNegotiation = method({
  ...COMPETITIVE,
  code: 4,
  name: '竞争性谈判',
  calendar: 'competitiveNegotiation',
  group: { name: '谈判小组', decides: 'lowest', fewGrounds: ['failedTender'] },
  codePrefix: 'JT',
  steps: COMPETITIVE_STEPS,
  words: {
    ...COMPETITIVE_WORDS,
    act: '谈判',
    weighed: '谈判',
    documents: '谈判文件',
    announcement: '竞争性谈判公告',
    invitation: '竞争性谈判邀请书',
    decided: '经谈判并公示期满',
    concluded: '的谈判与公示',
  },
  tabs: COMPETITIVE_TABS,
  notices: COMPARISON_TEMPLATES,
  failures: COMPETITIVE_FAILURES,
  at: COMPETITIVE_PAGES,
})
