import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import { inbox } from '#features/home/contract.ts'
import { blacklisted, supplierWorld } from '#features/suppliers/server/testing/supplier-world.ts'
import { COMPANIES } from '#demo/companies.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import * as c from '../contract/demand.ts'
import * as p from '../contract/plan.ts'
import * as r from '../contract/rounds.ts'
import * as sup from '../contract/supplier.ts'
import * as s from '../contract/survey.ts'
import { answered, detailOf, published } from './testing/demand.ts'
import {
  employeeOf,
  EXTRAS,
  marked,
  medicalAnswer,
  medicalBody,
  nextRound,
  publishedMedical,
} from './testing/medical.ts'

/* Medical demands: asked in rounds, each sealed by itself; costs over the years; permits and certificates. */

const NOT_FOUND = { status: 404, code: 404 }
const NO_RIGHT = { status: 403, code: 10008 }
const WRONG_STATE = { code: 10002 }
const SECRETS = ['一轮独门方案', '711111.11', '甲秘牌', '二轮独门方案', '722222.22']

let t: TestSystem
let buyer: HttpClient
let clinician: HttpClient
let engineer: HttpClient
let first: HttpClient
let rival: HttpClient
let demandId: string
let tradeId: string

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  clinician = await t.login('buyer2', { workbench: 'purchaser' })
  engineer = await t.login('newbie', { workbench: 'purchaser' })
  first = await t.login('supplier1', { workbench: 'supplier' })
  rival = await t.login('supplier2', { workbench: 'supplier' })
})

const pastEnd = () => t.advanceTo(new Date(t.kernel.clock.now().getTime() + 5 * DAY + MINUTE))
const staff = () => ({ buyer, clinician, engineer })

/** Every reading call, by whoever asks. */
async function everything(client: HttpClient, side: 'buyer' | 'supplier'): Promise<string> {
  const of = `/api/workbench/demands/${demandId}`
  const paths =
    side === 'buyer'
      ? [
          '/api/workbench/demands/page?profile=medical',
          of,
          ...[
            'trades',
            `trades/${tradeId}`,
            'matrix',
            'matrix?roundNo=1',
            'matrix?roundNo=2',
            'rounds',
            'collection',
          ].map((part) => `${of}/${part}`),
        ]
      : [
          '/api/workbench/supplier/demands/page',
          `/api/workbench/supplier/demands/${demandId}`,
          `/api/workbench/supplier/demands/${demandId}/invites/${tradeId}`,
          of,
          ...['trades', 'rounds', 'collection', 'matrix?roundNo=1'].map((part) => `${of}/${part}`),
        ]
  const texts = await Promise.all(
    paths.map((path) => client.fetch('GET', path).then((answer) => answer.text(), String)),
  )
  return [...texts, JSON.stringify(await client.call(inbox, { query: { scope: 'company' } }))].join('\n')
}
const found = (text: string) => SECRETS.filter((one) => text.includes(one))

