import { describe, expect, it } from 'vitest'
import { ORDER_STATUS } from '#features/procurement/engine/order-status.ts'
import { RUNNABLE } from '#features/procurement/methods/all.ts'
import { type Page, readerOf } from '#features/procurement/methods/pages.ts'
import { addressOf, placeOf } from '#features/procurement/methods/places.ts'
import { pageOfAction } from '#features/procurement/web/buyer/use-buyer.ts'
import { features } from '#web/features.ts'
import { pathsOf } from '#web/screen.ts'
import { screenAt } from '#web/shell/guard.ts'

const ID = '01a7f3c2-0000-7000-8000-000000000001'
const IDS = Object.fromEntries(
  [
    'orderId',
    'projectId',
    'tradeId',
    'supplierId',
    'biddingFileId',
    'bidderId',
    'token',
    'inviteId',
    'roundId',
    'offerId',
    'operation',
  ].map((name) => [name, ID]),
)
const routes = features.flatMap(({ screens }) =>
  screens.flatMap((screen) => pathsOf(screen).map((path) => ({ path, handle: screen }))),
)
const titleAt = (address: string) => screenAt(routes, address)?.handle.title

describe.each(RUNNABLE.map((method) => [method.name, method] as const))('pages of %s', (_, method) => {
  const pages = Object.keys(method.at) as Page[]

  it.each(['purchaser', 'agency'] as const)('all lead to a screen of the %s or the supplier', (side) => {
    for (const page of pages) {
      const reader = readerOf(page) === 'buyer' ? side : 'supplier'
      expect([page, titleAt(addressOf(method, page, { side: reader, ids: IDS }))]).not.toContain(undefined)
    }
  })

  it('are where the actions of its status table are done', () => {
    const actions = [...new Set(ORDER_STATUS.rowsOf(method.code).map(({ action }) => action))]
    // Its supplier agrees on the supplier's page.
    const onTheSpot = [
      'delete',
      'archive',
      'copy',
      'startAuction',
      'endAuction',
      'failAuction',
      'agreeTalk',
      'closeQuotes',
      'failQuotes',
      'endGroup',
    ]
    for (const action of actions.filter((one) => !onTheSpot.includes(one)))
      expect([action, method.at[pageOfAction(action) ?? '']]).not.toContain(undefined)
  })

  it('that it lacks are the order itself', () => {
    const order = { id: ID, method: method.code }
    const missing = (['review.status', 'auction.door'] as const).filter((page) => method.at[page] === undefined)
    for (const page of missing) expect(placeOf(order, page, 'agency')).toBe(placeOf(order, 'publish.detail', 'agency'))
  })
})

