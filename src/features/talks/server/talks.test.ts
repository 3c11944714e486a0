import { beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { homePage, inbox } from '#features/home/contract.ts'
import { addInvitees } from '#features/procurement/contract/follow-up.ts'
import * as notice from '#features/procurement/contract/notice.ts'
import * as objections from '#features/procurement/contract/objection.ts'
import * as order from '#features/procurement/contract/order.ts'
import * as portal from '#features/procurement/contract/portal.ts'
import * as tender from '#features/procurement/contract/supplier.ts'
import { foreignWords } from '#features/procurement/methods/foreign-words.ts'
import { singleSource } from '#features/procurement/methods/single-source.ts'
import { join, PDF, type TenderWorld } from '#features/procurement/server/testing/tender.ts'
import { done } from '#features/workflow/rules/held.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as c from '../contract.ts'
import { invite, REASON, SOLE, soleClosed, soleDraft, solePublished, soleWorld } from './testing/sole.ts'

/* A purchase from a single source, and that it exists for nobody else but in its publicity. */

const NOT_FOUND = { status: 404, code: 404 }
const [ASKED, OTHER] = [COMPANIES.supplier1.id, COMPANIES.supplier2.id]

let world: TenderWorld
let asked: HttpClient
let stranger: HttpClient
beforeAll(async () => {
  world = await soleWorld()
  ;[asked, stranger] = [world.suppliers[0]!, world.suppliers[1]!]
})

const publish = (orderId: string) => ({ params: { orderId }, body: { acceptWarnings: true } })
const objection = { subject: '并非唯一', content: '我单位同样能够提供该项维护服务。' }
const minutes = (price: string, change = {}) => ({
  heldAt: new Date(world.t.kernel.clock.now().getTime() - HOUR).toISOString(),
  place: '采购人三楼会议室',
  people: [
    { side: 'buyer' as const, name: '张晓', unit: '江州市第一人民医院', title: '采购员' },
    { side: 'supplier' as const, name: '李强', unit: '江州康达医疗器械有限公司', title: '经理' },
  ],
  priceBasis: '供应商提供了近两年同类合同三份，平均价格 90 万元。',
  terms: '维护期一年，按季付款，商定价格含税。',
  price,
  ...change,
})

describe('a draft', () => {
  test('names one supplier, its reason from the closed list, and those who hold it to be so', async () => {
    const { buyer } = world
    const { orderId } = await soleDraft(world, { sole: { ...SOLE, experts: [], explanation: '唯一' } })
    const refused = await buyer.refused(order.publishOrder, publish(orderId))
    const paths = (refused.details as { path: string }[]).map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining([
        'invitees',
        'settings.sole.explanation',
        'settings.sole.experts',
        'announcement.content',
      ]),
    )
    await invite(world, orderId, [ASKED])
    const second = { params: { orderId }, body: { companyIds: [OTHER], reason: REASON } }
    expect((await buyer.refused(addInvitees, second)).message).toContain('最多邀请 1 家')
  })

  test('is publicised for five working days where there is one supplier only, and adds a tenth at most', async () => {
    const { buyer } = world
    const short = await soleDraft(world, { sole: { ...SOLE, days: 4 } })
    await invite(world, short.orderId, [ASKED])
    expect((await buyer.refused(order.publishOrder, publish(short.orderId))).message).toContain('不得少于 5 个工作日')
    const more = await soleDraft(world, { sole: { ...SOLE, reason: 'followUp', days: 0, originalAmount: '9000000' } })
    await invite(world, more.orderId, [ASKED])
    expect((await buyer.refused(order.publishOrder, publish(more.orderId))).message).toContain('10%')
    // What must be tendered by law may be bought so for a reason of the law alone: a warning on record.
    const law = await soleDraft(world, { regime: 'tender' })
    await invite(world, law.orderId, [ASKED])
    const warned = await buyer.refused(order.publishOrder, { params: { orderId: law.orderId }, body: {} })
    expect([warned.code, JSON.stringify(warned.details)]).toEqual([10017, expect.stringContaining('sole-must-tender')])
  })

  test('lets nobody commit to it before its publicity has ended', async () => {
    const made = await soleDraft(world)
    await invite(world, made.orderId, [ASKED])
    const signUpEnd = new Date(world.t.kernel.clock.now().getTime() + DAY).toISOString()
    const { projectId: _, ...fields } = made.body
    const body = { ...fields, schedule: { ...fields.schedule, signUpEnd } }
    await world.buyer.call(order.updateOrder, { params: made, body })
    const refused = await world.buyer.refused(order.publishOrder, publish(made.orderId))
    expect(refused.details).toContainEqual(
      expect.objectContaining({ path: 'schedule.signUpEnd', message: expect.stringContaining('不能早于公示截止时间') }),
    )
  })
})

