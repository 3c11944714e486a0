import { checkBoundRows } from '#server/bound-rows.ts'
import { QUESTIONS } from './bound.ts'
import { readArchive } from '#features/sealing/core/record-manifest.ts'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/time.ts'
import { messagePage } from '#features/messages/contract.ts'
import { done } from '#features/workflow/rules/held.ts'
import * as notice from '../contract/notice.ts'
import * as objections from '../contract/objection.ts'
import * as order from '../contract/order.ts'
import * as portal from '../contract/portal.ts'
import * as tender from '../contract/supplier.ts'
import * as trade from '../contract/trade.ts'
import { noticeHash } from './notice-publish.ts'
import {
  PDF,
  draft,
  join,
  publicise,
  publish,
  reviewed,
  tenderWorld,
  text,
  type TenderWorld,
} from './testing/tender.ts'
import { unzip } from './testing/unzip.ts'

let world: TenderWorld
beforeAll(async () => {
  world = await tenderWorld()
})

test('a tender lives from project to archive', async () => {
  const { t, buyer, suppliers } = world
  const [one, two, three, stranger] = suppliers as [typeof buyer, typeof buyer, typeof buyer, typeof buyer]
  const { orderId, code, documentId } = await draft(world)
  const params = { orderId }
  expect(code).toMatch(/^ZB\d{22}$/)
  const before = await buyer.call(order.orderDetail, { params })
  expect(before.stage).toBe('草稿')
  expect(before.actions.map((a) => a.action)).toContain('publish')
  expect(before.findings.filter((f) => !f.ok)).toEqual([])
  // A draft does not exist for anybody else.
  expect((await one.refused(tender.tenderDetail, { params })).status).toBe(404)

  const { noticeId } = done(await buyer.call(order.publishOrder, { params, body: {} }))
  const open = await buyer.call(order.orderDetail, { params })
  expect(open).toMatchObject({ state: 'publish.open', status: 1, stage: '报名中', nextLabel: '报名截止', version: 1 })
  expect(open.rail.map((s) => s.state).slice(0, 3)).toEqual(['done', 'now', 'next'])

  const seen = await t.client().call(portal.portalNotice, { params: { noticeId } })
  const { publicKey } = await t.client().call(portal.noticeKey, {})
  const hash = noticeHash({
    tenantId: 1,
    orderCode: code,
    code: seen.code,
    kind: seen.kind,
    title: seen.title,
    content: seen.content,
    data: seen.data,
    publishedAt: seen.publishedAt!,
    publicityEnd: seen.publicityEnd,
  })
  expect(hash.toString('hex')).toBe(seen.contentHash)
  expect(verify(null, hash, createPublicKey(publicKey), Buffer.from(seen.signature!, 'base64'))).toBe(true)
  expect(JSON.stringify(seen.data)).not.toContain('1000000.00')

  // Before the approval: no documents, no items; after it both, and the download is recorded.
  const first = await join(world, orderId, { supplier: one, pass: false })
  // Told while it waits: once decided, there is nothing left to look at.
  await t.settle()
  const waiting = await one.call(tender.tenderDetail, { params })
  expect(waiting).toMatchObject({ files: [], items: [], tradeStatus: 0 })
  expect((await one.refused(tender.tenderFileDownload, { params: { orderId, fileId: documentId } })).status).toBe(404)
  await buyer.call(trade.decideTrade, { params: first, body: { pass: false, reason: '执照模糊' } })
  expect((await one.call(tender.tenderDetail, { params })).trade).toMatchObject({ status: 2, reason: '执照模糊' })
  await join(world, orderId, { supplier: one })
  const joined = await one.call(tender.tenderDetail, { params })
  expect(joined.items.map((i) => i.quantity)).toEqual(['10', '20', '5'])
  const file = await one.file(tender.tenderFileDownload, { params: { orderId, fileId: documentId } })
  expect(file).toMatchObject({ name: '招标文件.pdf', content: PDF })
  expect((await buyer.call(trade.tradeDetail, { params: first })).downloads).toBe(1)
  const second = await join(world, orderId, { supplier: two })
  const third = await join(world, orderId, { supplier: three })

  // A question, answered to all without naming who asked.
  const { questionId } = await one.call(tender.askQuestion, { params, body: { content: '监护仪是否含支架？' } })
  const questions = await buyer.call(notice.orderQuestions, { params })
  expect(questions).toMatchObject([{ questionId, supplierName: null, answer: null }])
  const { noticeId: clarified } = done(
    await buyer.call(notice.publishClarification, {
      params,
      body: { title: '澄清一', answers: [{ questionId, answer: '含支架。' }] },
    }),
  )
  const clarification = await two.call(tender.supplierNotice, { params: { noticeId: clarified } })
  expect(JSON.stringify(clarification)).toContain('含支架。')
  expect(JSON.stringify(clarification)).not.toContain('沈瑶')
  expect(clarification.mustConfirm).toBe(true)
  const altered = () => checkBoundRows(t.kernel, { tenantId: 1, tables: [QUESTIONS] })
  expect(await altered()).toEqual([])
  await t.owner.query(`update order_question set answer = answer || '！'`)
  expect(await altered()).toMatchObject([{ what: 'row', id: `order_question/${questionId}` }])
  await t.owner.query(`update order_question set answer = rtrim(answer, '！')`)
  expect((await stranger.refused(tender.supplierNotice, { params: { noticeId: clarified } })).status).toBe(404)
  expect((await t.client().refused(portal.portalNotice, { params: { noticeId: clarified } })).status).toBe(404)
  const timeline = JSON.stringify(await buyer.call(order.orderTimeline, { params }))
  expect(timeline).not.toContain('提出问题')

  // A change: new version, later deadline, everybody confirms.
  const later = new Date(Date.parse(open.schedule.bidEnd!) + 5 * DAY).toISOString()
  const changed = done(
    await buyer.call(notice.publishChange, {
      params,
      body: { title: '变更一', content: text('延期'), schedule: { bidEnd: later, openAt: later } },
    }),
  )
  const after = await buyer.call(order.orderDetail, { params })
  expect(after).toMatchObject({ version: 2, schedule: { bidEnd: later, openAt: later } })
  const who = { orderId, noticeId: changed.noticeId }
  const confirmations = async () => (await buyer.call(notice.buyerNotice, { params: who })).confirmations
  expect((await confirmations()).map((c) => c.confirmedAt)).toEqual([null, null, null])
  await two.call(tender.confirmNotice, { params: { noticeId: changed.noticeId } })
  await two.call(tender.confirmNotice, { params: { noticeId: changed.noticeId } })
  expect((await confirmations()).filter((c) => c.confirmedAt)).toHaveLength(1)

  // Reminders, then the deadline; the old deadline fires nothing.
  await t.advanceTo(new Date(Date.parse(later) - 24 * HOUR))
  await t.advanceTo(new Date(Date.parse(later) - HOUR))
  await t.advanceTo(later)
  const fired = await t.owner.query<{ kind: string; at: Date }>(
    `select kind, at from outbox where kind like 'order.bid%' and payload->>'orderId' = $1 order by id`,
    [orderId],
  )
  expect(fired.rows.map((r) => r.kind)).toEqual(['order.bid-reminder', 'order.bid-reminder', 'order.bid-deadline'])
  expect(fired.rows[2]!.at >= new Date(later)).toBe(true)
  const inbox = await two.call(messagePage, { query: { identity: 'supplier', pageSize: 50 } })
  const titles = inbox.rows.map((m) => m.title)
  for (const title of [
    '报名已通过',
    '澄清答疑：澄清一',
    '变更公告：变更一',
    '距投标截止不足 24 小时',
    '距投标截止不足 1 小时',
    '开标时间已到',
  ])
    expect(titles).toContain(title)
  const own = await buyer.call(messagePage, { query: { identity: 'purchaser', pageSize: 50 } })
  expect(own.rows.map((m) => m.title)).toEqual(
    expect.arrayContaining(['收到新的报名', '收到新的提问', '报名已截止', '开标时间已到']),
  )
  expect((await buyer.call(order.orderDetail, { params })).stage).toBe('待开标')

  // Review done elsewhere; candidates publicised, an objection pauses the award.
  const tradeIds = [first.tradeId, second.tradeId, third.tradeId]
  await reviewed(world, orderId, tradeIds)
  const resultOf = async (client: typeof buyer) => {
    const { result } = await client.call(tender.tenderDetail, { params })
    const { rows } = await client.call(tender.ownTenders, { query: {} })
    expect(rows.find((row) => row.orderId === orderId)?.result).toEqual(result)
    return result
  }
  // Ranked, but not published: nobody is told.
  expect(await resultOf(one)).toBeNull()
  const { publicityEnd } = await publicise(world, orderId)
  expect(await resultOf(two)).toEqual({ outcome: 'candidate', rank: 2 })
  const days = (Date.parse(publicityEnd) - t.kernel.clock.now().getTime()) / DAY
  expect(days).toBeGreaterThan(3)
  expect(days).toBeLessThanOrEqual(4)
  // 24:00 in Beijing.
  expect(new Date(publicityEnd).getUTCHours()).toBe(16)
  const result = await buyer.call(notice.winnerDetail, { params })
  expect(result).toMatchObject({ award: null, blocked: '公示期未满' })
  const { findings } = await buyer.call(order.orderDetail, { params })
  expect(findings.find((f) => f.ruleId === 'candidate-publicity')).toMatchObject({ ok: true })
  expect(findings.find((f) => f.ruleId === 'amendment')).toMatchObject({ ok: true })
  expect((await buyer.refused(notice.awardLetter, { params })).status).toBe(404)
  expect((await one.refused(tender.ownAwardLetter, { params })).status).toBe(404)
  const award = { ...result.draft, tradeId: first.tradeId, reason: '', acceptWarnings: true }
  expect(await buyer.refused(notice.publishWinner, { params, body: award })).toMatchObject({ code: 10020 })
  const { objectionId } = await two.call(tender.createObjection, {
    params,
    body: { subject: '对评分的异议', content: '请复核技术评分。' },
  })
  const slip = await two.call(tender.createObjection, { params, body: { subject: '误提', content: '重复提出。' } })
  await two.call(tender.withdrawObjection, { params: { objectionId: slip.objectionId } })
  await t.advanceTo(publicityEnd)
  const pausing = await buyer.call(order.orderDetail, { params })
  expect(pausing.findings.find((f) => f.ruleId === 'objection-pause')).toMatchObject({ ok: false })
  const paused = await buyer.refused(notice.publishWinner, { params, body: award })
  expect(paused).toMatchObject({ code: 10002, message: '存在未答复的异议，流程暂停' })
  await buyer.call(objections.answerObjection, {
    params: { objectionId },
    body: { outcome: 'rejected', answer: '已复核，评分无误。' },
  })
  expect(await two.refused(tender.withdrawObjection, { params: { objectionId } })).toMatchObject({ code: 10002 })
  expect(
    await two.refused(tender.createObjection, { params, body: { subject: '再次异议', content: '再次提出。' } }),
  ).toMatchObject({ code: 10021 })

  // Not the first candidate without a reason; the text must name the winner.
  const other = { ...award, tradeId: second.tradeId }
  expect(await buyer.refused(notice.publishWinner, { params, body: other })).toMatchObject({ code: 10001 })
  expect(
    await buyer.refused(notice.publishWinner, { params, body: { ...award, content: text('中标人：某公司') } }),
  ).toMatchObject({ code: 10001 })
  await buyer.call(notice.publishWinner, { params, body: award })
  const won = await buyer.call(notice.winnerDetail, { params })
  expect(won.award!.winners).toMatchObject([{ tradeId: first.tradeId, price: '800000.00' }])
  expect(Date.parse(won.contractDue!)).toBeGreaterThan(t.kernel.clock.now().getTime() + 30 * DAY)

  // The winner is told by a letter, which nobody else can fetch; the others by the notice.
  await t.settle()
  const told = async (client: typeof buyer) =>
    (await client.call(messagePage, { query: { identity: 'supplier', pageSize: 50 } })).rows.map((m) => m.title)
  expect(await told(one)).toContain('中标通知书')
  for (const client of [two, three]) {
    expect(await told(client)).not.toContain('中标通知书')
    expect((await told(client)).some((title) => title.startsWith('中标结果公告：'))).toBe(true)
    expect((await client.refused(tender.ownAwardLetter, { params })).status).toBe(404)
    expect((await resultOf(client))?.outcome).toBe('lost')
  }
  expect(await resultOf(one)).toEqual({ outcome: 'won', rank: 1 })
  const letter = await one.file(tender.ownAwardLetter, { params })
  expect(letter.name).toBe(`中标通知书-${code}.pdf`)
  expect(letter.content.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await buyer.file(notice.awardLetter, { params })).content.equals(letter.content)).toBe(true)

  // The archive holds everything, and its manifest is right.
  const { sha256 } = await buyer.call(order.archiveOrder, { params, body: { confirm: true } })
  const zip = await buyer.file(order.downloadArchive, { params })
  expect(createHash('sha256').update(zip.content).digest('hex')).toBe(sha256)
  const entries = await unzip(zip.content)
  const { members } = readArchive(entries.get('manifest.json')!.toString()).body
  expect(members.map((e) => e.path).toSorted()).toEqual(
    [...entries.keys()].filter((p) => p !== 'manifest.json').toSorted(),
  )
  for (const entry of members)
    expect(createHash('sha256').update(entries.get(entry.path)!).digest('hex')).toBe(entry.sha256)
  const pdfs = [...entries.keys()].filter((p) => /^(02 公告|04 澄清变更|07 候选人与结果)\/0\d .*\.pdf$/.test(p))
  expect(pdfs).toHaveLength(5)
  expect(entries.get('00 卷宗目录.pdf')!.subarray(0, 5).toString()).toBe('%PDF-')
  expect(entries.get(pdfs[0]!)!.subarray(0, 5).toString()).toBe('%PDF-')
  expect([...entries.keys()].some((p) => p.startsWith('01 立项与采购文件/'))).toBe(true)
  const letters = [...entries.keys()].filter((p) => p.startsWith('07 候选人与结果/中标通知书 01 '))
  expect(letters).toHaveLength(1)
  expect(entries.get(letters[0]!)!.equals(letter.content)).toBe(true)
  expect(entries.get('06 评审/其他.bin')).toHaveLength(100_003)
  const versions = JSON.parse(entries.get('机器可读/order/schedule-versions.json')!.toString()) as {
    versions: { version: number }[]
  }
  expect(versions.versions.map((v) => v.version)).toEqual([1, 2])
  // Archives and the record keep the specification's numbers.
  const row = JSON.parse(entries.get('机器可读/order/order.json')!.toString()) as object
  expect(row).toMatchObject({ status: 9 })
  expect(row).not.toHaveProperty('state')
  const { rows: published } = await t.owner.query(
    `select body->'data' as data from audit_entry where body->>'entityId' = $1 and body->>'action' = 'order.publish'`,
    [orderId],
  )
  expect(published).toMatchObject([{ data: { from: 0, to: 1 } }])
  expect(await buyer.call(order.orderDetail, { params })).toMatchObject({
    state: 'archive.done',
    status: 10,
    stage: '已归档',
    actions: [{ action: 'copy' }],
  })
  expect(await buyer.refused(order.archiveOrder, { params })).toMatchObject({ code: 10002 })

  await t.settle()
  const history = await buyer.call(order.orderTimeline, { params })
  expect(history[0]!.summary).toContain('归档')
  expect(history.every((h) => /^[0-9a-f]{64}$/.test(h.hash ?? ''))).toBe(true)
  expect(history.map((h) => h.action)).toEqual(
    expect.arrayContaining([
      'order.create',
      'order.publish',
      'notice.publish',
      'trade.signUp',
      'trade.decide',
      'order.change',
      'order.award',
      'order.archive',
    ]),
  )
})

