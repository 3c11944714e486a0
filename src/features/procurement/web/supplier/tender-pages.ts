import { hasPage, type Ids, placeOf } from '../../methods/places.ts'
import type { Page } from '../../methods/pages.ts'
import { methodOf, USUAL } from '../../methods/all.ts'
import type { AnyMethod } from '../../methods/method.ts'
import { type Family, ownListOf, slugOf } from '../../methods/family.ts'

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

/** Where the company's own part in orders of a family is listed. */
export function ownListPlace(family: Family): string {
  return `/supplier/monitor/${slugOf(family)}/list`
}

/** The entry of the menu that pages of an order stand under: sales among those of their family, all else among what is taken part in. */
export function ownMenu({ sells, family }: AnyMethod): string {
  return sells ? `monitor-${slugOf(family)}` : 'monitor-bid'
}

/** Where sales of a method, which stand in no list of purchases, are found before one takes part. */
export function publicSales(method: number): string {
  return `/portal?method=${method}`
}

/** The list that a tender's page leads back to. Sales stand among those of their family alone. */
export function backOf(tender: { method: number; tradeId: string | null } | undefined): { label: string; to: string } {
  const { sells, family } = methodOf(tender?.method ?? USUAL.code)
  if (sells) return { label: ownListOf(family).title, to: ownListPlace(family) }
  return tender?.tradeId ? { label: '我的参与', to: OWN_LIST } : { label: '采购项目', to: PUBLIC_LIST }
}

export const PUBLIC_LIST = '/supplier/public-tender/list'
export const OWN_LIST = '/supplier/monitor/bid/list'
