import { useLocation } from 'react-router'
import { useAuctionPlace } from './addresses.ts'
import { Door } from './door.tsx'

/** The door of the buyer's side. */
export function Screen() {
  const { orderId } = useAuctionPlace()
  const [, side = ''] = useLocation().pathname.split('/')
  return <Door orderId={orderId} side={side} />
}