describe('rounds', () => {
  test('the first is sealed until its end, from the rival for good', async () => {
    demandId = await publishedMedical(t, buyer)
    const params = { demandId }
    await first.call(sup.signUpSurvey, { params, body: { contact: '沈瑶' } })
    await rival.call(sup.signUpSurvey, { params, body: { contact: '顾一鸣' } })
    const { rows } = await buyer.call(s.demandTrades, { params })
    for (const row of rows)
      await buyer.call(s.decideTrade, { params: { demandId, tradeId: row.tradeId }, body: { pass: true } })
    tradeId = (await first.call(sup.surveyDetail, { params })).tradeId!
    const secret = { solution: '一轮独门方案', price: '711111.11', brand: '甲秘牌' }
    await first.call(sup.answerSurvey, { params, body: await medicalAnswer(first, demandId, secret) })
    await rival.call(sup.answerSurvey, {
      params,
      body: await medicalAnswer(rival, demandId, { brand: '乙', met: ['no', 'yes', 'yes'] }),
    })
    expect(found(await everything(buyer, 'buyer'))).toEqual([])
    expect(found(await everything(rival, 'supplier'))).toEqual([])
    expect(await buyer.refused(s.demandMatrix, { params })).toMatchObject(WRONG_STATE)
    const { rounds, parties } = await buyer.call(r.demandCollection, { params })
    expect([rounds.map(({ isOpen }) => isOpen), parties]).toEqual([[false], []])
    await pastEnd()
    expect(found(await everything(buyer, 'buyer'))).toEqual(['一轮独门方案', '711111.11', '甲秘牌'])
    expect(found(await everything(rival, 'supplier'))).toEqual([])
  })

  test('the next needs marks of clinical and engineering staff, who read no price', async () => {
    const params = { demandId }
    const body = await nextRound(t, buyer, demandId)
    expect(await buyer.refused(r.openRound, { params, body })).toMatchObject({
      message: expect.stringMatching(/邀请临床和工程/) as string,
    })
    expect(await clinician.refused(r.demandRounds, { params })).toMatchObject(NOT_FOUND)
    const clinical = [{ employeeId: employeeOf('buyer2'), part: 'clinical' as const }]
    expect(await buyer.refused(r.askMarkers, { params, body: { people: clinical } })).toMatchObject({ code: 10001 })
    const stranger = [...clinical, { employeeId: newId(), part: 'engineering' as const }]
    expect(await buyer.refused(r.askMarkers, { params, body: { people: stranger } })).toMatchObject({ code: 10001 })
    const both = [...clinical, { employeeId: employeeOf('newbie'), part: 'engineering' as const }]
    await buyer.call(r.askMarkers, { params, body: { people: both } })
    expect(await buyer.refused(r.openRound, { params, body })).toMatchObject({
      message: expect.stringMatching(/尚未全部完成标注/) as string,
    })
    const seen = await clinician.call(r.demandRounds, { params })
    expect(seen).toMatchObject({ mayMark: true, isHandler: false })
    expect(JSON.stringify(seen)).not.toMatch(/711111|一轮独门方案/)
    expect(await clinician.refused(c.demandDetail, { params })).toMatchObject(NO_RIGHT)
    const lines = seen.rounds[0]!.parameters.map(({ parameterId }) => ({ parameterId, verdict: 'keep' as const }))
    expect(await clinician.refused(r.markParameters, { params, body: { lines: lines.slice(1) } })).toMatchObject({
      message: expect.stringMatching(/逐项标注/) as string,
    })
    const bare = lines.map((line, i) => ({ ...line, verdict: i === 0 ? ('drop' as const) : ('keep' as const) }))
    expect(await clinician.refused(r.markParameters, { params, body: { lines: bare } })).toMatchObject({ code: 10001 })
    expect(await buyer.refused(r.markParameters, { params, body: { lines } })).toMatchObject(NOT_FOUND)
    await marked(staff(), demandId)
    const { rounds } = await buyer.call(r.demandRounds, { params })
    expect(rounds[0]!.markers.map(({ lines: said }) => said[0]!.verdict)).toEqual(['adjust', 'adjust'])
  })

  test('it asks for revised parameters, opens once however often it is sent, and all are told', async () => {
    const params = { demandId }
    const body = await nextRound(t, buyer, demandId)
    const past = { ...body, endsAt: new Date(t.kernel.clock.now().getTime() - MINUTE).toISOString() }
    expect(await buyer.refused(r.openRound, { params, body: past })).toMatchObject({
      message: expect.stringMatching(/晚于现在/) as string,
    })
    const { parameters } = await detailOf(buyer, demandId)
    expect(await buyer.refused(r.openRound, { params, body: { ...body, parameters } })).toMatchObject({
      message: expect.stringMatching(/没有调整/) as string,
    })
    const opened = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        buyer.call(r.openRound, { params, body: { ...body, reason: `放宽尺寸，第${i}次` } }),
      ),
    )
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const demand = await detailOf(buyer, demandId)
    expect(demand).toMatchObject({ state: 'surveying', version: 2 })
    expect(demand.rounds.map(({ roundNo, isOpen }) => [roundNo, isOpen])).toEqual([
      [1, true],
      [2, false],
    ])
    await t.settle()
    const told = await t.owner.query(`select distinct user_id from message where kind = 'demand.round'`)
    expect(told.rowCount).toBeGreaterThanOrEqual(2)
  })

  test('a supplier sees its own earlier answer and what was changed; an answer to the old round is refused', async () => {
    const params = { demandId }
    const seen = await first.call(sup.surveyDetail, { params })
    expect(seen.asked.map(({ parameters }) => parameters[0]!.wished)).toEqual(['≥ 12', '≥ 10'])
    expect(seen.own!.answers.map(({ roundNo, price }) => [roundNo, price])).toEqual([[1, '711111.11']])
    expect(seen).toMatchObject({ hasAnswered: false })
    const old = await medicalAnswer(first, demandId, { roundNo: 1 })
    expect(await first.refused(sup.answerSurvey, { params, body: old })).toMatchObject({
      message: expect.stringMatching(/现在是第 2 轮/) as string,
    })
    const body = await medicalAnswer(first, demandId, { solution: '二轮独门方案', price: '722222.22', brand: '甲秘牌' })
    expect(await first.call(sup.answerSurvey, { params, body })).toEqual({ revision: 1 })
    expect(found(await everything(rival, 'supplier'))).toEqual([])
  })

  test('while it goes on the buyer reads the round before, and nothing of this one', async () => {
    const params = { demandId }
    const seen = await everything(buyer, 'buyer')
    expect(found(seen)).toEqual(['一轮独门方案', '711111.11', '甲秘牌'])
    expect(await buyer.refused(s.demandMatrix, { params, query: { roundNo: 2 } })).toMatchObject(WRONG_STATE)
    const one = await buyer.call(s.demandTrade, { params: { demandId, tradeId } })
    expect(one.answers.map(({ roundNo }) => roundNo)).toEqual([1])
    const { rows } = await buyer.call(s.demandTrades, { params })
    expect(rows.map(({ answered: known, rounds }) => [known, rounds])).toEqual([
      [null, [1]],
      [null, [1]],
    ])
    const dump = await Promise.all(
      ['message', 'outbox', 'audit_record', 'channel_outbox'].map((table) =>
        t.owner.query<{ text: string }>(`select coalesce(string_agg(x::text, ' '), '') as text from ${table} x`),
      ),
    )
    expect(found(dump.map(({ rows: [row] }) => row!.text).join(' '))).toEqual([])
  })

  test('its end is moved, not into the past; the earlier answer stays and is told so', async () => {
    const params = { demandId }
    const at = (days: number) => new Date(t.kernel.clock.now().getTime() + days * DAY).toISOString()
    expect(await buyer.refused(s.moveSurveyEnd, { params, body: { endsAt: at(-1), reason: '倒退' } })).toMatchObject({
      code: 10001,
    })
    await buyer.call(s.moveSurveyEnd, { params, body: { endsAt: at(7), reason: '应供应商请求' } })
    const { changes, own } = await first.call(sup.surveyDetail, { params })
    expect(changes.at(-1)).toMatchObject({ roundNo: 2, kind: 'moved' })
    expect(own!.answers).toHaveLength(2)
    await buyer.call(s.endSurvey, { params, body: { reason: '已应答' } })
    const late = await medicalAnswer(rival, demandId)
    expect(await rival.refused(sup.answerSurvey, { params, body: late })).toMatchObject(WRONG_STATE)
  })

  test('all rounds stand side by side, with costs over the years', async () => {
    const { parties, years, rounds } = await buyer.call(r.demandCollection, { params: { demandId } })
    expect(years).toBe(10)
    expect(rounds.map(({ answers }) => answers)).toEqual([2, 1])
    const own = parties.find((party) => party.tradeId === tradeId)!
    expect(own.rounds.map(({ roundNo, price, metMust, must }) => [roundNo, price, metMust, must])).toEqual([
      [1, '711111.11', 2, 2],
      [2, '722222.22', 2, 2],
    ])
    // 722222.22 + (20000 + 150 × 200) × 10
    expect(own.cost).toEqual({
      maintenance: '20000.00',
      consumables: '30000.00',
      total: '1222222.22',
      derivation: '722,222.22 + （20,000.00 + 30,000.00）× 10 年 = 1,222,222.22',
    })
  })

  test('an answer is checked after its round, and set aside it counts no more', async () => {
    const params = { demandId, tradeId, roundNo: 2 }
    expect(await buyer.refused(s.checkAnswer, { params, body: { isValid: false } })).toMatchObject({ code: 10001 })
    const others = (await buyer.call(s.demandTrades, { params: { demandId } })).rows
    const silent = others.find((row) => row.tradeId !== tradeId)!.tradeId
    expect(
      await buyer.refused(s.checkAnswer, { params: { ...params, tradeId: silent }, body: { isValid: true } }),
    ).toMatchObject(NOT_FOUND)
    expect(
      await buyer.refused(s.checkAnswer, { params: { ...params, roundNo: 1 }, body: { isValid: true } }),
    ).toMatchObject(WRONG_STATE)
    await buyer.call(s.checkAnswer, { params, body: { isValid: false, reason: '配置与参数不符' } })
    expect((await buyer.call(s.demandMatrix, { params: { demandId } })).parties).toEqual([])
    expect((await detailOf(buyer, demandId)).answers).toBe(0)
    await buyer.call(s.checkAnswer, { params, body: { isValid: true } })
    const { checks } = await buyer.call(s.demandTrade, { params: { demandId, tradeId } })
    expect(checks.map(({ isValid }) => isValid)).toEqual([true, false])
    expect((await detailOf(buyer, demandId)).answers).toBe(1)
  })
})

