import { beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '#demo/record/bending-rows.ts'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { drawn } from '#demo/play/drawn.ts'
import { atParts } from '#demo/play/inquiry.ts'
import { beginPanel, declare, drawTurns, holdTalks, judgeResponses, signReport } from '#demo/play/panels.ts'
import { awaitOpening, submitQuote } from '#demo/play/quotes.ts'
import { fromState } from '#demo/states/from-state.ts'
import { inbox } from '#features/home/contract.ts'
import { startRound } from '#features/inquiry/contract.ts'
import { messagePage } from '#features/messages/contract.ts'
import { candidateDraft, publishCandidates } from '#features/procurement/contract/notice.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { tenderDetail } from '#features/procurement/contract/supplier.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { ownRoundTalks, planRoundTalk, roundTalks } from '#features/talks/contract-round.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract.ts'
import { leavePanel, ownPanel } from '../contract-supplier.ts'
import { panelArchive } from './archive.ts'

/* A competitive negotiation from its opened responses to its candidates: one of four fails, one leaves before the final offer. */

const NOT_FOUND = { status: 404, code: 404 }
const WRONG_STATE = { code: 10002 }
const ACCOUNTS = ['supplier1', 'supplier2', 'supplier3', 'supplier4'] as const
const SECRET = '阻塞压力监测范围未达到要求'
const CHANGED = '输液泵的保修期由三年改为五年，工作站增加异地备份。'

let t: TestSystem
let buyer: HttpClient
let members: HttpClient[]
let suppliers: Record<(typeof ACCOUNTS)[number], HttpClient>
let params: { orderId: string }
let trades: Record<(typeof ACCOUNTS)[number], string>

beforeAll(async () => {
  const state = await fromState('responded')
  t = state.t
  trades = state.facts.trades
  params = { orderId: state.facts.orderId }
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  members = [
    await t.login('buyer2', { workbench: 'purchaser' }),
    await t.login('expert1', { workbench: 'expert' }),
    await t.login('expert2', { workbench: 'expert' }),
  ]
  const logins = await Promise.all(ACCOUNTS.map((account) => t.login(account, { workbench: 'supplier' })))
  suppliers = Object.fromEntries(ACCOUNTS.map((account, i) => [account, logins[i]!])) as typeof suppliers
})

const now = () => t.kernel.clock.now()
const desk = (of: HttpClient) => of.call(c.panelDesk, { params })
const accountOf = (tradeId: string) => ACCOUNTS.find((account) => trades[account] === tradeId)!
const later = (ms: number) => new Date(now().getTime() + ms).toISOString()

describe('the group', () => {
  test('is of people who may judge: nobody of a supplier, nobody disabled', async () => {
    const { representatives, experts } = await buyer.call(c.panelPeople, { params })
    const names = representatives.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['张晓', '王宁', '陈默']))
    expect(names).not.toContain('孙止')
    expect(experts.map(({ name }) => name)).toContain('何清源')
    await t.owner.query(`update employee set rights = '{auditing}' where name = '陈默'`)
    await t.owner.query(`update employee set rights = '{}' where name = '周双' and company_id = (
      select company_id from employee where name = '王宁')`)
    const left = (await buyer.call(c.panelPeople, { params })).representatives.map(({ name }) => name)
    expect(left).not.toContain('陈默')
    expect(left).not.toContain('周双')
  })

  test('has an odd number, two thirds of them experts, as the documents say', async () => {
    const { representatives, experts } = await buyer.call(c.panelPeople, { params })
    const employees = representatives.map(({ employeeId }) => employeeId)
    const body = { employeeIds: employees.slice(0, 2), expertIds: [experts[0]!.expertId] }
    await buyer.call(c.choosePanel, { params, body })
    expect(await buyer.refused(c.startPanel, { params })).toMatchObject(WRONG_STATE)
    const { findings, stage } = await desk(buyer)
    expect(stage).toBe('forming')
    expect(findings.find(({ ruleId }) => ruleId === 'group-experts')).toMatchObject({ ok: false, severity: 'block' })
    expect(await members[1]!.refused(c.panelDesk, { params })).toMatchObject(NOT_FOUND)
  })

  test('begins when it is composed rightly; until its report nothing else goes on', async () => {
    await beginPanel(buyer, params.orderId, { representatives: ['王宁'], experts: ['何清源', '方敏'] })
    const { actions } = await buyer.call(orderDetail, { params })
    expect(actions.find(({ action }) => action === 'publishCandidates')?.reason).toContain('小组评审尚未完成')
    const body = { tradeIds: Object.values(trades), deadline: later(DAY), isFinal: false, note: '' }
    expect(await buyer.refused(startRound, { params, body })).toMatchObject(WRONG_STATE)
    expect((await members[1]!.call(inbox, { query: { pageSize: 100 } })).rows.map(({ label }) => label)).toContain(
      '作出回避声明',
    )
  })
})

