import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Exact, sum } from '#contract/money.ts'
import { after, NO_USE, splitBy, stepsTo, type Use, type Wanted } from './use.ts'

const cents = fc.integer({ min: 0, max: 100_000_000 }).map((n) => (n / 100).toFixed(2))

test.each([
  ['100.00', ['50', '50'], ['50.00', '50.00']],
  ['100.00', ['33.33', '33.33', '33.34'], ['33.33', '33.33', '33.34']],
  ['0.01', ['50', '50'], ['0.01', '0.00']],
  ['1000000.00', ['60', '40'], ['600000.00', '400000.00']],
])('%s by %j is %j', (total, shares, parts) => {
  expect(splitBy(total, shares)).toEqual(parts)
})

test('parts are the whole, whatever the shares', () => {
  fc.assert(
    fc.property(
      cents,
      fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 10 }),
      (total, shares) => {
        const parts = splitBy(total, shares.map(String))
        expect(new Exact(sum(parts)).eq(total)).toBe(true)
        expect(parts.every((part) => new Exact(part).gte(0))).toBe(true)
      },
    ),
  )
})

test('an award below what was reserved releases the rest, one above takes more', () => {
  const use: Use = { ...NO_USE, reserved: '100.00' }
  expect(stepsTo(use, { kind: 'committed', amount: '80.00' })).toEqual([
    { kind: 'budget.committed', amount: '80.00' },
    { kind: 'budget.released', amount: '20.00' },
  ])
  expect(stepsTo(use, { kind: 'committed', amount: '130.00' })).toEqual([
    { kind: 'budget.committed', amount: '100.00' },
    { kind: 'budget.raised', amount: '30.00' },
  ])
})

test('what was paid stays paid, and counts towards the award', () => {
  const use: Use = { reserved: '0.00', committed: '50.00', spent: '30.00' }
  expect(stepsTo(use, { kind: 'nothing', amount: '0.00' })).toEqual([{ kind: 'budget.lowered', amount: '50.00' }])
  expect(stepsTo(use, { kind: 'committed', amount: '80.00' })).toEqual([])
})

test('whatever an order held, the steps lead to what it shall hold, and a second time there are none', () => {
  const use = fc.record({ reserved: cents, committed: cents, spent: cents })
  const wanted = fc.record({
    kind: fc.constantFrom('nothing', 'reserved', 'committed'),
    amount: cents,
  }) as fc.Arbitrary<Wanted>
  fc.assert(
    fc.property(use, wanted, (given, want) => {
      let now: Use = given
      for (const step of stepsTo(given, want)) {
        now = after(now, step)
        expect([now.reserved, now.committed, now.spent].every((one) => new Exact(one).gte(0))).toBe(true)
      }
      expect(stepsTo(now, want)).toEqual([])
      expect(now.spent).toBe(given.spent)
      expect(new Exact(now.reserved).eq(want.kind === 'reserved' ? want.amount : 0)).toBe(true)
    }),
  )
})
