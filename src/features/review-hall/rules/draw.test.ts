import { expect, test } from 'vitest'
import fc from 'fast-check'
import { commitmentOf, drawNumber, drawOrder, drawParts } from './draw.ts'
import { randomParts, withDrawn } from './random-price.ts'

const secret = (n: number) => ({ seed: n.toString(16).padStart(64, '0'), entropy: 'e'.repeat(64) })

test('the same seed and entropy give the same draw, whatever the order of the ids', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e9 }),
      fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 20 }),
      (n, ids) => {
        const order = drawOrder(secret(n), 'lots', ids)
        expect(order).toEqual(drawOrder(secret(n), 'lots', ids.toReversed()))
        expect(order.toSorted()).toEqual(ids.toSorted())
      },
    ),
    { numRuns: 50 },
  )
})

test('every option comes about equally often', () => {
  const counts = [0, 0, 0, 0, 0, 0]
  for (let n = 1; n <= 6000; n++) counts[drawNumber(secret(n), 'rate', 6)]!++
  // Chi-square with five degrees of freedom; 20.5 is passed by chance once in a thousand.
  expect(counts.reduce((sum, c) => sum + (c - 1000) ** 2 / 1000, 0)).toBeLessThan(20.5)
})

test('the commitment is of the seed, and other entropy gives another draw', () => {
  expect(commitmentOf(secret(1).seed)).not.toBe(commitmentOf(secret(2).seed))
  const draws = Array.from({ length: 40 }, (_, i) =>
    drawNumber({ ...secret(1), entropy: i.toString(16).padStart(64, '0') }, 'x', 1000),
  )
  expect(new Set(draws).size).toBeGreaterThan(30)
})

test('what is drawn becomes the parameters of the price', () => {
  const parts = randomParts({ randomBases: [5], randomRates: ['97'] })
  const drawn = drawParts(secret(3), parts)
  expect(withDrawn({ base: 2, scoring: 'deviation', fullMarks: '30', above: '1', below: '1' }, drawn)).toEqual({
    base: 5,
    scoring: 'deviation',
    fullMarks: '30',
    above: '1',
    below: '1',
    percentage: '97',
    floatingRate: '3',
  })
})
