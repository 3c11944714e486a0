import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { ERRORS } from '#contract/errors.ts'
import { useCountdown } from '#web/clock.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { StaleNote, staleSince } from '#web/kit/stale-note.tsx'
import { useLive } from '#web/live.ts'
import { useHallHead } from '#web/shell/hall-head.ts'
import { noteChanged } from '#web/stale.ts'
import { useCall } from '#web/use-call.ts'
import { auctionHall, type AuctionHall } from '../contract.ts'
import { AuctionStatus } from '../rules/status.ts'
import { partLabel, useAuctionPlace } from './addresses.ts'
import { HostBar } from './host-bar.tsx'
import { OfferBox } from './offer-box.tsx'
import { OfferList } from './offer-list.tsx'
import { PriceBoard } from './price-board.tsx'
import { PriceCurve } from './price-curve.tsx'
import './auction.css'

/** The auction hall for host, observer, bidder and witness: one state from the server, asked again whenever it changes. */
export function Screen() {
  const { orderId, token, door } = useAuctionPlace()
  const navigate = useNavigate()
  const query = useCall(auctionHall, { params: { orderId }, query: { token } }, { every: 10_000, fresh: 0 })
  useLive(`auction:${orderId}`)
  // A ticket that is not good any more: the door gives another, to whom it may.
  const isOut = query.error?.code === ERRORS.notFound.code
  useEffect(() => {
    if (isOut) void navigate(door, { replace: true })
  }, [isOut, navigate, door])
  return <WhenLoaded query={query}>{(hall) => <Hall hall={hall} since={staleSince(query)} />}</WhenLoaded>
}

interface HallProps {
  hall: AuctionHall
  /** Epoch ms of what is shown, when asking again has failed since. */
  since: number | null
}

function Hall({ hall, since }: HallProps) {
  const { back, method } = useAuctionPlace()
  useHallHead({ title: hall.title, name: '竞价大厅', back })
  const isWaiting = hall.status === AuctionStatus.values.waiting
  const isRunning = hall.status === AuctionStatus.values.running
  // What falls due is done by the server; the page only asks at the moment.
  const due = useCountdown(isWaiting ? hall.startsAt : isRunning ? hall.endsAt : null)?.over ?? false
  useEffect(() => {
    if (due) noteChanged(['auction'])
  }, [due])
  return (
    <div className="stage">
      <PriceBoard hall={hall} />
      <div className="stage-body auction-body">
        <section className="stage-main kb-frame auction-curve" aria-label="价格走势">
          {since !== null && <StaleNote since={since} />}
          <PriceCurve hall={hall} />
        </section>
        <OfferList hall={hall} />
      </div>
      <footer className="stage-foot kb-row kb-gap-16 auction-foot">
        {hall.part === 'bidder' ? (
          <OfferBox hall={hall} />
        ) : hall.part === 'host' || hall.part === 'observer' ? (
          <HostBar hall={hall} />
        ) : (
          <p className="stage-readline">以{partLabel(hall.part, method)}身份观看</p>
        )}
      </footer>
    </div>
  )
}
