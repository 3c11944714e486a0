import { beforeAll, expect, test } from 'vitest'
import { DAY, formatDate } from '#contract/time.ts'
import { messagePage } from '#features/messages/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as objections from '../contract/objection.ts'
import * as order from '../contract/order.ts'
import * as tender from '../contract/supplier.ts'
import { endOfPeriod } from '../rules/publicity.ts'
import { endOfWorkingDays } from '../rules/working-days.ts'
import { join, PDF, publicise, publish, reviewed, tenderWorld, type TenderWorld } from './testing/tender.ts'

const NOT_FOUND = { status: 404, code: 404 }
let world: TenderWorld
let suppliers: [HttpClient, HttpClient, HttpClient, HttpClient]
let one: { orderId: string }

beforeAll(async () => {
  world = await tenderWorld()
  suppliers = world.suppliers as typeof suppliers
  one = await inPublicity('医用设备采购第一标段')
})

/** A tender whose candidates are publicised, with three bidders. */
async function inPublicity(title: string): Promise<{ orderId: string; projectId: string }> {
  const { orderId, projectId } = await publish(world, { title })
  const trades: string[] = []
  for (const supplier of suppliers.slice(0, 3)) trades.push((await join(world, orderId, { supplier })).tradeId)
  await reviewed(world, orderId, trades)
  await publicise(world, orderId)
  return { orderId, projectId }
}

async function object(supplier: HttpClient, { orderId }: { orderId: string }, subject: string, fileIds: string[] = []) {
  const files = fileIds.map((fileId) => ({ fileId, name: '证据.pdf' }))
  const body = { subject, content: '请复核评审结果。', files }
  return (await supplier.call(tender.createObjection, { params: { orderId }, body })).objectionId
}

async function desk(query: Record<string, unknown> = {}) {
  const { rows, counts } = await world.buyer.call(objections.objectionPage, { query })
  return { subjects: rows.map(({ subject }) => subject), counts, rows }
}

test('an objection is due by its regime, and the desk lists what is due first', async () => {
  const { t, buyer } = world
  const now = t.kernel.clock.now()
  const two = await inPublicity('政府采购标段')
  await t.owner.query(`update project set regime = 'government' where id = $1`, [two.projectId])
  await object(suppliers[0], two, '对政府采购结果的质疑')
  await object(suppliers[1], one, '对评分的异议')
  await object(suppliers[2], one, '误提的异议')
  const { subjects, counts, rows } = await desk()
  expect(subjects.slice(0, 2).toSorted()).toEqual(['对评分的异议', '误提的异议'])
  expect(subjects[2]).toBe('对政府采购结果的质疑')
  expect(counts).toMatchObject({ all: 3, open: 3, today: 0, overdue: 0, answered: 0 })
  expect(rows.map(({ answerDue }) => answerDue)).toEqual([
    endOfPeriod(now, 3),
    endOfPeriod(now, 3),
    endOfWorkingDays(now, 7),
  ])
  expect(rows[0]).toMatchObject({ orderTitle: '医用设备采购第一标段', stage: expect.stringContaining('公示') })

  const found = await desk({ keyword: '政府采购标段' })
  expect(found.subjects).toEqual(['对政府采购结果的质疑'])
  expect((await desk({ keyword: rows[2]!.supplierName })).subjects).toEqual(['对政府采购结果的质疑'])
  expect((await desk({ method: 7 })).subjects).toEqual([])
  // Pages go by the due date as well.
  const first = await buyer.call(objections.objectionPage, { query: { pageSize: 2 } })
  const next = await buyer.call(objections.objectionPage, { query: { pageSize: 2, cursor: first.next! } })
  expect(next.rows.map(({ subject }) => subject)).toEqual(['对政府采购结果的质疑'])

  await t.settle()
  const { rows: inbox } = await buyer.call(messagePage, { query: { identity: 'purchaser', pageSize: 50 } })
  const links = inbox.filter(({ title }) => title === '收到异议').map(({ link }) => link)
  expect(links).toContain(`/purchaser/objection/list/${rows[0]!.objectionId}`)
})

test('who raised it may take it back, and its owner learns of it', async () => {
  const { objectionId } = (await desk({ keyword: '误提' })).rows[0]!
  expect(await suppliers[1].refused(tender.withdrawObjection, { params: { objectionId } })).toMatchObject(NOT_FOUND)
  await suppliers[2].call(tender.withdrawObjection, { params: { objectionId } })
  expect((await desk({ tab: 'withdrawn' })).subjects).toEqual(['误提的异议'])
  const answer = { outcome: 'rejected' as const, answer: '不成立。' }
  const late = await world.buyer.refused(objections.answerObjection, { params: { objectionId }, body: answer })
  expect(late).toMatchObject({ code: 10002, message: '该异议已答复或已撤回' })
  const body = { on: formatDate(world.t.kernel.clock.now()), authority: '江州市公共资源交易监督局' }
  expect(await world.buyer.refused(objections.noteComplaint, { params: { objectionId }, body })).toMatchObject({
    code: 10002,
  })
  await world.t.settle()
  const { rows } = await world.t.owner.query(`select link from message where kind = 'objection.withdrawn'`)
  expect(rows).toContainEqual({ link: `/purchaser/objection/list/${objectionId}` })
})

