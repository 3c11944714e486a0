import { beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import { atParts } from '#demo/play/inquiry.ts'
import { awaitOpening, submitQuote } from '#demo/play/quotes.ts'
import { fromState } from '#demo/states/from-state.ts'
import type { Inquiry } from '#demo/states/inquiry.ts'
import { winnerDetail } from '#features/procurement/contract/notice.ts'
import { bidRoom } from '#features/sealed-bids/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import { orderRounds, roundLines, startRound } from '../contract.ts'
import { comparisonRounds, roundComparison } from '../contract-compare.ts'
import { oneQuote, ownQuote } from '../contract-offer.ts'

/* A further round of some lines, at target prices: what suppliers see of it, and what it leaves of the rounds before. */

type Body = InputOf<typeof startRound>['body']

let t: TestSystem
let facts: Inquiry
let params: { orderId: string }
let buyer: HttpClient
let first: HttpClient
let second: HttpClient
let lines: string[]

beforeAll(async () => {
  const from = await fromState('quotesOpened')
  t = from.t
  facts = from.facts
  params = { orderId: facts.orderId }
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  first = await t.login('supplier1', { workbench: 'supplier' })
  second = await t.login('supplier2', { workbench: 'supplier' })
  lines = (await buyer.call(roundLines, { params })).lines.map(({ itemId }) => itemId)
})

const deadline = (ms = DAY) => new Date(t.kernel.clock.now().getTime() + ms).toISOString()
const lineOf = () => ({ brand: '品牌', deliveryDays: '9' })
const body = (given: Partial<Body> = {}): Body => ({
  tradeIds: [facts.trades.supplier1, facts.trades.supplier2],
  deadline: deadline(),
  ...given,
})

async function close(roundNo: number): Promise<void> {
  const round = (await buyer.call(orderRounds, { params })).rounds[roundNo - 1]!
  await t.advanceTo(new Date(new Date(round.deadline!).getTime() + MINUTE))
  await awaitOpening(buyer, facts.orderId, roundNo)
}

describe('a round of some lines', () => {
  test('is told the lines with their lowest price; nobody else is', async () => {
    const { lines: shown } = await buyer.call(roundLines, { params })
    expect(shown.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6])
    // 0.88, 0.92 and 0.95 of the ceiling 0.9; the last line was left out by the first.
    expect(shown.map(({ lowest }) => lowest)).toEqual(['0.792', '0.957', '36.9', '33.44', '39.56', '0.28'])
    expect([403, 404]).toContain((await first.refused(roundLines, { params })).status)
  })

  test('refuses foreign lines, empty and doubled choices, targets of nothing, looser terms than were announced', async () => {
    const refused = async (given: Partial<Body>) =>
      (await buyer.refused(startRound, { params, body: body(given) })).code
    const item = { itemId: lines[0]! }
    const { supplier1: one, supplier3: other } = facts.trades
    expect(await refused({ items: [] })).toBe(10001)
    expect(await refused({ items: [{ itemId: facts.orderId }] })).toBe(10001)
    expect(await refused({ items: [item, item] })).toBe(10001)
    expect(await refused({ items: [{ ...item, target: '0' }] })).toBe(10001)
    expect(await refused({ items: [{ ...item, target: '-1' }] })).toBe(10001)
    expect(await refused({ items: [item], only: [{ tradeId: one, items: [1] }] })).toBe(10001)
    expect(await refused({ only: [{ tradeId: other, items: [0] }] })).toBe(10001)
    const twice = { tradeId: one, items: [0] }
    expect(await refused({ only: [twice, twice] })).toBe(10001)
    // The documents say that no line may rise.
    for (const notAbove of ['none', 'total'] as const)
      expect((await buyer.refused(startRound, { params, body: body({ notAbove }) })).message).toContain('不得放宽')
    expect((await buyer.call(orderRounds, { params })).rounds).toHaveLength(1)
  })

  test('shows each supplier its lines alone, with their targets and its own last price', async () => {
    const items = [0, 1, 2].map((i) => ({ itemId: lines[i]!, ...(i < 2 && { target: ['0.7', '0.9'][i]! }) }))
    const only = [{ tradeId: facts.trades.supplier2, items: [1] }]
    await buyer.call(startRound, { params, body: body({ items, only, target: '90000', note: '请按年度用量报价' }) })
    const [mine, yours] = await Promise.all([first, second].map((client) => client.call(bidRoom, { params })))
    expect(mine!.items.map(({ itemId }) => itemId)).toEqual(lines.slice(0, 3))
    expect(mine).toMatchObject({ target: '90000.00', roundNote: '请按年度用量报价', terms: { notAbove: 'line' } })
    expect(mine!.targets).toEqual([
      { itemId: lines[0], unitPrice: '0.7' },
      { itemId: lines[1], unitPrice: '0.9' },
    ])
    expect(mine!.previous!.lines.find(({ itemId }) => itemId === lines[0])).toMatchObject({ unitPrice: '0.792' })
    expect(yours!.items.map(({ itemId }) => itemId)).toEqual([lines[1]])
    expect(yours!.targets).toEqual([{ itemId: lines[1], unitPrice: '0.9' }])
    // Who is left out hears neither of the round nor of what is hoped for.
    const left = await (await t.login('supplier3', { workbench: 'supplier' })).call(bidRoom, { params })
    expect(left).toMatchObject({ round: 1, target: null, targets: [], roundNote: '' })
    expect(left.items).toHaveLength(6)
    expect((await buyer.call(orderRounds, { params })).rounds[1]).toMatchObject({ lines: 3, target: '90000.00' })
  })

  test('leaves the lines that it did not ask for as they were, and compares like with like', async () => {
    const before = (await buyer.call(winnerDetail, { params })).candidates
    await submitQuote(first, facts.orderId, { priceOf: atParts(['0.8', '0.9', '0.8']), lineOf })
    await submitQuote(second, facts.orderId, { priceOf: atParts([null, '0.8']), lineOf })
    await close(2)
    const { rounds } = await buyer.call(orderRounds, { params })
    const of = (tradeId: string) => rounds[1]!.quotes!.find((one) => one.tradeId === tradeId)!
    const mine = of(facts.trades.supplier1)
    // 0.9 × 60,000 × 0.8, 1.1 × 40,000 × 0.9, 45 × 800 × 0.8
    expect(mine).toMatchObject({ total: '111600.00', invalid: '', lines: 3 })
    // 47,520 + 40,920 + 32,400 before.
    expect([mine.reduction, mine.sinceFirst]).toEqual(['7.65', '7.65'])
    expect(of(facts.trades.supplier2)).toMatchObject({ total: '35200.00', lines: 1, reduction: '8.05' })
    const { candidates } = await buyer.call(winnerDetail, { params })
    const price = (rows: typeof candidates, tradeId: string) => rows.find((one) => one.tradeId === tradeId)!.price
    const saved = 47520 + 40920 + 32400 - 111600
    expect(Number(price(candidates, facts.trades.supplier1))).toBe(
      Number(price(before, facts.trades.supplier1)) - saved,
    )
    expect(candidates).toHaveLength(3)
  })

  test('shows line by line what became of a price, to the buyer and to its supplier alone', async () => {
    const { rounds } = await buyer.call(orderRounds, { params })
    const { tradeId, quoteId } = rounds[1]!.quotes!.find((one) => one.tradeId === facts.trades.supplier1)!
    const at = { ...params, roundId: rounds[1]!.roundId, tradeId, quoteId: quoteId! }
    const quote = await buyer.call(oneQuote, { params: at })
    expect(quote.lines.map(({ line }) => line)).toEqual([1, 2, 3])
    expect(quote.lines[0]).toMatchObject({ unitPrice: '0.72', target: '0.7', before: '0.792', first: '0.792' })
    expect(quote.history).toHaveLength(2)
    // The whole calculation of either round stays for its supplier.
    const own = await Promise.all([1, 2].map((round) => first.call(ownQuote, { params: { ...params, round } })))
    expect(own.map((one) => one.quote!.lines.length)).toEqual([6, 3])
    expect(own[1]!.quote!.lines).toEqual(quote.lines)
  })

  test('measures a third round against the last price and against the first', async () => {
    await buyer.call(startRound, { params, body: body({ tradeIds: [facts.trades.supplier1] }) })
    const room = await first.call(bidRoom, { params })
    expect(room.items).toHaveLength(6)
    // What it comes to by now: three lines of the second round, the others of the first.
    expect(room.previous!.lines.find(({ itemId }) => itemId === lines[0])).toMatchObject({ unitPrice: '0.72' })
    const { candidates } = await buyer.call(winnerDetail, { params })
    expect(room.previous!.total).toBe(candidates.find(({ tradeId }) => tradeId === facts.trades.supplier1)!.price)
    await submitQuote(first, facts.orderId, { priceOf: atParts(['0.76', '0.9', '0.8', '0.9', '0.8']), lineOf })
    await close(3)
    const { rounds } = await buyer.call(orderRounds, { params })
    const quote = rounds[2]!.quotes![0]!
    const { quoteId, tradeId } = quote
    const { lines: shown } = await buyer.call(oneQuote, {
      params: { ...params, roundId: rounds[2]!.roundId, tradeId, quoteId: quoteId! },
    })
    expect(shown[0]).toMatchObject({ unitPrice: '0.684', before: '0.72', first: '0.792', target: null })
    expect(Number(quote.sinceFirst)).toBeGreaterThan(Number(quote.reduction))
    // The last line was never offered by it.
    expect(shown[5]).toMatchObject({ unitPrice: null, before: null, first: null })
  })

  test('stands beside the rounds before, supplier by supplier and line by line', async () => {
    const { rounds } = await buyer.call(orderRounds, { params })
    const at = (i: number) => ({ params: { ...params, roundId: rounds[i]!.roundId } })
    expect(await buyer.call(comparisonRounds, at(0))).toEqual({ labels: [], unitPrice: [] })
    const third = await buyer.call(comparisonRounds, at(2))
    expect(third.labels).toEqual(['第 1 轮报价', '第 2 轮报价'])
    // Of the first supplier alone, who was the only one to quote in the third; the second round asked for three lines.
    expect(third.unitPrice.map((quotes) => quotes.map((prices) => prices[0]))).toEqual([['0.792'], ['0.72']])
    expect(third.unitPrice[1]![0]!.slice(3)).toEqual([null, null, null])
    const { quotes } = await buyer.call(roundComparison, at(1))
    const second = await buyer.call(comparisonRounds, at(1))
    expect(second.unitPrice[0]).toHaveLength(quotes.length)
    const place = quotes.findIndex(({ tradeId }) => tradeId === facts.trades.supplier1)
    expect(second.unitPrice[0]![place]![0]).toBe('0.792')
  })
})
