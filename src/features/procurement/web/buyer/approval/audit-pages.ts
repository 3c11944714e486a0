import type { Right } from '#web/platform.ts'

/** Business type of a tender's steps. */
export const BIDDING = 'bidding'

/** Steps of a tender that a company may let be approved. */
export type ApprovalStep = keyof typeof STEPS

/** Steps of the order itself; a sign-up is one of its trades. */
export type OrderStep = Exclude<ApprovalStep, 'signUpResult'>

/** By step: its name, the address of its audit page behind the order's, and where that page leads back to. */
export const STEPS = {
  signUpResult: {
    label: '报名审核结果',
    audit: '/apply/signups/:tradeId/suppliers/:supplierId/audit',
    back: { label: '报名情况', to: '/apply' },
  },
  announcement: { label: '招标公告发布', audit: '/preview/audit', back: { label: '标段详情', to: '/info' } },
  change: { label: '变更公告', audit: '/audit/changes/content', back: { label: '变更公告', to: '/changes/content' } },
  clarification: {
    label: '澄清答疑',
    audit: '/clarification/audit',
    back: { label: '澄清答疑', to: '/clarification' },
  },
  candidates: {
    label: '中标候选人公示',
    audit: '/candidate/audit/detail',
    back: { label: '标段详情', to: '/info' },
  },
  winner: { label: '中标结果公告', audit: '/winner/audit/detail', back: { label: '标段详情', to: '/info' } },
  abortive: { label: '流标处理', audit: '/abnormal/auction/audit', back: { label: '标段详情', to: '/info' } },
} as const

/** The audit pages of both sides, for the feature that draws approvals. */
export const biddingAuditPages = [...pagesOf('purchaser', 'tendering'), ...pagesOf('agency', 'agencyTendering')]

function pagesOf(side: 'purchaser' | 'agency', right: Right) {
  const base = `/${side}/bidding/orders/:orderId`
  return Object.entries(STEPS).map(([node, { label, audit, back }]) => ({
    path: base + audit,
    title: `${label}审批`,
    workbench: side,
    right,
    type: BIDDING,
    node,
    param: node === 'signUpResult' ? 'tradeId' : 'orderId',
    back: { label: back.label, to: base + back.to },
  }))
}
