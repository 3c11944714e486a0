import { Button } from 'antd'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime, MINUTE } from '#contract/time.ts'
import { useCountdown, useNow } from '#web/clock.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { StageClock } from '#web/kit/stage-clock.tsx'
import { useHallHead } from '#web/shell/hall-head.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { auctionDoor, auctionTicket } from '../contract.ts'
import { AuctionStatus, DOOR_MINUTES, isClosed } from '../rules/status.ts'
import {
  directionOf,
  DIRECTIONS,
  extensionInWords,
  reserveInWords,
  stepInWords,
} from '#features/procurement/rules/auction-terms-meaning.ts'
import { placesOf, useAuctionPlace } from './addresses.ts'
import { WitnessList } from './witness-list.tsx'
import './auction.css'

type DoorFacts = OutputOf<typeof auctionDoor>

/** The door of an auction: when it begins, by which rules, and the way in. Nothing about who takes part, or how many. */
export function Door({ orderId, side }: { orderId: string; side: string }) {
  const query = useCall(auctionDoor, { params: { orderId } }, { every: 30_000 })
  return (
    <WhenLoaded query={query}>
      {(door) => <DoorPage door={door} side={side} onTime={() => void query.refetch()} />}
    </WhenLoaded>
  )
}

function DoorPage({ door, side, onTime }: { door: DoorFacts; side: string; onTime: () => void }) {
  const navigate = useNavigate()
  const { method } = useAuctionPlace()
  const at = placesOf(door.orderId, side, method)
  useHallHead({ title: '', name: '竞价大厅', back: at.back })
  const left = useCountdown(door.startsAt)
  const now = useNow()
  const isWaiting = door.status === AuctionStatus.values.waiting
  const opens = door.startsAt !== null && now >= new Date(door.startsAt).getTime() - DOOR_MINUTES * MINUTE
  const isDue = isWaiting && ((opens && !door.isOpen) || (left?.over ?? false))
  useEffect(() => {
    if (isDue) onTime()
  }, [isDue, onTime])
  const ticket = useAction(auctionTicket, { onDone: ({ token }) => void navigate(at.hall(token)) })
  return (
    <div className="stage-door">
      <p>{door.code}</p>
      <h2>{door.title}</h2>
      <p className="stage-door-facts">
        {method.words.client}：{door.purchaserName}
      </p>
      {isWaiting && left && !left.over ? (
        <StageClock at={door.startsAt} label="距竞价开始" />
      ) : (
        <p className="stage-door-open">{AuctionStatus.label(door.status)}</p>
      )}
      <p>
        竞价开始：{formatTime(door.startsAt, true)}，时长 {door.terms.durationMinutes}{' '}
        分钟（北京时间，以服务器时钟为准）
      </p>
      <dl className="auction-rules kb-facts kb-gap-16 kb-loose kb-size-18 kb-left">
        <dt className="kb-soft">起始价</dt>
        <dd>{formatAmount(door.startPrice)} 元</dd>
        <dt className="kb-soft">{DIRECTIONS[directionOf(door.terms)].step}</dt>
        <dd>{stepInWords(door.terms, door.startPrice)}</dd>
        <dt className="kb-soft">延时</dt>
        <dd>{extensionInWords(door.terms)}</dd>
        {door.terms.reserve && (
          <>
            <dt className="kb-soft">保留价</dt>
            <dd>{reserveInWords(door.terms)}</dd>
          </>
        )}
        <dt className="kb-soft">有效性</dt>
        <dd>
          报名通过的不足 {door.minSuppliers} 家时不开始，竞价流标；结束前{method.words.bidder}
          互不知晓名称和数量，主持方只见代号
        </dd>
      </dl>
      <Button
        type="primary"
        size="large"
        loading={ticket.busy}
        disabled={!door.isOpen}
        onClick={() => void ticket.run({ params: { orderId: door.orderId } })}
      >
        {door.isOpen ? (isClosed(door.status) ? '查看竞价过程' : '进入竞价大厅') : `开始前 ${DOOR_MINUTES} 分钟开放`}
      </Button>
      {door.part === 'host' && !isClosed(door.status) && <WitnessList orderId={door.orderId} />}
    </div>
  )
}
