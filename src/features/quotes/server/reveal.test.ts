import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { newId } from '#contract/id.ts'
import { Exact, trimZeros } from '#contract/money.ts'
import { MINUTE } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import type { StateFacts } from '#demo/states/states.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { checkBoundRows } from '#server/bound-rows.ts'
import { inContext } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { FEATURES } from '#server/features.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import type { NotAbove } from '../rules/enums.ts'
import { makeQuoteSheet } from '../rules/quote-sheet.ts'
import type { GivenLine, QuoteSheet } from '../rules/sheet-format.ts'
import type { Any, Order, Supplier } from './host.ts'
import { type OpenedQuote, previousQuotes, revealedQuotes, revealRound, roundQuotes, ruleInvalid } from './public.ts'
import { QUOTES } from './bound.ts'
import { quoteItems, roundRows } from './reads.ts'
import { openRound, startRound } from './rounds.ts'
import { PROBE, sellerOf } from './testing/probe.ts'

/* Rounds whose quotes were sealed elsewhere: nobody submits here, the clock brings them all at once. */

const probe: Feature = { name: 'probe', routes: [] }
const TERMS = { announced: { rounds: 99, name: '报价' }, isSingle: false }
type Seller = 'supplier1' | 'supplier2' | 'supplier3'
const SELLERS: readonly Seller[] = ['supplier1', 'supplier2', 'supplier3']

let t: TestSystem
let facts: StateFacts['signedUp']
let items: Awaited<ReturnType<typeof quoteItems>>
let roundId: string
let roundNo: number
beforeAll(async () => {
  t = await testSystem({ from: 'signedUp', features: [...FEATURES, probe] })
  facts = t.facts as StateFacts['signedUp']
  items = await run((ctx, order) => quoteItems(ctx, order))
})

function run<T>(work: (ctx: Any, order: Order) => Promise<T>): Promise<T> {
  return inContext(t.kernel, { tenantId: 1, actor: null }, async (ctx) => work(ctx, await orderRow(ctx, facts.orderId)))
}
/** Somebody of the side that asks for quotes. */
function handler<T>(work: (ctx: Supplier, order: Order) => Promise<T>): Promise<T> {
  const actor = { ...sellerOf({ userId: PEOPLE.buyer.id, companyId: COMPANIES.hospital.id }), name: '周楠' }
  return inContext(t.kernel, { tenantId: 1, actor }, async (ctx) => work(ctx, await orderRow(ctx, facts.orderId)))
}
const soon = () => new Date(t.kernel.clock.now().getTime() + 30 * MINUTE)
interface Given {
  notAbove?: NotAbove
  isPartial?: boolean
  parts?: { tradeId: string; items?: { itemId: string }[] }[]
}
/** A round under way; the one before must be closed. */
async function begin(given: Given = {}): Promise<void> {
  await run(async (ctx, order) => {
    const parts = SELLERS.map((who) => ({ tradeId: facts.trades[who] }))
    const common = { mode: 2 as const, note: '', notAbove: 'none' as const, isFinal: false, terms: TERMS }
    const until = { deadline: soon() }
    roundId = await openRound(
      ctx,
      { host: PROBE, order },
      { ...common, parts, until, createdBy: PEOPLE.buyer.id, ...given },
    )
    await startRound(ctx, { host: PROBE, order, roundId, who: 'host', over: '' })
    roundNo = (await roundRows(ctx, { orderId: order.id, kind: 'order' })).length
  })
}
const pass = () => t.movableClock!.advance(30 * MINUTE)
const line = (unitPrice: string, more: Partial<GivenLine> = {}): GivenLine => ({
  unitPrice,
  taxRate: '13',
  brand: '迈瑞',
  model: 'SV600',
  deliveryDays: 15,
  minQuantity: null,
  remark: '含运费',
  ...more,
})
/** A sheet with these lines of the bill, in its order; null: left out. */
function sheet(...lines: (GivenLine | null)[]): QuoteSheet {
  const given = items.flatMap((item, i) => (lines[i] ? ([[item.itemId, lines[i]]] as const) : []))
  return makeQuoteSheet(
    { orderId: facts.orderId, round: roundNo, items },
    { lines: new Map(given), validityDays: 60, remark: '现货' },
  )
}
const all = (unitPrice: string) => sheet(...items.map(() => line(unitPrice)))
const opened = (who: Seller, content: unknown, reason = ''): OpenedQuote => ({
  tradeId: facts.trades[who],
  submissionId: newId(),
  at: t.kernel.clock.now(),
  by: PEOPLE[who].id,
  byName: '沈瑶',
  sheet: content,
  reason,
  sealed: [],
  files: async () => [],
})
const reveal = (...quotes: OpenedQuote[]) =>
  run((ctx, order) => revealRound(ctx, { host: PROBE, order, roundId, opened: quotes }))