test('an abortive order ends with its notice and can be archived', async () => {
  const { t, buyer, suppliers } = world
  const { orderId } = await publish(world)
  await join(world, orderId, { supplier: suppliers[0]! })
  const params = { orderId }
  const resultOf = async (supplier: (typeof suppliers)[number]) =>
    (await supplier.call(tender.tenderDetail, { params })).result
  expect(await resultOf(suppliers[0]!)).toBeNull()
  const { noticeId } = done(await buyer.call(order.declareAbortive, { params, body: { reason: '项目取消，不再实施' } }))
  const seen = await t.client().call(portal.portalNotice, { params: { noticeId } })
  expect(seen).toMatchObject({ kind: 6, data: { reason: '项目取消，不再实施' }, stage: '已流标' })
  expect(await resultOf(suppliers[0]!)).toEqual({ outcome: 'abortive', rank: null })
  expect(await resultOf(suppliers[1]!)).toBeNull()
  const timers = await t.owner.query('select key from timer where key like $1 and fired_at is null', [
    `order:${orderId}:%`,
  ])
  expect(timers.rows).toEqual([])
  expect(
    await suppliers[1]!.refused(tender.signUp, {
      params,
      body: { contactName: '甲', contactMobile: '13800000000', files: [] },
    }),
  ).toMatchObject({ code: 10002 })
  await buyer.call(order.archiveOrder, { params, body: { confirm: true } })
  expect(await buyer.call(order.orderDetail, { params })).toMatchObject({
    state: 'archive.abortive',
    status: 10,
    stage: '已流标归档',
    isAbortive: true,
  })
})
