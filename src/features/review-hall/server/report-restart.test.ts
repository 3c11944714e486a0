import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { diskStore } from '#server/files/store.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { killableServer, type KillableServer } from '#server/testing/killable.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as e from '../contract/expert.ts'
import * as r from '../contract/reports.ts'
import { ReportStatus } from '../rules/enums.ts'
import { begin, MEMBERS, run, type SeededOrder, seedOrder, wayId, type World } from './testing/review-world.ts'

/*
 * The only server process is killed while it makes the parts of a report. The next one goes on where it stood: parts that
 * were put away stay as they are, and the report is there once.
 */

let server: KillableServer
let world: World
let order: SeededOrder

beforeAll(async () => {
  server = await killableServer()
  const clients = new Map<string, HttpClient>()
  for (const account of MEMBERS) clients.set(account, await server.login(account, 'expert'))
  const kernel = { clock: systemClock, files: await diskStore(join(server.dataDir, 'files')) }
  const t = { owner: server.owner, kernel } as unknown as TestSystem
  world = { t, buyer: await server.login('buyer', 'purchaser'), as: (member) => clients.get(member)! }
  order = await seedOrder(world, { quotes: ['900000', '1000000', '1100000'] })
  await begin(world, order)
  for (const way of ['资格评审', '符合性评审']) await run(world, order, { way, say: () => true })
  for (const way of ['技术评分', '商务评分']) await run(world, order, { way, say: () => '8' })
  const price = await wayId(world, order, '价格评分')
  await world.as('expert1').call(e.summariseWay, { params: { ...order.params, wayId: price } })
}, 120_000)

afterAll(() => server.stop())

test('killed while a report is made: the next process finishes it, once', async () => {
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

  await server.start()
  const buyer = await server.login('buyer', 'purchaser')
  await vi.waitFor(async () => expect(await state(reportId)).toBe(ReportStatus.values.success), {
    timeout: 60_000,
    interval: 200,
  })
  const parts = await buyer.call(r.purchaserReportReads.catalogs, { params: { ...order.params, reportId } })
  expect(parts.every((part) => part.state === ReportStatus.values.success)).toBe(true)
  expect(await made(reportId)).toEqual(expect.arrayContaining(kept))
  // Each part, and the report over them, has one file, and there is one fact that says so.
  const files = await server.owner.query(`select 1 from file_object where use = 'review-report'`)
  expect(files.rowCount).toBe(all)
  const facts = await server.owner.query(`select 1 from audit_entry where body->>'action' = 'review.report-made'`)
  expect(facts.rowCount).toBe(1)
  await vi.waitFor(async () => expect((await server.owner.query('select 1 from leased_work')).rowCount).toBe(0))
}, 120_000)

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
