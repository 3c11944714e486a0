import { beforeAll, expect, test } from 'vitest'
import { MINUTE } from '#contract/time.ts'
import { awaitOpening, submitQuote } from '#demo/play/quotes.ts'
import { fromState } from '#demo/states/from-state.ts'
import type { StateFacts } from '#demo/states/states.ts'
import { onlineReview, reviewFile } from '#features/light-review/contract.ts'
import { bidRoom } from '#features/sealed-bids/contract.ts'
import { unpackXlsx } from '#server/sheet/archive.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as compare from '../contract-compare.ts'
import { oneQuote, ownQuote, ownQuoteFile, quoteFile } from '../contract-offer.ts'
import { orderRounds } from '../contract.ts'

const REPORT = new TextEncoder().encode('%PDF-1.4 检测报告正文')

let t: TestSystem
let facts: StateFacts['quoting']
let buyer: HttpClient
let first: HttpClient
let second: HttpClient

const half = ({ controlPrice }: { controlPrice: string | null }) => (Number(controlPrice) / 2).toFixed(2)
const lineOf = () => ({ brand: '自有品牌' })
const status = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: { status: number }) => error.status,
  )

// The documents admit two alternatives a line and demand one file: set here, since the state asks for neither.
beforeAll(async () => {
  const world = await fromState('quoting')
  t = world.t
  facts = world.facts
  const asked = [
    { role: 'quotation', name: '检测报告', required: true },
    { role: 'quotation', name: '彩页', required: false },
  ]
  await t.owner.query(
    `update purchase_order set settings = jsonb_set(settings || jsonb_build_object('bidFiles', $2::jsonb),
      '{quote,alternatives}', '2') where id = $1`,
    [facts.orderId, JSON.stringify(asked)],
  )
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  first = await t.login('supplier1', { workbench: 'supplier' })
  second = await t.login('supplier2', { workbench: 'supplier' })
})

test('alternatives and files are sealed, opened at the deadline, compared, and read by nobody before', async () => {
  const { orderId } = facts
  const room = await first.call(bidRoom, { params: { orderId } })
  expect(room.bidFiles.map(({ name }) => name)).toEqual(['检测报告', '彩页'])
  const [line1] = room.items
  await submitQuote(first, orderId, {
    priceOf: half,
    lineOf,
    alternativesOf: ({ line }) =>
      line === 1 ? [{ brand: '洁特', model: 'J2', spec: '2mL', unitPrice: '0.4', deliveryDays: '9' }] : [],
    files: [
      { label: '检测报告', name: '采血管检测报告.pdf', content: REPORT, of: line1!.itemId },
      { label: '彩页', name: '彩页.pdf', content: REPORT },
    ],
  })
  // What is demanded is made by the play.
  await submitQuote(second, orderId, { priceOf: half, lineOf })
  const third = await t.login('supplier3', { workbench: 'supplier' })
  // Named in the envelope as asked for, and in the sheet as something else.
  await submitQuote(third, orderId, {
    priceOf: half,
    lineOf,
    files: [{ label: '样品', name: 'a.pdf', content: REPORT }],
  })

  const { roundId } = (await buyer.call(orderRounds, { params: { orderId } })).rounds[0]!
  const params = { orderId, roundId }
  const kept = async () => (await t.owner.query(`select 1 from file_object where use = 'opened-bid'`)).rowCount
  expect(await kept()).toBe(0)
  expect(await status(buyer.call(compare.roundComparison, { params }))).toBe(409)
  expect(await status(buyer.call(compare.comparisonAlternatives, { params }))).toBe(409)
  expect(await first.call(ownQuote, { params: { orderId, round: 1 } })).toEqual({ quote: null })
  const sealedId = room.orderId
  expect(await status(first.file(ownQuoteFile, { params: { orderId, round: 1, fileId: sealedId } }))).toBe(404)

  await t.advanceTo(new Date(new Date(facts.deadline).getTime() + MINUTE))
  await t.settle()
  await awaitOpening(buyer, orderId)
  const answer = await buyer.call(compare.roundComparison, { params })
  const byTrade = new Map(answer.quotes.map((quote) => [quote.tradeId, quote]))
  const { supplier1, supplier2, supplier3 } = facts.trades
  expect(answer.alternatives).toBe(1)
  expect(byTrade.get(supplier1)!.files.map(({ label, name, of }) => [label, name, of])).toEqual([
    ['检测报告', '采血管检测报告.pdf', '第 1 行'],
    ['彩页', '彩页.pdf', ''],
  ])
  expect(byTrade.get(supplier2)!.files.map(({ label }) => label)).toEqual(['检测报告'])
  expect(byTrade.get(supplier3)).toMatchObject({ status: 'invalid', reason: '采购文件未要求提交文件“样品”' })
  // The alternative is the cheapest of its line and counts nowhere.
  expect(byTrade.get(supplier1)!.unitPrice[0]).toBe(byTrade.get(supplier2)!.unitPrice[0])
  const { rows } = await buyer.call(compare.comparisonAlternatives, { params })
  expect(rows).toMatchObject([
    { tradeId: supplier1, line: 1, brand: '洁特 J2', unitPrice: '0.4', ownPrice: '0.45', isValid: true },
  ])
  const book = await buyer.file(compare.comparisonFile, { params })
  const strings = (await unpackXlsx(book.content)).get('xl/sharedStrings.xml')!.toString()
  expect(strings).toContain('备选报价（仅供比较）')

  const { quoteId, files } = byTrade.get(supplier1)!
  const fileId = files[0]!.fileId
  const got = await buyer.file(quoteFile, { params: { ...params, quoteId, fileId } })
  expect(Buffer.from(got.content).equals(Buffer.from(REPORT))).toBe(true)
  const quote = await buyer.call(oneQuote, { params: { ...params, tradeId: supplier1, quoteId } })
  expect(quote.lines[0]!.alternatives).toMatchObject([{ no: 1, brand: '洁特 J2', spec: '2mL', unitPrice: '0.4' }])
  expect(quote.total).toBe((await first.call(ownQuote, { params: { orderId, round: 1 } })).quote!.total)
})

