import { COMPARISON_TEMPLATES } from '../rules/notice-templates.ts'
import { score } from '../steps/score/step.ts'
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
 * 竞争性磋商: a group consults at least three suppliers one by one; the highest score wins, of which the final offer is a part
 * (财库〔2014〕214号).
 */
export const consultation = method({
  ...COMPETITIVE,
  code: 3,
  name: '竞争性磋商',
  calendar: 'consultation',
  group: { name: '磋商小组', decides: 'score', fewGrounds: ['research', 'transfer', 'publicService'] },
  codePrefix: 'CS',
  steps: [...COMPETITIVE_STEPS, score],
  words: {
    ...COMPETITIVE_WORDS,
    act: '磋商',
    weighed: '磋商',
    documents: '磋商文件',
    announcement: '竞争性磋商公告',
    invitation: '竞争性磋商邀请书',
    decided: '经磋商并公示期满',
    concluded: '的磋商与公示',
  },
  tabs: COMPETITIVE_TABS,
  notices: COMPARISON_TEMPLATES,
  failures: COMPETITIVE_FAILURES,
  at: COMPETITIVE_PAGES,
})
