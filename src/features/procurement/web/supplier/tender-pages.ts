import { hasPage, type Ids, placeOf } from '../../methods/places.ts'
import type { Page } from '../../methods/pages.ts'
import { USUAL } from '../../methods/all.ts'

/** Where a supplier's pages of one tender stand; one that its method does not have is the tender itself. */
export function tenderPages(orderId: string, method: number = USUAL.code) {
  return (page: Page, ids?: Ids) => placeOf({ id: orderId, method, ids }, page, 'supplier')
}

export type TenderPages = ReturnType<typeof tenderPages>

/** Where a change is confirmed: all of them, or one. */
export function confirmPage(at: TenderPages, noticeId?: string): string {
  return at('change.confirm') + (noticeId ? `?noticeId=${noticeId}` : '')
}

/** The door of the hall where offers are looked at or made. The hall's project is the order, its bidder the trade. */
export function hallDoor(tender: { orderId: string; method: number }, tradeId: string): string {
  const at = tenderPages(tender.orderId, tender.method)
  return hasPage(tender, 'auction.supplierDoor')
    ? at('auction.supplierDoor')
    : at('open.supplierDoor', { projectId: tender.orderId, bidderId: tradeId })
}

export const PUBLIC_LIST = '/supplier/public-tender/list'
export const OWN_LIST = '/supplier/monitor/bid/list'
