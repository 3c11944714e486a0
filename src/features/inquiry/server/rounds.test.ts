import { beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { atParts } from '#demo/play/inquiry.ts'
import { awaitOpening, submitQuote } from '#demo/play/quotes.ts'
import { confirmAllNotices } from '#demo/play/supplier.ts'
import { fromState } from '#demo/states/from-state.ts'
import type { Inquiry } from '#demo/states/inquiry.ts'
import { messagePage } from '#features/messages/contract.ts'
import { publishChange, publishWinner, winnerDetail } from '#features/procurement/contract/notice.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { tenderDetail } from '#features/procurement/contract/supplier.ts'
import { bidRoom } from '#features/sealed-bids/contract.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Item } from '#features/procurement/contract/shared.ts'
import { readQuoteSheet } from '#features/quotes/rules/quote-sheet.ts'
import { sheetOfTyped, type TypedLine } from '#features/quotes/rules/typed-quote.ts'
import { done } from '#features/workflow/rules/held.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import { extendRound, orderRounds, startRound } from '../contract.ts'
import { oneQuote, ownQuote, ruleQuote } from '../contract-offer.ts'

interface World {
  t: TestSystem
  facts: Inquiry
  params: { orderId: string }
  buyer: HttpClient
}

async function worldOf(state: 'quoting' | 'quoted' | 'quotesOpened'): Promise<World> {
  const { t, facts } = await fromState(state)
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  return { t, facts, params: { orderId: facts.orderId }, buyer }
}

const later = (t: TestSystem, ms: number) => new Date(t.kernel.clock.now().getTime() + ms)

describe('the first round', () => {
  let world: World
  beforeAll(async () => {
    world = await worldOf('quoted')
  })

  test('tells nobody who quoted before its deadline', async () => {
    const { t, buyer, params } = world
    const { rounds, blocked } = await buyer.call(orderRounds, { params })
    expect(rounds).toMatchObject([{ roundNo: 1, status: 1, quotes: null }])
    expect(blocked).not.toBeNull()
    const supplier = await t.login('supplier1', { workbench: 'supplier' })
    expect((await supplier.call(tenderDetail, { params })).rounds).toMatchObject([
      { roundId: rounds[0]!.roundId, isOpen: true },
    ])
    for (const [account, workbench] of [
      ['supplier1', 'supplier'],
      ['agent', 'agency'],
    ] as const) {
      const stranger = await t.login(account, { workbench })
      expect([403, 404]).toContain((await stranger.refused(orderRounds, { params })).status)
    }
  })

  test('is opened by the clock, with whoever quoted ranked: complete quotes before partial ones', async () => {
    const { t, facts, buyer, params } = world
    await t.advanceTo(new Date(new Date(facts.deadline).getTime() - MINUTE))
    expect((await buyer.call(orderDetail, { params })).state).toBe('publish.open')
    await t.advanceTo(new Date(new Date(facts.deadline).getTime() + MINUTE))
    await awaitOpening(buyer, facts.orderId)
    expect(await buyer.call(orderDetail, { params })).toMatchObject({ state: 'quote.closed', status: 2 })
    const { rounds, suppliers } = await buyer.call(orderRounds, { params })
    const quotes = rounds[0]!.quotes!
    expect(quotes.filter((one) => one.total !== null)).toHaveLength(3)
    expect(suppliers.filter((one) => one.total === null).map((one) => one.tradeId)).toEqual([facts.trades.supplier4])
    const { candidates } = await buyer.call(winnerDetail, { params })
    // The first has left a line out.
    expect(candidates.map(({ tradeId }) => tradeId).at(-1)).toBe(facts.trades.supplier1)
    await t.settle()
    const { rows } = await buyer.call(messagePage, { query: { identity: 'purchaser', pageSize: 50 } })
    expect(rows.filter(({ title }) => title === '报价已开启')).toHaveLength(1)
  })
})

describe('opened quotes', () => {
  let world: World
  beforeAll(async () => {
    world = await worldOf('quotesOpened')
  })

  const quoteOf = async ({ buyer, params, facts }: World, account: keyof Inquiry['trades']) => {
    const { rounds } = await buyer.call(orderRounds, { params })
    const round = rounds[0]!
    const quote = round.quotes!.find((one) => one.tradeId === facts.trades[account])!
    return { ...params, roundId: round.roundId, tradeId: quote.tradeId, quoteId: quote.quoteId! }
  }

  test('can be read line by line, by whoever runs the order alone', async () => {
    const { t, buyer } = world
    const own = await quoteOf(world, 'supplier1')
    const quote = await buyer.call(oneQuote, { params: own })
    expect(quote.lines).toHaveLength(6)
    expect(quote.lines[0]).toMatchObject({ unitPrice: '0.792', amount: '47520.00', deliveryDays: 11 })
    expect(quote.lines[5]).toMatchObject({ unitPrice: null, amount: null })
    const other = await quoteOf(world, 'supplier2')
    // One supplier's quote is not found below another's trade.
    expect((await buyer.refused(oneQuote, { params: { ...own, quoteId: other.quoteId } })).status).toBe(404)
    const supplier = await t.login('supplier1', { workbench: 'supplier' })
    expect([403, 404]).toContain((await supplier.refused(oneQuote, { params: own })).status)
    // A supplier reads its own, and learns of no other.
    const read = await supplier.call(ownQuote, { params: { orderId: own.orderId, round: 1 } })
    expect(read.quote).toMatchObject({ total: quote.total, lines: quote.lines })
    const silent = await t.login('supplier4', { workbench: 'supplier' })
    expect(await silent.call(ownQuote, { params: { orderId: own.orderId, round: 1 } })).toEqual({ quote: null })
    expect((await silent.refused(ownQuote, { params: { orderId: own.orderId, round: 2 } })).status).toBe(404)
    const outside = await t.login('supplier5', { workbench: 'supplier' })
    expect((await outside.refused(ownQuote, { params: { orderId: own.orderId, round: 1 } })).status).toBe(404)
  })

  test('are followed by a round among those that are chosen, which nobody else hears of', async () => {
    const { t, buyer, params, facts } = world
    const { supplier1, supplier2 } = facts.trades
    const deadline = later(t, DAY).toISOString()
    const start = (body: object) => ({ params, body: { tradeIds: [supplier1, supplier2], deadline, ...body } })
    expect((await buyer.refused(startRound, start({ deadline: later(t, -HOUR).toISOString() }))).code).toBe(10001)
    expect((await buyer.refused(startRound, start({ deadline: later(t, 400 * DAY).toISOString() }))).code).toBe(10001)
    expect((await buyer.refused(startRound, start({ tradeIds: [params.orderId] }))).code).toBe(10001)
    const both = await Promise.allSettled([
      buyer.call(startRound, start({})),
      buyer.call(startRound, start({ note: '再' })),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await buyer.call(orderRounds, { params })).rounds).toHaveLength(2)
    // Nothing is decided while it is open.
    const { candidates, draft } = await buyer.call(winnerDetail, { params })
    const award = { tradeId: candidates[0]!.tradeId, reason: '', ...draft }
    expect((await buyer.refused(publishWinner, { params, body: award })).message).toContain('本轮报价尚未结束')

    const [asked, left] = await Promise.all(
      ['supplier2', 'supplier3'].map((account) => t.login(account, { workbench: 'supplier' })),
    )
    expect((await asked!.call(tenderDetail, { params })).rounds.map(({ isOpen }) => isOpen)).toEqual([false, true])
    expect((await left!.call(tenderDetail, { params })).rounds.map(({ isOpen }) => isOpen)).toEqual([false])
    await t.settle()
    const told = async (client: HttpClient) =>
      (await client.call(messagePage, { query: { identity: 'supplier', pageSize: 50 } })).rows.filter(({ title }) =>
        title.includes('轮报价'),
      )
    expect([await told(asked!), await told(left!)].map(({ length }) => length)).toEqual([1, 0])
    // Its own page is the one of the round it took part in, which is over.
    const room = await left!.call(bidRoom, { params })
    expect([room.round, room.actions.filter(({ reason }) => reason === undefined)]).toEqual([1, []])
    expect(room.previous).toBeNull()
    await expect(submitQuote(left!, facts.orderId, { priceOf: atParts(['0.5', '0.5', '0.5']) })).rejects.toMatchObject({
      status: 409,
    })
  })

  test('do not count where a line rose over the round before, and say why', async () => {
    const { t, buyer, params, facts } = world
    const [first, second] = await Promise.all(
      ['supplier1', 'supplier2'].map((account) => t.login(account, { workbench: 'supplier' })),
    )
    const round = (await buyer.call(orderRounds, { params })).rounds[1]!
    const longer = { params: { ...params, roundId: round.roundId }, body: { minutes: 60, reason: '应供应商请求' } }
    const { deadline } = await buyer.call(extendRound, longer)
    expect(new Date(deadline).getTime()).toBe(new Date(round.deadline!).getTime() + HOUR)
    const lineOf = () => ({ brand: '品牌', deliveryDays: '9' })
    const raised = atParts(['0.93', '0.8', '0.8', '0.8', '0.8', '0.7'])
    const foreseen = refusalOf(await second!.call(bidRoom, { params }), (item) => ({
      unitPrice: raised(item)!,
      ...lineOf(),
    }))
    await submitQuote(first!, facts.orderId, {
      priceOf: atParts(['0.86', '0.9', '0.88', '0.9', '0.85', '0.8']),
      lineOf,
    })
    await submitQuote(second!, facts.orderId, { priceOf: raised, lineOf })
    await t.advanceTo(new Date(new Date(deadline).getTime() + MINUTE))
    await awaitOpening(buyer, facts.orderId, 2)
    const { rounds } = await buyer.call(orderRounds, { params })
    const of = (tradeId: string) => rounds[1]!.quotes!.find((one) => one.tradeId === tradeId)!
    expect(of(facts.trades.supplier1).invalid).toBe('')
    expect(of(facts.trades.supplier2).invalid).toMatch(/^第 1 行单价不得高于上一次报价/)
    // The bid room holds what the supplier's browser needs to say so before it seals.
    expect(foreseen).toBe(of(facts.trades.supplier2).invalid)
    // What counted before counts on.
    const { candidates } = await buyer.call(winnerDetail, { params })
    const priceOf = (tradeId: string) => candidates.find((one) => one.tradeId === tradeId)!.price
    expect(priceOf(facts.trades.supplier1)).toBe(of(facts.trades.supplier1).total)
    const before = rounds[0]!.quotes!.find((one) => one.tradeId === facts.trades.supplier2)!
    expect(priceOf(facts.trades.supplier2)).toBe(before.total)
  })

  test('are ruled invalid once, with a reason that is told to the supplier, and fall out of the ranking', async () => {
    const { t, buyer, params, facts } = world
    const { orderId, quoteId } = await quoteOf(world, 'supplier3')
    const rule = { params: { orderId, quoteId }, body: { reason: '所报规格不满足要求' } }
    expect((await buyer.refused(ruleQuote, { ...rule, body: { reason: '' } })).code).toBe(10001)
    await buyer.call(ruleQuote, rule)
    expect((await buyer.refused(ruleQuote, { ...rule, body: { reason: '再次' } })).code).toBe(10002)
    const { candidates } = await buyer.call(winnerDetail, { params })
    expect(candidates.map(({ tradeId }) => tradeId)).not.toContain(facts.trades.supplier3)
    await t.settle()
    const supplier = await t.login('supplier3', { workbench: 'supplier' })
    const { rows } = await supplier.call(messagePage, { query: { identity: 'supplier', pageSize: 50 } })
    expect(rows.some(({ content }) => content.includes('所报规格不满足要求'))).toBe(true)
  })
})

/** What a supplier's browser says of a quote before it seals. */
function refusalOf(
  { orderId, round, items, terms, previous, controlPrice }: OutputOf<typeof bidRoom>,
  lineOf: (item: Item) => TypedLine,
): string {
  const lines = Object.fromEntries(items.map((item) => [item.itemId, lineOf(item)]))
  const sheet = sheetOfTyped({ orderId, round, items, terms: terms! }, { lines, validityDays: '', remark: '' })
  const read = readQuoteSheet(sheet, {
    orderId,
    round,
    items,
    terms: terms!,
    asked: [],
    previous: previous!,
    ceiling: controlPrice,
  })
  return read.ok ? '' : read.reason
}

test('with too few quotes nothing is opened, how many there were is not said, and the order waits', async () => {
  const { t, facts, params, buyer } = await worldOf('quoting')
  const supplier = await t.login('supplier1', { workbench: 'supplier' })
  const lineOf = () => ({ brand: '品牌', deliveryDays: '9' })
  await submitQuote(supplier, facts.orderId, { priceOf: atParts(['0.8', '0.8', '0.8', '0.8', '0.8', '0.8']), lineOf })
  await t.advanceTo(new Date(new Date(facts.deadline).getTime() + MINUTE))
  await awaitOpening(buyer, facts.orderId)
  const order = await buyer.call(orderDetail, { params })
  expect(order).toMatchObject({ state: 'quote.short', status: 4 })
  expect(order.actions.map(({ action }) => action)).toContain('declareAbortive')
  const { rounds } = await buyer.call(orderRounds, { params })
  expect(rounds[0]!.quotes).toBeNull()
  const { rows } = await t.owner.query<{ n: number }>('select count(*)::int as n from quote_revealed')
  expect(rows[0]!.n).toBe(0)
  expect((await supplier.call(tenderDetail, { params })).rounds).toMatchObject([{ isOpen: false }])
})

test('a quote whose supplier has not confirmed a change does not count, and is told so', async () => {
  const { t, facts, params, buyer } = await worldOf('quoted')
  const content = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: '交货地点改为东院区。' }] }],
  }
  done(await buyer.call(publishChange, { params, body: { title: '变更公告', content, acceptWarnings: true } }))
  for (const account of ['supplier1', 'supplier3'])
    await confirmAllNotices(await t.login(account, { workbench: 'supplier' }), facts.orderId)
  await t.advanceTo(new Date(new Date(facts.deadline).getTime() + MINUTE))
  await awaitOpening(buyer, facts.orderId)
  const { rounds } = await buyer.call(orderRounds, { params })
  const invalid = rounds[0]!.quotes!.filter((one) => one.invalid !== '')
  expect(invalid.map(({ tradeId }) => tradeId)).toEqual([facts.trades.supplier2])
  expect(invalid[0]!.invalid).toContain('未确认变更公告')
  const { candidates } = await buyer.call(winnerDetail, { params })
  expect(candidates.map(({ tradeId }) => tradeId)).toEqual([facts.trades.supplier3, facts.trades.supplier1])
  const late = await t.login('supplier2', { workbench: 'supplier' })
  const own = await late.call(ownQuote, { params: { orderId: facts.orderId, round: 1 } })
  expect(own.quote).toMatchObject({ isValid: false, reason: invalid[0]!.invalid })
})