const shown = (id = roundId) => run((ctx, order) => roundQuotes(ctx, { host: PROBE, order, roundId: id }))
const code = (error: unknown) => (error instanceof AppError ? error.code : error)
const refusal = (work: Promise<unknown>) => work.then(() => 'done', code)
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await t.owner.query<Row>(text, values)).rows
/** What a supplier was told of its quotes. */
const messagesTo = async (who: Seller) =>
  (
    await query<{ content: string }>(
      `select payload->>'content' as content from outbox where kind = 'probe.message' and payload->'tradeIds' = $1`,
      [JSON.stringify([facts.trades[who]])],
    )
  ).map(({ content }) => content)

describe('the close', () => {
  beforeEach(() => begin())

  test('not before the deadline; then all at once, whoever calls and how often', async () => {
    const quotes = [opened('supplier1', all('123.45')), opened('supplier2', all('100'))]
    expect(await reveal(...quotes)).toBe(false)
    expect(await query('select 1 from quote where round_id = $1', [roundId])).toEqual([])
    expect(await refusal(shown())).toBe(code(new AppError('tooEarly')))
    await pass()
    expect((await Promise.all([reveal(...quotes), reveal(...quotes)])).toSorted()).toEqual([false, true])
    expect(await reveal(...quotes)).toBe(false)
    expect(await query('select 1 from quote where round_id = $1', [roundId])).toHaveLength(2)

    const found = await shown()
    expect(found.items.map((item) => item.line)).toEqual(items.map((item) => item.line))
    expect(found.missed.map((one) => one.tradeId)).toEqual([facts.trades.supplier3])
    expect(found.quotes.map((q) => [q.tradeId, q.status, q.reason, q.validityDays, q.note])).toEqual([
      [facts.trades.supplier2, 'valid', '', 60, '现货'],
      [facts.trades.supplier1, 'valid', '', 60, '现货'],
    ])
    const { lines, total, netTotal } = all('123.45')
    expect(found.quotes[1]).toMatchObject({
      total,
      netTotal,
      unitPrice: lines.map((l) => l.unitPrice),
      amount: lines.map((l) => l.amount),
      netAmount: lines.map((l) => l.netAmount),
      taxRate: lines.map(() => '13'),
      brand: lines.map(() => '迈瑞'),
      model: lines.map(() => 'SV600'),
      deliveryDays: lines.map(() => 15),
      minQuantity: lines.map(() => null),
      remark: lines.map(() => '含运费'),
    })
    const revealed = await run((ctx, order) => revealedQuotes(ctx, order.id))
    expect(revealed.filter((q) => q.roundId === roundId)).toHaveLength(2)
  })

  test('what cannot be used is there, invalid, with its reason, and its supplier is told', async () => {
    const late = items.map(() => line('1', { deliveryDays: null }))
    await pass()
    await reveal(
      opened('supplier1', sheet(...late)),
      opened('supplier2', null, '报价文件已损坏'),
      opened('supplier3', { ...all('5'), total: '1' }),
    )
    const { quotes } = await shown()
    const by = (who: Seller) => quotes.find((q) => q.tradeId === facts.trades[who])!
    // Its figures are sound, so they are shown; they count for nothing.
    expect(by('supplier1')).toMatchObject({ status: 'invalid', reason: '第 1 行未填写交货期' })
    expect(by('supplier1').unitPrice).toEqual(items.map(() => '1'))
    const unread = { status: 'invalid', reason: '报价文件已损坏', total: null, unitPrice: items.map(() => null) }
    expect(by('supplier2')).toMatchObject(unread)
    // Wrong sums are shown as the unit prices give them, which its supplier may agree to.
    const slip = { status: 'invalid', reason: '报价总价与各行合计不符', unitPrice: items.map(() => '5') }
    expect(by('supplier3')).toMatchObject(slip)
    expect(by('supplier3').total).not.toBe('1.00')
    const { rows: causes } = await t.owner.query<{ cause: string }>(
      'select cause from quote_ruling where quote_id = any($1) order by cause',
      [quotes.map(({ quoteId }) => quoteId)],
    )
    expect(causes.map(({ cause }) => cause)).toEqual(['', '', 'arithmetic'])
    expect(await run((ctx, order) => revealedQuotes(ctx, order.id))).not.toContainEqual(
      expect.objectContaining({ roundId }),
    )
    expect(await messagesTo('supplier3')).toEqual(['贵单位的第2次报价被认定无效，原因：报价总价与各行合计不符'])
    expect((await messagesTo('supplier2')).join()).not.toContain('合计')
  })
})

