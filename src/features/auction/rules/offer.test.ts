import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Exact } from '#contract/money.ts'
import { MINUTE } from '#contract/time.ts'
import { type Accepted, givenBack, nextLimit, isBigJump, judgeOffer, ranking, type Running } from './offer.ts'
import { AuctionTerms } from '#features/procurement/rules/auction-terms.ts'
import {
  extensionInWords,
  reserveInWords,
  stepInWords,
  stepOf,
  termProblems,
} from '#features/procurement/rules/auction-terms-meaning.ts'

const terms = AuctionTerms.parse({ step: '1000', windowMinutes: 3, maxExtensions: 2 })
const END = Date.parse('2026-11-22T06:30:00Z')
const running = (change: Partial<Running> = {}): Running => ({
  terms,
  startPrice: '900000',
  best: null,
  endsAt: END,
  extensions: 0,
  ...change,
})

test('the first offer may be the start price itself, and nothing above it', () => {
  expect(judgeOffer(running(), '900000', END - 10 * MINUTE)).toEqual({ ok: true, endsAt: END, isExtended: false })
  expect(judgeOffer(running(), '900000.01', END - 10 * MINUTE)).toMatchObject({ ok: false, refusal: 'offerCeiling' })
  // Above the ceiling is said as such, also when it is not lower by the step either.
  expect(judgeOffer(running({ best: '800000' }), '950000', END - 1)).toMatchObject({ refusal: 'offerCeiling' })
})

test('every further offer is lower by the step; an equal price is not', () => {
  const auction = running({ best: '880000' })
  expect(judgeOffer(auction, '879000', END - 10 * MINUTE).ok).toBe(true)
  for (const price of ['880000', '879000.01', '879999'])
    expect(judgeOffer(auction, price, END - 10 * MINUTE)).toMatchObject({ refusal: 'offerStep', limit: '879000.00' })
})

test('the last millisecond counts, the end itself is too late and the server time is said', () => {
  expect(judgeOffer(running({ terms: { ...terms, windowMinutes: 0 } }), '1', END - 1)).toEqual({
    ok: true,
    endsAt: END,
    isExtended: false,
  })
  const late = judgeOffer(running(), '1', END)
  expect(late).toMatchObject({ ok: false, refusal: 'tooLate' })
  expect((late as { message: string }).message).toContain('14:30:00')
})

test('an offer in the window starts it anew, at most so many times', () => {
  const at = END - 2 * MINUTE
  expect(judgeOffer(running(), '1', at)).toEqual({ ok: true, endsAt: at + 3 * MINUTE, isExtended: true })
  expect(judgeOffer(running({ extensions: 1 }), '1', at)).toMatchObject({ isExtended: true })
  expect(judgeOffer(running({ extensions: 2 }), '1', at)).toEqual({ ok: true, endsAt: END, isExtended: false })
  const unlimited = { ...terms, maxExtensions: null }
  expect(judgeOffer(running({ terms: unlimited, extensions: 500 }), '1', at)).toMatchObject({ isExtended: true })
  // Exactly at the edge of the window nothing would move.
  expect(judgeOffer(running(), '1', END - 3 * MINUTE)).toMatchObject({ endsAt: END, isExtended: false })
})

test('steps: an amount, or a share of the start price to the cent', () => {
  expect(stepOf({ stepKind: 'percent', step: '0.5' }, '333333.33').toFixed()).toBe('1666.67')
  expect(stepOf({ stepKind: 'percent', step: '0.01' }, '1').toFixed()).toBe('0.01')
  expect(stepInWords({ ...terms, stepKind: 'percent', step: '0.5' }, '900000')).toBe('起始价的 0.5%（4,500.00 元）')
  expect(extensionInWords(terms)).toContain('最多 2 次')
  expect(extensionInWords({ ...terms, windowMinutes: 0 })).toBe('不延时，到时即止')
})

test('terms that no auction can be held with are named by field', () => {
  expect(termProblems(terms, '900000')).toEqual([])
  expect(termProblems(terms, null)[0]!.path).toBe('controlPrice')
  expect(termProblems({ ...terms, step: '0' }, '900000')[0]!.path).toBe('settings.auction.step')
  expect(termProblems({ ...terms, step: '200000' }, '900000')[0]!.path).toBe('settings.auction.step')
  expect(termProblems({ ...terms, stepKind: 'percent', step: '21' }, '900000')[0]!.path).toBe('settings.auction.step')
  const path = 'settings.auction.windowMinutes'
  expect(termProblems({ ...terms, durationMinutes: 5, windowMinutes: 10 }, '900000')[0]!.path).toBe(path)
})

test('each bidder ranks by its best offer', () => {
  const offers: Accepted[] = [
    { tradeId: 'a', price: '100', at: 1 },
    { tradeId: 'b', price: '90', at: 2 },
    { tradeId: 'a', price: '80.5', at: 3 },
    { tradeId: 'c', price: '79', at: 4 },
  ]
  expect(ranking(offers).map((o) => [o.tradeId, o.price])).toEqual([
    ['c', '79'],
    ['a', '80.5'],
    ['b', '90'],
  ])
  expect(isBigJump('899.99', '1000')).toBe(true)
  expect(isBigJump('900', '1000')).toBe(false)
})