test('files are read by both sides and nobody else, and are the company’s own', async () => {
  const { buyer } = world
  const evidence = await suppliers[0].upload('objection', '证据.pdf', PDF)
  const params = one
  const stolen = { subject: '借用文件', content: '他人的文件。', files: [{ fileId: evidence.fileId, name: 'x.pdf' }] }
  expect(await suppliers[1].refused(tender.createObjection, { params, body: stolen })).toMatchObject({ code: 10001 })
  await expect(suppliers[0].upload('objection-answer', '答复.pdf', PDF)).rejects.toMatchObject({ status: 403 })

  const objectionId = await object(suppliers[0], one, '附有证据的异议', [evidence.fileId])
  const read = { params: { objectionId, fileId: evidence.fileId } }
  expect((await buyer.call(objections.objectionDetail, { params: { objectionId } })).files).toHaveLength(1)
  expect((await buyer.file(objections.objectionFile, read)).content.equals(PDF)).toBe(true)
  expect((await suppliers[0].file(tender.ownObjectionFile, read)).content.equals(PDF)).toBe(true)
  for (const other of [suppliers[1], suppliers[3]])
    expect(await other.refused(tender.ownObjectionFile, read)).toMatchObject(NOT_FOUND)

  const reply = await buyer.upload('objection-answer', '复核意见.pdf', PDF)
  const files = [{ fileId: reply.fileId, name: '复核意见.pdf' }]
  const body = { outcome: 'partly' as const, answer: '部分成立，已更正。', files }
  await buyer.call(objections.answerObjection, { params: { objectionId }, body })
  const detail = await suppliers[0].call(tender.tenderDetail, { params })
  expect(detail.answerPeriod).toBe('3 日内')
  expect(detail.objections).toMatchObject([{ outcome: 'partly', answerFiles: [{ name: '复核意见.pdf' }] }])
  expect((await suppliers[1].call(tender.tenderDetail, { params })).objections.map((o) => o.subject)).toEqual([
    '对评分的异议',
  ])
})

test('over its time it may be complained about, once, and is still to be answered', async () => {
  const { t, buyer } = world
  const { objectionId, answerDue } = (await desk({ keyword: '对评分' })).rows[0]!
  const complain = (on: string) => {
    const body = { on, authority: '江州市公共资源交易监督局' }
    return { params: { objectionId }, body }
  }
  const today = formatDate(t.kernel.clock.now())
  expect(await buyer.refused(objections.noteComplaint, complain(today))).toMatchObject({ code: 10002 })
  await t.advanceTo(new Date(Date.parse(answerDue) - DAY / 2))
  expect((await desk({ tab: 'today' })).subjects).toEqual(['对评分的异议'])
  await t.advanceTo(answerDue)
  const { counts, subjects } = await desk({ tab: 'overdue' })
  expect(subjects).toEqual(['对评分的异议'])
  expect(counts).toMatchObject({ open: 2, today: 0, overdue: 1, answered: 1, withdrawn: 1 })
  const tomorrow = formatDate(new Date(Date.parse(answerDue) + DAY))
  expect(await buyer.refused(objections.noteComplaint, complain(tomorrow))).toMatchObject({
    code: 10001,
    message: '日期不得晚于今天',
  })
  for (const wrong of ['2026-02-31', '昨天'])
    expect(await buyer.refused(objections.noteComplaint, complain(wrong))).toMatchObject({ code: 10001 })
  await buyer.call(objections.noteComplaint, complain(formatDate(t.kernel.clock.now())))
  expect((await desk({ tab: 'complained' })).subjects).toEqual(['对评分的异议'])
  expect(await suppliers[1].refused(tender.withdrawObjection, { params: { objectionId } })).toMatchObject({
    code: 10002,
  })
  expect((await buyer.call(order.orderDetail, { params: one })).openObjections).toBe(1)
  const body = { outcome: 'upheld' as const, answer: '异议成立。' }
  await buyer.call(objections.answerObjection, { params: { objectionId }, body })
  expect(await buyer.call(objections.objectionDetail, { params: { objectionId } })).toMatchObject({
    outcome: 'upheld',
    answeredBy: expect.stringMatching(/./),
    mayAnswer: false,
    mayNoteComplaint: false,
    period: { words: '3 日内' },
  })
  expect((await buyer.call(order.orderDetail, { params: one })).openObjections).toBe(0)
})
