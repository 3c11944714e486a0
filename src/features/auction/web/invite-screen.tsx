import { useEffect } from 'react'
import { useParams } from 'react-router'
import { Button } from 'antd'
import type { OutputOf } from '#contract/endpoint.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { enterWorkbench, useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { auctionPlace } from '../contract.ts'
import { useAuctionPlace } from './addresses.ts'
import { Door } from './door.tsx'

type Place = OutputOf<typeof auctionPlace>['places'][number]

const SIDES = { agency: '代理机构', witness: '见证人' } as const

/** The address that messages give: finds out on which side the person stands, and leads to the door as that. */
export function Screen() {
  const { orderId = '' } = useParams()
  const query = useCall(auctionPlace, { params: { orderId } })
  return <WhenLoaded query={query}>{({ places }) => <Placed orderId={orderId} places={places} />}</WhenLoaded>
}

function Placed({ orderId, places }: { orderId: string; places: readonly Place[] }) {
  const { workbench } = useSession()
  const { words } = useAuctionPlace().method
  const here = places.find((place) => place.side === workbench) ?? places.find((place) => place.side === 'witness')
  const only = places.length === 1 ? places[0]! : null
  useEffect(() => {
    if (!here && only && only.side !== 'witness') enterWorkbench(only.side)
  }, [here, only])
  if (here) return <Door orderId={orderId} side={here.side} />
  return (
    <div className="stage-door">
      <h2>请选择进入大厅的身份</h2>
      {places.map(({ side, companyName }) => (
        <Button key={side} type="primary" onClick={() => side !== 'witness' && enterWorkbench(side)}>
          {side === 'purchaser' ? words.client : side === 'supplier' ? words.bidder : SIDES[side]} {companyName}
        </Button>
      ))}
    </div>
  )
}
