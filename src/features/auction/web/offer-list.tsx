import { Button } from 'antd'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { openFile } from '#web/export.ts'
import { MiddleText } from '#web/kit/middle-text.tsx'
import { type AuctionHall, type HallOffer, offerReceipt } from '../contract.ts'
import { useAuctionPlace } from './addresses.ts'

const EVENTS = {
  start: '竞价开始',
  pause: '暂停',
  resume: '恢复',
  outage: '平台中断，顺延',
  end: '竞价结束',
  abortive: '流标',
} as const

/** Everything that was offered and that happened, newest first. */
export function OfferList({ hall }: { hall: AuctionHall }) {
  const lines = [
    ...hall.offers.map((offer) => ({ key: `o${offer.seq}`, at: offer.at, node: <Offer hall={hall} offer={offer} /> })),
    ...hall.events.map((event, i) => ({
      key: `e${i}`,
      at: event.at,
      node: (
        <span className="kb-soft">
          {EVENTS[event.kind]}
          {event.reason && `：${event.reason}`}
          {event.newEnd && `，结束时间 ${formatTime(event.newEnd, true).slice(11)}`}
        </span>
      ),
    })),
  ].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  return (
    <section className="stage-main kb-frame auction-list" aria-label="报价记录" tabIndex={0}>
      <h2>报价记录</h2>
      {lines.length === 0 && <p className="stage-chat-empty">暂无记录</p>}
      <ol>
        {lines.map(({ key, at, node }) => (
          <li key={key} className="kb-rule kb-size-16">
            <time className="kb-soft" dateTime={at}>
              {formatTime(at, true).slice(11)}
            </time>
            {node}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Offer({ hall, offer }: { hall: AuctionHall; offer: HallOffer }) {
  const { words } = useAuctionPlace().method
  const who = offer.supplierName ?? (offer.mark ? `${words.bidder} ${offer.mark}` : offer.isMine ? '本单位' : '')
  return (
    <span
      className={
        offer.isMine
          ? 'auction-offer kb-flex kb-gap-12 kb-flat kb-between kb-wrap kb-shrink auction-mine'
          : 'auction-offer kb-flex kb-gap-12 kb-flat kb-between kb-wrap kb-shrink'
      }
    >
      <b className="kb-size-20">{formatAmount(offer.price)}</b>
      <span className="auction-who kb-row kb-gap-0 kb-base kb-shrink kb-nowrap">
        <MiddleText text={who} />
        {offer.isExtended && <em className="kb-fixed">延时</em>}
        {offer.isMine && (
          <Button
            type="link"
            size="small"
            aria-label={`第${offer.seq}笔报价回执`}
            onClick={() => void openFile(offerReceipt, { params: { orderId: hall.orderId, seq: offer.seq } })}
          >
            回执
          </Button>
        )}
      </span>
    </span>
  )
}