describe('conformity', () => {
  test('members see responses once they have declared', async () => {
    expect((await desk(members[1]!)).suppliers).toEqual([])
    for (const member of members) await declare(member, params.orderId)
    const { suppliers: shown } = await desk(members[1]!)
    expect(shown).toHaveLength(4)
    const [response] = shown[0]!.responses
    const file = await members[1]!.file(c.panelFile, {
      params: { ...params, quoteId: response!.quoteId, fileId: response!.files[0]!.fileId },
    })
    expect(file.mime).toBe('application/pdf')
  })

  test('opinions stay sealed until the last is in; the majority decides and who fails is told why', async () => {
    const against = { [trades.supplier4]: SECRET }
    await judgeResponses(members[0]!, params.orderId, against)
    expect(await members[0]!.refused(c.handInConformity, await sheetOf(members[0]!))).toMatchObject(WRONG_STATE)
    await judgeResponses(members[1]!, params.orderId, against)
    for (const reader of [buyer, members[2]!]) {
      const seen = await desk(reader)
      expect(seen.conformity).toEqual([])
      expect(JSON.stringify(seen)).not.toContain(SECRET)
    }
    await judgeResponses(members[2]!, params.orderId)
    const seen = await desk(buyer)
    expect(seen.stage).toBe('talking')
    expect(seen.conformity).toHaveLength(3)
    expect(seen.suppliers.find(({ tradeId }) => tradeId === trades.supplier4)).toMatchObject({ cause: 'conformity' })
    const own = await suppliers.supplier4.call(ownPanel, { params })
    expect(own).toMatchObject({ stand: 'out', cause: 'conformity', reason: SECRET })
  })
})

describe('talks', () => {
  test('go in a drawn order that anybody can compute again, each for the same time', async () => {
    const body = { tradeId: trades.supplier1, plannedAt: later(HOUR), place: '三楼', subject: '价格' }
    expect(await buyer.refused(planRoundTalk, { params, body })).toMatchObject(WRONG_STATE)
    await drawTurns(buyer, params.orderId, now())
    await drawn(t, params.orderId)
    const { talks } = await buyer.call(roundTalks, { params })
    const turns = talks.toSorted((a, b) => a.turn! - b.turn!)
    expect(turns.map(({ turn, minutesEach }) => [turn, minutesEach])).toEqual([
      [1, 30],
      [2, 30],
      [3, 30],
    ])
    const { draws } = await desk(members[2]!)
    expect(draws).toMatchObject([{ kind: 'turns', stage: 'drawn' }])
    expect(draws[0]!.result.map(({ value }) => value)).toEqual(
      talks.toSorted((a, b) => a.turn! - b.turn!).map(({ tradeId }) => tradeId),
    )
  })

  test('are held one after another, and the final offer waits for all', async () => {
    expect(await buyer.refused(c.callFinalOffers, { params, body: { deadline: later(DAY) } })).toMatchObject(
      WRONG_STATE,
    )
    await holdTalks(buyer, params.orderId, { supplierOf: (tradeId) => Promise.resolve(suppliers[accountOf(tradeId)]) })
    const { suppliers: shown } = await desk(buyer)
    expect(shown.filter(({ cause }) => cause === '').every(({ talks }) => talks === 1)).toBe(true)
    const [own] = (await suppliers.supplier1.call(ownRoundTalks, { params })).talks
    // A turn would tell how many others there are.
    expect(own).toMatchObject({ state: 'signed', turn: null })
    expect((await suppliers.supplier4.call(ownRoundTalks, { params })).talks).toEqual([])
  })
})

