import { INVITED_TEMPLATES } from '../rules/notice-templates.ts'
import { TENDER } from './bidding-family.ts'
import { method } from './method.ts'

/** 邀请招标: a tender among at least three suppliers invited by letter (招标投标法 §10, §17). */
export const invitedBidding = method({
  ...TENDER,
  code: 2,
  name: '邀请招标',
  calendar: 'invitedTender',
  admission: ['invited'],
  notices: INVITED_TEMPLATES,
})