test('strangers, other sides and other tenants find nothing', async () => {
  const params = { demandId }
  const agent = await t.login('agent', { workbench: 'agency' })
  const abroad = await t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
  const body = { endsAt: new Date().toISOString(), reason: '外人发起', parameters: [{ name: '参数' }] }
  for (const client of [agent, abroad]) {
    for (const read of [r.demandRounds, r.demandCollection, r.markerChoices])
      expect(await client.refused(read, { params })).toMatchObject(NOT_FOUND)
    expect(await client.refused(r.openRound, { params, body })).toMatchObject(NOT_FOUND)
    expect(await client.refused(r.fillDemand, { params, body: { extras: {} } })).toMatchObject(NOT_FOUND)
    expect(
      await client.refused(s.checkAnswer, { params: { ...params, tradeId, roundNo: 1 }, body: { isValid: true } }),
    ).toMatchObject(NOT_FOUND)
  }
  expect(await first.refused(r.demandCollection, { params })).toMatchObject(NO_RIGHT)
  expect(await first.refused(r.demandRounds, { params })).toMatchObject({ status: 403 })
  const letter = { demandId, inviteId: tradeId }
  expect(await rival.refused(sup.surveyLetter, { params: letter })).toMatchObject(NOT_FOUND)
  // Who signed up by itself has no letter.
  expect(await first.refused(sup.surveyLetter, { params: letter })).toMatchObject(NOT_FOUND)
})