describe('while it is publicised', () => {
  let one: Awaited<ReturnType<typeof solePublished>>
  beforeAll(async () => {
    one = await solePublished(world)
  })

  test('everybody reads why and whom, and only the one that is asked sees the order', async () => {
    const { params, noticeId } = one
    const seen = await world.t.client().call(portal.portalNotice, { params: { noticeId } })
    const read = JSON.stringify(seen.content)
    for (const said of [COMPANIES.supplier1.name, SOLE.explanation, '第三十一条第一项', '何清源', '5 个工作日'])
      expect(read).toContain(said)
    expect(seen).toMatchObject({ kind: 1, stage: '公示中', publicityEnd: expect.any(String) })
    expect(await stranger.refused(tender.tenderDetail, { params })).toMatchObject(NOT_FOUND)
    expect((await asked.call(tender.tenderDetail, { params })).isInvited).toBe(true)
    expect((await world.buyer.call(order.orderDetail, { params })).stage).toBe('公示中')
    const second = { params, body: { companyIds: [OTHER], reason: REASON } }
    expect((await world.buyer.refused(addInvitees, second)).message).toContain('已公示，不能更换')
  })

  test('any supplier may object, take it back, and is told the answer; the talk waits', async () => {
    const { params } = one
    const { objectionId } = await stranger.call(tender.objectToPublicity, { params, body: objection })
    const own = await stranger.call(tender.publicity, { params })
    expect(own).toMatchObject({ blocked: null, objections: [{ objectionId, answer: null }] })
    expect((await asked.call(tender.publicity, { params })).objections).toEqual([])
    expect(await asked.refused(tender.withdrawObjection, { params: { objectionId } })).toMatchObject(NOT_FOUND)
    const rows = await world.buyer.call(objections.orderObjections, { params })
    expect(rows).toMatchObject([{ supplierName: COMPANIES.supplier2.name, answer: null }])
    // Settled within five working days of the end of the publicity.
    const { notices, openObjections } = await world.buyer.call(order.orderDetail, { params })
    expect(openObjections).toBe(1)
    expect(Date.parse(rows[0]!.answerDue)).toBeGreaterThan(Date.parse(notices[0]!.publicityEnd!) + 5 * DAY)
    const [todo] = (await world.buyer.call(inbox, {})).rows.filter(({ key }) => key.includes(one.orderId))
    expect(todo).toMatchObject({ label: '答复异议', link: `/purchaser/objection/list/${objectionId}` })
    await world.buyer.call(objections.answerObjection, {
      params: { objectionId },
      body: { outcome: 'rejected', answer: '经补充论证，异议不成立。' },
    })
    await world.t.settle()
    const { rows: told } = await world.t.owner.query(`select link from message where kind = 'objection.answered'`)
    expect(told[0]).toEqual({ link: `/supplier/bid/orders/${one.orderId}/publicity` })
    const again = await stranger.call(tender.objectToPublicity, { params, body: objection })
    await stranger.call(tender.withdrawObjection, { params: { objectionId: again.objectionId } })
  })

  test('a response is handed in, replaced and taken back by its own company alone, and read by nobody', async () => {
    const { params, orderId } = one
    expect(await asked.refused(c.ownResponse, { params })).toMatchObject(NOT_FOUND)
    await join(world, orderId, { supplier: asked })
    const file = await asked.upload('response', '响应文件.pdf', PDF)
    const body = { price: '880000', files: [{ fileId: file.fileId, name: '响应文件.pdf' }], replaces: null }
    for (const wrong of [{ price: '0' }, { price: '-1' }, { price: '1e5' }, { files: [] }])
      expect((await asked.refused(c.submitResponse, { params, body: { ...body, ...wrong } })).code).toBe(10001)
    const stolen = [{ fileId: one.documentId, name: '别人的.pdf' }]
    expect((await asked.refused(c.submitResponse, { params, body: { ...body, files: stolen } })).code).toBe(10001)
    expect(await stranger.refused(c.submitResponse, { params, body })).toMatchObject(NOT_FOUND)

    const { responseId } = await asked.call(c.submitResponse, { params, body })
    expect((await asked.refused(c.submitResponse, { params, body: { ...body, price: '870000' } })).status).toBe(409)
    const next = await asked.call(c.submitResponse, {
      params,
      body: { ...body, price: '870000', replaces: responseId },
    })
    const own = await asked.call(c.ownResponse, { params })
    expect(own).toMatchObject({ blocked: null, current: { price: '870000.00' }, earlier: [{ responseId }] })
    const before = await world.buyer.call(c.orderTalk, { params })
    expect(before).toMatchObject({ response: null, supplierName: null, blocked: '响应截止后方可协商' })
    expect(await world.buyer.refused(c.talkFile, { params: { ...params, fileId: file.fileId } })).toMatchObject(
      NOT_FOUND,
    )
    expect((await world.buyer.refused(c.recordTalk, { params, body: minutes('800000') })).code).toBe(10002)
    await asked.call(c.withdrawResponse, { params, body: { responseId: next.responseId } })
    expect((await asked.call(c.ownResponse, { params })).current).toBeNull()
    const [todo] = (await asked.call(inbox, {})).rows.filter(({ key }) => key.includes(orderId))
    expect(todo).toMatchObject({ label: '提交响应文件', link: `/supplier/bid/orders/${orderId}/response` })
  })

  test('without a response at the deadline it can only be given up', async () => {
    const { params, orderId } = one
    await world.t.advanceTo(new Date(world.t.kernel.clock.now().getTime() + 19 * DAY))
    const file = await asked.upload('response', '响应文件.pdf', PDF)
    const body = { price: '880000', files: [{ fileId: file.fileId, name: '响应文件.pdf' }], replaces: null }
    expect((await asked.refused(c.submitResponse, { params, body })).code).toBe(10021)
    expect((await stranger.refused(tender.objectToPublicity, { params, body: objection })).code).toBe(10021)
    expect((await world.buyer.refused(c.recordTalk, { params, body: minutes('800000') })).message).toContain('流标')
    const todos = (await world.buyer.call(inbox, {})).rows.filter(({ key }) => key.includes(orderId))
    expect(todos.map(({ label }) => label)).toEqual(['流标处理'])
    await world.buyer.call(order.declareAbortive, { params, body: { reason: '供应商未提交响应文件' } })
    expect(await stranger.refused(tender.tenderDetail, { params })).toMatchObject(NOT_FOUND)
  })
})

