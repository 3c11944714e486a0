import { useLocation, useParams } from 'react-router'

/** The hall's order and where its pages stand for this viewer. */
export function useHallAddress(): { orderId: string; door: string; home: string; order: string } {
  const { pathname } = useLocation()
  const { orderId = '' } = useParams()
  const base = pathname.replace(/\/open-hall-(door|home)$/, '')
  const order = pathname.startsWith('/supplier')
    ? `/supplier/bid/orders/${orderId}/info`
    : `${pathname.slice(0, pathname.indexOf('/orders/'))}/orders/${orderId}/info`
  return { orderId, door: `${base}/open-hall-door`, home: `${base}/open-hall-home`, order }
}