test('a letter is read by whom it was sent to, and answered', async () => {
  const invited = await publishedMedical(t, buyer, { mode: 'invited', inviteeIds: [COMPANIES.supplier1.id] })
  const params = { demandId: invited }
  const { tradeId: inviteId } = await first.call(sup.surveyDetail, { params })
  const letter = { demandId: invited, inviteId: inviteId! }
  expect(await first.call(sup.surveyLetter, { params: letter })).toMatchObject({ ownState: 'invited' })
  expect(await rival.refused(sup.surveyLetter, { params: letter })).toMatchObject(NOT_FOUND)
  await t.settle()
  const { rows } = await t.owner.query<{ link: string }>(`select link from message where kind = 'demand.invited'`)
  expect(rows.map(({ link }) => link)).toContain(`/supplier/invitation/medical-demand/${invited}/invites/${inviteId}`)
})

test('who is blacklisted is neither invited nor let sign up', async () => {
  const world = await supplierWorld()
  const keeper = await world.t.login('buyer', { workbench: 'purchaser' })
  const third = await world.t.login('supplier3', { workbench: 'supplier' })
  await blacklisted(world, keeper, { companyId: COMPANIES.supplier3.id })
  const blocked = { mode: 'invited' as const, inviteeIds: [COMPANIES.supplier3.id] }
  const body = medicalBody(world.t, blocked)
  expect((await keeper.refused(c.createDemand, { body })).message).toContain('黑名单')
  const open = await publishedMedical(world.t, keeper)
  const refused = await third.refused(sup.signUpSurvey, { params: { demandId: open }, body: { contact: '某人' } })
  expect(refused.message).toContain('黑名单')
})

