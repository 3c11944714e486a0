import { Button } from 'antd'
import { useState } from 'react'
import { Exact, formatAmount } from '#contract/money.ts'
import { AmountInput } from '#web/kit/amount-input.tsx'
import { directionOf, DIRECTIONS } from '#features/procurement/rules/auction-terms-meaning.ts'
import { useAction } from '#web/use-call.ts'
import { type AuctionHall, makeOffer } from '../contract.ts'
import { AuctionStatus } from '../rules/status.ts'
import { useAuctionPlace } from './addresses.ts'

const QUICK = [1, 2, 5] as const

/** A bidder's own offer: digits with capitals beside, steps at a press; the server decides and says why not. */
export function OfferBox({ hall }: { hall: AuctionHall }) {
  const { orderId, token } = useAuctionPlace()
  const [price, setPrice] = useState<string | undefined>()
  const offer = useAction(makeOffer, {
    success: ({ price: taken, seq }) => `报价 ${formatAmount(taken)} 元已受理，第 ${seq} 笔`,
    overlay: false,
    onDone: () => setPrice(undefined),
  })
  if (!hall.mayOffer) return <p className="stage-readline">{whyNot(hall)}</p>
  const base = hall.best ?? hall.startPrice
  const direction = directionOf(hall.terms)
  const isRising = direction === 'rising'
  const beyond = (steps: number) => new Exact(base).plus(new Exact(hall.step).times(isRising ? steps : -steps))
  const isRefused =
    price !== undefined &&
    hall.nextLimit !== null &&
    new Exact(price).comparedTo(hall.nextLimit) === (isRising ? -1 : 1)
  return (
    <form
      className="auction-box kb-row kb-gap-20 kb-start kb-end kb-grow"
      aria-label="报价"
      onSubmit={(event) => {
        event.preventDefault()
        if (price) void offer.run({ params: { orderId }, body: { token, price } })
      }}
    >
      <div className="auction-quick kb-flex kb-gap-8">
        {hall.best === null && <Button onClick={() => setPrice(hall.startPrice)}>按起始价</Button>}
        {QUICK.filter((steps) => beyond(steps).gt(0)).map((steps) => (
          <Button key={steps} onClick={() => setPrice(beyond(steps).toFixed(2))}>
            {DIRECTIONS[direction].move} {steps} 档
          </Button>
        ))}
      </div>
      <div className="auction-field kb-stack kb-gap-4">
        <AmountInput
          value={price ?? ''}
          onChange={setPrice}
          aria-label="报价金额"
          aria-invalid={isRefused}
          placeholder="输入报价总额"
        />
        <span className={isRefused ? 'kb-size-15 kb-soft kb-bad' : 'kb-size-15 kb-soft'} aria-live="polite">
          {hall.nextLimit === null
            ? '已无更低的价格可报'
            : `须不${isRising ? '低' : '高'}于 ${formatAmount(hall.nextLimit)} 元`}
        </span>
      </div>
      <Button type="primary" htmlType="submit" size="large" loading={offer.busy} disabled={!price || isRefused}>
        提交报价
      </Button>
    </form>
  )
}

function whyNot(hall: AuctionHall): string {
  switch (hall.status) {
    case AuctionStatus.values.waiting:
      return '竞价尚未开始，到时可在此报价。'
    case AuctionStatus.values.paused:
      return `竞价已暂停：${hall.reason}`
    case AuctionStatus.values.ended:
      return hall.isMineBest
        ? `竞价已结束，贵单位报价最${directionOf(hall.terms) === 'rising' ? '高' : '低'}，结果以成交结果公告为准。`
        : '竞价已结束，结果以成交结果公告为准。'
    case AuctionStatus.values.abortive:
      return `竞价未产生结果：${hall.reason}`
    default:
      return '贵单位未获准参加本次竞价。'
  }
}