const rising = { ...terms, direction: 'rising' as const }

test('where prices rise, nothing below the start price is taken, and every further offer is higher by the step', () => {
  const auction = running({ terms: rising })
  expect(judgeOffer(auction, '900000', END - 10 * MINUTE)).toEqual({ ok: true, endsAt: END, isExtended: false })
  expect(judgeOffer(auction, '899999.99', END - 10 * MINUTE)).toMatchObject({
    refusal: 'offerCeiling',
    message: '报价不能低于起始价 900,000.00 元',
  })
  const next = running({ terms: rising, best: '950000' })
  expect(nextLimit(next).toFixed(2)).toBe('951000.00')
  expect(judgeOffer(next, '951000', END - 10 * MINUTE).ok).toBe(true)
  for (const price of ['950000', '950999.99'])
    expect(judgeOffer(next, price, END - 10 * MINUTE)).toMatchObject({ refusal: 'offerStep', limit: '951000.00' })
  expect(judgeOffer(next, '800000', END - 10 * MINUTE)).toMatchObject({ refusal: 'offerCeiling' })
})

test('where prices rise, the highest ranks first, and a jump up is asked for once more', () => {
  const offers: Accepted[] = [
    { tradeId: 'a', price: '100', at: 1 },
    { tradeId: 'b', price: '110', at: 2 },
    { tradeId: 'a', price: '1000', at: 3 },
  ]
  expect(ranking(offers, rising).map((o) => [o.tradeId, o.price])).toEqual([
    ['a', '1000'],
    ['b', '110'],
  ])
  expect(isBigJump('1100.01', '1000', rising)).toBe(true)
  expect(isBigJump('1100', '1000', rising)).toBe(false)
  expect(isBigJump('100', '1000', rising)).toBe(false)
})

test('a reserve stands where prices rise, and not below the start price', () => {
  const path = 'settings.auction.reserve'
  expect(termProblems({ ...rising, reserve: { kind: 'sealed' } }, '900000')).toEqual([])
  expect(termProblems({ ...terms, reserve: { kind: 'sealed' } }, '900000')).toMatchObject([{ path }])
  expect(termProblems({ ...rising, reserve: { kind: 'open', price: '900000' } }, '900000')).toEqual([])
  expect(termProblems({ ...rising, reserve: { kind: 'open', price: '899999.99' } }, '900000')).toMatchObject([{ path }])
  expect(reserveInWords({ ...rising, reserve: { kind: 'open', price: '900000' } })).toContain('900,000.00 元')
})

test('lost time is given back to all, but only what was lost of the auction itself', () => {
  const auction = { startsAt: 1000, endsAt: 5000 }
  expect(givenBack(auction, 2000, 3000)).toBe(6000)
  expect(givenBack(auction, 0, 3000)).toBe(7000)
  // Down over the end: what was left when it went down is left again.
  expect(givenBack(auction, 4000, 100_000)).toBe(101_000)
  expect(givenBack(auction, 6000, 9000)).toBe(5000)
})

const cents = (max: number) => fc.integer({ min: 1, max }).map((n) => new Exact(n).div(100).toFixed())

test('whatever is offered whenever: the price moves strictly by the step, the end never moves back, extensions are bounded', () => {
  fc.assert(
    fc.property(
      fc.record({
        step: cents(5_000_00),
        stepKind: fc.constantFrom('amount' as const, 'percent' as const),
        direction: fc.constantFrom(undefined, 'rising' as const),
        windowMinutes: fc.integer({ min: 0, max: 10 }),
        maxExtensions: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
      }),
      fc.array(fc.record({ price: cents(1_200_000_00), wait: fc.integer({ min: 0, max: 4 * MINUTE }) }), {
        maxLength: 60,
      }),
      (given, tries) => {
        const { direction, ...figures } = given
        const rules = { ...AuctionTerms.parse({}), ...figures, ...(direction && { direction }) }
        const sign = direction ? 1 : -1
        const auction = running({ terms: rules, startPrice: '1000000', endsAt: 10 * MINUTE })
        const wrong: string[] = []
        const holds = (is: boolean, what: string) => is || wrong.push(what)
        let now = 0
        for (const { price, wait } of tries) {
          now += wait
          const { best, endsAt } = auction
          const limit = nextLimit(auction)
          const verdict = judgeOffer(auction, price, now)
          if (!verdict.ok) continue
          holds(now < endsAt, 'after the end')
          holds(verdict.endsAt >= endsAt, 'the end moved back')
          holds(new Exact(price).comparedTo(limit) !== -sign, 'beyond the limit')
          const moved = best === null ? null : new Exact(price).minus(best).times(sign)
          holds(moved === null || moved.gte(stepOf(rules, '1000000')), 'less than a step')
          if (verdict.isExtended) {
            holds(verdict.endsAt === now + rules.windowMinutes * MINUTE, 'extended by something else')
            auction.extensions++
          }
          auction.best = price
          auction.endsAt = verdict.endsAt
        }
        holds(rules.maxExtensions === null || auction.extensions <= rules.maxExtensions, 'too many extensions')
        expect(wrong).toEqual([])
      },
    ),
  )
})