test('a file of a quote is read by its supplier, the buyer and who reviews; everybody else finds nothing', async () => {
  const { orderId } = facts
  const { roundId, quotes } = (await buyer.call(orderRounds, { params: { orderId } })).rounds[0]!
  const quoteOf = (tradeId: string) => quotes!.find((one) => one.tradeId === tradeId)!.quoteId!
  const own = await first.call(ownQuote, { params: { orderId, round: 1 } })
  const { fileId } = own.quote!.files[0]!
  const mine = { params: { orderId, round: 1, fileId } }
  expect(await status(first.file(ownQuoteFile, mine))).toBe(200)
  expect(await status(second.file(ownQuoteFile, mine))).toBe(404)
  expect(await status((await t.login('supplier4', { workbench: 'supplier' })).file(ownQuoteFile, mine))).toBe(404)
  expect(await status((await t.login('supplier5', { workbench: 'supplier' })).file(ownQuoteFile, mine))).toBe(404)
  const params = { orderId, roundId, quoteId: quoteOf(facts.trades.supplier1), fileId }
  // Not under the quote of somebody else, not from the supplier's side, not to another company.
  const under = { ...params, quoteId: quoteOf(facts.trades.supplier2) }
  expect(await status(buyer.file(quoteFile, { params: under }))).toBe(404)
  expect(await status(first.file(quoteFile, { params }))).toBeGreaterThanOrEqual(403)
  expect(await status((await t.login('agent', { workbench: 'agency' })).file(quoteFile, { params }))).toBe(404)
  const page = await buyer.call(onlineReview, { params: { orderId } })
  const shown = page.suppliers.find(({ tradeId }) => tradeId === facts.trades.supplier1)!
  expect(shown.files.map(({ label }) => label)).toEqual(['检测报告', '彩页'])
  expect(await status(buyer.file(reviewFile, { params: { orderId, fileId } }))).toBe(200)
})

test('what was opened is fixed', async () => {
  for (const table of ['quote_alternative', 'quote_file'])
    for (const act of [`update ${table} set name_or_no`, `delete from ${table}`, `truncate ${table}`]) {
      const sql = act.replace('name_or_no', table === 'quote_file' ? "name = ''" : 'no = 9')
      const refused = await t.owner.query(sql).then(
        () => '',
        (error: { code: string }) => error.code,
      )
      expect([act, refused]).toEqual([act, 'KB002'])
    }
})
