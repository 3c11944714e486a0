import { expect, test } from 'vitest'
import type { AuctionHall } from '../contract.ts'
import { AuctionStatus } from '../rules/status.ts'
import { curveOf } from './curve.ts'

const A = AuctionStatus.values
const start = Date.parse('2026-11-22T06:00:00Z')
const minute = (n: number) => new Date(start + n * 60_000).toISOString()
const offers = [
  { seq: 1, at: minute(1), price: '900.00' },
  { seq: 2, at: minute(9), price: '850.00' },
] as AuctionHall['offers']
const hall = { offers, startsAt: minute(0), startPrice: '1000.00', endsAt: minute(30) }

test('offers stand at their instants, on an axis from the start to the end that stands now', () => {
  const { x, prices } = curveOf({ ...hall, status: A.running })
  expect(x).toEqual({ at: [start, start + 60_000, start + 540_000], from: start, to: start + 1_800_000 })
  expect(prices).toEqual([1000, 900, 850])
})

test('after the end the last price holds to it', () => {
  const { x, prices } = curveOf({ ...hall, status: A.ended })
  expect([x.at.at(-1), prices.at(-1)]).toEqual([start + 1_800_000, 850])
})