test('what the profile asks for is asked for, and only that', async () => {
  const details = async (change: object) =>
    ((await buyer.refused(c.createDemand, { body: medicalBody(t, change) })).details as { path: string }[]).map(
      ({ path }) => path,
    )
  expect(await details({ extras: { years: '0' } })).toEqual(['extras.years', 'extras.licence'])
  expect(await details({ extras: { years: '10', licence: '丙类', mood: '好' } })).toEqual([
    'extras.mood',
    'extras.licence',
  ])
  const open = await publishedMedical(t, buyer)
  const params = { demandId: open }
  await first.call(sup.signUpSurvey, { params, body: { contact: '沈瑶' } })
  const trade = (await first.call(sup.surveyDetail, { params })).tradeId!
  await buyer.call(s.decideTrade, { params: { demandId: open, tradeId: trade }, body: { pass: true } })
  const wrong = await medicalAnswer(first, open, {
    extras: {
      ...EXTRAS,
      maintenance: '约两万',
      certificateUntil: '明年',
      consumables: [{ name: '试剂', price: '1.5' }],
    },
  })
  const refused = await first.refused(sup.answerSurvey, { params, body: wrong })
  expect((refused.details as { path: string }[]).map(({ path }) => path)).toEqual([
    'extras.certificateUntil',
    'extras.maintenance',
    'extras.consumables.0',
  ])
  // A general demand has none of it and no rounds.
  const general = await published(t, buyer)
  expect(
    await buyer.refused(r.openRound, { params: { demandId: general }, body: await nextRound(t, buyer, general) }),
  ).toMatchObject(NOT_FOUND)
})

