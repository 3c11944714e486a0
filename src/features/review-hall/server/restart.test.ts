import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { openStore } from '#server/files/open-store.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { killableServer, type KillableServer } from '#server/testing/killable.ts'
import { DEMO_PASSWORD } from '#server/testing/test-system.ts'
import { PATIENT } from '#server/testing/patience.ts'
import * as e from '../contract/expert.ts'
import * as p from '../contract/purchaser.ts'
import { expertReads, purchaserReads } from '../contract/reads.ts'
import { purchaserReportReads } from '../contract/reports.ts'
import { ReportStatus } from '#features/evaluation/rules/enums.ts'
import {
  begin,
  type Cast,
  judge,
  type Member,
  MEMBERS,
  type SeededOrder,
  seedOrder,
  wayId,
} from './testing/review-world.ts'

/*
 * The only server process is killed in a review: between two submissions, in the middle of one, in the middle of summing
 * up, and while the report is made. What was said stands, what was cut off did not happen, the same click again does it
 * once, and work that was begun is finished.
 */

let server: KillableServer
let world: Cast
let order: SeededOrder
/** A click that took effect, in the browser that was not told. */
let unanswered: () => Promise<unknown>
/** Of what was computed from the concluded review. */
let replayed: string
const clients = new Map<string, HttpClient>()

beforeAll(async () => {
  server = await killableServer()
  for (const member of MEMBERS) clients.set(member, await server.login(member, 'expert'))
  clients.set('buyer', await server.login('buyer', 'purchaser'))
  const kernel = {
    clock: systemClock,
    files: await openStore({ folder: join(server.dataDir, 'files'), reserve: null, s3: null }),
  }
  world = {
    t: { owner: server.owner, kernel },
    buyer: clients.get('buyer')!,
    as: (member: Member) => clients.get(member)!,
  }
  order = await seedOrder(world, { quotes: ['900000', '1000000', '1100000'] })
  await begin(world, order)
})

afterAll(() => server.stop())

test('between two submissions: what was submitted stands, what was only entered is still there', async () => {
  const id = await judge(world, order, { way: '资格评审', say: () => true, submit: false })
  const at = { params: { ...order.params, wayId: id } }
  await world.as('expert1').call(e.submitWay, at)
  await next()
  expect(await statuses(id)).toEqual({ submitted: 1, open: 4 })
  const sheet = await world.as('expert2').call(e.ownScores, at)
  expect(sheet.bidders.flatMap((b) => b.scores!.map((score) => score.passed))).toEqual([true, true, true])
  expect((await world.as('expert1').refused(e.submitWay, at)).status).toBe(409)
})

test('in the middle of a submission: it did not happen, and the same click does it once', async () => {
  const id = await wayId(world, order, '资格评审')
  const at = { params: { ...order.params, wayId: id } }
  const key = randomUUID()
  const member = world.as('expert2')
  await server.killWhileWriting('review_task', () => member.call(e.submitWay, at, { key }))
  await next()
  expect(await statuses(id)).toEqual({ submitted: 1, open: 4 })
  await member.call(e.submitWay, at, { key })
  unanswered = () => member.call(e.submitWay, at, { key })
  expect(await facts('submit')).toBe(2)
  for (const rest of MEMBERS.slice(2)) await world.as(rest).call(e.submitWay, at)
})

test('in the middle of summing up: nothing of it stands, and the next time it is the same', async () => {
  const id = await wayId(world, order, '资格评审')
  const at = { params: { ...order.params, wayId: id } }
  const leader = world.as('expert1')
  await server.killWhileWriting('review_outcome', () => leader.call(e.summariseWay, at))
  await next()
  // The browser repeats a click that it got no answer to, and gets the answer of the process before.
  await unanswered()
  expect(await facts('submit')).toBe(MEMBERS.length)
  const { wayList } = await leader.call(e.expertProject, { params: order.params })
  expect(wayList.map((w) => w.status)).toEqual([1, 0, 0, 0, 0])
  await leader.call(e.summariseWay, at)
  expect(await facts('summarise')).toBe(1)
  const outcomes = await server.owner.query('select 1 from review_outcome where way_id = $1', [id])
  expect(outcomes.rowCount).toBe(3)
  const after = await leader.call(e.expertProject, { params: order.params })
  expect(after.wayList.map((w) => w.status)).toEqual([2, 1, 0, 0, 0])
})

test('in the middle of the conclusion: no ranking is half made, and the record is whole', async () => {
  for (const [way, say] of [
    ['符合性评审', true],
    ['技术评分', '10'],
    ['商务评分', '8'],
  ] as const) {
    const id = await judge(world, order, { way, say: () => say })
    await world.as('expert1').call(e.summariseWay, { params: { ...order.params, wayId: id } })
  }
  const at = { params: { ...order.params, wayId: await wayId(world, order, '价格评分') } }
  await server.killWhileWriting('review_ranking', () => world.as('expert1').call(e.summariseWay, at))
  await next()
  expect((await server.owner.query('select 1 from review_ranking where order_id = $1', [order.orderId])).rowCount).toBe(
    0,
  )
  await world.as('expert1').call(e.summariseWay, at)
  const { rows } = await world.buyer.call(purchaserReads.summaryResult, { params: order.params })
  expect(rows.map((row) => row.rank)).toEqual([1, 2, 3])
  replayed = (await world.as('expert7').call(expertReads.replay, { params: order.params })).hash
})