describe('further rounds', () => {
  test('are held against the last price of each line; what was invalid is no price before', async () => {
    await begin({ isPartial: true })
    await pass()
    await reveal(opened('supplier1', sheet(line('10'), line('10'))), opened('supplier2', all('0')))
    const [first] = items
    const parts = [{ tradeId: facts.trades.supplier1, items: [{ itemId: first!.itemId }] }]
    await begin({ isPartial: true, notAbove: 'line', parts })
    const before = await run((ctx, order) => previousQuotes(ctx, { orderId: order.id, kind: 'order', roundNo }))
    expect(before.get(facts.trades.supplier1)!.lines.find((l) => l.itemId === first!.itemId)!.unitPrice).toBe('10')
    await pass()
    // Nobody asked supplier2, and supplier1 for the first line alone.
    await reveal(opened('supplier1', sheet(line('9.5'))), opened('supplier2', sheet(line('1'))))
    const { quotes } = await shown()
    expect(quotes.map((q) => [q.tradeId, q.reason, q.unitPrice[0]])).toEqual([
      [facts.trades.supplier1, '', '9.5'],
      [facts.trades.supplier2, '未受邀参加本轮报价', null],
    ])
    await begin({ isPartial: true, notAbove: 'line' })
    await pass()
    await reveal(opened('supplier1', sheet(line('9.51'), line('10'))))
    expect((await shown()).quotes[0]!.reason).toBe('第 1 行单价不得高于上一次报价 9.5 元')
  })

  test('a sheet of another round is none of this one', async () => {
    await begin({ isPartial: true })
    const old = { ...sheet(line('3')), round: roundNo - 1 }
    await pass()
    await reveal(opened('supplier1', old))
    expect((await shown()).quotes[0]).toMatchObject({ status: 'invalid', reason: '报价单不属于本轮报价', total: null })
  })
})

describe('ruling a quote invalid', () => {
  let quoteId: string
  beforeAll(async () => {
    await begin({ isPartial: true })
    await pass()
    await reveal(opened('supplier1', sheet(line('7'))), opened('supplier2', sheet(line('8'))))
    quoteId = (await shown()).quotes[0]!.quoteId
  })
  const rule = (id: string, more: { over?: string; kind?: 'review' } = {}) =>
    handler((ctx, order) =>
      ruleInvalid(
        ctx,
        { host: { ...PROBE, kind: more.kind ?? 'order' }, order, over: more.over ?? '' },
        { quoteId: id, reason: '规格不满足要求' },
      ),
    )

  test('is done once, for a quote of the order that is revealed, and its supplier is told', async () => {
    const notFound = code(new AppError('notFound'))
    expect(await refusal(rule(newId()))).toBe(notFound)
    expect(await refusal(rule(quoteId, { kind: 'review' }))).toBe(notFound)
    expect(await refusal(rule(quoteId, { over: '结果已公告' }))).toBe(code(new AppError('wrongState')))
    expect((await shown()).quotes[0]!.status).toBe('valid')
    const outcomes = await Promise.all([refusal(rule(quoteId)), refusal(rule(quoteId))])
    expect(new Set(outcomes)).toEqual(new Set(['done', code(new AppError('wrongState'))]))
    const { quotes } = await shown()
    expect(quotes.map((q) => [q.status, q.reason, q.unitPrice[0]])).toEqual([
      ['invalid', '规格不满足要求', '7'],
      ['valid', '', '8'],
    ])
    const contents = await messagesTo('supplier1')
    expect(contents.filter((content) => content.includes('规格不满足要求'))).toHaveLength(1)
    expect((await messagesTo('supplier2')).join()).not.toContain('规格')
    const [fact] = await query<{ ruledName: string }>(
      `select ruled_name as "ruledName" from quote_ruling where quote_id = $1`,
      [quoteId],
    )
    expect(fact).toEqual({ ruledName: '周楠' })
  })

  test('nobody takes a ruling or a line back, the owner of the database included', async () => {
    for (const statement of [
      `update quote_ruling set reason = 'x'`,
      'delete from quote_ruling',
      'truncate quote_ruling',
      `update quote_line set brand = 'x'`,
      `update quote set net_total = 1 where id = '${quoteId}'`,
    ])
      await expect(t.owner.query(statement)).rejects.toMatchObject({ code: 'KB002' })
  })

  test('figures altered past every trigger are named by the check at the start', async () => {
    const look = () => checkBoundRows(t.kernel, { tenantId: 1, tables: [QUOTES] })
    expect(await look()).toEqual([])
    for (const [table, change, undo] of [
      ['quote_line', 'set amount = amount + 1', 'set amount = amount - 1'],
      ['quote', 'set total = total + 1', 'set total = total - 1'],
    ] as const) {
      await t.owner.query(`alter table ${table} disable trigger user`)
      await t.owner.query(`update ${table} ${change}`)
      const found = await look()
      await t.owner.query(`update ${table} ${undo}`)
      await t.owner.query(`alter table ${table} enable trigger user`)
      expect(found.length).toBeGreaterThan(0)
      expect(found.every(({ id, message }) => id.startsWith('quote/') && message.includes('已被改动'))).toBe(true)
      expect(await look()).toEqual([])
    }
  })

  test('a supplier finds its own quote alone; a round of another order is not there', async () => {
    const own = await run((ctx, order) =>
      roundQuotes(ctx, { host: PROBE, order, roundId, tradeId: facts.trades.supplier2 }),
    )
    expect(own.quotes.map((q) => q.tradeId)).toEqual([facts.trades.supplier2])
    expect(own.missed).toEqual([])
    expect(await refusal(shown(newId()))).toBe(code(new AppError('notFound')))
    const total = new Exact(8).times(items[0]!.quantity).toFixed()
    expect(trimZeros(own.quotes[0]!.total!)).toBe(total)
  })
})
