import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { COMPANIES } from '#demo/companies.ts'
import { closingList } from '#features/sealed-bids/server/public.ts'
import { Bidder, seedOrder } from '#features/sealed-bids/server/testing/test-bids.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { auditPage, type AuditRow, verifyAudit } from '../contract.ts'
import { openCursor, sealCursor } from './public.ts'

let system: TestSystem
let admin: HttpClient

beforeAll(async () => {
  system = await testSystem({ from: 'people' })
  admin = await system.login('admin', { workbench: 'admin' })
  for (const tenantId of [1, 3]) {
    await inContext(system.kernel, { tenantId, actor: null }, (ctx) => {
      for (let i = 1; i <= 45; i++)
        ctx.audit({
          action: 'thing.made',
          entity: 'thing',
          entityId: `t${tenantId}-${i}`,
          summary: `做了第${i}件`,
          data: { i },
        })
      return Promise.resolve()
    })
  }
  await system.settle()
})

const list = async (query: Record<string, unknown> = {}) => admin.call(auditPage, { query })

test('it is the administrator’s alone', async () => {
  expect((await system.client().refused(auditPage, {})).status).toBe(401)
  expect((await system.client().refused(verifyAudit, {})).status).toBe(401)
  for (const [account, workbench] of [
    ['buyer', 'purchaser'],
    ['supplier1', 'supplier'],
    ['expert1', 'expert'],
    ['buyer', 'admin'],
  ] as const) {
    const client = await system.login(account, { workbench })
    expect((await client.refused(auditPage, {})).status).toBe(403)
    expect((await client.refused(verifyAudit, {})).status).toBe(403)
  }
  const elsewhere = await system.login('admin', { workbench: 'admin' })
  elsewhere.workbench = 'purchaser'
  expect((await elsewhere.refused(auditPage, {})).status).toBe(403)
})

test('records are found by object, action, person, text and time, newest first', async () => {
  const { rows, total } = await list({ entity: 'thing' })
  expect([rows.length, total, rows[0]!.summary]).toEqual([20, 45, '做了第45件'])
  expect(rows[0]).toMatchObject({ entityId: 't1-45', userName: '系统', data: { i: 45 } })
  expect((await list({ entityId: 't1-7' })).rows.map((r) => r.summary)).toEqual(['做了第7件'])
  expect((await list({ keyword: '第4' })).total).toBe(7)
  expect((await list({ keyword: '%' })).total).toBe(0)
  expect((await list({ action: 'THING', person: '系统' })).total).toBe(45)
  expect((await list({ entity: 'thing', person: '张晓' })).total).toBe(0)
  const now = system.kernel.clock.now().getTime()
  expect((await list({ entity: 'thing', from: new Date(now + 60_000).toISOString() })).total).toBe(0)
  expect((await list({ entity: 'thing', to: new Date(now + 60_000).toISOString() })).total).toBe(45)
  // Another tenant's records are not there at all.
  expect((await list({ entityId: 't3-1' })).total).toBe(0)
})

test('pages by cursor are complete and without repetition; each record follows the one before', async () => {
  const seen: AuditRow[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await list({ entity: 'thing', pageSize: 10, ...(cursor ? { cursor } : {}) })
    seen.push(...page.rows)
    cursor = page.next
  }
  expect(seen.map((r) => r.entityId)).toEqual(Array.from({ length: 45 }, (_, i) => `t1-${45 - i}`))
  for (const [i, row] of seen.slice(0, -1).entries()) expect(row.prevHash).toBe(seen[i + 1]!.hash)
  const third = await list({ entity: 'thing', pageSize: 20, pageNo: 3 })
  expect(third.rows.map((r) => r.entityId)).toEqual(seen.slice(40).map((r) => r.entityId))
  for (const cursor of ['7', 'AAAAAAAAAAAAAAAAAAAAAA', '%%%'])
    expect((await admin.refused(auditPage, { query: { cursor } })).status).toBe(400)
})

test('a cursor says nothing, and opens to what was sealed', () => {
  const key = randomBytes(32)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (seq) => {
      expect(openCursor(sealCursor(seq, key), key)).toBe(seq)
    }),
  )
})

test('facts about bids appear after the deadline and not before (A-107)', async () => {
  const bidEnd = new Date(system.kernel.clock.now().getTime() + 3_600_000)
  const companyId = COMPANIES.supplier1.id
  const orderId = await seedOrder(system.owner, { bidEnd, companyIds: [companyId] })
  const bidder = await new Bidder(await system.login('supplier1', { workbench: 'supplier' }), {
    companyId,
    orderId,
  }).prepare()
  await bidder.submit(await bidder.uploadAll('1.00'))
  await system.settle()
  expect((await list({ entity: 'bid' })).rows).toEqual([])
  expect((await list({ keyword: '提交投标' })).total).toBe(0)
  expect((await list({ person: COMPANIES.supplier1.name, action: 'bid.' })).total).toBe(0)
  await system.advanceTo(bidEnd)
  // Nothing happened at the deadline by itself, for this order was laid down by hand: fixing the log is what counts.
  expect((await list({ entity: 'bid' })).rows).toEqual([])
  await inContext(system.kernel, { tenantId: 1, actor: null }, (ctx) => closingList(ctx, orderId))
  const shown = (await list({ entity: 'bid' })).rows
  expect(shown.map((r) => r.summary)).toEqual(['提交投标', '加密预演通过：投标密钥可用'])
})

test('the chain is recomputed when asked, and an altered record is found out', async () => {
  expect(await admin.call(verifyAudit, {})).toMatchObject({
    intact: true,
    fault: null,
    head: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  await system.settle()
  // That somebody asked is a fact as well.
  expect((await list({ entity: 'audit' })).rows[0]).toMatchObject({
    summary: '校验审计链：完整',
    userName: '平台管理员',
  })
  await system.owner.query('alter table audit_record disable trigger all')
  await system.owner.query(
    `update audit_record set body = jsonb_set(body, '{summary}', '"别的"') where tenant_id = 1 and body->>'entityId' = 't1-9'`,
  )
  await system.owner.query('alter table audit_record enable trigger all')
  expect(await admin.call(verifyAudit, {})).toMatchObject({
    intact: false,
    fault: { kind: 'content', at: expect.any(String) },
  })
})
