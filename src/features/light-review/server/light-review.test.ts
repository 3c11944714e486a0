import { beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '#demo/record/bending-rows.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { newId } from '#contract/id.ts'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { TENANT_HEADER } from '#contract/workbench.ts'
import { COMPANIES } from '#demo/companies.ts'
import { demoPlay, letOthersAct } from '#demo/contract.ts'
import { demoFeature } from '#demo/feature.ts'
import { PEOPLE } from '#demo/people.ts'
import { CRITERIA, giveOpinion, startOpinions } from '#demo/play/opinions.ts'
import type { Inquiry } from '#demo/states/inquiry.ts'
import { inbox } from '#features/home/contract.ts'
import { orderRounds, startRound } from '#features/inquiry/contract.ts'
import { messagePage } from '#features/messages/contract.ts'
import { publishWinner, winnerDetail } from '#features/procurement/contract/notice.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { tenderDetail } from '#features/procurement/contract/supplier.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { PDF } from '#features/procurement/server/testing/tender.ts'
import type { MovableClock } from '#server/clock.ts'
import { inContext } from '#server/context.ts'
import { FEATURES } from '#server/features.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { DEMO_PASSWORD, testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract.ts'
import { opinionArchive } from './conclude.ts'

/*
 * One order whose quotes are open, reviewed one time after the other. 张晓 runs it, 王宁 has no right of buying, 陈默 has.
 */

const NOT_FOUND = { status: 404, code: 404 }
const SECRET = '交货期过长，不宜采用'
const [BUYER, PLAIN, HANDLER] = [PEOPLE.buyer, PEOPLE.buyer2, PEOPLE.newbie]

let t: TestSystem
let facts: Inquiry
let params: { orderId: string }
let buyer: HttpClient
let plain: HttpClient
let handler: HttpClient
let suppliers: HttpClient[]

beforeAll(async () => {
  let clock: MovableClock | null = null
  t = await testSystem({ from: 'quotesOpened', features: [...FEATURES, demoFeature(() => clock!)] })
  clock = t.movableClock!
  facts = t.facts as Inquiry
  params = { orderId: facts.orderId }
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  plain = await t.login('buyer2', { workbench: 'purchaser' })
  handler = await t.login('newbie', { workbench: 'purchaser' })
  suppliers = [
    await t.login('supplier1', { workbench: 'supplier' }),
    await t.login('supplier2', { workbench: 'supplier' }),
  ]
})

const later = (ms: number) => new Date(t.kernel.clock.now().getTime() + ms)
const setting = (change: Partial<c.Setting> = {}) => {
  const memberIds = [PLAIN, HANDLER].map(({ jobs }) => jobs[0]!.employeeId)
  const body = { criteria: [...CRITERIA], memberIds, chairId: memberIds[0]!, deadline: later(2 * DAY).toISOString() }
  return { params, body: { ...body, ...change } }
}
const opinion = (signature: string, reason = '') => {
  const stance = reason ? ('against' as const) : ('agree' as const)
  return { params, body: { answers: CRITERIA.map(() => ({ stance, reason })), remark: '', signature } }
}
const todos = async (client: HttpClient) =>
  (await client.call(inbox, { query: { pageSize: 100 } })).rows.map(({ label }) => label)
const current = async (client = buyer) => (await client.call(c.onlineReview, { params })).reviews[0]!

describe('a setting', () => {
  test('names people of the own company who joined it themselves, two to nine, and a deadline ahead', async () => {
    const [one] = setting().body.memberIds
    const wrong = async (change: Partial<c.Setting>) => (await buyer.refused(c.startReview, setting(change))).message
    for (const memberIds of [[one!], Array.from({ length: 10 }, () => newId())])
      expect(await wrong({ memberIds })).toBe('请选择 2 至 9 名评审人员')
    expect(await wrong({ memberIds: [one!, one!] })).toBe('评审人员不能重复')
    expect(await wrong({ chairId: newId() })).toBe('牵头人须为评审人员之一')
    expect(await wrong({ criteria: [] })).toBe('请至少填写一个评审事项')
    expect(await wrong({ deadline: later(-MINUTE).toISOString() })).toContain('截止时间须晚于当前时间')
    const foreign = PEOPLE.agent.jobs[0]!.employeeId
    const left = PEOPLE.disabled1.jobs[0]!.employeeId
    for (const other of [foreign, left, newId()])
      expect(await wrong({ memberIds: [one!, other] })).toContain('须为本单位在用、已确认加入且已授予权限的员工')
    // Whoever audits the company stays out of what is audited.
    const audits = (rights: string) =>
      t.owner.query('update employee set rights = $2 where user_id = $1', [PLAIN.id, rights])
    await audits('{auditing}')
    expect(await wrong({})).toContain('审计人员除外')
    await audits('{technicalReview}')
  })

  test('is kept for later, read by who runs the order alone, and dropped again', async () => {
    await buyer.call(c.saveSetting, { params, body: { setting: setting().body } })
    const saved = await buyer.call(c.reviewSetting, { params })
    expect(saved).toMatchObject({ blocked: null, setting: { criteria: CRITERIA, chairId: PLAIN.jobs[0]!.employeeId } })
    expect(saved.people.map(({ name }) => name)).toEqual(expect.arrayContaining([BUYER.name, PLAIN.name]))
    expect((await buyer.call(c.onlineReview, { params })).reviews).toEqual([])
    await buyer.call(c.saveSetting, { params, body: { setting: null } })
    expect((await buyer.call(c.reviewSetting, { params })).setting).toBeNull()
  })

  test('asks before too few are named, and may be cancelled before the first opinion; nobody else knows of it', async () => {
    const memberIds = [BUYER, HANDLER].map(({ jobs }) => jobs[0]!.employeeId)
    const two = setting({ memberIds, chairId: memberIds[0]! })
    // In an inquiry of government procurement the law wants three or more, and an odd number: asked first.
    const regime = (name: string, method: number) =>
      t.owner.query(
        `with p as (update project set regime = $2 where id = (select project_id from purchase_order where id = $1))
         update purchase_order set method = $3 where id = $1`,
        [facts.orderId, name, method],
      )
    const { rows } = await t.owner.query<{ regime: string; method: number }>(
      `select p.regime, o.method from purchase_order o join project p on p.id = o.project_id where o.id = $1`,
      [facts.orderId],
    )
    await regime('government', 5)
    const asked = await buyer.refused(c.startReview, two)
    expect(asked).toMatchObject({ code: 10017, isConfirm: true })
    expect(asked.message).toContain('评审成员 2 人，应为 3 人以上单数')
    await buyer.call(c.startReview, { params, body: { ...two.body, confirm: true } })
    await regime(rows[0]!.regime, rows[0]!.method)
    // A colleague who neither buys nor was asked.
    expect(await plain.refused(c.onlineReview, { params })).toMatchObject(NOT_FOUND)
    expect(await buyer.refused(c.startReview, setting())).toMatchObject({ code: 10002 })
    await buyer.call(c.cancelReview, { params, body: { reason: '事项有误' } })
    expect(await current()).toMatchObject({ status: 'cancelled', conclusion: '事项有误', endedByName: BUYER.name })
    expect(await buyer.refused(c.cancelReview, { params, body: { reason: '再次取消' } })).toMatchObject({ code: 10002 })
  })
})

describe('while opinions are given', () => {
  let askId: string

  beforeAll(async () => {
    await buyer.call(c.startReview, setting())
    await t.settle()
  })

  test('members are told and find their desk, whatever rights they have; the award and further rounds wait', async () => {
    expect(await todos(plain)).toContain('提交评审意见')
    const { rows } = await plain.call(messagePage, { query: { identity: 'purchaser' } })
    expect(rows.map(({ title }) => title)).toContain('请提交评审意见')
    const desk = await plain.call(c.onlineReview, { params })
    expect(desk).toMatchObject({ readsOrder: false, own: { handedInAt: null, answers: [] } })
    expect(desk.suppliers.map(({ tradeId }) => tradeId)).toContain(facts.trades.supplier1)
    expect(desk.actions.map(({ action }) => action)).toEqual(['ask', 'handIn'])
    expect((await plain.refused(orderDetail, { params })).status).toBe(403)
    const { candidates, draft } = await buyer.call(winnerDetail, { params })
    const award = { params, body: { tradeId: candidates[0]!.tradeId, reason: '', ...draft } }
    expect((await buyer.refused(publishWinner, award)).message).toContain('线上评审尚未结束')
    const { suppliers: asked } = await buyer.call(orderRounds, { params })
    const round = { tradeIds: asked.map(({ tradeId }) => tradeId), deadline: later(DAY).toISOString() }
    expect((await buyer.refused(startRound, { params, body: round })).message).toContain('线上评审尚未结束')
    expect(await todos(buyer)).not.toContain('确定成交供应商')
  })

  test('a draft is the own; an opinion is complete, signed by name, and handed in once', async () => {
    const { answers, remark } = opinion('', SECRET).body
    await plain.call(c.saveOpinion, { params, body: { answers, remark } })
    expect((await plain.call(c.onlineReview, { params })).own).toMatchObject({ answers, handedInAt: null })
    const half = { params, body: { ...opinion(PLAIN.name).body, answers: answers.slice(1) } }
    expect((await plain.refused(c.handInOpinion, half)).details).toMatchObject([{ path: 'answers.1.stance' }])
    const silent = opinion(PLAIN.name).body.answers.map(() => ({ stance: 'reserved' as const, reason: '' }))
    const mute = { params, body: { ...opinion(PLAIN.name).body, answers: silent } }
    expect((await plain.refused(c.handInOpinion, mute)).message).toContain('请说明理由')
    expect((await plain.refused(c.handInOpinion, opinion('张三'))).message).toContain('请输入本人姓名')
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        plain.call(c.handInOpinion, opinion(PLAIN.name, SECRET), { key: `all-${i}` }),
      ),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await plain.refused(c.saveOpinion, { params, body: { answers, remark } })).message).toContain('已提交')
    expect(await todos(plain)).not.toContain('提交评审意见')
    await expect(t.owner.query("update light_opinion set remark = 'x' where handed_in_at is not null")).rejects.toThrow(
      'an opinion cannot be changed',
    )
    expect((await buyer.refused(c.cancelReview, { params, body: { reason: '改主意' } })).message).toContain('已有人员')
  })

  test('nobody reads what was said, by no call; who runs the order alone learns who has handed in', async () => {
    await t.settle()
    const [supplier, rival] = suppliers as [HttpClient, HttpClient]
    const purchaser = { query: { identity: 'purchaser' as const } }
    const read = JSON.stringify([
      ...(await Promise.all(
        [buyer, handler].flatMap((client) => [
          client.call(c.onlineReview, { params }),
          client.call(orderDetail, { params }),
          client.call(inbox, { query: {} }),
          client.call(messagePage, purchaser),
        ]),
      )),
      ...(await Promise.all([supplier, rival].map((client) => client.call(tenderDetail, { params })))),
      (await t.owner.query('select payload from outbox')).rows,
      (await t.owner.query('select body from audit_record')).rows,
    ])
    expect(read).not.toContain(SECRET)
    expect(read).not.toContain('against')
    const handedIn = ({ members }: c.Review) => members.map(({ name, handedInAt }) => [name, handedInAt !== null])
    expect(handedIn(await current())).toEqual([
      [PLAIN.name, true],
      [HANDLER.name, false],
    ])
    expect(handedIn(await current(plain))).toEqual([
      [PLAIN.name, false],
      [HANDLER.name, false],
    ])
  })

  test('the chair asks one supplier, who alone sees it and answers until the deadline', async () => {
    const [supplier, rival] = suppliers as [HttpClient, HttpClient]
    const ask = {
      params,
      body: {
        tradeId: facts.trades.supplier1,
        kind: 'price' as const,
        title: '采血管报价构成',
        deadline: later(HOUR).toISOString(),
      },
    }
    expect(
      (await plain.refused(c.askSupplier, { params, body: { ...ask.body, tradeId: facts.trades.supplier4 } })).message,
    ).toBe('请选择报价有效的供应商')
    expect(
      (await plain.refused(c.askSupplier, { params, body: { ...ask.body, deadline: later(-HOUR).toISOString() } }))
        .message,
    ).toContain('晚于')
    askId = (await plain.call(c.askSupplier, ask)).askId
    await t.settle()
    expect(await todos(supplier)).toContain('价格说明')
    expect(await todos(rival)).not.toContain('价格说明')
    expect((await rival.call(c.ownAsks, { params })).asks).toEqual([])
    const told = async (client: HttpClient) =>
      JSON.stringify((await client.call(messagePage, { query: { identity: 'supplier' } })).rows)
    expect(await told(supplier)).toContain(ask.body.title)
    expect(await told(rival)).not.toContain(ask.body.title)

    const { fileId } = await supplier.upload('review-answer', '报价构成.pdf', PDF)
    const at = { ...params, askId }
    const answer = { content: '含冷链运输。', files: [{ fileId, name: '报价构成.pdf' }], replaces: 0 }
    const foreign = await rival.upload('review-answer', '他人文件.pdf', PDF)
    const stolen = { ...answer, files: [{ fileId: foreign.fileId, name: '他人文件.pdf' }] }
    expect(await supplier.refused(c.answerAsk, { params: at, body: stolen })).toMatchObject({ code: 10001 })
    expect(await rival.refused(c.answerAsk, { params: at, body: { ...answer, files: [] } })).toMatchObject(NOT_FOUND)
    await supplier.call(c.answerAsk, { params: at, body: answer })
    expect(await supplier.refused(c.answerAsk, { params: at, body: answer })).toMatchObject({ code: 10003 })
    await supplier.call(c.answerAsk, { params: at, body: { ...answer, content: '含冷链运输和安装。', replaces: 1 } })
    const [seen] = (await current()).asks
    expect(seen!.answers.map(({ no, content }) => [no, content])).toEqual([
      [2, '含冷链运输和安装。'],
      [1, '含冷链运输。'],
    ])
    const file = { params: { ...params, fileId } }
    for (const client of [buyer, plain, handler]) expect((await client.file(c.reviewFile, file)).content).toEqual(PDF)
    expect((await supplier.file(c.ownAskFile, file)).content).toEqual(PDF)
    await t.advanceTo(later(HOUR))
    expect(await supplier.refused(c.answerAsk, { params: at, body: { ...answer, replaces: 2 } })).toMatchObject({
      code: 10021,
    })
  })

  test('who is overdue is replaced with a reason; nothing opens before the deadline or with one opinion', async () => {
    expect((await buyer.refused(c.closeOpinions, { params })).message).toContain('截止时间未到')
    await t.advanceTo(later(2 * DAY))
    expect(await todos(buyer)).toContain('处理逾期评审意见')
    expect((await buyer.refused(c.closeOpinions, { params })).message).toContain('不足 2 份')
    const [given, missing] = (await current()).members
    const by = (memberId: string) => ({
      params: { ...params, memberId },
      body: { employeeId: BUYER.jobs[0]!.employeeId, reason: '出差' },
    })
    expect((await buyer.refused(c.replaceMember, by(given!.memberId))).message).toContain('已提交意见')
    await buyer.call(c.replaceMember, by(missing!.memberId))
    expect((await handler.refused(c.handInOpinion, opinion(HANDLER.name))).status).toBe(404)
    expect(await todos(handler)).not.toContain('提交评审意见')
    // The last one opens all.
    await buyer.call(c.handInOpinion, opinion(BUYER.name))
    const review = await current(plain)
    expect(review).toMatchObject({ status: 'handed-in' })
    expect(review.opinions.map(({ name, isLate, answers }) => [name, isLate, answers[0]!.reason])).toEqual([
      [PLAIN.name, false, SECRET],
      [BUYER.name, true, ''],
    ])
  })

  test('the owner sums up; the record holds each opinion, the answers and who was replaced', async () => {
    expect(await todos(buyer)).toContain('汇总评审意见')
    const { sha256 } = await buyer.call(c.concludeReview, { params, body: { conclusion: '同意推荐第一名。' } })
    const { record } = await current()
    expect(record!.sha256).toBe(sha256)
    const { content } = await plain.file(c.reviewFile, { params: { ...params, fileId: record!.fileId } })
    const text = await pdfText(content)
    for (const said of [
      SECRET,
      PLAIN.name,
      BUYER.name,
      '逾期提交',
      '已更换：出差',
      '采血管报价构成',
      '含冷链运输和安装',
      '同意推荐第一名',
    ])
      expect(text).toContain(said)
    const names = await inContext(t.kernel, { tenantId: 1, actor: null, readOnly: true }, async (ctx) =>
      (await opinionArchive.entries(ctx as never, await orderRow(ctx, params.orderId))).map(({ path }) => path),
    )
    expect(names).toEqual(expect.arrayContaining(['线上评审记录-2.pdf', 'light-review/2/opinions.json']))
    expect(await todos(buyer)).toContain('确定成交供应商')
    expect((await buyer.call(c.onlineReview, { params })).actions.map(({ action }) => action)).toEqual(['start'])
  })
})

