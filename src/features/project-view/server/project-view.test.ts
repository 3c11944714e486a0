import { beforeAll, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { COMPANIES } from '#demo/companies.ts'
import { consented } from '#demo/play/consent.ts'
import { createProject } from '#features/procurement/contract/project.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import {
  draft,
  join,
  publicise,
  publish,
  reviewed,
  type TenderWorld,
} from '#features/procurement/server/testing/tender.ts'
import { plantAward } from '#features/procurement/server/testing/results.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract.ts'

/* One project of the hospital, run by the agency: a draft, a running order, one that was awarded; and one of another method. */

const NOT_FOUND = { status: 404, code: 404 }

let t: TestSystem
let buyer: HttpClient
let agent: HttpClient
let supplier: HttpClient
let projectId: string
let runningId: string
let awardedId: string
let documentId: string

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  agent = await t.login('agent', { workbench: 'agency' })
  supplier = await t.login('supplier1', { workbench: 'supplier' })
  const world: TenderWorld = { t, buyer: agent, suppliers: [supplier] }
  const body = { name: '总览项目', category: 'goods' as const, regime: 'enterprise' as const, budget: '3000000' }
  ;({ projectId } = await agent.call(createProject, { body: { ...body, purchaserCompanyId: COMPANIES.hospital.id } }))
  await consented(agent, projectId)
  await draft(world, { projectId, method: 8, title: '竞价采购单' })
  await draft(world, { projectId, title: '草稿标段', controlPrice: null })
  const first = await draft(world, { projectId, title: '已定标标段' })
  const second = await publish(world, { projectId, title: '进行中标段' })
  runningId = second.orderId
  documentId = second.documentId
  awardedId = first.orderId
  await t.owner.query(`update purchase_order set state = 'publish.open', published_at = now() where id = $1`, [
    awardedId,
  ])
  const { tradeId } = await join(world, awardedId, { supplier })
  await reviewed(world, awardedId, [tradeId])
  await publicise(world, awardedId)
  await plantAward(t.owner, awardedId, { tradeId, price: '800000', at: new Date() })
  await t.owner.query(`update purchase_order set state = 'winner.fixed', awarded_at = now() where id = $1`, [awardedId])
  await t.settle()
})

const view = (client: HttpClient, family = 'bidding') =>
  client.call(c.projectView, { params: { projectId }, query: { family } })

test('a project is shown over all its orders of a method, with money, stages, notices and files', async () => {
  for (const client of [buyer, agent]) {
    const { money, orders, notices, files, project } = await view(client)
    expect(project).toMatchObject({ name: '总览项目', agencyName: COMPANIES.agency.name })
    expect(orders.map(({ title }) => title).toSorted()).toEqual(['已定标标段', '草稿标段', '进行中标段'])
    // One of them has no ceiling: the sum would say less than there is.
    expect(money).toEqual({ budget: '3000000', ceiling: null, deal: '800000', saved: '200000' })
    const awarded = orders.find(({ orderId }) => orderId === awardedId)!
    expect(awarded).toMatchObject({ dealPrice: '800000.00', items: 3, winners: [COMPANIES.supplier1.name] })
    expect(awarded.rail.filter(({ state }) => state === 'done').length).toBeGreaterThan(3)
    expect(notices.length).toBeGreaterThanOrEqual(2)
    expect(files.some(({ orderTitle }) => orderTitle === '进行中标段')).toBe(true)
    expect((await view(client, 'compete')).orders.map(({ title }) => title)).toEqual(['竞价采购单'])
    expect((await view(client, 'inquiry')).orders).toEqual([])
    const { items } = await client.call(c.projectLots, { params: { projectId }, query: { family: 'bidding' } })
    expect(items).toHaveLength(3)
    const file = await client.call(c.projectFile, { params: { fileId: documentId } })
    expect(file).toMatchObject({ orderId: runningId, projectId, projectName: '总览项目' })
  }
})

test('five thousand facts come a page after the other, each once and in order, and no number before the opening', async () => {
  const { rows } = await t.owner.query<{ seq: string }>('select max(seq) as seq from audit_record where tenant_id = 1')
  const last = Number(rows[0]!.seq)
  await t.owner.query('alter table audit_record disable trigger all')
  await t.owner.query(
    `insert into audit_record (tenant_id, seq, at, body, prev_hash, hash)
     select 1, $1::bigint + n, now(), jsonb_build_object('entity', 'order', 'entityId', $2::text, 'action', 'order.note',
       'summary', '记录 ' || n, 'userName', '李衡', 'companyName', ''), sha256(n::text::bytea), sha256((n + 1)::text::bytea)
     from generate_series(1, 5000) n`,
    [last, runningId],
  )
  await t.owner.query('alter table audit_record enable trigger all')
  const seen: string[] = []
  let cursor: string | undefined
  for (let page = 0; page < 60; page++) {
    const found = await buyer.call(c.projectTimeline, {
      params: { projectId },
      query: { family: 'bidding', pageSize: 100, ...(cursor && { cursor }) },
    })
    seen.push(...found.rows.map(({ summary }) => summary))
    expect(found.rows.filter(({ orderTitle }) => orderTitle === '进行中标段').every(({ seq }) => seq === null)).toBe(
      true,
    )
    if (!found.next) break
    cursor = found.next
  }
  const notes = seen.filter((summary) => summary.startsWith('记录 '))
  expect(notes).toHaveLength(5000)
  expect([notes[0], notes.at(-1)]).toEqual(['记录 5000', '记录 1'])
  expect(seen.some((summary) => summary.includes('创建采购项目'))).toBe(true)
  // What is no cursor of ours is refused.
  for (const wrong of ['x', Buffer.from('5').toString('base64url'), Buffer.alloc(16).toString('base64url')])
    expect(
      (
        await buyer.refused(c.projectTimeline, {
          params: { projectId },
          query: { family: 'bidding', cursor: wrong },
        })
      ).status,
    ).toBe(400)
})

test('does not exist for strangers, nor any more for an agency that runs nothing of it', async () => {
  const params = { projectId }
  const calls = async (client: HttpClient) => {
    const query = { family: 'bidding' }
    return [
      (await client.refused(c.projectView, { params, query })).status,
      (await client.refused(c.projectLots, { params, query })).status,
      (await client.refused(c.projectTimeline, { params, query })).status,
      (await client.refused(c.projectFile, { params: { fileId: documentId } })).status,
    ]
  }
  expect(await calls(supplier)).toEqual([403, 403, 403, 403])
  expect(
    await agent.refused(c.projectView, { params: { projectId: newId() }, query: { family: 'bidding' } }),
  ).toMatchObject(NOT_FOUND)
  expect((await agent.refused(c.projectView, { params, query: { family: 'none' } })).status).toBe(400)
  // Everything but what it has brought to its end went back.
  await t.owner.query('update project set agency_company_id = null where id = $1', [projectId])
  await t.owner.query(
    'update purchase_order set owner_company_id = purchaser_company_id where project_id = $1 and id <> $2',
    [projectId, awardedId],
  )
  expect((await view(agent)).orders.map(({ orderId }) => orderId)).toEqual([awardedId])
  expect(await agent.refused(c.projectFile, { params: { fileId: documentId } })).toMatchObject(NOT_FOUND)
  expect((await view(buyer)).orders).toHaveLength(3)
  expect((await buyer.call(orderDetail, { params: { orderId: runningId } })).actions.length).toBeGreaterThan(0)
})
