import { useMemo } from 'react'
import { LazyChart } from '#web/kit/chart-lazy.tsx'
import type { AuctionHall } from '../contract.ts'
import { directionOf, DIRECTIONS } from '#features/procurement/rules/auction-terms-meaning.ts'
import { AuctionStatus } from '../rules/status.ts'
import { curveOf } from './curve.ts'

const UNITS = ['元'] as const

const FIRST_OFFERS = {
  falling: '首笔报价可等于起始价，之后每笔须低一个最小降幅。',
  rising: '首笔报价可等于起始价，之后每笔须高一个最小加价幅度。',
} as const

/** How the price moved over the time of the auction. Only drawn here, never computed with. */
export function PriceCurve({ hall }: { hall: AuctionHall }) {
  const { offers, startsAt, startPrice, endsAt, status, terms } = hall
  const direction = directionOf(terms)
  const last = offers.at(-1)?.seq ?? 0
  // Steady between answers that bring no offer.
  const { x, series } = useMemo(
    () => {
      const curve = curveOf({ offers, startsAt, startPrice, endsAt, status })
      return {
        x: curve.x,
        series: [
          { name: DIRECTIONS[direction].best, kind: 'steps' as const, colour: 'accent' as const, values: curve.prices },
        ],
      }
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- offers are append-only: their last number says all
    [last, startsAt, startPrice, endsAt, status, direction],
  )
  if (offers.length === 0) {
    const isWaiting = status === AuctionStatus.values.waiting
    return (
      <div className="stage-waiting">
        <h2>{isWaiting ? '等待竞价开始' : '尚无报价'}</h2>
        <p>{isWaiting ? '到时自动开始，本页面将自动更新。' : FIRST_OFFERS[direction]}</p>
      </div>
    )
  }
  return <LazyChart label="价格走势" x={x} series={series} units={UNITS} height={480} near />
}