test('opinions open after the deadline though one is missing', async () => {
  const three = [BUYER, PLAIN, HANDLER].map(({ jobs }) => jobs[0]!.employeeId)
  await buyer.call(c.startReview, setting({ memberIds: three, chairId: three[0]! }))
  await giveOpinion(buyer, params.orderId)
  await giveOpinion(plain, params.orderId)
  await t.advanceTo(later(2 * DAY))
  await buyer.call(c.closeOpinions, { params })
  const review = await current()
  expect(review.opinions.map(({ name }) => name)).toEqual([BUYER.name, PLAIN.name])
  expect((await handler.refused(c.handInOpinion, opinion(HANDLER.name))).code).toBe(10002)
  await buyer.call(c.concludeReview, { params, body: { conclusion: '两人意见一致。' } })
})

test('the demonstration’s others give the opinion that is missing', async () => {
  await startOpinions(buyer, params.orderId, { names: [BUYER.name, HANDLER.name], deadline: later(DAY) })
  await giveOpinion(buyer, params.orderId)
  // Who was asked before, and has no right of buying, finds what they were asked to alone.
  const { reviews, suppliers: ranking, actions } = await plain.call(c.onlineReview, { params })
  expect([reviews.map(({ no }) => no), ranking, actions]).toEqual([[3, 2], [], []])
  const { deeds } = await buyer.call(letOthersAct, { body: { recordId: params.orderId } })
  expect(deeds).toEqual([{ name: HANDLER.name, label: '提交评审意见', failure: null }])
  const { own } = await buyer.call(demoPlay, { query: { recordId: params.orderId } })
  expect(own.map(({ label }) => label)).toContain('汇总评审意见')
})

