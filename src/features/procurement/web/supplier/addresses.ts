/** Where a supplier's pages of one tender stand. */
export function tenderAddresses(orderId: string) {
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

export const PUBLIC_LIST = '/supplier/public-tender/list'
export const OWN_LIST = '/supplier/monitor/bid/list'
