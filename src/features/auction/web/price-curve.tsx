import { useMemo } from 'react'
import { formatTime } from '#contract/time.ts'
import { LazyChart } from '#web/kit/chart-lazy.tsx'
import type { AuctionHall } from '../contract.ts'
import { AuctionStatus } from '../rules/status.ts'

const UNITS = ['元'] as const

/** How the price came down, offer by offer. Only drawn here, never computed with. */
export function PriceCurve({ hall }: { hall: AuctionHall }) {
  const { offers, startsAt, startPrice, status } = hall
  const last = offers.at(-1)?.seq ?? 0
  // Steady between answers that bring no offer.
  const { x, series } = useMemo(
    () => ({
      x: [formatTime(startsAt, true).slice(11), ...offers.map((offer) => formatTime(offer.at, true).slice(11))],
      series: [
        {
          name: '最低价',
          kind: 'steps' as const,
          colour: 'accent' as const,
          values: [Number(startPrice), ...offers.map((offer) => Number(offer.price))],
        },
      ],
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- offers are append-only: their last number says all
    [last, startsAt, startPrice],
  )
  if (offers.length === 0) {
    const isWaiting = status === AuctionStatus.values.waiting
    return (
      <div className="stage-waiting">
        <h2>{isWaiting ? '等待竞价开始' : '尚无报价'}</h2>
        <p>{isWaiting ? '到时自动开始，本页面将自动更新。' : '首笔报价可等于起始价，之后每笔须低一个最小降幅。'}</p>
      </div>
    )
  }
  return <LazyChart label="价格走势" x={x} series={series} units={UNITS} height={480} near />
}
