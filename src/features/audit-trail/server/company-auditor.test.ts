import { beforeAll, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { menus } from '#features/menus/contract.ts'
import { declareAbortive, orderDetail, orderPage, orderTimeline } from '#features/procurement/contract/order.ts'
import { decideTrade, tradeDetail } from '#features/procurement/contract/trade.ts'
import { join, publish } from '#features/procurement/server/testing/tender.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { auditPage, companyAuditPage } from '../contract.ts'

// 陈默 audits the hospital; 张晓 administers it and does the buying.
let t: TestSystem
let auditor: HttpClient
let orderId = ''
let tradeId = ''

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  const give = (userId: string, rights: string) =>
    t.owner.query('update employee set rights = $2, direct_rights = $2 where user_id = $1 and company_id = $3', [
      userId,
      rights,
      COMPANIES.hospital.id,
    ])
  await give(PEOPLE.newbie.id, '{auditing}')
  await give(PEOPLE.buyer.id, '{tendering,auditing}')
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  const suppliers = [await t.login('supplier1', { workbench: 'supplier' })]
  const world = { t, buyer, suppliers }
  ;({ orderId } = await publish(world))
  ;({ tradeId } = await join(world, orderId, { supplier: suppliers[0]!, pass: false }))
  await t.settle()
  auditor = await t.login('newbie', { workbench: 'purchaser' })
})

test('an auditor reads what the people of the company did, and nobody else’s acts', async () => {
  const { rows } = await auditor.call(companyAuditPage, { query: { pageSize: 100 } })
  expect(rows.map((row) => row.action)).toContain('order.publish')
  expect(new Set(rows.map((row) => row.companyName))).toEqual(new Set([COMPANIES.hospital.name]))
  const found = await auditor.call(companyAuditPage, { query: { entity: 'order', entityId: orderId } })
  expect(found.rows.length).toBeGreaterThan(0)
  expect((await auditor.call(companyAuditPage, { query: { person: COMPANIES.supplier1.name } })).rows).toEqual([])
  // Not the whole platform's.
  expect((await auditor.refused(auditPage, {})).status).toBe(403)
})

test('an auditor reads orders and sign-ups, is offered nothing and may do nothing', async () => {
  expect((await auditor.call(orderPage, { query: {} })).rows.map((row) => row.orderId)).toEqual([orderId])
  const params = { orderId }
  const order = await auditor.call(orderDetail, { params })
  expect(order.actions).toEqual([])
  expect((await auditor.call(orderTimeline, { params })).length).toBeGreaterThan(0)
  expect(await auditor.call(tradeDetail, { params: { tradeId } })).toMatchObject({ mayDecide: false })
  const refusals = await Promise.all([
    auditor.refused(declareAbortive, { params, body: { reason: '不应由审计人员办理' } }),
    auditor.refused(decideTrade, { params: { tradeId }, body: { pass: true } }),
  ])
  expect(refusals.map((one) => one.code)).toEqual([10008, 10008])
  const menu = JSON.stringify((await auditor.call(menus, {})).purchaser)
  for (const address of ['/enterprise/audit-trail', '/purchaser/bidding/list']) expect(menu).toContain(address)
  expect(menu).not.toContain('/enterprise/organisation')
})

test('an administrator is no auditor, even when the right was given; nor is anybody without it', async () => {
  const admin = await t.login('buyer', { workbench: 'purchaser' })
  expect(await admin.refused(companyAuditPage, { query: {} })).toMatchObject({ status: 403, code: 10008 })
  expect(JSON.stringify((await admin.call(menus, {})).purchaser)).not.toContain('/enterprise/audit-trail')
  const plain = await t.login('buyer2', { workbench: 'purchaser' })
  expect((await plain.refused(companyAuditPage, { query: {} })).code).toBe(10008)
  expect((await plain.refused(orderDetail, { params: { orderId } })).code).toBe(10008)
})

test('an auditor of another company finds nothing of it', async () => {
  await t.owner.query(
    `update employee set rights = '{auditing}', direct_rights = '{auditing}', is_admin = false where user_id = $1`,
    [PEOPLE.agent.id],
  )
  const other = await t.login('agent', { workbench: 'agency' })
  expect((await other.refused(orderDetail, { params: { orderId } })).status).toBe(404)
  const { rows } = await other.call(companyAuditPage, { query: { pageSize: 100 } })
  expect(rows.filter((row) => row.companyName === COMPANIES.hospital.name)).toEqual([])
})