describe('when the response is open', () => {
  let one: Awaited<ReturnType<typeof soleClosed>>
  beforeAll(async () => {
    one = await soleClosed(world)
  })

  test('it stands on the home board, where it waits', async () => {
    const { board } = await world.buyer.call(homePage, {})
    expect(board.find(({ link }) => link === '/purchaser/bidding/list?tab=opening')).toMatchObject({ count: 1 })
  })

  test('minutes agree on no more than response and ceiling, with both sides at the table', async () => {
    const { params } = one
    const { response, limit } = await world.buyer.call(c.orderTalk, { params })
    expect([response!.price, limit]).toEqual(['880000.00', { amount: '900000.00', label: '最高限价' }])
    const pdf = await world.buyer.file(c.talkFile, { params: { ...params, fileId: one.fileId } })
    expect(Buffer.from(pdf.content).equals(PDF)).toBe(true)
    const refuse = async (body: ReturnType<typeof minutes>) =>
      (await world.buyer.refused(c.recordTalk, { params, body })).message
    expect(await refuse(minutes('880000.01'))).toContain('不能高于响应价格 880,000.00 元')
    expect(await refuse(minutes('800000', { people: minutes('1').people.slice(0, 1) }))).toContain('参加人员')
    const nobody = minutes('1').people.map((one) => ({ ...one, side: 'buyer' as const }))
    expect(await refuse(minutes('800000', { people: nobody }))).toContain('请填写供应商的参加人员')
    const later = new Date(world.t.kernel.clock.now().getTime() + HOUR).toISOString()
    expect(await refuse(minutes('800000', { heldAt: later }))).toContain('不能晚于当前时间')
    expect(await refuse(minutes('800000', { heldAt: '2026-01-01T00:00:00.000Z' }))).toContain('不能早于响应截止')
  })

  test('the supplier sends them back with a reason, confirms the next, and the deal is made', async () => {
    const { params, orderId } = one
    const first = await world.buyer.call(c.recordTalk, { params, body: minutes('850000') })
    expect((await world.buyer.refused(c.recordTalk, { params, body: minutes('840000') })).message).toContain(
      '等待供应商',
    )
    await world.t.settle()
    const { rows: told } = await world.t.owner.query(`select link, content from message where kind = 'talk.recorded'`)
    expect(told[0]).toMatchObject({ link: `/supplier/bid/orders/${orderId}/talk` })
    const reply = (talkId: string, body: object) => ({
      params: { ...params, talkId },
      body: body as { agree: boolean },
    })
    expect((await asked.refused(c.replyTalk, reply(first.talkId, { agree: false }))).code).toBe(10001)
    expect(await stranger.refused(c.replyTalk, reply(first.talkId, { agree: true }))).toMatchObject(NOT_FOUND)
    expect(await asked.refused(c.replyTalk, reply(one.tradeId, { agree: true }))).toMatchObject(NOT_FOUND)
    await asked.call(c.replyTalk, reply(first.talkId, { agree: false, reason: '付款方式与商定不符' }))
    expect((await asked.refused(c.replyTalk, reply(first.talkId, { agree: true }))).code).toBe(10002)
    expect((await world.buyer.call(inbox, {})).rows.find(({ key }) => key.includes(orderId))).toMatchObject({
      label: '协商',
      link: `/purchaser/bidding/orders/${orderId}/talk`,
    })
    const { talkId } = await world.buyer.call(c.recordTalk, { params, body: minutes('845000') })
    expect((await asked.call(c.ownTalk, { params })).openId).toBe(talkId)
    await asked.call(c.replyTalk, reply(talkId, { agree: true }))
    await world.t.settle()
    for (const file of [
      await world.buyer.file(c.talkMinutes, { params: { ...params, talkId } }),
      await asked.file(c.ownTalkMinutes, { params: { ...params, talkId } }),
    ])
      expect(Buffer.from(file.content).subarray(0, 5).toString()).toBe('%PDF-')
    expect(await stranger.refused(c.ownTalk, { params })).toMatchObject(NOT_FOUND)
    expect(await stranger.refused(c.ownTalkMinutes, { params: { ...params, talkId } })).toMatchObject(NOT_FOUND)
    expect(await stranger.refused(c.ownTalkFile, { params: { ...params, fileId: one.fileId } })).toMatchObject(
      NOT_FOUND,
    )

    const { candidates, draft } = await world.buyer.call(notice.winnerDetail, { params })
    expect(candidates).toMatchObject([{ rank: 1, price: '845000.00', score: null }])
    const result = done(
      await world.buyer.call(notice.publishWinner, { params, body: { ...draft, tradeId: one.tradeId } }),
    )
    const seen = await world.t.client().call(portal.portalNotice, { params: { noticeId: result.noticeId } })
    expect([seen.title, JSON.stringify(seen.content)]).toEqual([
      '影像系统维护成交结果公告',
      expect.stringContaining('845,000.00 元'),
    ])
    expect((await asked.file(tender.ownAwardLetter, { params })).name).toContain('成交通知书')
    const { code } = await world.buyer.call(order.orderDetail, { params })
    expect(code).toMatch(/^DY/)
    // Nobody was told in the words of tenders, neither by message nor by notice or history.
    const { rows: messages } = await world.t.owner.query<{ said: string }>(
      `select title || ' ' || content as said from message where content like '%影像系统维护%'`,
    )
    const { notices, rail, actions } = await world.buyer.call(order.orderDetail, { params })
    const timeline = await world.buyer.call(order.orderTimeline, { params })
    const { actions: own } = await asked.call(tender.tenderDetail, { params })
    expect(messages.length).toBeGreaterThan(8)
    const said = [
      ...messages.map((row) => row.said),
      JSON.stringify([notices, rail, actions, timeline, own, seen.title, seen.content]),
    ]
    for (const text of said)
      expect([text.slice(0, 200), foreignWords(singleSource, text)]).toEqual([expect.any(String), []])
    await world.buyer.call(order.archiveOrder, { params, body: { confirm: true } })
    const zip = await world.buyer.file(order.downloadArchive, { params })
    const names = Buffer.from(zip.content).toString()
    for (const entry of ['机器可读/talks/response.json', '协商情况记录-1.pdf', '协商情况记录-2.pdf', '通知书 01 '])
      expect(names).toContain(entry)
  })
})