describe('strangers', () => {
  test('of the buyer’s side find nothing: other tenants, other companies, agencies, former employees', async () => {
    const elsewhere = t.client()
    elsewhere.tenantId = PEOPLE['bj-buyer'].tenantId
    await elsewhere.login('bj-buyer', DEMO_PASSWORD)
    elsewhere.workbench = 'purchaser'
    const agency = await t.login('agent', { workbench: 'agency' })
    const own = await current()
    const calls: [Endpoint, object][] = [
      [c.onlineReview, { params }],
      [c.reviewSetting, { params }],
      [c.saveSetting, { params, body: { setting: null } }],
      [c.startReview, setting()],
      [c.cancelReview, { params, body: { reason: '原因' } }],
      [
        c.replaceMember,
        { params: { ...params, memberId: own.members[0]!.memberId }, body: { employeeId: newId(), reason: '原因' } },
      ],
      [c.saveOpinion, { params, body: { answers: [], remark: '' } }],
      [c.handInOpinion, opinion('某人')],
      [c.closeOpinions, { params }],
      [
        c.askSupplier,
        { params, body: { tradeId: newId(), kind: 'file', title: '文件', deadline: later(DAY).toISOString() } },
      ],
      [c.concludeReview, { params, body: { conclusion: '结论' } }],
    ]
    for (const client of [elsewhere, agency])
      for (const [endpoint, input] of calls)
        expect([endpoint.path, (await client.refused(endpoint, input as never)).status]).toEqual([endpoint.path, 404])
    await t.owner.query('update employee set status = 0 where user_id = $1', [PLAIN.id])
    // Written behind the product's back: what is known of a caller is kept for two seconds.
    await t.kernel.actorChanged(PLAIN.id)
    expect((await plain.refused(c.onlineReview, { params })).status).toBe(403)
  })

  test('who observes an agency reads and does nothing', async () => {
    await t.owner.query('update purchase_order set owner_company_id = $2 where id = $1', [
      params.orderId,
      COMPANIES.agency.id,
    ])
    const { actions, reviews } = await handler.call(c.onlineReview, { params })
    expect([actions, reviews.length > 0]).toEqual([[], true])
    for (const endpoint of [c.closeOpinions, c.reviewSetting])
      expect(await handler.refused(endpoint, { params })).toMatchObject(NOT_FOUND)
    const agency = await t.login('agent', { workbench: 'agency' })
    expect((await agency.call(c.reviewSetting, { params })).people.map(({ name }) => name)).not.toContain(BUYER.name)
  })

  test('who sells and takes no part finds no asks', async () => {
    for (const account of ['supplier5', 'bj-supplier1'] as const) {
      const client = t.client()
      client.tenantId = PEOPLE[account].tenantId
      await client.login(account, DEMO_PASSWORD)
      client.workbench = 'supplier'
      expect((await client.refused(c.ownAsks, { params })).status).toBe(404)
      const headers = { [TENANT_HEADER]: '1' }
      expect(
        (await client.refused(c.ownAskFile, { params: { ...params, fileId: newId() } }, { headers })).status,
      ).toBeGreaterThanOrEqual(400)
    }
  })
})

test('what was written is bound, each time', async () => {
  expect(await faultsOf(t, ['light_review', 'light_opinion', 'light_review_answer'])).toEqual([])
})
