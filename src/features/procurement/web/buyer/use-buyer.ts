import { useLocation, useParams } from 'react-router'
import { useCall } from '#web/use-call.ts'
import { orderDetail } from '../../contract/order.ts'
import { methodFor, METHODS, methodsOf, RUNNABLE, USUAL } from '../../methods/all.ts'
import { entrustedPath, slugOf } from '../../methods/family.ts'
import type { AnyMethod } from '../../methods/method.ts'
import type { Page } from '../../methods/pages.ts'
import { addressOf, type Ids } from '../../methods/places.ts'
import { fillWords, type Saying } from '../../methods/words.ts'

export type Side = 'purchaser' | 'agency'

/** Where a page of an order stands. */
export type OrderPages = (page: Page, ids?: Ids) => string

/** The buyer's side of a method: where its pages stand, and what it calls things. */
export function buyerOf(side: Side, method: AnyMethod = USUAL) {
  const page = (of: Page, ids?: Ids) => addressOf(method, of, { side, ...(ids && { ids }) })
  const projects = side === 'purchaser' ? '/purchaser/register' : '/agency/entrust'
  const isPurchaser = side === 'purchaser'
  return {
    side,
    method,
    page,
    say: <const S extends string>(text: Saying<S>) => fillWords(method.words, text),
    order:
      (orderId: string): OrderPages =>
      (of, ids) =>
        page(of, { orderId, ...ids }),
    /** The order form: an own draft, a copy of another order, or a new one of a project. */
    form: ({ orderId, projectId, copyId }: { orderId?: string; projectId?: string; copyId?: string }) =>
      page('publish.form', { orderId, projectId, copyId }) + (orderId || copyId ? '' : asked(method)),
    /** The form of the run that follows a failed one. Where the address can say so, it opens at the failed one's document. */
    rerun: ({ orderId, projectId, fileId }: { orderId: string; projectId: string; fileId?: string | undefined }) =>
      page('publish.form', { projectId, copyId: orderId, ...(fileId && { kpbFileId: fileId, isAuction: '1' }) }),
    /** What tells orders of this kind from those that the family makes first of all. */
    asked: asked(method),
    /** What the list of the method's family is called. */
    listName: method.words.list,
    projectList: isPurchaser ? `${projects}/list` : '/agency/project/bidding/list',
    project: (projectId: string) => `${projects}/projects/${projectId}/detail`,
    /** An order as its project shows it, only read; an agency's projects lead to the order itself. */
    projectOrder: (orderId: string) =>
      isPurchaser
        ? `${projects}/${slugOf(method.family)}/orders/${orderId}/detail`
        : page('publish.detail', { orderId }),
    /** An order that an agency runs for the own company, only read. */
    entrustedOrder: (orderId: string) => entrustedPath(method.family, orderId),
    /** A document of such an order. */
    projectFile: (orderId: string, fileId: string) => `${projects}/bid/orders/${orderId}/file-info/${fileId}`,
    projectForm: (projectId?: string) =>
      [projects, ...(isPurchaser ? ['projects'] : []), ...(projectId ? [projectId] : []), 'edit'].join('/'),
  }
}

export type Buyer = ReturnType<typeof buyerOf>

/**
 * The side and the method that the page belongs to: of the order in the address once it is known, of a new one as the
 * address says, otherwise the first of the family.
 */
export function useBuyer(): Buyer {
  const { pathname, search } = useLocation()
  const { orderId, copyId = new URLSearchParams(search).get('copyId') } = useParams()
  const side = pathname.startsWith('/agency') ? 'agency' : 'purchaser'
  const here = RUNNABLE.find(({ family }) => pathname.startsWith(`/${side}/${family.name}/`))
  const first = here ?? USUAL
  // In the cache by then: no page of an order is shown before (of-order.tsx).
  const known = orderId ?? copyId ?? ''
  const { data } = useCall(orderDetail, { params: { orderId: known } }, { enabled: known !== '' })
  const params = new URLSearchParams(search)
  const run = data ?? {
    method: Number(params.get('method') ?? first.code),
    admission: params.get('admission') ?? undefined,
  }
  // Below a project stand orders of every family.
  const possible = here ? methodsOf(here.family) : METHODS
  const isKnown = possible.some((method) => method.code === run.method)
  return buyerOf(side, isKnown ? methodFor(run) : first)
}

/** What the address of a new order says of its method; nothing of what a family does first of all. */
function asked({ code, family, admission }: AnyMethod): string {
  const [first] = methodsOf(family)
  const params = new URLSearchParams()
  if (code !== first!.code) params.set('method', String(code))
  if (admission !== methodFor({ method: code }).admission) params.set('admission', admission)
  return params.size > 0 ? `?${params.toString()}` : ''
}

/** The pages of the order in the address. */
export function useOrderPages(): OrderPages {
  const { orderId = '' } = useParams()
  return useBuyer().order(orderId)
}

/** Where one sign-up is decided, or read once it is. */
export function signUpPage(
  pages: OrderPages,
  { tradeId, supplierId }: { tradeId: string; supplierId: string },
  isDecided: boolean,
): string {
  return pages(isDecided ? 'sign-up.read' : 'sign-up.decide', { tradeId, supplierId })
}

/** Where an action of an order is done; null when it is done on the spot. */
export function pageOfAction(action: string): Page | null {
  return ACTION_PAGES[action] ?? null
}

const ACTION_PAGES: Readonly<Record<string, Page>> = {
  edit: 'publish.form',
  publish: 'publish.preview',
  change: 'change.edit',
  clarify: 'clarify.edit',
  startOpening: 'open.door',
  openMarks: 'open.hall',
  endOpening: 'open.hall',
  startReview: 'review.status',
  summarise: 'review.status',
  endReview: 'review.status',
  publishCandidates: 'candidates.edit',
  reCandidate: 'candidates.change',
  recordTalk: 'talk.edit',
  talkPrice: 'price-talk.edit',
  holdTalk: 'round-talk.hold',
  leadGroup: 'group.desk',
  award: 'winner.edit',
  startRound: 'quote.rounds',
  reWinner: 'winner.change',
  declareAbortive: 'abortive.edit',
}
