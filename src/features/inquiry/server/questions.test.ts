import { beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '#demo/record/bending-rows.ts'
import { HOUR, MINUTE } from '#contract/time.ts'
import { atParts } from '#demo/play/inquiry.ts'
import { awaitOpening, submitQuote } from '#demo/play/quotes.ts'
import { fromState } from '#demo/states/from-state.ts'
import type { Inquiry } from '#demo/states/inquiry.ts'
import { inbox } from '#features/home/contract.ts'
import { publishWinner, winnerDetail } from '#features/procurement/contract/notice.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import { orderRounds } from '../contract.ts'
import { oneQuote } from '../contract-offer.ts'
import * as c from '../contract-questions.ts'

/* Questions about quotes that were opened: explanations, and sums put right with the supplier's consent. */

let t: TestSystem
let facts: Inquiry
let params: { orderId: string }
let buyer: HttpClient
let first: HttpClient
let second: HttpClient

beforeAll(async () => {
  const from = await fromState('quotesOpened')
  t = from.t
  facts = from.facts
  params = { orderId: facts.orderId }
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  first = await t.login('supplier1', { workbench: 'supplier' })
  second = await t.login('supplier2', { workbench: 'supplier' })
})

async function quoteOf(tradeId: string) {
  const { rounds } = await buyer.call(orderRounds, { params })
  const quote = rounds[0]!.quotes!.find((one) => one.tradeId === tradeId)!
  return { quoteId: quote.quoteId!, roundId: rounds[0]!.roundId, invalid: quote.invalid }
}
const ask = async (tradeId: string, body: object = {}) => ({
  params: { ...params, quoteId: (await quoteOf(tradeId)).quoteId },
  body: { kind: 'explain' as const, question: '请说明离心管单价的构成', minutes: 60, ...body },
})
const own = (client: HttpClient) => client.call(c.ownQuestions, { params })

describe('an explanation', () => {
  test('is asked for by the owner, once at a time, with at least half an hour', async () => {
    const { supplier1 } = facts.trades
    expect((await buyer.refused(c.askAboutQuote, await ask(supplier1, { minutes: 29 }))).code).toBe(10001)
    expect((await buyer.refused(c.askAboutQuote, await ask(supplier1, { question: '' }))).code).toBe(10001)
    expect((await buyer.refused(c.askAboutQuote, await ask(supplier1, { kind: 'correct' }))).code).toBe(10002)
    const foreign = { ...(await ask(supplier1)), params: { ...params, quoteId: facts.orderId } }
    expect((await buyer.refused(c.askAboutQuote, foreign)).status).toBe(404)
    const agent = await t.login('agent', { workbench: 'agency' })
    expect([403, 404]).toContain((await agent.refused(c.askAboutQuote, await ask(supplier1))).status)
    expect([403, 404]).toContain((await agent.refused(c.quoteQuestions, { params })).status)
    expect([403, 404]).toContain((await first.refused(c.askAboutQuote, await ask(supplier1))).status)
    const question = await ask(supplier1)
    const both = await Promise.allSettled([
      buyer.call(c.askAboutQuote, question),
      buyer.call(c.askAboutQuote, question),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('is seen and answered by its supplier alone, once, and the award waits for it', async () => {
    const { rows } = await own(first)
    expect(rows).toMatchObject([{ kind: 'explain', answer: null, question: '请说明离心管单价的构成' }])
    expect((await own(second)).rows).toEqual([])
    const at = { ...params, questionId: rows[0]!.questionId }
    const answer = { params: at, body: { answer: '含税含运费，附成本构成。' } }
    expect((await second.refused(c.answerQuestion, answer)).status).toBe(404)
    const todo = await first.call(inbox, { query: {} })
    expect(todo.rows.map(({ label }) => label)).toContain('答复报价说明')
    const { candidates, draft } = await buyer.call(winnerDetail, { params })
    const award = { tradeId: candidates[0]!.tradeId, reason: '', ...draft }
    expect((await buyer.refused(publishWinner, { params, body: award })).message).toContain('说明尚未处理')
    const decision = { params: at, body: { accepted: true, opinion: '说明合理' } }
    expect((await buyer.refused(c.decideQuestion, decision)).message).toContain('尚未答复')
    const answers = await Promise.allSettled([
      first.call(c.answerQuestion, answer),
      first.call(c.answerQuestion, answer),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await t.settle()
    expect((await buyer.call(inbox, { query: {} })).rows.map(({ label }) => label)).toContain('认定报价说明')
  })

  test('that holds is a ruling for good; the quote counts as before', async () => {
    const { rows } = await buyer.call(c.quoteQuestions, { params })
    expect(rows).toMatchObject([{ answer: '含税含运费，附成本构成。', blocked: null, accepted: null }])
    const decision = {
      params: { ...params, questionId: rows[0]!.questionId },
      body: { accepted: true, opinion: '说明合理' },
    }
    await buyer.call(c.decideQuestion, decision)
    expect((await buyer.refused(c.decideQuestion, decision)).code).toBe(10002)
    expect((await quoteOf(facts.trades.supplier1)).invalid).toBe('')
    const { rows: rulings } = await t.owner.query<{ kind: string }>('select kind from quote_ruling')
    expect(rulings).toEqual([{ kind: 'explained' }])
    await expect(t.owner.query(`update quote_question set opinion = '改'`)).rejects.toMatchObject({ code: 'KB002' })
    expect((await own(first)).rows[0]).toMatchObject({ accepted: true, opinion: '说明合理' })
  })

  test('that never came is judged once it is due, late answers are refused, and the quote falls out', async () => {
    const { supplier3 } = facts.trades
    const { questionId } = await buyer.call(c.askAboutQuote, await ask(supplier3))
    await t.advanceTo(new Date(t.kernel.clock.now().getTime() + HOUR))
    const third = await t.login('supplier3', { workbench: 'supplier' })
    const at = { ...params, questionId }
    expect((await third.refused(c.answerQuestion, { params: at, body: { answer: '迟了' } })).message).toContain(
      '已超过',
    )
    await buyer.call(c.decideQuestion, { params: at, body: { accepted: false, opinion: '逾期未说明' } })
    expect((await quoteOf(supplier3)).invalid).toBe('逾期未说明')
    const { candidates } = await buyer.call(winnerDetail, { params })
    expect(candidates.map(({ tradeId }) => tradeId)).not.toContain(supplier3)
    // Two are left: fewer than there must be, and a revealed round is never extended.
    const { short } = await buyer.call(orderRounds, { params })
    expect(short).toMatchObject({ at: 'check', least: 3 })
    expect(short!.extension).toContain('已开启')
  })
})

describe('sums that are wrong', () => {
  let at: { orderId: string; questionId: string }

  test('make a quote invalid until its supplier agrees to have them put right', async () => {
    const { supplier2 } = facts.trades
    const { quoteId, roundId } = await quoteOf(supplier2)
    // As the clock rules a sheet whose sums are not those of its prices (quotes/server/reveal.test.ts).
    await t.owner.query(
      `insert into quote_ruling (tenant_id, id, quote_id, kind, reason, cause, ruled_at)
       values (1, gen_random_uuid(), $1, 'invalid', '报价总价与各行合计不符', 'arithmetic', now())`,
      [quoteId],
    )
    const place = { ...params, roundId, tradeId: supplier2, quoteId }
    expect(await buyer.call(oneQuote, { params: place })).toMatchObject({ isValid: false, isCorrectable: true })
    expect((await buyer.refused(c.askAboutQuote, await ask(supplier2))).message).toContain('无效')
    const question = await ask(supplier2, { kind: 'correct', question: '总价与各行合计不符，以单价为准修正，请确认' })
    const { questionId } = await buyer.call(c.askAboutQuote, question)
    at = { ...params, questionId }
    expect((await second.refused(c.answerQuestion, { params: at, body: { answer: '同意' } })).code).toBe(10001)
    expect((await first.refused(c.answerQuestion, { params: at, body: { answer: '同意', agreed: true } })).status).toBe(
      404,
    )
  })

  test('cannot be put right by the owner alone', async () => {
    await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 10 * MINUTE))
    const refused = await buyer.refused(c.decideQuestion, { params: at, body: { accepted: true, opinion: '修正' } })
    expect(refused.code).toBe(10002)
    expect((await quoteOf(facts.trades.supplier2)).invalid).not.toBe('')
  })

  test('count from the consent on, which is a ruling that lifts the other', async () => {
    await second.call(c.answerQuestion, { params: at, body: { answer: '同意以单价为准修正', agreed: true } })
    const { quoteId, roundId, invalid } = await quoteOf(facts.trades.supplier2)
    expect(invalid).toBe('')
    const place = { ...params, roundId, tradeId: facts.trades.supplier2, quoteId }
    expect(await buyer.call(oneQuote, { params: place })).toMatchObject({ isValid: true, isCorrectable: false })
    const { candidates } = await buyer.call(winnerDetail, { params })
    expect(candidates.map(({ tradeId }) => tradeId)).toContain(facts.trades.supplier2)
    const { rows } = await t.owner.query<{ kind: string }>('select kind from quote_ruling where lifts is not null')
    expect(rows).toEqual([{ kind: 'corrected' }])
  })
})

test('an abnormally low price of government procurement has to be explained, and is never rejected by itself', async () => {
  const { t: own, facts: of } = await fromState('quoted')
  const at = { orderId: of.orderId }
  await own.owner.query(
    `update project set regime = 'government' where id = (
    select project_id from purchase_order where id = $1)`,
    [of.orderId],
  )
  const low = await own.login('supplier4', { workbench: 'supplier' })
  const priceOf = atParts(Array.from({ length: 6 }, () => '0.3'))
  await submitQuote(low, of.orderId, { priceOf, lineOf: () => ({ brand: '品牌', deliveryDays: '9' }) })
  await own.advanceTo(new Date(new Date(of.deadline).getTime() + MINUTE))
  const client = await own.login('buyer', { workbench: 'purchaser' })
  await awaitOpening(client, of.orderId)
  const { rows } = await client.call(c.quoteQuestions, { params: at })
  expect(rows).toMatchObject([{ kind: 'low-price', tradeId: of.trades.supplier4, askedName: '' }])
  expect(rows[0]!.hits.map(({ against }) => against)).toEqual(['有效报价平均值', '次低报价', '最高限价'])
  expect(new Date(rows[0]!.dueAt).getTime() - new Date(rows[0]!.askedAt).getTime()).toBeGreaterThanOrEqual(30 * MINUTE)
  // Others' figures are not told to it, and the quote counts as long as nobody rules on it.
  const asked = (await low.call(c.ownQuestions, { params: at })).rows[0]!
  expect(JSON.stringify(asked)).not.toContain('hits')
  expect((await client.call(orderRounds, { params: at })).rounds[0]!.quotes![0]).toMatchObject({ invalid: '' })
  const place = { ...at, questionId: asked.questionId }
  await low.call(c.answerQuestion, { params: place, body: { answer: '自产自销，成本构成见说明。' } })
  await client.call(c.decideQuestion, { params: place, body: { accepted: true, opinion: '说明成立' } })
  const { candidates } = await client.call(winnerDetail, { params: at })
  expect(candidates[0]!.tradeId).toBe(of.trades.supplier4)
})

test('what was written is bound, each time', async () => {
  expect(await faultsOf(t, ['quote_question', 'quote'])).toEqual([])
})
