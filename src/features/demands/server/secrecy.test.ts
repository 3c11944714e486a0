import { beforeAll, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { inbox } from '#features/home/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract/demand.ts'
import * as p from '../contract/plan.ts'
import * as sup from '../contract/supplier.ts'
import * as s from '../contract/survey.ts'
import { answerBody, answered, demandBody, detailOf, published } from './testing/demand.ts'

/* What is answered stays with whoever answered: from rivals for good, from the buyer until the end. */

const NOT_FOUND = { status: 404, code: 404 }
const NO_RIGHT = { status: 403, code: 10008 }
const NOT_EMPLOYED = { status: 403, code: 10013 }
const SECRET = { solution: '独门方案甲乙丙', price: '612345.67', brand: '秘牌', priceNote: '含税到院价秘' }
const TEXTS = ['独门方案甲乙丙', '612345.67', '秘牌', '含税到院价秘', '612,345.67']

let t: TestSystem
let buyer: HttpClient
let first: HttpClient
let rival: HttpClient
let demandId: string
let tradeId: string

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  first = await t.login('supplier1', { workbench: 'supplier' })
  rival = await t.login('supplier2', { workbench: 'supplier' })
  demandId = await published(t, buyer)
  tradeId = await answered({ buyer, supplier: first }, demandId, SECRET)
  await t.settle()
})

/** Every reading call of a survey, by whoever asks. */
async function everything(client: HttpClient, side: 'buyer' | 'supplier'): Promise<string> {
  const paths =
    side === 'buyer'
      ? [
          `/api/workbench/demands/page`,
          `/api/workbench/demands/${demandId}`,
          `/api/workbench/demands/${demandId}/trades`,
          `/api/workbench/demands/${demandId}/trades/${tradeId}`,
          `/api/workbench/demands/${demandId}/matrix`,
          `/api/workbench/demands/${demandId}/matrix/export`,
          `/api/workbench/demand-plans/page`,
          `/api/workbench/demand-results/page`,
        ]
      : [`/api/workbench/supplier/demands/page`, `/api/workbench/supplier/demands/${demandId}`]
  const texts = await Promise.all(
    paths.map((path) => client.fetch('GET', path).then((answer) => answer.text(), String)),
  )
  return [...texts, JSON.stringify(await client.call(inbox, { query: { scope: 'company' } }))].join('\n')
}

const found = (text: string) => TEXTS.filter((one) => text.includes(one))

test('before the end neither rival nor buyer reads it: no call, message, event or fact says what', async () => {
  expect(found(await everything(buyer, 'buyer'))).toEqual([])
  expect(found(await everything(rival, 'supplier'))).toEqual([])
  const { answers, isAnswerOpen } = await buyer.call(s.demandTrade, { params: { demandId, tradeId } })
  expect([answers, isAnswerOpen]).toEqual([[], false])
  expect(await buyer.refused(s.demandMatrix, { params: { demandId } })).toMatchObject({ code: 10002 })
  const { rows } = await buyer.call(s.demandTrades, { params: { demandId } })
  expect(rows[0]).toMatchObject({ answered: null })
  for (const table of ['message', 'outbox', 'audit_record', 'audit_intake', 'channel_outbox', 'idempotency']) {
    const dump = await t.owner.query<{ text: string }>(
      `select coalesce(string_agg(x::text, ' '), '') as text from ${table} x`,
    )
    expect([table, found(dump.rows[0]!.text)]).toEqual([table, []])
  }
})

test('no supplier page tells who else takes part, what is budgeted, or a price that is not its own', async () => {
  await rival.call(sup.signUpSurvey, { params: { demandId }, body: { contact: '顾一鸣' } })
  const seen = await everything(rival, 'supplier')
  expect(found(seen)).toEqual([])
  const { rows } = await buyer.call(s.demandTrades, { params: { demandId } })
  expect(seen).not.toContain(rows[0]!.name)
  expect(seen).not.toMatch(/800000\.00|800,000|budget/)
  const own = await first.call(sup.surveyDetail, { params: { demandId } })
  expect(own.own!.answers[0]).toMatchObject({ price: '612345.67' })
})