/** The addresses that the platform is known by, behind `/purchaser` and `/agency`. */
const KNOWN = {
  '/bidding': `
    /list
    /orders/:orderId?/projects/:projectId?/edit/:copyId?/kpbFile/:kpbFileId?/:isAuction?
    /orders/:orderId/preview
    /orders/:orderId/info
    /orders/:orderId/bidding-file/:biddingFileId/:projectId?
    /orders/:orderId/apply
    /orders/:orderId/apply/signups/:tradeId/suppliers/:supplierId/form
    /orders/:orderId/apply/signups/:tradeId/suppliers/:supplierId/approval/:isApproval/detail
    /orders/:orderId/open
    /orders/:orderId/review
    /orders/:orderId/:abnormal?/candidate
    /orders/:orderId/candidate/detail
    /orders/:orderId/candidate/audit/detail
    /orders/:orderId/:abnormal?/winner
    /orders/:orderId/winner/detail
    /orders/:orderId/winner/audit/detail
    /orders/:orderId/changes/content/:edit?
    /orders/:orderId/audit/changes/content
    /orders/:orderId/changes/kpb-file/:kpbFileId?/change-file/:fileChangeGroupId?
    /orders/:orderId/clarification/audit
    /orders/:orderId/abnormal/auction
    /orders/:orderId/abnormal/auction/audit
    /orders/:orderId/abnormal/add-supplier
    /orders/:orderId/bond/refund
    /orders/:orderId/discarded/detail
    /orders/:orderId/kpb/open-hall-door
    /orders/:orderId/kpb/open-hall-home
    /orders/:orderId/kpb/review-hall/leader-recommend
    /orders/:orderId/kpb/review-hall/review-session/:wayId?/:wayType?
    /orders/:orderId/kpb/review-hall/review-report`,
  '/compete': `
    /list
    /order/:orderId/preview
    /order/:orderId/detail
    /order/:orderId/sign-up-situation
    /sign-up-situation/order/:orderId/trade/:tradeId/:method
    /order/:orderId/public-notice
    /order/:orderId/hall-door
    /order/:orderId/hall/:token
    /order/:orderId/info-change
    /order/:orderId/info-change/detail
    /order/:orderId/clarification
    /order/:orderId/abnormal/add-supplier
    /order/:orderId/abnormal/aborted
    /order/:orderId/abnormal/aborted-detail
    /order/:orderId/guarantee/refund
    /order/:orderId/invites/:inviteId
    /order/:orderId/price-negotiation
    /order/:orderId/discarded/detail`,
  '/inquiry': `
    /list
    /orders/:orderId/preview
    /orders/:orderId/detail
    /orders/:orderId/accepted
    /orders/:orderId/accepted/check/trades/:tradeId/approvals
    /orders/:orderId/accepted/invite-detail/trades/:tradeId/invites/:inviteId
    /orders/:orderId/rounds/:roundId/trades/:tradeId/offers/:offerId
    /orders/:orderId/compare-all/rounds/:roundId
    /orders/:orderId/multiple-rounds
    /orders/:orderId/winner/edit/:edit?
    /orders/:orderId/winner/audit
    /orders/:orderId/changes/content/:edit?
    /orders/:orderId/changes/audit/info
    /orders/:orderId/clarification
    /orders/:orderId/abnormal/add-supplier/edit
    /orders/:orderId/abnormal/abortive-bidding/edit
    /orders/:orderId/abnormal/abortive-bidding/audit
    /orders/:orderId/abnormal/abortive-bidding/newest
    /orders/:orderId/abnormal/re-winner/edit
    /orders/:orderId/guarantee/refund/list
    /orders/:orderId/discarded/detail`,
  '/negotiation': `
    /list
    /orders/:orderId?/projects/:projectId?/form/:isAbnormal?/:copyId?
    /orders/:orderId/preview
    /orders/:orderId/info
    /orders/:orderId/response
    /orders/:orderId/audit/supplier/:tradeId
    /orders/:orderId/audit/:offerId/response/round/:roundId
    /orders/:orderId/negotiate-round/:roundNum?
    /orders/:orderId/review
    /orders/:orderId/review/result
    /orders/:orderId/candidate/result/:abnormal?
    /orders/:orderId/candidate/audit/detail
    /orders/:orderId/candidate/detail
    /orders/:orderId/winner/result/:abnormal?
    /orders/:orderId/winner/audit/detail
    /orders/:orderId/winner/detail
    /orders/:orderId/content-change
    /orders/:orderId/content-change/audit
    /orders/:orderId/clarification
    /orders/:orderId/clarification/audit
    /orders/:orderId/auction
    /orders/:orderId/auction/audit
    /orders/:orderId/add-supplier
    /orders/:orderId/guarantee/refund
    /orders/:orderId/discarded/detail`,
  '/negotiation-v2': `
    /list
    /orders/:orderId?/projects/:projectId?/form
    /orders/:orderId/info
    /orders/:orderId/apply/:tradeId?/supplier/:supplierId?
    /orders/:orderId/audit/:offerId/quota/detail
    /orders/:orderId/compare/detail
    /orders/:orderId/candidate
    /orders/:orderId/winner
    /orders/:orderId/content-change
    /orders/:orderId/clarification
    /orders/:orderId/auction
    /orders/:orderId/guarantee/refund`,
  '/direct-purchase': `
    /list
    /orders/:orderId?/projects/:projectId?/copy/:copyId?/publish
    /:orderId/detail`,
}

describe.each(['/purchaser', '/agency'])('behind %s', (side) => {
  const paths = new Set(routes.map(({ path }) => path))
  it.each(Object.entries(KNOWN))('every known address of %s is there', (family, lines) => {
    const missing = lines
      .trim()
      .split(/\s+/)
      .filter((line) => !paths.has(`${side}${family}${line}`))
    expect(missing).toEqual([])
  })
})
