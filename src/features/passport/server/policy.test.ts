import { beforeAll, beforeEach, expect, test } from 'vitest'
import { PASSWORD, PEOPLE } from '#demo/people.ts'
import { auditPage } from '#features/audit-trail/contract.ts'
import { createEmployee, employeeOptions, resetPassword } from '#features/organisation/contract/employees.ts'
import { currentTenant } from '#features/tenancy/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { blind } from '#server/testing/sealed.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { changePassword, oneself, ownSessions, revokeOtherSessions } from '../contract.ts'
import * as c from '../contract-policy.ts'
import { DEFAULT_POLICY, type LoginPolicy } from '../rules-policy.ts'

let t: TestSystem
let admin: HttpClient
beforeAll(async () => {
  t = await testSystem({ from: 'people' })
})
beforeEach(async () => {
  await t.owner.query(`update tenant set config = config - 'loginPolicy'`)
  admin = await t.login('admin', { workbench: 'admin' })
})

const set = (change: Partial<LoginPolicy> & { reason?: string }) =>
  admin.call(c.setLoginPolicy, { body: { ...DEFAULT_POLICY, reason: '信息安全管理办法第八条', ...change } })
const change = (client: HttpClient, next: string, current = PASSWORD) =>
  client.refused(changePassword, { body: { current, next, again: next } })

test('the platform sets how people log in, with a reason, for its own tenant; nobody else does', async () => {
  expect(await admin.call(c.loginPolicy, {})).toEqual(DEFAULT_POLICY)
  await set({ idleHours: 2, stepUpMinutes: 10 })
  await set({ idleHours: 2, stepUpMinutes: 10 })
  expect(await admin.call(c.loginPolicy, {})).toMatchObject({ idleHours: 2, stepUpMinutes: 10 })
  await t.settle()
  const { rows } = await admin.call(auditPage, { query: { action: 'tenant.login-policy' } })
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    summary: '调整登录安全：无操作2小时后退出登录；开标与保管人操作前10分钟内须验证身份',
    data: { reason: '信息安全管理办法第八条', before: DEFAULT_POLICY },
  })
  for (const bad of [
    { reason: ' ' },
    { idleHours: 13 },
    { maxHours: 0 },
    { passwordMin: 5 },
    { passwordMin: 20, passwordMax: 14 },
    { passwordMax: 65 },
    { factorFrom: { ...DEFAULT_POLICY.factorFrom, experts: '2026-02-30' } },
  ])
    expect(
      await admin.refused(c.setLoginPolicy, { body: { ...DEFAULT_POLICY, reason: '依据', ...bad } }),
    ).toMatchObject({ status: 400, code: 10001 })
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  expect((await buyer.refused(c.loginPolicy, {})).status).toBe(403)
  const refusal = await buyer.refused(c.setLoginPolicy, { body: { ...DEFAULT_POLICY, reason: '依据' } })
  expect(refusal.status).toBe(403)
})

test('passwords: the specification’s rule, longer ones with symbols where the tenant allows them, common ones never', async () => {
  const buyer = await t.login('supplier1')
  expect((await t.client().call(currentTenant, {})).passwordRule).toMatchObject({ passwordMax: 14 })
  const long = 'Correct-Horse-Battery-9'
  expect(await change(buyer, long)).toMatchObject({
    code: 10001,
    details: [{ path: 'next', message: '密码需介于6-14个字母和数字且必须包含大小写字母和数字' }],
  })
  for (const common of ['Password1', 'Qwerty123', 'Aa123456'])
    expect(await change(buyer, common)).toMatchObject({ message: '该密码过于常见，容易被猜中，请更换' })
  expect(await change(buyer, 'Supplier1aX')).toMatchObject({ message: '密码不能包含账号或手机号码' })
  await set({ passwordMin: 8, passwordMax: 64, passwordSymbols: true })
  expect((await t.client().call(currentTenant, {})).passwordRule).toMatchObject({ passwordMax: 64 })
  expect(await change(buyer, `${long}${'x'.repeat(60)}`)).toMatchObject({ code: 10001 })
  await buyer.call(changePassword, { body: { current: PASSWORD, next: long, again: long } })
  await t.login('supplier1', { password: long })
})

test('sessions end sooner where the tenant says so, open ones as well', async () => {
  const [idle, old, busy] = [await t.login('supplier2'), await t.login('supplier3'), await t.login('supplier4')]
  const shift = (id: string, text: string) => t.owner.query(`update login_session set ${text} where user_id = $1`, [id])
  await shift(PEOPLE.supplier2.id, "last_seen_at = last_seen_at - interval '61 minutes'")
  await shift(PEOPLE.supplier3.id, "created_at = created_at - interval '241 minutes'")
  await set({ idleHours: 1, maxHours: 4 })
  await Promise.all([PEOPLE.supplier2, PEOPLE.supplier3].map(({ id }) => t.kernel.actorChanged(id)))
  for (const over of [idle, old]) expect((await over.refused(oneself, {})).status).toBe(401)
  await busy.call(oneself, {})
})

test('all other sessions are ended at once', async () => {
  const here = await t.login('supplier5')
  const others = [await t.login('supplier5'), await t.login('supplier5')]
  const stranger = await t.login('supplier6')
  await here.call(revokeOtherSessions, {})
  expect(await here.call(ownSessions, {})).toHaveLength(1)
  for (const other of others) expect((await other.refused(oneself, {})).status).toBe(401)
  await stranger.call(oneself, {})
})

test('a first password that companies give is bound by the rule as well: where it does not fit there is none', async () => {
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  const open = async (mobile: string) => {
    const body = { name: '路远', email: '', mobile, rights: ['tendering'] as const }
    const { employeeId } = await buyer.call(createEmployee, { body: { ...body, rights: [...body.rights] } })
    const { rows } = await t.owner.query<{ password_hash: string | null; is_default_password: boolean }>(
      'select password_hash, is_default_password from app_user where mobile_hash = $1',
      [blind('app_user.mobile', mobile)],
    )
    return { employeeId, ...rows[0]! }
  }
  const { employeeId: before, ...usual } = await open('13900070001')
  expect(usual).toMatchObject({ password_hash: expect.any(String), is_default_password: true })
  // One place longer than the platform's first password.
  await set({ passwordMin: 12, passwordMax: 20 })
  expect((await buyer.call(employeeOptions, {})).defaultPassword).toBeNull()
  expect(await open('13900070002')).toMatchObject({ password_hash: null, is_default_password: false })
  // In use, with the first password still.
  await t.owner.query('update employee set status = 1, accepted_at = now() where id = $1', [before])
  const refused = await buyer.refused(resetPassword, { params: { employeeId: before } })
  expect(refused).toMatchObject({ code: 10002, message: '平台未设置默认密码，员工可使用短信验证码登录' })
  await t.owner.query(`update tenant set config = config || '{"loginPolicy": null, "defaultPassword": "Password123"}'`)
  expect((await buyer.call(employeeOptions, {})).defaultPassword).toBeNull()
  await t.owner.query(`update tenant set config = config || '{"defaultPassword": "Kaibiao2026"}'`)
})
