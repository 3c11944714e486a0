import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { TENANT_HEADER } from '#contract/workbench.ts'
import { COMPANIES } from '#demo/companies.ts'
import { fromState } from '#demo/states/from-state.ts'
import type { StateFacts } from '#demo/states/states.ts'
import { plantAward } from '#features/procurement/server/testing/results.ts'
import { compareQuotes } from '#features/quotes/rules/comparison.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { unpackXlsx } from '#server/sheet/archive.ts'
import { DEMO_PASSWORD, type TestSystem } from '#server/testing/test-system.ts'
import * as contract from '../contract-compare.ts'
import { asInquiry, closeRoundWith, runningRound } from './testing/closed-round.ts'

const NAME = '=cmd|有限公司'

let t: TestSystem
let facts: StateFacts['signedUp']
let buyer: HttpClient
let params: { orderId: string; roundId: string }
let early: number

beforeAll(async () => {
  const world = await fromState('signedUp')
  t = world.t
  facts = world.facts
  await asInquiry(t, facts)
  await t.owner.query(`update company set name = $2 where id = (select supplier_company_id from trade where id = $1)`, [
    facts.trades.supplier1,
    NAME,
  ])
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  const roundId = await runningRound(t, facts, ['supplier1', 'supplier2', 'supplier3', 'supplier4'])
  params = { orderId: facts.orderId, roundId }
  early = await refusal(buyer.call(contract.roundComparison, { params }))
  await closeRoundWith(t, facts, {
    roundId,
    roundNo: 1,
    quotes: [
      { who: 'supplier1', lines: [{ unitPrice: '100.5', brand: '迈瑞', model: 'SV600' }, { unitPrice: '2' }] },
      { who: 'supplier2', lines: [{ unitPrice: '90', taxRate: '1', minQuantity: '3' }, null] },
      { who: 'supplier3', lines: [{ unitPrice: '1' }, { unitPrice: '1' }], reason: '报价文件无法开启' },
    ],
  })
})

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: { status: number }) => error.status,
  )

describe('the comparison of a round', () => {
  test('is not there before the deadline', () => expect(early).toBe(409))

  test('has every quote by column, those that do not count with their reason, and who did not quote', async () => {
    const answer = await buyer.call(contract.roundComparison, { params })
    const by = new Map(answer.quotes.map((quote) => [quote.tradeId, quote]))
    const [first, second, third] = (['supplier1', 'supplier2', 'supplier3'] as const).map((who) =>
      by.get(facts.trades[who])!,
    )
    expect(answer.round).toMatchObject({ roundId: params.roundId, roundNo: 1, label: '第 1 轮报价' })
    expect(first!.unitPrice.slice(0, 2)).toEqual(['100.5', '2'])
    expect(first!.supplierName).toBe(NAME)
    expect(second).toMatchObject({ status: 'valid', reason: '' })
    expect([second!.unitPrice[1], second!.taxRate[0], second!.minQuantity[0]]).toEqual([null, '1', '3'])
    expect(third).toMatchObject({ status: 'invalid', reason: '报价文件无法开启' })
    expect(answer.missed).toHaveLength(1)
    expect(answer.quotes.every((quote) => quote.unitPrice.length === answer.items.length)).toBe(true)
    expect(answer.budget).toMatch(/^\d+/)
  })

  test('brands are sent once, by their place', async () => {
    const { quotes } = await buyer.call(contract.roundComparison, { params })
    const { texts, brands } = await buyer.call(contract.comparisonBrands, { params })
    expect(texts).toEqual(['迈瑞 SV600'])
    const first = quotes.findIndex(({ tradeId }) => tradeId === facts.trades.supplier1)
    expect(brands[first]!.slice(0, 2)).toEqual([0, null])
  })

  test('knows what the purchaser paid last for the same', async () => {
    const { items } = await buyer.call(contract.roundComparison, { params })
    expect(items.every(({ lastPrice }) => lastPrice === null)).toBe(true)
    await plantDeal(items[1]!.itemId, '2.5')
    const after = await buyer.call(contract.roundComparison, { params })
    expect(after.items.map(({ lastPrice }) => lastPrice).slice(0, 2)).toEqual([null, '2.5'])
  })

  test('the workbook holds the same prices, marks and sums, and nothing in it runs', async () => {
    const answer = await buyer.call(contract.roundComparison, { params })
    const parts = await unpackXlsx((await buyer.file(contract.comparisonFile, { params })).content)
    const strings = parts.get('xl/sharedStrings.xml')!.toString()
    for (const text of [
      `${NAME}：含税单价（元）`,
      '最低',
      '未报价',
      '无效',
      '采购组合',
      '单家最低',
      '报价文件无法开启',
    ])
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
  const all = [contract.roundComparison, contract.comparisonBrands, contract.comparisonFile]

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
    await t.owner.query('update purchase_order set method = 1 where id = $1', [facts.orderId])
    for (const endpoint of all) expect(await refusal(reading(buyer, endpoint, params))).toBe(404)
    await asInquiry(t, facts)
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
     select (jsonb_populate_record(o, jsonb_build_object('id', $2::uuid, 'code', 'XB-EARLIER'))).* from purchase_order o where id = $1`,
    [facts.orderId, orderId],
  )
  await t.owner.query(
    `insert into trade
     select (jsonb_populate_record(t, jsonb_build_object('id', $2::uuid, 'order_id', $3::uuid))).* from trade t where id = $1`,
    [facts.trades.supplier1, tradeId, orderId],
  )
  const lines = [{ itemId, unitPrice }]
  await plantAward(t.owner, orderId, { tradeId, price: unitPrice, at: t.kernel.clock.now(), lines })
}