test('strangers find nothing; the wrong workbench is refused', async () => {
  const agent = await t.login('agent', { workbench: 'agency' })
  const expert = await t.login('expert1', { workbench: 'expert' })
  const other = { demandId: newId() }
  for (const [client, answer] of [
    [agent, NOT_FOUND],
    [first, NO_RIGHT],
    [expert, NOT_EMPLOYED],
  ] as const) {
    expect(await client.refused(c.demandDetail, { params: { demandId } })).toMatchObject(answer)
    expect(await client.refused(s.demandTrade, { params: { demandId, tradeId } })).toMatchObject(answer)
    expect(await client.refused(s.endSurvey, { params: { demandId }, body: { reason: '外人结束' } })).toMatchObject(
      answer,
    )
    expect(
      await client.refused(s.moveSurveyEnd, {
        params: { demandId },
        body: { endsAt: new Date().toISOString(), reason: '外人延长' },
      }),
    ).toMatchObject(answer)
  }
  expect(await buyer.refused(c.demandDetail, { params: other })).toMatchObject(NOT_FOUND)
  expect(await first.refused(sup.surveyDetail, { params: other })).toMatchObject(NOT_FOUND)
  expect(await buyer.refused(p.planDetail, { params: { planId: newId() } })).toMatchObject(NOT_FOUND)
  expect(await buyer.refused(s.demandTrade, { params: { demandId, tradeId: newId() } })).toMatchObject(NOT_FOUND)
  expect(await buyer.refused(sup.surveyDetail, { params: { demandId } })).toMatchObject(NO_RIGHT)
})

test('an invited survey is nobody else’s; a draft is its owner’s', async () => {
  const draft = await buyer.call(c.createDemand, { body: demandBody(t) })
  expect(await first.refused(sup.surveyDetail, { params: draft })).toMatchObject(NOT_FOUND)
  const companyId = (
    await t.owner.query<{ id: string }>(`select company_id as id from demand_trade where id = $1`, [tradeId])
  ).rows[0]!.id
  const invited = await published(t, buyer, { mode: 'invited', inviteeIds: [companyId] })
  expect(await first.call(sup.surveyDetail, { params: { demandId: invited } })).toMatchObject({ ownState: 'invited' })
  expect(await rival.refused(sup.surveyDetail, { params: { demandId: invited } })).toMatchObject(NOT_FOUND)
  const { rows } = await rival.call(sup.surveyPage, {})
  expect(rows.map((row) => row.demandId)).not.toContain(invited)
  const second = (
    await t.owner.query<{ id: string }>(`select id from company where name = $1`, [COMPANIES.supplier3.name])
  ).rows[0]!.id
  await buyer.call(s.inviteSuppliers, { params: { demandId: invited }, body: { companyIds: [second] } })
  expect((await buyer.call(s.demandTrades, { params: { demandId: invited } })).rows).toHaveLength(2)
  await t.settle()
  const letters = await t.owner.query(`select 1 from message where kind = 'demand.invited'`)
  expect(letters.rowCount).toBe(2)
  // Whoever was invited is let in at once, or says that it does not come.
  await first.call(sup.declineSurvey, { params: { demandId: invited }, body: {} })
  await first.call(sup.signUpSurvey, { params: { demandId: invited }, body: { contact: '沈瑶' } })
  expect(await first.call(sup.surveyDetail, { params: { demandId: invited } })).toMatchObject({ ownState: 'passed' })
})

test('who was not let in answers nothing; every parameter and required question is asked for', async () => {
  const params = { demandId }
  const body = await answerBody(rival, demandId)
  expect(await rival.refused(sup.answerSurvey, { params, body })).toMatchObject({ code: 10002 })
  const { rows } = await buyer.call(s.demandTrades, { params })
  const waiting = rows.find(({ status }) => status === 'waiting')!
  const decide = { demandId, tradeId: waiting.tradeId }
  expect(await buyer.refused(s.decideTrade, { params: decide, body: { pass: false } })).toMatchObject({ code: 10001 })
  await buyer.call(s.decideTrade, { params: decide, body: { pass: false, reason: '资料不全' } })
  expect(await rival.call(sup.surveyDetail, { params })).toMatchObject({
    ownState: 'refused',
    own: { refusal: '资料不全' },
  })
  await rival.call(sup.signUpSurvey, { params, body: { contact: '顾一鸣', note: '已补充' } })
  await buyer.call(s.decideTrade, { params: decide, body: { pass: true } })
  const wrong = { ...body, lines: body.lines.slice(1), answers: [] }
  const { details } = await rival.refused(sup.answerSurvey, { params, body: wrong })
  expect((details as { path: string }[]).map(({ path }) => path)).toEqual(['lines', 'answers'])
  expect(await rival.call(sup.answerSurvey, { params, body })).toEqual({ revision: 1 })
  expect(await rival.call(sup.answerSurvey, { params, body: { ...body, cases: '市一院' } })).toEqual({ revision: 2 })
})

test('the server’s clock ends it, and then the buyer reads it; rivals never do', async () => {
  const params = { demandId }
  const body = await answerBody(first, demandId)
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 5 * DAY + MINUTE))
  expect(await first.refused(sup.answerSurvey, { params, body })).toMatchObject({ message: '调研已截止' })
  expect(found(await everything(buyer, 'buyer')).length).toBeGreaterThan(2)
  expect(found(await everything(rival, 'supplier'))).toEqual([])
  expect(await detailOf(buyer, demandId)).toMatchObject({ state: 'ended', answers: 2 })
})