test('large equipment needs its permit before the plan; too few brands and expired certificates are told', async () => {
  const large = await publishedMedical(t, buyer, { extras: { years: '8', licence: '乙类' } })
  const params = { demandId: large }
  await first.call(sup.signUpSurvey, { params, body: { contact: '沈瑶' } })
  const trade = (await first.call(sup.surveyDetail, { params })).tradeId!
  await buyer.call(s.decideTrade, { params: { demandId: large, tradeId: trade }, body: { pass: true } })
  const expired = { ...EXTRAS, consumables: [], certificateUntil: '2024-01-01' }
  await first.call(sup.answerSurvey, {
    params,
    body: await medicalAnswer(first, large, { brand: '甲', extras: expired }),
  })
  await buyer.call(s.endSurvey, { params, body: { reason: '已应答' } })
  const demand = await detailOf(buyer, large)
  expect(demand.findings.map(({ ruleId }) => ruleId)).toEqual([
    'demand.respondents',
    'demand.permit',
    'demand.expired',
    'demand.few-brands',
  ])
  expect(demand.findings.at(-1)!.message).toContain('仅甲满足')
  const { parties } = await buyer.call(r.demandCollection, { params })
  expect(parties[0]!.expired).toContain('2024-01-01')
  const conclusion = {
    marketSize: '充足',
    summary: '可行',
    fewReason: '专用设备',
    priceLow: '650000.00',
    priceHigh: '650000.00',
    parameters: demand.parameters,
  }
  const refused = await buyer.refused(s.concludeDemand, { params, body: conclusion })
  expect(refused.message).toContain('仅甲满足')
  const narrow = demand.parameters.map(({ parameterId }) => ({ parameterId, reason: '临床必需' }))
  await buyer.call(s.concludeDemand, { params, body: { ...conclusion, narrow } })
  const plan = { demandId: large, method: 7, lots: [{ lotNo: 1, name: '一包', budget: '1.00' }] }
  const texts = {
    qualification: '合格',
    evaluation: '综合',
    contractType: '买卖',
    pricing: '总价',
    acceptance: '验收',
    risks: '风险',
  }
  const lots = [1, 2].map((lotNo) => ({ lotNo, name: `包${lotNo}`, budget: '400000.00' }))
  expect(await buyer.refused(p.createPlan, { body: { ...plan, lots, ...texts } })).toMatchObject({
    message: expect.stringMatching(/配置许可证号/) as string,
  })
  expect(await buyer.refused(r.fillDemand, { params, body: { extras: { years: '3' } } })).toMatchObject({ code: 10001 })
  await buyer.call(r.fillDemand, { params, body: { extras: { permit: '乙类许可〔2026〕12号' } } })
  const { planId } = await buyer.call(p.createPlan, { body: { ...plan, lots, ...texts } })
  const { rows } = await buyer.call(p.planPage, {})
  expect(rows.find((row) => row.planId === planId)).toMatchObject({ profile: 'medical' })
})

test('lists of an answer go to a spreadsheet and back', async () => {
  const field = { profile: 'medical' as const, field: 'consumables' }
  const rows = [{ 名称: '试剂', 规格: '', 单位: '盒', '单价（元）': '12.5', 年用量: '30' }]
  const columns = Object.keys(rows[0]!).map((title) => ({ key: title, title, type: 'text' as const }))
  const read = async (given: Record<string, string>[]) => {
    const form = new FormData()
    form.append(
      'file',
      new Blob([new Uint8Array(await writeSheet({ title: '耗材', columns, rows: given }))]),
      '耗材.xlsx',
    )
    const answer = await first.fetch('POST', '/api/workbench/demand-answer-rows/medical/consumables/read', form)
    return (await answer.json()) as { rows: object[]; errors: { cell: string }[] }
  }
  expect((await read(rows)).rows).toEqual([{ name: '试剂', unit: '盒', price: '12.5', yearlyUse: '30' }])
  expect((await read([{ ...rows[0]!, 年用量: '许多' }])).errors).toHaveLength(1)
  const own = await first.fetch('GET', `/api/workbench/demand-answer-rows/medical/consumables?demandId=${demandId}`)
  expect(own.status).toBe(200)
  expect(await first.refused(r.answerRowsTemplate, { params: { ...field, field: 'origin' } })).toMatchObject(NOT_FOUND)
})

test('an answer on paper goes into the round that is open', async () => {
  const open = await publishedMedical(t, buyer)
  await answered({ buyer, supplier: first }, open, {
    extras: { ...EXTRAS, consumables: [] },
    answers: [],
  })
  const body = await medicalAnswer(first, open, {})
  const scan = await buyer.upload(
    'demand-scan',
    '应答.pdf',
    Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n'),
  )
  const paper = { name: '江州器械厂', receivedOn: '2026-01-01', scan: [{ fileId: scan.fileId, name: '应答.pdf' }] }
  expect(
    await buyer.refused(s.enterAnswer, { params: { demandId: open }, body: { ...body, ...paper, roundNo: 2 } }),
  ).toMatchObject(WRONG_STATE)
  const made = await buyer.call(s.enterAnswer, { params: { demandId: open }, body: { ...body, ...paper } })
  const one = await buyer.call(s.demandTrade, { params: { demandId: open, tradeId: made.tradeId } })
  expect(one.answers.map(({ roundNo }) => roundNo)).toEqual([1])
})
