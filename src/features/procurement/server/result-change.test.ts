import { beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { newId } from '#contract/id.ts'
import { COMPANIES } from '#demo/companies.ts'
import { messagePage } from '#features/messages/contract.ts'
import { done } from '#features/workflow/rules/held.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as register from '#features/bonds/contract/register.ts'
import * as follow from '../contract/follow-up.ts'
import * as notice from '../contract/notice.ts'
import * as objections from '../contract/objection.ts'
import * as order from '../contract/order.ts'
import * as portal from '../contract/portal.ts'
import * as result from '../contract/result.ts'
import * as tender from '../contract/supplier.ts'
import { AWARD_CAUSES, CANDIDATE_CAUSES } from '../rules/result-change.ts'
import { sayText } from '../methods/say.ts'
import { CONTENDERS, endPublicity, insteadOf, proof, publicised, withoutFirst } from './testing/result-change.ts'
import { plantCandidates } from './testing/results.ts'
import { join, PDF, publicise, publish, tenderWorld, text, type TenderWorld } from './testing/tender.ts'
import { unzip } from './testing/unzip.ts'

/* Candidates and winners that fall away: what takes their place, who is told, and what stays readable of before. */

let world: TenderWorld
let evidence: Awaited<ReturnType<typeof proof>>
const names = CONTENDERS

beforeAll(async () => {
  world = await tenderWorld()
  evidence = await proof(world)
})

type CandidatesBody = InputOf<typeof notice.publishCandidates>['body']

/** A tender with its winner, the first of three. */
async function awarded() {
  const made = await publicised(world)
  await endPublicity(world, made.orderId)
  const { draft } = await world.buyer.call(notice.winnerDetail, made)
  const body = { ...draft, tradeId: made.trades[0]!, acceptWarnings: true }
  await world.buyer.call(notice.publishWinner, { ...made, body })
  return made
}

const winnerBody = (tradeId: string, gone: string, version = 1) => insteadOf(gone, { tradeId, evidence, version })

const outcomeOf = async (client: HttpClient, orderId: string) =>
  (await client.call(tender.tenderDetail, { params: { orderId } })).result
const titlesOf = async (client: HttpClient) =>
  (await client.call(messagePage, { query: { identity: 'supplier', pageSize: 50 } })).rows.map((m) => m.title)

describe('candidates', () => {
  test('are publicised anew without who withdrew: others move up, a fresh period, the first version stays', async () => {
    const { t, buyer, suppliers } = world
    const { orderId, params, trades } = await publicised(world)
    const first = await buyer.call(notice.candidateDraft, { params })
    await endPublicity(world, orderId)
    const { noticeId, publicityEnd } = done(
      await buyer.call(notice.publishCandidates, {
        params,
        body: withoutFirst(trades[0]!, evidence),
      }),
    )
    expect(Date.parse(publicityEnd)).toBeGreaterThan(Date.now() + 3 * 86_400_000)
    const second = await buyer.call(notice.candidateDraft, { params })
    expect(second.rows.map(({ rank, supplierName }) => [rank, supplierName])).toEqual([
      [1, names[1]],
      [2, names[2]],
    ])
    expect(second.publicityEnd).toBe(publicityEnd)
    expect(
      second.versions.map(({ version, cause, rows }) => [version, cause, rows.map((row) => row.supplierName)]),
    ).toEqual([
      [2, '中标候选人放弃中标资格', names.slice(1)],
      [1, null, names],
    ])
    expect(second.versions[0]).toMatchObject({
      reason: '候选人书面声明放弃中标资格。',
      evidenceName: '放弃声明.pdf',
      publishedByName: expect.stringMatching(/./),
    })
    expect(second.versions[1]!.notice!.noticeId).toBe(first.notice!.noticeId)

    // The public reads both notices: the first as superseded by the second.
    const seen = await t.client().call(portal.portalNotice, { params: { noticeId: first.notice!.noticeId } })
    expect(seen.supersededBy).toMatchObject({ noticeId, title: '中标候选人变更公示' })
    expect((await t.client().call(portal.portalNotice, { params: { noticeId } })).supersededBy).toBeNull()
    const { rows } = await t.client().call(portal.portalNotices, { query: { kind: 4, pageSize: 50 } })
    expect(rows.filter((row) => row.orderId === orderId).map((row) => row.supersededBy !== null)).toEqual([false, true])

    // Each supplier sees its own; who fell away is told why, the others read the notice.
    expect(await outcomeOf(suppliers[0]!, orderId)).toEqual({ outcome: 'noCandidateAnyMore', rank: null })
    expect(await outcomeOf(suppliers[1]!, orderId)).toEqual({ outcome: 'candidate', rank: 1 })
    await t.settle()
    expect(await titlesOf(suppliers[0]!)).toContain('中标候选人资格已取消')
    expect(await titlesOf(suppliers[1]!)).not.toContain('中标候选人资格已取消')
    expect(await titlesOf(suppliers[1]!)).toContain('中标候选人公示：中标候选人变更公示')

    // One may object again, which pauses everything; then the second wins.
    const { objectionId } = await suppliers[2]!.call(tender.createObjection, {
      params,
      body: { subject: '异议', content: '请复核递补。' },
    })
    const again = withoutFirst(trades[1]!, evidence)
    const next = { ...again, change: { ...again.change, version: 2, cause: 'objection' as const } }
    expect(await buyer.refused(notice.publishCandidates, { params, body: next })).toMatchObject({
      code: 10002,
      message: '存在未答复的异议，流程暂停',
    })
    await buyer.call(objections.answerObjection, {
      params: { objectionId },
      body: { outcome: 'upheld', answer: '异议成立。' },
    })
    done(await buyer.call(notice.publishCandidates, { params, body: next }))
    await endPublicity(world, orderId)
    const { draft, eligible } = await buyer.call(notice.winnerDetail, { params })
    expect(eligible).toEqual([trades[2]])
    const award = { ...draft, acceptWarnings: true }
    expect(
      await buyer.refused(notice.publishWinner, { params, body: { ...award, tradeId: trades[0]! } }),
    ).toMatchObject({ code: 10001, message: '中标人须为公示的中标候选人' })
    done(await buyer.call(notice.publishWinner, { params, body: { ...award, tradeId: trades[2]! } }))
    expect(await outcomeOf(suppliers[0]!, orderId)).toEqual({ outcome: 'lost', rank: null })
  })

  test('are not changed by a wrong word: each refusal says why, and nothing is stored', async () => {
    const { buyer, suppliers } = world
    const { orderId, params, trades } = await publicised(world)
    const good = withoutFirst(trades[0]!, evidence)
    const with_ = (change: object): CandidatesBody => ({ ...good, change: { ...good.change, ...change } })
    const stolen = await suppliers[0]!.upload('qualification', '执照.pdf', PDF)
    for (const [body, message] of [
      [with_({ excluded: trades }), '没有其余中标候选人，请办理流标后重新招标'],
      [with_({ excluded: [newId()] }), '所选供应商不是现行中标候选人'],
      [with_({ excluded: [] }), '请选择不再作为候选人的供应商'],
      [with_({ reason: '太短' }), '请说明变更原因，不少于 10 个字'],
      [with_({ cause: 'whatever' }), '请选择变更原因'],
      [with_({ cause: 'objection' }), '该标段没有答复为成立的异议，请选择其他变更原因'],
      [with_({ evidence: { fileId: stolen.fileId, name: 'x' } }), '文件不存在或无权使用，请重新上传'],
      [{ ...good, content: text(`${names[1]}、${names[2]}`) }, `公告正文未包含${names[0]}`],
      [with_({ version: 2 }), '结果已变更，请刷新后重试'],
    ] as const) {
      const refused = await buyer.refused(notice.publishCandidates, { params, body })
      expect(
        [refused.message, ...JSON.stringify(refused.details ?? '').matchAll(/"message":"([^"]+)"/g)].flat(),
      ).toContain(message)
    }
    expect((await buyer.call(notice.candidateDraft, { params })).versions).toHaveLength(1)
    // The first winner is not fixed by a change, nor is a change possible before anything was publicised.
    await endPublicity(world, orderId)
    expect(await buyer.refused(notice.publishWinner, { params, body: winnerBody(trades[1]!, names[0]) })).toMatchObject(
      { code: 10002 },
    )
    expect((await buyer.call(notice.winnerDetail, { params })).versions).toEqual([])
  })

  test('are changed once by two at once, and by nobody but the owner', async () => {
    const { t, buyer, suppliers } = world
    const { orderId, params, trades } = await publicised(world)
    const body = withoutFirst(trades[0]!, evidence)
    const runBy = async (owner: string, agencyId: string | null) => {
      await t.owner.query('update purchase_order set owner_company_id = $2 where id = $1', [orderId, owner])
      const ofOrder = '(select project_id from purchase_order where id = $1)'
      await t.owner.query(`update project set agency_company_id = $2 where id = ${ofOrder}`, [orderId, agencyId])
    }
    await runBy(COMPANIES.agency.id, COMPANIES.agency.id)
    const agency = await t.login('agent', { workbench: 'agency' })
    // The purchaser looks on while an agency runs it, whose evidence the purchaser's is not.
    expect((await buyer.call(notice.candidateDraft, { params })).versions).toHaveLength(1)
    expect((await buyer.refused(notice.publishCandidates, { params, body })).status).toBe(404)
    expect(await agency.refused(notice.publishCandidates, { params, body })).toMatchObject({ code: 10001 })
    await runBy(COMPANIES.hospital.id, null)
    expect((await agency.refused(notice.publishCandidates, { params, body })).status).toBe(404)
    const both = await Promise.allSettled(
      [0, 1].map((i) => buyer.call(notice.publishCandidates, { params, body }, { key: `${orderId}-${i}` })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { versions } = await buyer.call(notice.candidateDraft, { params })
    expect(versions.map(({ version }) => version)).toEqual([2, 1])
    // The evidence is for the buyer's side alone.
    const evidenceOf = { params: { orderId, resultId: versions[0]!.resultId } }
    expect((await buyer.file(result.resultEvidence, evidenceOf)).content.equals(PDF)).toBe(true)
    expect((await agency.refused(result.resultEvidence, evidenceOf)).status).toBe(404)
    expect((await suppliers[0]!.refused(result.resultEvidence, evidenceOf)).status).toBe(403)
    const none = { params: { orderId, resultId: versions[1]!.resultId } }
    expect((await buyer.refused(result.resultEvidence, none)).status).toBe(404)
    expect((await buyer.refused(result.resultEvidence, { params: { orderId, resultId: newId() } })).status).toBe(404)
  })
})

describe('a winner', () => {
  test('that gives up is replaced: letters, messages, bonds, history and archive follow', async () => {
    const { t, buyer, suppliers } = world
    const { orderId, params, trades } = await awarded()
    const oldLetter = await suppliers[0]!.file(tender.ownAwardLetter, { params })
    const before = await buyer.call(notice.winnerDetail, { params })
    expect(before.eligible).toEqual(trades.slice(1))
    const body = winnerBody(trades[1]!, names[0])
    const { noticeId } = done(await buyer.call(notice.publishWinner, { params, body }))

    const after = await buyer.call(notice.winnerDetail, { params })
    expect(after).toMatchObject({
      award: { winners: [{ tradeId: trades[1], price: '800001.00' }], reason: '中标人书面声明放弃中标。' },
      notice: { noticeId },
      eligible: [trades[2]],
    })
    expect(after.award!.winners[0]!.lines).toEqual([
      {
        itemId: null,
        line: 1,
        name: null,
        spec: null,
        unit: null,
        quantity: '1',
        unitPrice: '800001',
        amount: '800001.00',
      },
    ])
    expect(after.versions.map(({ version, rows, cause }) => [version, rows[0]!.supplierName, cause])).toEqual([
      [2, names[1], '中标人放弃中标'],
      [1, names[0], null],
    ])
    const old = await t.client().call(portal.portalNotice, { params: { noticeId: before.notice!.noticeId } })
    expect(old.supersededBy).toMatchObject({ noticeId })

    expect(await outcomeOf(suppliers[0]!, orderId)).toEqual({ outcome: 'noWinnerAnyMore', rank: null })
    expect(await outcomeOf(suppliers[1]!, orderId)).toEqual({ outcome: 'won', rank: 2 })
    expect(await outcomeOf(suppliers[2]!, orderId)).toEqual({ outcome: 'lost', rank: 3 })
    expect((await suppliers[0]!.refused(tender.ownAwardLetter, { params })).status).toBe(404)
    const newLetter = await suppliers[1]!.file(tender.ownAwardLetter, { params })
    expect(newLetter.content.equals(oldLetter.content)).toBe(false)
    const bonds = await buyer.call(register.orderBonds, { params })
    expect(bonds.rows.filter((row) => row.isWinner).map((row) => row.tradeId)).toEqual([trades[1]])

    await t.settle()
    expect(await titlesOf(suppliers[0]!)).toContain('中标资格已取消')
    expect(await titlesOf(suppliers[1]!)).toContain('中标通知书')
    expect(await titlesOf(suppliers[1]!)).not.toContain('中标资格已取消')
    expect(await titlesOf(suppliers[2]!)).toContain('中标结果公告：中标结果变更公告')

    // The same again, an older version, one whose award fell: none is taken back, and a third version follows the second.
    expect(await buyer.refused(notice.publishWinner, { params, body })).toMatchObject({
      code: 10002,
      message: '结果已变更，请刷新后重试',
    })
    expect(
      await buyer.refused(notice.publishWinner, { params, body: winnerBody(trades[0]!, names[1], 2) }),
    ).toMatchObject({ code: 10001, message: '该供应商的中标资格已取消，不能再次确定为中标人' })
    expect(
      await buyer.refused(notice.publishWinner, { params, body: winnerBody(trades[1]!, names[1], 2) }),
    ).toMatchObject({ code: 10001 })
    done(await buyer.call(notice.publishWinner, { params, body: winnerBody(trades[2]!, names[1], 2) }))
    expect((await buyer.call(notice.winnerDetail, { params })).eligible).toEqual([])

    // Everything of it is in the archive; after it nothing changes.
    await buyer.call(order.archiveOrder, { params, body: { confirm: true } })
    const entries = await unzip((await buyer.file(order.downloadArchive, { params })).content)
    const versions = JSON.parse(entries.get('机器可读/order/result-versions.json')!.toString()) as {
      award: { version: number }[]
    }
    expect(versions.award.map(({ version }) => version)).toEqual([3, 2, 1])
    expect(JSON.parse(entries.get('机器可读/order/award.json')!.toString())).toMatchObject([
      { trade_id: trades[2], lines: [{ amount: '800002.00' }] },
    ])
    const letter = (version: number) =>
      [...entries].find(([path]) => path.startsWith(`07 候选人与结果/中标通知书（第 ${version} 版） 01 `))![1]
    expect(letter(1).equals(oldLetter.content)).toBe(true)
    expect(letter(2).equals(newLetter.content)).toBe(true)
    expect(entries.get('07 候选人与结果/变更依据/结果第 2 版-放弃声明.pdf')!.equals(PDF)).toBe(true)
    expect(
      await buyer.refused(notice.publishWinner, { params, body: winnerBody(trades[2]!, names[1], 3) }),
    ).toMatchObject({ code: 10002 })
    await t.settle()
    const history = await buyer.call(order.orderTimeline, { params })
    expect(history.filter((one) => one.action === 'order.reWinner')).toHaveLength(2)
  })

  test('delivers the lines that its price is made of, or the whole where they do not add up', async () => {
    const { t, buyer, suppliers } = world
    const { orderId } = await publish(world)
    const params = { orderId }
    const trades: string[] = []
    for (const supplier of suppliers.slice(0, 2)) trades.push((await join(world, orderId, { supplier })).tradeId)
    const { items } = await buyer.call(order.orderDetail, { params })
    const amounts = ['500000.00', '280000.00', '20000.00']
    const lines = items.map(({ itemId, quantity }, i) => ({
      itemId,
      quantity,
      unitPrice: String(Number(amounts[i]) / Number(quantity)),
      amount: amounts[i],
    }))
    await t.owner.query("update purchase_order set state = 'review.done' where id = $1", [orderId])
    const prices = ['800000', '790000']
    await plantCandidates(
      t.owner,
      orderId,
      trades.map((tradeId, i) => ({ tradeId, price: prices[i]!, lines })),
    )
    await publicise(world, orderId)
    await endPublicity(world, orderId)
    const { draft } = await buyer.call(notice.winnerDetail, { params })
    const body = { ...draft, tradeId: trades[0]!, acceptWarnings: true }
    done(await buyer.call(notice.publishWinner, { params, body }))
    const sold = (await buyer.call(notice.winnerDetail, { params })).award!.winners[0]!.lines
    expect(
      sold.map(({ line, name, quantity, unitPrice, amount }) => [line, name, quantity, unitPrice, amount]),
    ).toEqual([
      [1, '监护仪', '10', '50000', '500000.00'],
      [2, '输液泵', '20', '14000', '280000.00'],
      [3, '治疗车', '5', '4000', '20000.00'],
    ])
    done(await buyer.call(notice.publishWinner, { params, body: winnerBody(trades[1]!, names[0]) }))
    expect((await buyer.call(notice.winnerDetail, { params })).award!.winners[0]!.lines).toMatchObject([
      { name: null, amount: '790000.00' },
    ])
  })

  test('falls away with the order where a new tender is chosen instead: nobody has won, and nothing counts', async () => {
    const { t, buyer, suppliers } = world
    const { orderId, params } = await awarded()
    const reason = '中标人放弃中标，决定重新招标'
    const before = await buyer.call(notice.winnerDetail, { params })
    const { noticeId } = done(await buyer.call(order.declareAbortive, { params, body: { reason } }))
    const old = await t.client().call(portal.portalNotice, { params: { noticeId: before.notice!.noticeId } })
    expect(old.supersededBy).toMatchObject({ noticeId })
    expect(await outcomeOf(suppliers[0]!, orderId)).toEqual({ outcome: 'abortive', rank: null })
    expect((await suppliers[0]!.refused(tender.ownAwardLetter, { params })).status).toBe(404)
    const { award, versions, eligible } = await buyer.call(notice.winnerDetail, { params })
    expect([award, eligible.length]).toEqual([null, 2])
    expect(versions.map(({ cause, rows }) => [cause, rows.length])).toEqual([
      ['标段流标', 0],
      [null, 1],
    ])
    const { rows } = await t.owner.query('select from award_total where order_id = $1', [orderId])
    expect(rows).toEqual([])
    expect(await buyer.call(order.orderDetail, { params })).toMatchObject({ stage: '已流标', isAbortive: true })
    await t.settle()
    const told = await suppliers[0]!.call(messagePage, { query: { identity: 'supplier', pageSize: 50 } })
    expect(told.rows.some((row) => row.content.includes(reason))).toBe(true)
    await buyer.call(order.archiveOrder, { params, body: { confirm: true } })
  })

  test('is not replaced once the contract is signed', async () => {
    const { buyer } = world
    const { params, trades } = await awarded()
    const actions = async () => (await buyer.call(order.orderDetail, { params })).actions
    expect((await actions()).find((one) => one.action === 'reWinner')).toEqual({
      action: 'reWinner',
      label: '重新定标',
    })
    const signedOn = new Date(world.t.kernel.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
    await buyer.call(follow.recordContractDate, { params, body: { signedOn } })
    expect((await actions()).find((one) => one.action === 'reWinner')!.reason).toBe('合同已签订，不能重新定标')
    expect(await buyer.refused(notice.publishWinner, { params, body: winnerBody(trades[1]!, names[0]) })).toMatchObject(
      { code: 10002, message: '合同已签订，不能重新定标' },
    )
  })
})

test('causes are named in the words of each method', () => {
  for (const method of [1, 8])
    for (const label of Object.values({ ...CANDIDATE_CAUSES, ...AWARD_CAUSES }))
      expect(JSON.stringify(sayText({ method }, { type: 'text', text: label }))).not.toContain('{won')
})
