import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { TENANT_HEADER } from '#contract/workbench.ts'
import { DAY } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { fromState } from '#demo/states/from-state.ts'
import type { StateFacts } from '#demo/states/states.ts'
import { priceHistory } from '#features/procurement/contract/result.ts'
import { plantAward } from '#features/procurement/server/testing/results.ts'
import { compareQuotes } from '#features/quotes/rules/comparison.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { unpackXlsx } from '#server/sheet/archive.ts'
import { DEMO_PASSWORD, type TestSystem } from '#server/testing/test-system.ts'
import { orderRounds, startRound } from '../contract.ts'
import * as contract from '../contract-compare.ts'
import { ruleQuote } from '../contract-offer.ts'

const NAME = '=cmd|有限公司'

let t: TestSystem
let facts: StateFacts['quotesOpened']
let buyer: HttpClient
let params: { orderId: string; roundId: string }

// Of the state: the first has left the last line out, the fourth has not quoted; the third is ruled invalid here.
beforeAll(async () => {
  const world = await fromState('quotesOpened')
  t = world.t
  facts = world.facts
  await t.owner.query(`update company set name = $2 where id = (select supplier_company_id from trade where id = $1)`, [
    facts.trades.supplier1,
    NAME,
  ])
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  const { orderId } = facts
  const [round] = (await buyer.call(orderRounds, { params: { orderId } })).rounds
  params = { orderId, roundId: round!.roundId }
  const { quoteId } = round!.quotes!.find(({ tradeId }) => tradeId === facts.trades.supplier3)!
  await buyer.call(ruleQuote, { params: { orderId, quoteId: quoteId! }, body: { reason: '未附授权书' } })
})

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: { status: number }) => error.status,
  )

describe('the comparison of a round', () => {
  test('has every quote by column: complete ones, partial ones, those that do not count with their reason', async () => {
    const answer = await buyer.call(contract.roundComparison, { params })
    const { supplier1, supplier2, supplier3 } = facts.trades
    expect(answer.round).toMatchObject({ roundId: params.roundId, roundNo: 1, label: '第 1 轮报价' })
    expect(answer.quotes.map(({ tradeId, status, reason }) => [tradeId, status, reason])).toEqual([
      [supplier2, 'valid', ''],
      [supplier1, 'valid', ''],
      [supplier3, 'invalid', '未附授权书'],
    ])
    const [complete, partial] = answer.quotes
    expect(partial!.supplierName).toBe(NAME)
    expect(partial!.unitPrice.map((price) => price === null)).toEqual([false, false, false, false, false, true])
    expect(complete!.deliveryDays).toEqual([11, 12, 13, 14, 15, 16])
    for (const [i, { quantity, controlPrice }] of answer.items.entries()) {
      expect(Number(quantity)).toBeGreaterThan(0)
      expect(Number(complete!.unitPrice[i])).toBeLessThan(Number(controlPrice))
    }
    expect(answer.missed).toHaveLength(1)
    expect(answer.budget).toBe('190300.00')
  })

  test('brands are sent once, by their place', async () => {
    const { texts, brands } = await buyer.call(contract.comparisonBrands, { params })
    expect(brands.map((places) => places.map((place) => (place === null ? null : texts[place])))).toEqual([
      ['品牌1', '品牌2', '品牌3', '品牌4', '品牌5', '品牌6'],
      ['品牌1', '品牌2', '品牌3', '品牌4', '品牌5', null],
      ['品牌1', '品牌2', '品牌3', '品牌4', '品牌5', '品牌6'],
    ])
    expect(texts).toHaveLength(6)
  })

  test('knows what the purchaser paid last for the same', async () => {
    const { items } = await buyer.call(contract.roundComparison, { params })
    expect(items.every(({ lastPrice }) => lastPrice === null)).toBe(true)
    await plantDeal(items[1]!.itemId, '2.5')
    const after = await buyer.call(contract.roundComparison, { params })
    expect(after.items.map(({ lastPrice }) => lastPrice).slice(0, 2)).toEqual([null, '2.5'])
    const pricesOf = (i: number) =>
      buyer.call(priceHistory, { params: { orderId: params.orderId, itemId: items[i]!.itemId } })
    await plantDeal(items[1]!.itemId, '2.75')
    expect((await pricesOf(1)).map(({ unitPrice, supplierName }) => [unitPrice, supplierName])).toEqual([
      ['2.5', expect.stringMatching(/./)],
      ['2.75', expect.stringMatching(/./)],
    ])
    expect(await pricesOf(0)).toEqual([])
    // A line of another order is none of this one.
    const foreign = { orderId: params.orderId, itemId: params.roundId }
    expect(await buyer.refused(priceHistory, { params: foreign })).toMatchObject({ status: 404 })
  })

  test('the workbook holds the same prices, marks and sums, and nothing in it runs', async () => {
    const answer = await buyer.call(contract.roundComparison, { params })
    const parts = await unpackXlsx((await buyer.file(contract.comparisonFile, { params })).content)
    const strings = parts.get('xl/sharedStrings.xml')!.toString()
    for (const text of [`${NAME}：含税单价（元）`, '最低', '未报价', '无效', '采购组合', '单家最低', '未附授权书'])
      expect(strings).toContain(text)
    const sheets = [...parts]
      .filter(([name]) => name.startsWith('xl/worksheets/sheet'))
      .map(([, part]) => part.toString())
    expect(sheets).toHaveLength(4)
    expect(sheets.join('')).not.toMatch(/<f[\s>/]|t="str"/)
    for (const { total } of compareQuotes(answer.items, answer.quotes).sides)
      expect(sheets[0]).toContain(`<v>${Number(total)}</v>`)
  })
})

