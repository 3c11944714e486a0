import { useLocation, useParams } from 'react-router'
import type { Part } from '../contract.ts'

export type Side = 'purchaser' | 'agency' | 'supplier'

/** Where the pages of an auction stand for this viewer, by the address it is seen at. */
export function useAuctionPlace() {
  const { pathname } = useLocation()
  const { orderId = '', token = '' } = useParams()
  const [, side = ''] = pathname.split('/')
  return { orderId, token, ...placesOf(orderId, side) }
}

/** Where the hall stands, by the first part of the address. */
export function placesOf(orderId: string, side: string) {
  const invited = `/invite/compete/${orderId}`
  switch (side) {
    case 'purchaser':
    case 'agency': {
      const base = `/${side}/compete/order/${orderId}`
      return { back: `${base}/detail`, door: `${base}/hall-door`, hall: (ticket: string) => `${base}/hall/${ticket}` }
    }
    case 'supplier': {
      const base = `/supplier/compete/orders/${orderId}`
      return { back: `${base}/detail`, door: `${invited}/hall-door`, hall: (t: string) => `${base}/compete-hall/${t}` }
    }
    default:
      return { back: '/', door: `${invited}/hall-door`, hall: (ticket: string) => `${invited}/hall/${ticket}` }
  }
}

/** What people are called in the hall. */
export const PART_LABELS: Record<Part, string> = {
  host: '主持人',
  observer: '采购人',
  bidder: '竞价人',
  witness: '见证人',
}
