import { beforeAll, expect, test } from 'vitest'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as admin from '../contract/admin.ts'
import * as c from '../contract/certification.ts'
import { application, certified, enterpriseSystem, newPerson } from './testing/company.ts'

let t: TestSystem
let platform: HttpClient
let founder: HttpClient
beforeAll(async () => {
  t = await enterpriseSystem()
  platform = await t.login('admin', { workbench: 'admin' })
  founder = await newPerson(t, { mobile: '13900020001', name: '程新' })
})

const apply = async (n: number) => (await founder.call(c.submitAudit, { body: await application(founder, n) })).auditId

test('an applicant withdraws while nobody has decided, and may apply again with the same code', async () => {
  const auditId = await apply(1)
  const params = { auditId }
  const before = await founder.call(c.auditDetail, { params })
  expect(before.actions.map((a) => a.action)).toEqual(['withdraw'])
  await founder.call(c.withdrawAudit, { params })
  expect(await founder.call(c.auditDetail, { params })).toMatchObject({ status: 3, actions: [] })
  expect((await founder.refused(c.withdrawAudit, { params })).code).toBe(10002)
  // Nobody decides on it any more, and nothing of it changes.
  const late = await platform.refused(admin.decideCompanyAudit, { params, body: { pass: true } })
  expect(late.code).toBe(10002)
  await expect(t.owner.query('update company_audit set status = 1 where id = $1', [auditId])).rejects.toThrow('decided')
  const { counts } = await platform.call(admin.companyAudits, { query: {} })
  expect(counts).toEqual({ all: 1, 0: 0, 1: 0, 2: 0, 3: 1 })
  await certified(founder, platform, await application(founder, 1))
  expect((await founder.call(c.auditPage, { query: {} })).rows.map((row) => row.status)).toEqual([1, 3])
})

test('others find nothing to withdraw; a decision stands', async () => {
  const auditId = await apply(2)
  const params = { auditId }
  const stranger = await newPerson(t, { mobile: '13900020002', name: '路人' })
  expect((await stranger.refused(c.withdrawAudit, { params })).status).toBe(404)
  expect((await platform.refused(c.withdrawAudit, { params })).status).toBe(404)
  await platform.call(admin.decideCompanyAudit, { params, body: { pass: true } })
  expect((await founder.refused(c.withdrawAudit, { params })).code).toBe(10002)
})

test('withdrawn and decided at once: one of them', async () => {
  const auditId = await apply(3)
  const params = { auditId }
  const outcomes = await Promise.allSettled([
    founder.call(c.withdrawAudit, { params }),
    platform.call(admin.decideCompanyAudit, { params, body: { pass: false, reason: '资料不清' } }),
  ])
  expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  const { status } = await founder.call(c.auditDetail, { params })
  expect(status).toBe(outcomes[0].status === 'fulfilled' ? 3 : 2)
})
