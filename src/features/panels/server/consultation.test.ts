import { beforeAll, expect, test } from 'vitest'
import { DAY, MINUTE } from '#contract/time.ts'
import { STUDY } from '#demo/competitive.ts'
import { drawn } from '#demo/play/drawn.ts'
import { atParts, publishInquiry } from '#demo/play/inquiry.ts'
import { beginPanel, declare, drawTurns, holdTalks, judgeResponses, score, signReport } from '#demo/play/panels.ts'
import { awaitOpening, submitQuote } from '#demo/play/quotes.ts'
import { fromState } from '#demo/states/from-state.ts'
import { candidateDraft } from '#features/procurement/contract/notice.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { USUAL_PARTS } from '#features/procurement/rules/score-parts.ts'
import { ownRoundTalkMinutes, ownRoundTalks } from '#features/talks/contract-round.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract.ts'
import { leavePanel } from '../contract-supplier.ts'

/* A consultation: scores are sealed until all are in, two of three remain, which its documents allow. */

const ACCOUNTS = ['supplier1', 'supplier2', 'supplier3'] as const
const WRONG_STATE = { code: 10002 }

let t: TestSystem
let buyer: HttpClient
let members: HttpClient[]
let suppliers: Record<(typeof ACCOUNTS)[number], HttpClient>
let params: { orderId: string }
let trades: Record<(typeof ACCOUNTS)[number], string>

beforeAll(async () => {
  const state = await fromState('consulted')
  t = state.t
  trades = state.facts.trades
  params = { orderId: state.facts.orderId }
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  members = [
    await t.login('buyer2', { workbench: 'purchaser' }),
    await t.login('expert4', { workbench: 'expert' }),
    await t.login('expert9', { workbench: 'expert' }),
  ]
  const logins = await Promise.all(ACCOUNTS.map((account) => t.login(account, { workbench: 'supplier' })))
  suppliers = Object.fromEntries(ACCOUNTS.map((account, i) => [account, logins[i]!])) as typeof suppliers
})

const desk = (of: HttpClient = buyer) => of.call(c.panelDesk, { params })
const later = (ms: number) => new Date(t.kernel.clock.now().getTime() + ms).toISOString()

test('the price of services weighs between ten and thirty per cent, or the order is not published', async () => {
  const now = t.kernel.clock.now().getTime()
  const dates = { purchaser: null, signUpEnd: now + 12 * DAY, deadline: now + 14 * DAY }
  const weighed = (price: string, technical: string) =>
    USUAL_PARTS.map((way) =>
      way.isAutomatic
        ? { ...way, fullMark: price }
        : way.name === '技术评分'
          ? { ...way, fullMark: technical, items: [{ ...way.items[0]!, fullMark: technical }] }
          : way,
    )
  await expect(publishInquiry(buyer, { ...STUDY, ways: weighed('31', '49') }, dates)).rejects.toThrow(/10% 至 30%/)
  await expect(publishInquiry(buyer, { ...STUDY, ways: weighed('30', '51') }, dates)).rejects.toThrow(/合计 101 分/)
})

test('one leaves while talks go on: two remain, which the named case allows', async () => {
  await beginPanel(buyer, params.orderId, { representatives: ['王宁'], experts: ['罗思远', '姚远'] })
  for (const member of members) await declare(member, params.orderId)
  for (const member of members) await judgeResponses(member, params.orderId)
  expect(await desk()).toMatchObject({ stage: 'talking', least: 2, decides: 'score' })
  await suppliers.supplier3.call(leavePanel, { params, body: { reason: '人员安排冲突' } })
  await drawTurns(buyer, params.orderId, t.kernel.clock.now())
  await drawn(t, params.orderId)
  await holdTalks(buyer, params.orderId, {
    supplierOf: (tradeId) => Promise.resolve(suppliers[ACCOUNTS.find((account) => trades[account] === tradeId)!]),
  })
  // In the words of the method, on paper as well.
  const { talks } = await suppliers.supplier1.call(ownRoundTalks, { params })
  const of = { ...params, talkId: talks[0]!.talkId, version: 1 }
  const minutes = await suppliers.supplier1.file(ownRoundTalkMinutes, { params: of })
  expect(minutes.name).toContain('磋商记录')
  const said = await pdfText(minutes.content)
  expect([said.includes('磋商内容'), said.includes('谈判')]).toEqual([true, false])
  await buyer.call(c.callFinalOffers, { params, body: { deadline: later(DAY) } })
  await submitQuote(suppliers.supplier1, params.orderId, { by: 'supplier1', priceOf: atParts(['0.9', '0.9']) })
  await submitQuote(suppliers.supplier2, params.orderId, { by: 'supplier2', priceOf: atParts(['0.95', '0.95']) })
  const { deadline } = (await desk()).open!
  await t.advanceTo(new Date(Date.parse(deadline) + MINUTE))
  await awaitOpening(buyer, params.orderId, 2)
  await expect.poll(async () => (await desk()).stage, { timeout: 30_000 }).toBe('scoring')
})

test('scores stay sealed until the last is in, and cover every criterion', async () => {
  const { roundNo, own } = await desk(members[0])
  const empty = { roundNo, marks: [], signature: own!.name }
  expect(await members[0]!.refused(c.handInScores, { params, body: empty })).toMatchObject({ status: 400 })
  expect(
    await members[0]!.refused(c.handInConformity, { params, body: { roundNo, answers: [], signature: own!.name } }),
  ).toMatchObject(WRONG_STATE)
  await score(members[0]!, params.orderId, 0.9)
  await score(members[1]!, params.orderId, 0.8)
  expect((await desk(members[2])).scores).toEqual([])
  await score(members[2]!, params.orderId, 1)
  const seen = await desk()
  expect(seen.stage).toBe('reporting')
  expect(seen.scores).toHaveLength(3)
})

test('the report ranks by score; most members have signed, and who has not is put on record', async () => {
  await buyer.call(c.makePanelReport, { params, body: {} })
  const { report } = await desk()
  const [first, second] = report!.ranking
  // The lower final offer is the base, and has the full marks of the price.
  expect(report!.ranking.find(({ tradeId }) => tradeId === trades.supplier1)).toMatchObject({ priceScore: '30.00' })
  expect(report!.ranking.find(({ tradeId }) => tradeId === trades.supplier2)).toMatchObject({ priceScore: '28.42' })
  expect(Number(first!.score)).toBeGreaterThan(Number(second!.score))
  await signReport(members[0]!, params.orderId)
  const closing = { params, body: { reason: '出差未归' } }
  expect(await buyer.refused(c.closePanelReport, closing)).toMatchObject(WRONG_STATE)
  await signReport(members[1]!, params.orderId)
  await buyer.call(c.closePanelReport, closing)
  expect(await desk()).toMatchObject({ stage: 'done' })
  expect((await buyer.call(orderDetail, { params })).stage).toBe('待公示候选人')
  const { rows } = await buyer.call(candidateDraft, { params })
  expect(rows.map(({ tradeId, score: marks }) => [tradeId, marks])).toEqual(
    report!.ranking.map(({ tradeId, score: marks }) => [tradeId, marks]),
  )
})
