import { useLocation, useParams } from 'react-router'

/** The hall's order and where its pages stand for this viewer. */
export function useHallAddress() {
  const { pathname } = useLocation()
  const { orderId = '' } = useParams()
  const base = pathname.replace(
    /\/(open-hall-(door|home)|offer-compare|digital-host|bid-file\/\w+|bidding-file\/[^/]+)$/,
    '',
  )
  const order = pathname.startsWith('/supplier')
    ? `/supplier/bid/orders/${orderId}/info`
    : `${pathname.slice(0, pathname.indexOf('/orders/'))}/orders/${orderId}/info`
  return {
    orderId,
    order,
    /** Of the buyer's side. */
    jointKey: order.replace(/info$/, 'joint-key'),
    door: `${base}/open-hall-door`,
    home: `${base}/open-hall-home`,
    compare: `${base}/offer-compare`,
    host: `${base}/digital-host`,
    file: (ids: string) => `${base}/bidding-file/${ids}`,
  }
}
