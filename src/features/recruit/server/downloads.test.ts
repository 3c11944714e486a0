import { beforeAll, expect, test, vi } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { downloadAccessUrl, downloadPage } from '#features/attachments/contract/downloads.ts'
import { readRows } from '#server/sheet/sheet.ts'
import { PATIENT } from '#server/testing/patience.ts'
import * as trades from '../contract/trade.ts'
import { addApplicants } from './testing/applicants.ts'
import { type RecruitWorld, recruitWorld } from './testing/world.ts'

/* What applicants handed in, one by one and all together. */

let w: RecruitWorld
let params: { orderId: string }
let tradeId: string

beforeAll(async () => {
  w = await recruitWorld()
  params = await w.published()
  tradeId = await w.applied(w.suppliers[0]!, params.orderId)
  await w.applied(w.suppliers[1]!, params.orderId)
})

/** Names of files in a zip, which is stored and not deflated. */
function namesIn(zip: Buffer): string[] {
  const names: string[] = []
  for (let at = zip.indexOf('PK\u0001\u0002'); at >= 0; at = zip.indexOf('PK\u0001\u0002', at + 4))
    names.push(zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28)).toString())
  return names
}

test('the files of one applicant, by kind, and the list as a sheet', async () => {
  const at = { ...params, tradeId }
  const query = { identity: 'purchaser' as const, requireType: 'qualification' as const }
  expect((await w.buyer.file(trades.applyFile, { params: at, query })).name).toBe('经营许可证.pdf')
  expect(await w.buyer.refused(trades.applyFile, { params: at, query: { requireType: 'sample' } })).toMatchObject({
    status: 404,
  })
  // A window brings no workbench: the address names it, and only one that is the person's.
  w.buyer.workbench = ''
  expect((await w.buyer.file(trades.applyFile, { params: at, query })).name).toBe('经营许可证.pdf')
  expect((await w.buyer.refused(trades.applyFile, { params: at, query: { identity: 'agency' } })).status).toBe(403)
  w.buyer.workbench = 'purchaser'
  const sheet = await w.buyer.file(trades.tradesSheet, { params })
  const { rows } = await readRows(sheet.content, [
    { key: 'name', title: '供应商', type: 'text' },
    { key: 'status', title: '状态', type: 'text' },
  ])
  expect(rows).toEqual([
    { name: COMPANIES.supplier1.name, status: '待审核' },
    { name: COMPANIES.supplier2.name, status: '待审核' },
  ])
})

test('a few are zipped at once, 300 in the background, for the one who asked', async () => {
  const small = await w.buyer.file(trades.tradesZip, { params })
  expect(small.mime).toContain('zip')
  expect(namesIn(small.content)).toEqual([
    `1-${COMPANIES.supplier1.name}/医用手套-医疗器械经营许可证-经营许可证.pdf`,
    `2-${COMPANIES.supplier2.name}/医用手套-医疗器械经营许可证-经营许可证.pdf`,
    'manifest.json',
  ])
  await addApplicants(w.t.owner, { orderId: params.orderId, like: tradeId, count: 298 })
  const large = await w.buyer.file(trades.tradesZip, { params })
  expect(large.mime).toContain('json')
  const { downloadId } = JSON.parse(large.content.toString()) as { downloadId: string }
  await w.buyer.call(trades.prepareZip, { params })
  await vi.waitFor(async () => {
    const row = (await w.buyer.call(downloadPage, { params: { platform: 1 } })).rows.find(
      (one) => one.downloadId === downloadId,
    )
    expect(row).toMatchObject({ status: 3 })
  }, PATIENT)
  const { url } = await w.buyer.call(downloadAccessUrl, { params: { id: downloadId } })
  const response = await w.buyer.fetch('GET', url)
  const names = namesIn(Buffer.from(await response.arrayBuffer()))
  expect(names).toHaveLength(301)
  expect(new Set(names.map((name) => name.split('/')[0])).size).toBe(301)
  // Nobody else has it.
  const agent = await w.t.login('agent', { workbench: 'agency' })
  expect(await agent.refused(downloadAccessUrl, { params: { id: downloadId } })).toMatchObject({ status: 404 })
})

test('3,000 applications are listed by pages, counted and found by name', async () => {
  await addApplicants(w.t.owner, { orderId: params.orderId, like: tradeId, count: 2700 })
  const first = await w.buyer.call(trades.tradePage, { params, query: { pageSize: 100 } })
  expect(first.rows).toHaveLength(100)
  const second = await w.buyer.call(trades.tradePage, { params, query: { pageSize: 100, cursor: first.next! } })
  expect(second.rows[0]!.tradeId < first.rows.at(-1)!.tradeId).toBe(true)
  const found = await w.buyer.call(trades.tradePage, { params, query: { keyword: COMPANIES.supplier1.name } })
  expect(found.rows.map((row) => row.tradeId)).toEqual([tradeId])
  const { rows } = await w.t.owner.query<{ 'QUERY PLAN': string }>(
    `explain select id from recruit_trade where tenant_id = 1 and order_id = '${params.orderId}' order by id desc limit 21`,
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan|Sort/)
})