test('while the report is made: the next process goes on where it stood, and the report is there once', async () => {
  // As soon as the first part is put away the next has to wait for a lock: decided, about to be recorded.
  const block = await server.owner.connect()
  const { reportId } = await world.as('expert1').call(e.writeReport, { params: order.params })
  await vi.waitFor(async () => expect(await made(reportId)).not.toHaveLength(0), { timeout: 30_000, interval: 5 })
  await block.query('begin; lock table file_object in exclusive mode')
  const kept = await made(reportId)
  const all = (await server.owner.query('select 1 from review_catalog where report_id = $1', [reportId])).rowCount!
  expect(kept.length).toBeLessThan(all)
  await server.wantsToWrite('file_object')
  await server.kill()
  await block.query('rollback')
  block.release()
  expect(await made(reportId)).toEqual(kept)
  expect(await state(reportId)).toBe(ReportStatus.values.generating)

  await next()
  expect((await world.buyer.call(purchaserReads.replay, { params: order.params })).hash).toBe(replayed)
  await vi.waitFor(async () => expect(await state(reportId)).toBe(ReportStatus.values.success), {
    timeout: 60_000,
    interval: 200,
  })
  const parts = await world.buyer.call(purchaserReportReads.catalogs, { params: { ...order.params, reportId } })
  expect(parts.every((part) => part.state === ReportStatus.values.success)).toBe(true)
  expect(await made(reportId)).toEqual(expect.arrayContaining(kept))
  // Each part, and the report over them, has one file, and there is one fact that says so.
  const files = await server.owner.query(`select 1 from file_object where use = 'review-report'`)
  expect(files.rowCount).toBe(all)
  const facts = await server.owner.query(`select 1 from audit_entry where body->>'action' = 'review.report-made'`)
  expect(facts.rowCount).toBe(1)
  await vi.waitFor(
    async () => expect((await server.owner.query('select 1 from leased_work')).rowCount).toBe(0),
    PATIENT,
  )
})

test('between the signatures and their completion: who has signed has, and the review ends once', async () => {
  const { params } = order
  const processes = await world.buyer.call(purchaserReads.processes, { params })
  const { processId } = processes.find((one) => one.processType === 3)!
  const { reportId, sha256 } = (await world.buyer.call(purchaserReads.lastReport, {
    params: { ...params, processId },
  }))!
  const sign = { params: { ...params, reportId }, body: { password: DEMO_PASSWORD, sha256: sha256! } }
  const signed = async () =>
    (await server.owner.query('select 1 from review_signature where report_id = $1', [reportId])).rowCount
  await world.as('expert1').call(e.signReport, sign)
  const keys = { sign: randomUUID(), end: randomUUID() }
  const cut = world.as('expert2')
  await server.killWhileWriting('review_signature', () => cut.call(e.signReport, sign, { key: keys.sign }))
  await next()
  expect(await signed()).toBe(1)
  const early = await world.buyer.refused(p.signComplete, { params: sign.params })
  expect(early).toMatchObject({ status: 409, message: '尚有 4 名评委未签署' })
  await cut.call(e.signReport, sign, { key: keys.sign })
  for (const rest of MEMBERS.slice(2)) await world.as(rest).call(e.signReport, sign)
  // Killed after the last signature, in the middle of ending: candidates are about to be handed over.
  const end = () => world.buyer.call(p.signComplete, { params: sign.params }, { key: keys.end })
  const handedOver = async () =>
    (await server.owner.query('select 1 from candidate_in_force where order_id = $1', [order.orderId])).rowCount
  await server.killWhileWriting('candidate', end)
  await next()
  expect(await signed()).toBe(5)
  const half = await world.buyer.call(p.purchaserProject, { params })
  expect(half.processes.find((one) => one.processType === 3)!.processStatus).toBe(1)
  expect(await handedOver()).toBe(0)
  await end()
  expect(await handedOver()).toBe(3)
  // The browser that got no answer repeats its click and gets one; a new click is told that it is done.
  await end()
  expect((await world.buyer.refused(p.signComplete, { params: sign.params })).status).toBe(409)
  expect(await handedOver()).toBe(3)
  const ended = () =>
    server.owner.query(
      `select 1 from audit_entry where body->>'entityId' = $1 and body->>'action' like '%.endReview'`,
      [order.orderId],
    )
  await vi.waitFor(async () => expect((await ended()).rowCount).toBe(1), { timeout: 10_000 })
})

/** Kills what runs, if anything does, and starts the next process; everybody goes on in the same session. */
async function next(): Promise<void> {
  await server.kill()
  await server.start()
  for (const client of clients.values()) (client as { base: string }).base = server.base
}

async function statuses(way: string) {
  const { rows } = await server.owner.query<{ status: number }>('select status from review_task where way_id = $1', [
    way,
  ])
  const submitted = rows.filter((row) => row.status === 2).length
  return { submitted, open: rows.length - submitted }
}

async function facts(action: string): Promise<number> {
  const { rowCount } = await server.owner.query(
    `select 1 from audit_entry where body->>'entityId' = $1 and body->>'action' = $2`,
    [order.orderId, `review.${action}`],
  )
  return rowCount ?? 0
}

async function made(reportId: string): Promise<{ type: number; file_id: string; at: string }[]> {
  const { rows } = await server.owner.query<{ type: number; file_id: string; at: string }>(
    `select type, file_id, updated_at::text as at from review_catalog where report_id = $1 and file_id is not null order by sort`,
    [reportId],
  )
  return rows
}

async function state(reportId: string): Promise<number> {
  const { rows } = await server.owner.query<{ state: number }>('select state from review_report where id = $1', [
    reportId,
  ])
  return rows[0]!.state
}