describe('changed demands', () => {
  test('are proposed by a member, agreed to by the purchaser’s representative, and told to all who remain at once', async () => {
    const body = { kinds: ['technical' as const], content: CHANGED, deadline: later(3 * DAY) }
    const { version } = await members[1]!.call(c.proposeChange, { params, body })
    const ofChange = { params: { ...params, version } }
    expect(
      await members[2]!.refused(c.decideChange, { ...ofChange, body: { agreed: true, reason: '' } }),
    ).toMatchObject(NOT_FOUND)
    expect((await suppliers.supplier1.call(ownPanel, { params })).changes).toEqual([])
    await members[0]!.call(c.decideChange, { ...ofChange, body: { agreed: true, reason: '' } })
    const at: number[] = []
    for (const account of ['supplier1', 'supplier2', 'supplier3'] as const) {
      const own = await suppliers[account].call(ownPanel, { params })
      expect(own.changes).toMatchObject([{ version: 1, content: CHANGED }])
      expect(own.open).toMatchObject({ isFinal: false })
      const { rows } = await suppliers[account].call(messagePage, { query: { identity: 'supplier', pageSize: 20 } })
      at.push(Date.parse(rows.find(({ title }) => title.startsWith('采购需求变动'))!.createdAt))
    }
    // In one transaction; only the clock goes on in it.
    expect(Math.max(...at) - Math.min(...at)).toBeLessThan(2000)
    // Who is out is told nothing of it.
    expect((await suppliers.supplier4.call(ownPanel, { params })).changes).toEqual([])
    expect(
      (await suppliers.supplier4.call(tenderDetail, { params })).actions.map(({ action }) => action),
    ).not.toContain('quote')
  })

  test('are answered by new responses, which the group checks again', async () => {
    const { deadline } = (await desk(buyer)).open!
    for (const [i, account] of (['supplier1', 'supplier2', 'supplier3'] as const).entries())
      await submitQuote(suppliers[account], params.orderId, { by: account, priceOf: atParts(PARTS[i]!) })
    await t.advanceTo(new Date(Date.parse(deadline) + MINUTE))
    await awaitOpening(buyer, params.orderId, 2)
    await expect.poll(async () => (await desk(buyer)).stage, { timeout: 30_000 }).toBe('checking')
    for (const member of members) await judgeResponses(member, params.orderId)
    expect(await desk(buyer)).toMatchObject({ stage: 'talking', roundNo: 2 })
  })
})

const PARTS = [
  ['0.95', '0.95', '0.95'],
  ['0.94', '0.94', '0.94'],
  ['0.96', '0.96', '0.96'],
]

