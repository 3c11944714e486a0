import { isLive } from '../../rules/methods/all.ts'
import { publicBidding } from '../../rules/methods/public-bidding.ts'

export interface TenderAddresses {
  info: string
  signUp: (tradeId?: string | null) => string
  bid: string
  change: (noticeId?: string) => string
  file: (fileId: string) => string
  objections: string
  newObjection: string
  hallDoor: (tradeId: string) => string
}

/** Where a supplier's pages of one tender stand. */
export function tenderAddresses(orderId: string, method: number = publicBidding.code): TenderAddresses {
  if (isLive({ method })) return auctionAddresses(orderId)
  const base = `/supplier/bid/orders/${orderId}`
  return {
    info: `${base}/info`,
    signUp: (tradeId?: string | null) => (tradeId ? `${base}/trades/${tradeId}` : `${base}/trades`),
    bid: `${base}/bid`,
    change: (noticeId?: string) => `${base}/signups/change-detail${noticeId ? `?noticeId=${noticeId}` : ''}`,
    file: (fileId: string) => `${base}/file-info/${fileId}`,
    objections: `${base}/objection/list`,
    newObjection: `${base}/objection/create`,
    /** The hall's project is the order, its bidder the trade. */
    hallDoor: (tradeId: string) => `${base}/kpb-project/${orderId}/bidders/${tradeId}/open-hall-door`,
  }
}

/** The same of an auction: no bid is made, no file stands alone, nobody objects to candidates; the hall is its own. */
function auctionAddresses(orderId: string): TenderAddresses {
  const base = `/supplier/compete/orders/${orderId}`
  const info = `${base}/detail`
  return {
    info,
    signUp: () => `${base}/sign-up`,
    bid: info,
    change: (noticeId) => `${base}/change-ann${noticeId ? `?noticeId=${noticeId}` : ''}`,
    file: () => info,
    objections: info,
    newObjection: info,
    hallDoor: () => `/invite/compete/${orderId}/hall-door`,
  }
}

export const PUBLIC_LIST = '/supplier/public-tender/list'
export const OWN_LIST = '/supplier/monitor/bid/list'