test('the purchaser looks on where an agency runs the order', async () => {
  const { rows } = await t.owner.query<{ owner: string }>(
    'select owner_company_id as owner from purchase_order where id = $1',
    [facts.orderId],
  )
  const runBy = (companyId: string) =>
    t.owner.query('update purchase_order set owner_company_id = $2 where id = $1', [facts.orderId, companyId])
  await runBy(COMPANIES.agency.id)
  const agency = await t.login('agent', { workbench: 'agency' })
  for (const client of [buyer, agency]) {
    const { quotes } = await client.call(contract.roundComparison, { params })
    expect(quotes).toHaveLength(3)
  }
  await runBy(rows[0]!.owner)
})

describe('strangers', () => {
  const all = [contract.roundComparison, contract.comparisonBrands, contract.comparisonRounds, contract.comparisonFile]

  test('another tenant, an agency that does not run it, a supplier of the same order', async () => {
    const elsewhere = t.client()
    const body = { mode: 'password', account: 'bj-buyer', password: DEMO_PASSWORD }
    await elsewhere.raw('POST', '/api/login', body, { headers: { [TENANT_HEADER]: '3' } })
    elsewhere.workbench = 'purchaser'
    for (const endpoint of all) {
      for (const [client, expected] of [
        [await t.login('agent', { workbench: 'agency' }), 404],
        [await t.login('supplier1', { workbench: 'supplier' }), 403],
        [elsewhere, 404],
        [t.client(), 401],
      ] as const)
        expect(await refusal(reading(client, endpoint, params))).toBe(expected)
    }
  })

  test('a round of nobody, and one of another kind', async () => {
    for (const endpoint of all)
      expect(await refusal(reading(buyer, endpoint, { ...params, roundId: newId() }))).toBe(404)
    await t.owner.query(`update quote_round set kind = 'review' where id = $1`, [params.roundId])
    for (const endpoint of all) expect(await refusal(reading(buyer, endpoint, params))).toBe(404)
    await t.owner.query(`update quote_round set kind = 'order' where id = $1`, [params.roundId])
  })

  test('an order of a method without rounds', async () => {
    const setMethod = (method: number) =>
      t.owner.query('update purchase_order set method = $2 where id = $1', [facts.orderId, method])
    await setMethod(1)
    for (const endpoint of all) expect(await refusal(reading(buyer, endpoint, params))).toBe(404)
    await setMethod(7)
  })

  test('nobody before the deadline of the round', async () => {
    const { orderId, trades } = facts
    const deadline = new Date(t.kernel.clock.now().getTime() + DAY).toISOString()
    const body = { tradeIds: [trades.supplier1, trades.supplier2], deadline }
    const { roundId } = await buyer.call(startRound, { params: { orderId }, body })
    for (const endpoint of all) expect(await refusal(reading(buyer, endpoint, { orderId, roundId }))).toBe(409)
    const { rounds } = await buyer.call(contract.roundComparison, { params })
    expect(rounds.map((round) => round.roundId)).toEqual([params.roundId])
  })
})

function reading(client: HttpClient, endpoint: (typeof contract)[keyof typeof contract], at: typeof params) {
  return endpoint.answer === 'file' ? client.file(endpoint, { params: at }) : client.call(endpoint, { params: at })
}

/** An award of another order of the same purchaser, for the same thing as a line. */
async function plantDeal(itemId: string, unitPrice: string): Promise<void> {
  const [orderId, tradeId] = [newId(), newId()]
  await t.owner.query(
    `insert into purchase_order
     select (jsonb_populate_record(o, jsonb_build_object('id', $2::uuid, 'code', $3::text))).* from purchase_order o where id = $1`,
    [facts.orderId, orderId, `XB-${unitPrice}`],
  )
  await t.owner.query(
    `insert into trade
     select (jsonb_populate_record(t, jsonb_build_object('id', $2::uuid, 'order_id', $3::uuid))).* from trade t where id = $1`,
    [facts.trades.supplier1, tradeId, orderId],
  )
  const lines = [{ itemId, unitPrice }]
  await plantAward(t.owner, orderId, { tradeId, price: unitPrice, at: t.kernel.clock.now(), lines })
}
