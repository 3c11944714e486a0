import { useLocation, useParams } from 'react-router'
import type { OrderStep } from './approval/audit-pages.ts'
import { STEPS } from './approval/audit-pages.ts'

export type Side = 'purchaser' | 'agency'

/** Where the pages of one side stand. */
export function addressesOf(side: Side) {
  const base = `/${side}/bidding`
  const projects = side === 'purchaser' ? '/purchaser/register' : '/agency/entrust'
  const inPurchaser = side === 'purchaser'
  return {
    side,
    list: `${base}/list`,
    order: (orderId: string) => orderAddresses(`${base}/orders/${orderId}`, orderId),
    /** The order form: an own draft, a copy of another order, or a new one of a project. */
    form: ({ orderId, projectId, copyId }: { orderId?: string; projectId?: string; copyId?: string }) =>
      [
        `${base}/orders`,
        ...(orderId ? [orderId] : []),
        'projects',
        ...(projectId ? [projectId] : []),
        'edit',
        ...(copyId ? [copyId] : []),
        'kpbFile',
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
  return addressesOf(useLocation().pathname.startsWith('/agency') ? 'agency' : 'purchaser')
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
    reviewReport: `${base}/kpb/review-hall/review-report`,
  }
}
