import type { Family } from './family.ts'
import type { ComparisonMethod, InquiryMethod } from './inquiry-family.ts'

const ORDER = '/inquiry/orders/:orderId'

/** Where their pages stand. */
export const INQUIRY_PAGES: InquiryMethod['at'] = {
  'publish.list': '/inquiry/list',
  'publish.form': '/inquiry/orders/:orderId?/projects/:projectId?/edit/:copyId?',
  'publish.preview': `${ORDER}/preview`,
  'publish.detail': `${ORDER}/detail`,
  'publish.tender': `${ORDER}/info`,
  'sign-up.list': `${ORDER}/accepted`,
  'sign-up.decide': `${ORDER}/accepted/check/trades/:tradeId/approvals`,
  'sign-up.read': `${ORDER}/accepted/check/trades/:tradeId/approvals`,
  'sign-up.join': `${ORDER}/trades/:tradeId?`,
  'invite.letter': `${ORDER}/accepted/invite-detail/trades/:tradeId/invites/:inviteId`,
  'invite.reply': '/invitation/inquiry/:orderId/invites/:inviteId',
  'change.list': `${ORDER}/changes/content/:edit?`,
  'change.edit': `${ORDER}/changes/content/:edit=edit?`,
  'change.confirm': `${ORDER}/change/detail`,
  'clarify.edit': `${ORDER}/clarification`,
  'quote.rounds': `${ORDER}/multiple-rounds`,
  'quote.compare': `${ORDER}/compare-all/rounds/:roundId`,
  'quote.offer': `${ORDER}/rounds/:roundId/trades/:tradeId/offers/:offerId`,
  'quote.jointKey': `${ORDER}/joint-key`,
  'quote.sheet': `${ORDER}/trades/:tradeId/round/:roundId/:operation`,
  'winner.edit': `${ORDER}/winner/edit/:edit?`,
  'winner.change': `${ORDER}/abnormal/re-winner/edit`,
  'winner.detail': `${ORDER}/winner/edit/:edit?`,
  'bond.refund': `${ORDER}/guarantee/refund/list`,
  'abortive.edit': `${ORDER}/abnormal/abortive-bidding/edit`,
  'abortive.addSupplier': `${ORDER}/abnormal/add-supplier/edit`,
  'abortive.addSupplierAudit': `${ORDER}/abnormal/add-supplier/audit`,
  'abortive.detail': `${ORDER}/discarded/detail`,
  'abortive-notice.newest': `${ORDER}/abnormal/abortive-bidding/newest`,
  'publish.audit': '/bidding/orders/:orderId/preview/audit',
  'sign-up.audit': '/bidding/orders/:orderId/apply/signups/:tradeId/suppliers/:supplierId/audit',
  'change.audit': `${ORDER}/changes/audit/info`,
  'clarify.audit': '/bidding/orders/:orderId/clarification/audit',
  'winner.audit': `${ORDER}/winner/audit`,
  'winner.changeAudit': `${ORDER}/abnormal/re-winner/audit`,
  'abortive.audit': `${ORDER}/abnormal/abortive-bidding/audit`,
}

export const COMPARISON_PAGES: ComparisonMethod['at'] = {
  ...INQUIRY_PAGES,
  'candidates.edit': `${ORDER}/candidate/edit/:edit?`,
  'candidates.change': `${ORDER}/abnormal/re-candidate/edit`,
  'candidates.detail': `${ORDER}/candidate/edit/:edit?`,
  'candidates.audit': `${ORDER}/candidate/audit`,
  'candidates.changeAudit': `${ORDER}/abnormal/re-candidate/audit`,
  'candidates.objections': `${ORDER}/objection/list`,
  'candidates.object': `${ORDER}/objection/create`,
}

/** The same pages for a profile of the family, below its own first part. */
export function profilePages({ name }: Family): ComparisonMethod['at'] {
  const moved = Object.entries(COMPARISON_PAGES).map(([page, path]) => [
    page,
    path.replace(/^\/inquiry\//, `/${name}/`),
  ])
  return Object.fromEntries(moved) as ComparisonMethod['at']
}
