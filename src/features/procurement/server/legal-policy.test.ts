import { beforeAll, expect, test } from 'vitest'
import { auditPage } from '#features/audit-trail/contract.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract/legal-policy.ts'
import { CALENDAR_RULES } from '../rules/legal-calendar-rules.ts'
import { calendarPolicy } from './legal.ts'

let t: TestSystem
let admin: HttpClient

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  await t.owner.query(`update tenant set config = config - 'legalCalendar'`)
  admin = await t.login('admin', { workbench: 'admin' })
})

const LAW: c.LegalPolicy = { counting: 'last-day-counts', restDays: [], severity: {} }
const set = (body: Partial<c.LegalPolicy> & { reason?: string }) =>
  admin.call(c.setLegalPolicy, { body: { ...LAW, reason: '采购管理办法第十二条', ...body } })
const records = async () => {
  await t.settle()
  return (await admin.call(auditPage, { query: { action: 'tenant.legal-calendar' } })).rows
}

test('who runs the platform sees every rule, and what they set is what checks go by from then on', async () => {
  const before = await admin.call(c.legalPolicy, {})
  expect(before).toMatchObject(LAW)
  expect(before.rules.map((rule) => [rule.ruleId, rule.original])).toEqual(
    CALENDAR_RULES.map((rule) => [rule.id, rule.severity]),
  )
  const severity = Object.fromEntries(before.rules.map((rule) => [rule.ruleId, rule.original]))
  await set({
    counting: 'full-days',
    restDays: ['2026-10-02', '2026-10-01', '2026-10-01'],
    severity: { ...severity, 'question-deadline': 'block', 'price-negotiation': 'warn' },
  })
  // As in law is not kept: only what differs.
  const policy = {
    counting: 'full-days',
    restDays: ['2026-10-01', '2026-10-02'],
    severity: { 'question-deadline': 'block', 'price-negotiation': 'warn' },
  }
  expect(await admin.call(c.legalPolicy, {})).toMatchObject(policy)
  expect(await inContext(t.kernel, { tenantId: 1, actor: null }, calendarPolicy)).toEqual(policy)
  // Nobody else's: the other tenant checks as before.
  expect(await inContext(t.kernel, { tenantId: 3, actor: null }, calendarPolicy)).toEqual({})
  const [record] = await records()
  expect(record).toMatchObject({
    entityId: '1',
    summary:
      '调整法定程序：“对招标文件的异议在投标截止 10 日前提出”由提醒改为禁止；“评审中不另行报价：确定中标人前不得就投标价格进行谈判”由禁止改为提醒；调整期间的计算方式；设置休息日 2 天',
    data: { before: LAW, after: policy, reason: '采购管理办法第十二条' },
  })
})

test('the same once more changes nothing and is not recorded; back to the law is', async () => {
  const { rules: _, ...policy } = await admin.call(c.legalPolicy, {})
  const count = (await records()).length
  await set(policy)
  expect(await records()).toHaveLength(count)
  await set({})
  expect(await admin.call(c.legalPolicy, {})).toMatchObject(LAW)
  expect(await records()).toHaveLength(count + 1)
})

test('two at once: both are recorded, each from what the other left', async () => {
  await Promise.all([set({ severity: { invitees: 'warn' } }), set({ severity: { contract: 'block' } })])
  const [last, first] = await records()
  expect(last!.data).toMatchObject({ before: (first!.data as { after: unknown }).after })
  await set({})
})

test('without a reason, with a rule that is none or a day that is none: refused, nothing changes', async () => {
  const bad = [{ reason: ' ' }, { severity: { nothing: 'warn' as const } }, { restDays: ['2026-02-30'] }]
  for (const part of bad) {
    const refusal = await admin.refused(c.setLegalPolicy, { body: { ...LAW, reason: '依据', ...part } })
    expect(refusal).toMatchObject({ status: 400, code: 10001 })
  }
  expect(await admin.call(c.legalPolicy, {})).toMatchObject(LAW)
})

test('nobody but the platform', async () => {
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  for (const refusal of [
    await buyer.refused(c.legalPolicy, {}),
    await buyer.refused(c.setLegalPolicy, { body: { ...LAW, reason: '依据' } }),
  ]) {
    expect(refusal.status).toBe(403)
  }
})
