import { useLocation, useParams } from 'react-router'
import { codesWith } from '#features/procurement/methods/all.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import type { Part } from '../contract.ts'

const [LIVE] = codesWith(({ offers }) => offers === 'live')

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
  const order = { id: orderId, method: LIVE! }
  const invited = placeOf(order, 'auction.supplierDoor', 'supplier')
  switch (side) {
    case 'purchaser':
    case 'agency':
      return {
        back: placeOf(order, 'publish.detail', side),
        door: placeOf(order, 'auction.door', side),
        hall: (token: string) => placeOf({ ...order, ids: { token } }, 'auction.hall', side),
      }
    case 'supplier':
      return {
        back: placeOf(order, 'publish.tender', side),
        door: invited,
        hall: (token: string) => placeOf({ ...order, ids: { token } }, 'auction.supplierHall', side),
      }
    default:
      return { back: '/', door: invited, hall: (ticket: string) => `/invite/compete/${orderId}/hall/${ticket}` }
  }
}

/** What people are called in the hall. */
export const PART_LABELS: Record<Part, string> = {
  host: '主持人',
  observer: '采购人',
  bidder: '竞价人',
  witness: '见证人',
}
