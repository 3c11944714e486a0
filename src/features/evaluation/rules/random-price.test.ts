import { expect, test } from 'vitest'
import { draw } from '#contract/draw.ts'
import { randomParts, withDrawn } from './random-price.ts'

test('what is drawn becomes the parameters of the price', () => {
  const parts = randomParts({ randomBases: [5], randomRates: ['97'] })
  const drawn = draw('ab'.repeat(32), parts)
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