describe('final offers', () => {
  test('are asked for once from all who remain, and ranked by the lowest', async () => {
    await buyer.call(c.callFinalOffers, { params, body: { deadline: later(DAY) } })
    const { open } = await desk(buyer)
    expect(open).toMatchObject({ roundNo: 3, isFinal: true })
    for (const [i, account] of (['supplier1', 'supplier2', 'supplier3'] as const).entries())
      await submitQuote(suppliers[account], params.orderId, { by: account, priceOf: atParts(FINAL[i]!) })
    const blocked = await suppliers.supplier1.refused(leavePanel, { params, body: { reason: '产能不足' } })
    expect(blocked.message).toContain('先撤回')
    await t.advanceTo(new Date(Date.parse(open!.deadline) + MINUTE))
    await awaitOpening(buyer, params.orderId, 3)
    await expect.poll(async () => (await desk(buyer)).stage, { timeout: 30_000 }).toBe('reporting')
    await buyer.call(c.makePanelReport, { params, body: { note: '三家供应商均满足采购需求。' } })
    const { report } = await desk(buyer)
    expect(report!.ranking.map(({ tradeId, rank }) => [tradeId, rank])).toEqual([
      [trades.supplier3, 1],
      [trades.supplier1, 2],
      [trades.supplier2, 3],
    ])
  })

  test('are recommended in a report that all members sign', async () => {
    await signReport(members[0]!, params.orderId)
    await signReport(members[1]!, params.orderId, '建议核实交货期')
    expect((await buyer.call(orderDetail, { params })).stage).toBe('谈判中')
    await signReport(members[2]!, params.orderId)
    expect((await buyer.call(orderDetail, { params })).stage).toBe('待公示候选人')
    const pdf = await pdfText((await members[1]!.file(c.panelReport, { params })).content)
    for (const text of ['谈判评审报告', '谈判小组', '建议核实交货期', '采购需求变动']) expect(pdf).toContain(text)
    const { rows, draft, publicityDays } = await buyer.call(candidateDraft, { params })
    expect(rows.map(({ tradeId }) => tradeId)).toEqual([trades.supplier3, trades.supplier1, trades.supplier2])
    const { title, content } = draft
    await buyer.call(publishCandidates, { params, body: { title, content, publicityDays } })
  })
})

test('no supplier learns of the others, the members or what they said, on any call or message', async () => {
  await t.settle()
  for (const account of ['supplier1', 'supplier2'] as const) {
    const of = suppliers[account]
    for (const refused of [
      await of.refused(c.panelDesk, { params }),
      await of.refused(c.panelReport, { params }),
      await of.refused(c.handInConformity, { params, body: { roundNo: 1, answers: [], signature: '甲' } }),
      await of.refused(c.panelPeople, { params }),
    ])
      expect([403, 404]).toContain(refused.status)
    const seen = JSON.stringify([
      await of.call(ownPanel, { params }),
      await of.call(tenderDetail, { params }),
      await of.call(ownRoundTalks, { params }),
      await of.call(messagePage, { query: { identity: 'supplier', pageSize: 100 } }),
    ])
    for (const secret of [SECRET, '何清源', '方敏', '建议核实交货期', trades.supplier3, '上海'])
      expect(seen).not.toContain(secret)
  }
  const outsider = await t.login('supplier5', { workbench: 'supplier' })
  expect(await outsider.refused(ownPanel, { params })).toMatchObject(NOT_FOUND)
  expect(await outsider.refused(leavePanel, { params, body: { reason: '退出' } })).toMatchObject(NOT_FOUND)
  const agent = await t.login('agent', { workbench: 'agency' })
  expect(await agent.refused(c.panelDesk, { params })).toMatchObject(NOT_FOUND)
  const expert = await t.login('expert9', { workbench: 'expert' })
  expect(await expert.refused(c.panelDesk, { params })).toMatchObject(NOT_FOUND)
})

test('the archive holds what each member said, and what was drawn', async () => {
  const entries = await inContext(t.kernel, { tenantId: 1, actor: null }, async (ctx) =>
    panelArchive.entries(ctx as never, await orderRow(ctx, params.orderId)),
  )
  const paths = entries.map(({ path }) => path)
  expect(paths.some((path) => path.endsWith('panel/panel.json'))).toBe(true)
  expect(paths.some((path) => path.endsWith('panel/draws/1.json'))).toBe(true)
  expect(paths.some((path) => path.includes('评审报告-'))).toBe(true)
})

const FINAL = [
  ['0.92', '0.92', '0.92'],
  ['0.93', '0.93', '0.93'],
  ['0.91', '0.91', '0.91'],
]

async function sheetOf(member: HttpClient) {
  const { roundNo, own } = await desk(member)
  return { params, body: { roundNo, answers: [], signature: own!.name } }
}

test('what was written is bound, each time', async () => {
  expect(await faultsOf(t, ['panel', 'panel_sheet'])).toEqual([])
})
