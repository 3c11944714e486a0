import { useLocation, useParams } from 'react-router'
import type { OrderStep } from './approval/audit-pages.ts'
import { STEPS } from './approval/audit-pages.ts'
import type { Method } from '../../rules/method.ts'
import { METHODS } from '../../rules/methods/all.ts'
import { publicBidding } from '../../rules/methods/public-bidding.ts'

export type Side = 'purchaser' | 'agency'

/** Where the pages of one side stand, of tenders or of auctions. */
export function addressesOf(side: Side, method: Method = publicBidding) {
  const base = `/${side}/${method.slug}`
  const isLive = method.offers === 'live'
  const projects = side === 'purchaser' ? '/purchaser/register' : '/agency/entrust'
  const inPurchaser = side === 'purchaser'
  return {
    side,
    method,
    list: `${base}/list`,
    order: (orderId: string) =>
      isLive ? liveAddresses(base, { side, orderId }) : orderAddresses(`${base}/orders/${orderId}`, orderId),
    /** The order form: an own draft, a copy of another order, or a new one of a project. */
    form: ({ orderId, projectId, copyId }: { orderId?: string; projectId?: string; copyId?: string }) =>
      [
        isLive ? `${base}/order` : `${base}/orders`,
        ...(orderId ? [orderId] : []),
        'projects',
        ...(projectId ? [projectId] : []),
        ...(isLive ? ['create-compete'] : ['edit']),
        ...(copyId ? [copyId] : []),
        ...(isLive ? [] : ['kpbFile']),
      ].join('/'),
    projectList: inPurchaser ? `${projects}/list` : '/agency/project/bidding/list',
    project: (projectId: string) => `${projects}/projects/${projectId}/detail`,
    projectForm: (projectId?: string) =>
      [projects, ...(inPurchaser ? ['projects'] : []), ...(projectId ? [projectId] : []), 'edit'].join('/'),
  }
}

export type Addresses = ReturnType<typeof addressesOf>
export type OrderAddresses = ReturnType<typeof orderAddresses>

/** The addresses of the side that the page belongs to. */
export function useAddresses(): Addresses {
  const { pathname } = useLocation()
  const side = pathname.startsWith('/agency') ? 'agency' : 'purchaser'
  return addressesOf(side, METHODS.find((one) => pathname.startsWith(`/${side}/${one.slug}/`)) ?? publicBidding)
}

/** The order in the address, and the addresses of its pages. */
export function useOrderAddresses(): OrderAddresses {
  const { orderId = '' } = useParams()
  return useAddresses().order(orderId)
}

/** Where an action of an order is done; null when it is done on the spot. */
export function addressOfAction(action: string, at: Addresses, order: { orderId: string; projectId: string }) {
  const pages = at.order(order.orderId)
  switch (action) {
    case 'edit':
      return at.form(order)
    case 'publish':
      return pages.preview
    case 'change':
      return pages.newChange
    case 'clarify':
      return pages.clarification
    case 'startOpening':
      return pages.hallDoor
    case 'openMarks':
    case 'endOpening':
      return pages.hall
    case 'startReview':
    case 'summarise':
    case 'endReview':
      return pages.review
    case 'publishCandidates':
      return pages.candidate
    case 'award':
      return pages.winner
    case 'declareAbortive':
      return pages.abortive
    default:
      return null
  }
}

function orderAddresses(base: string, orderId: string) {
  return {
    orderId,
    info: `${base}/info`,
    preview: `${base}/preview`,
    file: (fileId: string) => `${base}/bidding-file/${fileId}`,
    signUps: `${base}/apply`,
    signUp: (trade: { tradeId: string; supplierId: string }, decided: boolean) =>
      `${base}/apply/signups/${trade.tradeId}/suppliers/${trade.supplierId}/${decided ? 'approval/1/detail' : 'form'}`,
    open: `${base}/open`,
    jointKey: `${base}/joint-key`,
    review: `${base}/review`,
    candidate: `${base}/candidate`,
    candidateDetail: `${base}/candidate/detail`,
    winner: `${base}/winner`,
    winnerDetail: `${base}/winner/detail`,
    changes: `${base}/changes/content`,
    newChange: `${base}/changes/content/edit`,
    clarification: `${base}/clarification`,
    fileChange: `${base}/changes/kpb-file/change-file`,
    abortive: `${base}/abnormal/auction`,
    addSupplier: `${base}/abnormal/add-supplier`,
    bondRefund: `${base}/bond/refund`,
    discarded: `${base}/discarded/detail`,
    /** Where the approval of a step is read. */
    audit: (step: OrderStep) => base + STEPS[step].audit,
    signUpAudit: (trade: { tradeId: string; supplierId: string }) =>
      base + STEPS.signUpResult.audit.replace(':tradeId', trade.tradeId).replace(':supplierId', trade.supplierId),
    hallDoor: `${base}/kpb/open-hall-door`,
    hall: `${base}/kpb/open-hall-home`,
    reviewHall: `${base}/kpb/review-hall/review-session`,
    committee: `${base}/kpb/review-hall/leader-recommend`,
    reviewReport: `${base}/kpb/review-hall/review-report`,
  }
}

/**
 * The same of an auction. Approvals are read where those of tenders are, which know an order by its id alone; what an
 * auction has no page for leads to the order itself.
 */
function liveAddresses(root: string, { side, orderId }: { side: Side; orderId: string }): OrderAddresses {
  const base = `${root}/order/${orderId}`
  const approvals = orderAddresses(`/${side}/bidding/orders/${orderId}`, orderId)
  const info = `${base}/detail`
  const nowhere = { open: info, jointKey: info, review: info, candidate: info, candidateDetail: info, fileChange: info }
  return {
    ...nowhere,
    orderId,
    info,
    preview: `${base}/preview`,
    file: () => info,
    signUps: `${base}/sign-up-situation`,
    signUp: ({ tradeId }, decided) =>
      `${root}/sign-up-situation/order/${orderId}/trade/${tradeId}/${decided ? 'detail' : 'review'}`,
    winner: `${base}/public-notice`,
    winnerDetail: `${base}/public-notice`,
    changes: `${base}/info-change/detail`,
    newChange: `${base}/info-change`,
    clarification: `${base}/clarification`,
    abortive: `${base}/abnormal/aborted`,
    addSupplier: `${base}/abnormal/add-supplier`,
    bondRefund: `${base}/guarantee/refund`,
    discarded: `${base}/abnormal/aborted-detail`,
    audit: approvals.audit,
    signUpAudit: approvals.signUpAudit,
    hallDoor: `${base}/hall-door`,
    hall: `${base}/hall-door`,
    reviewHall: info,
    committee: info,
    reviewReport: info,
  }
}
