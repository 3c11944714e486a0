import { useLocation, useParams } from 'react-router'
import { codesWith, methodOf } from '#features/procurement/methods/all.ts'
import type { AnyMethod } from '#features/procurement/methods/method.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import type { Part } from '../contract.ts'

const LIVE = codesWith(({ offers }) => offers === 'live').map(methodOf)

/** The method whose pages stand at this address. */
function methodAt(pathname: string): AnyMethod {
  const [, , family] = pathname.split('/')
  return LIVE.find((method) => method.family.name === family) ?? LIVE[0]!
}

export type Side = 'purchaser' | 'agency' | 'supplier'

/** Where the pages of an auction stand for this viewer, by the address it is seen at. */
export function useAuctionPlace() {
  const { pathname } = useLocation()
  const { orderId = '', token = '' } = useParams()
  const [, side = ''] = pathname.split('/')
  const method = methodAt(pathname)
  return { orderId, token, method, ...placesOf(orderId, side, method) }
}

/** Where the hall stands, by the first part of the address. */
export function placesOf(orderId: string, side: string, { code }: AnyMethod) {
  const order = { id: orderId, method: code }
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
      return {
        back: '/',
        door: invited,
        hall: (ticket: string) => invited.replace(/hall-door$/, `hall/${ticket}`),
      }
  }
}

/** What people are called in the hall. */
export function partLabel(part: Part, { words }: AnyMethod): string {
  return { host: '主持人', observer: words.client, bidder: words.bidder, witness: '见证人' }[part]
}
