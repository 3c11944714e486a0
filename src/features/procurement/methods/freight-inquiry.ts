import { COMPARISON_TEMPLATES } from '../rules/notice-templates.ts'
import { changeNotice } from '../steps/change-notice/step.ts'
import { lineFacts } from '../steps/line-facts/step.ts'
import {
  COMPARISON_STEPS,
  COMPARISON_TABS,
  INQUIRY,
  INQUIRY_DATES,
  INQUIRY_FAILURES,
  INQUIRY_WORDS,
  INQUIRIES,
} from './inquiry-family.ts'
import { profilePages } from './inquiry-pages.ts'
import type { Family } from './family.ts'
import { method } from './method.ts'

const FREIGHT: Family = { name: 'wl-inquiry', list: '物流询价', among: INQUIRIES }

/**
 * 物流询比: a comparison purchase of carriage. A profile: it runs as 询比采购 does, with columns of its own to each line of
 * the bill and pages of its own. The specification has no code for it; it goes by its addresses, `wl-inquiry`.
 */
export const freightInquiry = method({
  ...INQUIRY,
  steps: [...COMPARISON_STEPS, lineFacts, changeNotice],
  code: 11,
  name: '物流询比',
  family: FREIGHT,
  regimes: ['enterprise'],
  codePrefix: 'WL',
  candidates: 'optional',
  hears: 'candidates',
  award: ['whole', 'item', 'share'],
  isSingleQuote: false,
  lineColumns: [
    { key: 'from', title: '起运地', isRequired: true },
    { key: 'to', title: '目的地', isRequired: true },
    { key: 'vehicle', title: '运输方式及车型' },
    { key: 'loading', title: '提货时间' },
    { key: 'within', title: '送达时限' },
  ],
  words: {
    ...INQUIRY_WORDS,
    act: '物流询比',
    list: '物流询价',
    announcement: '物流询比采购公告',
    invitation: '物流询比采购邀请书',
    decided: '经询比',
    concluded: '的询比',
  },
  dates: INQUIRY_DATES,
  tabs: COMPARISON_TABS,
  notices: COMPARISON_TEMPLATES,
  failures: INQUIRY_FAILURES,
  at: {
    ...profilePages(FREIGHT),
    'invite.reply': '/invitation/wuling-inquiry/:orderId/invites/:inviteId',
    'change-notice.read': '/wl-inquiry/orders/:orderId/changes/detail',
  },
})
