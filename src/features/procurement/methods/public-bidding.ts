import { TENDER_TEMPLATES } from '../rules/notice-templates.ts'
import { TENDER } from './bidding-family.ts'
import { method } from './method.ts'

/** 公开招标, electronic whole process (招标投标法 §10, 电子招标投标办法). */
export const publicBidding = method({
  ...TENDER,
  code: 1,
  name: '公开招标',
  calendar: 'publicTender',
  admission: ['open'],
  notices: TENDER_TEMPLATES,
})
