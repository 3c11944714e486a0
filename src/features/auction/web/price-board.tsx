import { formatAmount, toCapitals } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { clock, useCountdown } from '#web/clock.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { AuctionHall } from '../contract.ts'
import { AuctionStatus } from '../rules/status.ts'
import {
  directionOf,
  DIRECTIONS,
  extensionInWords,
  reserveInWords,
  stepInWords,
} from '#features/procurement/rules/auction-terms-meaning.ts'

const A = AuctionStatus.values

/** What everybody looks at: the price that stands, the time that is left, and what moved the end. */
export function PriceBoard({ hall }: { hall: AuctionHall }) {
  const price = hall.best ?? hall.startPrice
  const { best, step } = DIRECTIONS[directionOf(hall.terms)]
  const tone = hall.status === A.running ? 'success' : hall.status === A.abortive ? 'danger' : 'warning'
  return (
    <header className="auction-board">
      <div className="auction-price kb-frame" role="status" aria-label={`当前${best}`}>
        <span>
          {hall.best === null ? '起始价（尚无报价）' : hall.status === A.ended ? `最终${best}` : `当前${best}`}
          {hall.isMineBest && <em>本单位报价</em>}
          {hall.ownRank !== null && <em>本单位排名第 {hall.ownRank}</em>}
        </span>
        <b>{formatAmount(price)}</b>
        <small>元　{toCapitals(price)}</small>
      </div>
      <div className="auction-time kb-frame">
        <span>
          <StatusTag label={AuctionStatus.label(hall.status)} tone={tone} />
        </span>
        <Clock hall={hall} />
        <small>
          {hall.status === A.waiting ? '竞价开始' : '竞价结束'}{' '}
          {formatTime(hall.status === A.waiting ? hall.startsAt : hall.endsAt, true)}
          {hall.extensions > 0 && `　已延时 ${hall.extensions} 次`}
        </small>
        {hall.reason && <small className="kb-warn">{hall.reason}</small>}
      </div>
      <dl className="auction-facts kb-facts kb-frame kb-size-16">
        <dt className="kb-soft">起始价</dt>
        <dd>{formatAmount(hall.startPrice)} 元</dd>
        <dt className="kb-soft">{step}</dt>
        <dd>{stepInWords(hall.terms, hall.startPrice)}</dd>
        {hall.terms.reserve && (
          <>
            <dt className="kb-soft">保留价</dt>
            <dd>{hall.reserve?.price ? `${formatAmount(hall.reserve.price)} 元` : reserveInWords(hall.terms)}</dd>
          </>
        )}
        <dt className="kb-soft">延时</dt>
        <dd>{extensionInWords(hall.terms)}</dd>
        <dt className="kb-soft">校时误差</dt>
        <dd>{Number.isFinite(clock.error()) ? `不超过 ${Math.ceil(clock.error())} 毫秒` : '校时中'}</dd>
      </dl>
    </header>
  )
}

function Clock({ hall }: { hall: AuctionHall }) {
  const at = hall.status === A.waiting ? hall.startsAt : hall.status === A.running ? hall.endsAt : null
  const left = useCountdown(at)
  if (hall.status === A.paused) return <b>暂停中</b>
  if (!left) return <b>{hall.status === A.abortive ? '流标' : '已结束'}</b>
  const hours = Number(left.days) * 24 + Number(left.hours)
  const isShort = hall.status === A.running && hours === 0 && Number(left.minutes) < 1
  return (
    <b role="timer" className={isShort ? 'kb-bad' : ''}>
      {hours > 0 && `${String(hours).padStart(2, '0')}:`}
      {left.minutes}:{left.seconds}
    </b>
  )
}
