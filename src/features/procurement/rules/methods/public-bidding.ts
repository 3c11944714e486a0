import type { Method } from '../method.ts'

/** 公开招标, electronic whole process (招标投标法 §10, 电子招标投标办法). */
export const publicBidding: Method = {
  code: 1,
  name: '公开招标',
  slug: 'bidding',
  calendar: 'publicTender',
  admission: 'open',
  offers: 'sealed',
  hasOpening: true,
  hasReview: true,
  minSuppliers: 3,
  steps: [
    { name: 'publish', label: '发布公告' },
    { name: 'sign-up', label: '报名' },
    { name: 'bid', label: '投标' },
    { name: 'open', label: '开标' },
    { name: 'review', label: '评标' },
    { name: 'candidates', label: '候选人公示' },
    { name: 'winner', label: '定标' },
    { name: 'archive', label: '归档' },
  ],
  words: { offer: '投标', order: '标段', winner: '中标人', deadline: '投标截止' },
  codePrefix: 'ZB',
}
