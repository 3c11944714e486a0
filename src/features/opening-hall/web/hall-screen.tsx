import { Segmented } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useLive } from '#web/live.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { StaleNote, staleSince } from '#web/kit/stale-note.tsx'
import { lazyPart } from '#web/lazy-part.tsx'
import { useHallHead } from '#web/shell/hall-head.ts'
import { noteChanged } from '#web/stale.ts'
import { useSteadyBeat } from '#web/steady-beat.ts'
import { useCall } from '#web/use-call.ts'
import { hallDetail, type HallDetail, onlineBidders, onlineRefresh } from '../contract.ts'
import { PRESENCE_LOOK_MS, PRESENCE_PING_MS } from '../rules.ts'
import { useHallAddress } from './addresses.ts'
import { BidderPanel } from './bidder-panel.tsx'
import { BidderTable } from './bidder-table.tsx'
import { ChatPanel } from './chat-panel.tsx'
import { HallFacts } from './hall-facts.tsx'
import { HostBar } from './host-bar.tsx'
import { JointPanel } from './joint-panel.tsx'
import { HallSteps } from './hall-steps.tsx'
import { Waiting } from './waiting.tsx'
import './hall.css'

// What the hall does not need to be read arrives after it.
const HallDraw = lazyPart(() => import('./hall-draw.tsx').then((m) => m.HallDraw))
const DigitalHost = lazyPart(() => import('./digital-host.tsx').then((m) => m.DigitalHost))

/** The opening hall for host, observer and bidder: one state from the server, refetched whenever the hall changes. */
export function Screen() {
  const { orderId, door } = useHallAddress()
  const navigate = useNavigate()
  const [stage, setStage] = useState<'1' | '2' | undefined>(undefined)
  const query = useCall(
    hallDetail,
    { params: { id: orderId }, ...(stage ? { query: { stage } } : {}) },
    { every: 5_000 },
  )
  // Who is not let in has nothing to listen to.
  useLive(query.data ? `hall:${orderId}` : '')
  const early = query.error?.code === 10020
  useEffect(() => {
    if (early) void navigate(door, { replace: true })
  }, [early, navigate, door])
  return (
    <WhenLoaded query={query}>{(hall) => <Hall hall={hall} since={staleSince(query)} onStage={setStage} />}</WhenLoaded>
  )
}

interface HallProps {
  hall: HallDetail
  /** Epoch ms of what is shown, when asking again has failed since. */
  since: number | null
  onStage: (stage: '1' | '2') => void
}

function Hall({ hall: told, since, onStage }: HallProps) {
  const { order } = useHallAddress()
  const hall = usePresence(told)
  const started = hall.startedAt !== null
  useHallHead({
    title: hall.title,
    back: order,
    ...(started ? { online: { now: hall.onlineCnt, all: hall.bidders.length } } : {}),
  })
  return (
    <div className="stage">
      {hall.part === 'bidder' && hall.bidderId && <Presence orderId={hall.projectId} bidderId={hall.bidderId} />}
      <HallSteps
        hall={hall}
        extra={
          hall.offerBidOpenStatus > 0 && (
            <Segmented
              aria-label="开标阶段"
              size="large"
              value={String(hall.stage)}
              options={[
                { value: '1', label: '商务开标' },
                { value: '2', label: '报价开标' },
              ]}
              onChange={(value) => onStage(value as '1' | '2')}
            />
          )
        }
      />
      <div className="stage-body">
        <section className="stage-main kb-frame" aria-label="投标人">
          {since !== null && <StaleNote since={since} />}
          <HallFacts hall={hall} />
          {hall.draw && <HallDraw orderId={hall.projectId} draw={hall.draw} isEnded={hall.endedAt !== null} />}
          {hall.joint && <JointPanel joint={hall.joint} total={hall.bidders.length} />}
          {started ? <BidderTable hall={hall} /> : <Waiting hall={hall} />}
        </section>
        <div className="kb-squeeze kb-column kb-gap-16">
          <DigitalHost hall={hall} />
          <ChatPanel hall={hall} />
        </div>
      </div>
      {hall.part === 'bidder' && hall.bidderId && started ? (
        <BidderPanel hall={hall} bidderId={hall.bidderId} />
      ) : (
        <HostBar hall={hall} />
      )}
    </div>
  )
}

/**
 * Who is there. Comers are told of by the hall itself; who leaves is missed by its silence, so the host's side looks for
 * that between two loads of the hall.
 */
function usePresence(hall: HallDetail): HallDetail {
  const isHeld = hall.startedAt !== null && hall.endedAt === null
  const { data } = useCall(
    onlineBidders,
    { params: { projectId: hall.projectId } },
    { every: PRESENCE_LOOK_MS, fresh: 0, enabled: isHeld && hall.part !== 'bidder' },
  )
  if (!data || !isHeld) return hall
  const here = new Set(data.bidderIds)
  const bidders = hall.bidders.map((b) => ({ ...b, isOnline: here.has(b.bidderId) }))
  return { ...hall, onlineCnt: bidders.filter((b) => b.isOnline).length, bidders }
}

interface PresenceProps {
  orderId: string
  bidderId: string
}

/** Tells the server every few seconds that this bidder is here, and learns by it when somebody has left. */
function Presence({ orderId, bidderId }: PresenceProps) {
  const { data, refetch } = useCall(onlineRefresh, { params: { projectId: orderId, bidderId } }, { fresh: 0 })
  // In the hall also while the bid's own papers are looked at in another tab, however long.
  useSteadyBeat(PRESENCE_PING_MS, () => void refetch())
  const online = data?.onlineCnt
  const before = useRef(online)
  useEffect(() => {
    if (before.current !== undefined && before.current !== online) noteChanged(['hall'])
    before.current = online
  }, [online])
  return null
}
