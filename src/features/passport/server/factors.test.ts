import { TOTP } from 'otpauth'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { PASSWORD, PEOPLE } from '#demo/people.ts'
import { endpoint } from '#contract/endpoint.ts'
import { messagePage } from '#features/messages/contract.ts'
import { FEATURES } from '#server/features.ts'
import { implementForPerson } from '#server/implement.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { employeeOneself, login, loginStatus, logout, oneself } from '../contract.ts'
import { menus } from '#features/menus/contract.ts'
import * as c from '../contract-factors.ts'
import { setLoginPolicy } from '../contract-policy.ts'
import { DEFAULT_POLICY, type LoginPolicy } from '../rules-policy.ts'
import { demandFreshFactor } from './public.ts'

const act = endpoint({ method: 'POST', path: '/probe/act', summary: 'A key act', once: false })

let t: TestSystem
beforeAll(async () => {
  const probe = { name: 'probe', routes: [implementForPerson(act, {}, (ctx) => demandFreshFactor(ctx))] }
  t = await testSystem({ from: 'people', features: [...FEATURES, probe] })
})
beforeEach(async () => {
  await t.owner.query(`delete from second_factor; delete from recovery_code; delete from factor_reset;
    delete from login_session; delete from login_guard; delete from login_log;
    update tenant set config = config - 'loginPolicy'`)
})

const now = () => t.kernel.clock.now().getTime()
const later = (seconds: number) => t.advanceTo(new Date(now() + seconds * 1000))
/** Moving the clock moves sessions along: this is what makes log-ins and factors shown older. */
const age = (seconds: number) =>
  t.owner.query(
    `update login_session set created_at = created_at - $1 * interval '1 second',
    factor_at = factor_at - $1 * interval '1 second'`,
    [seconds],
  )
const codeAt = (secret: string, steps = 0) => new TOTP({ secret }).generate({ timestamp: now() + steps * 30_000 })
const totp = (code: string) => ({ body: { kind: 'totp' as const, code } })
const needed = { status: 403, code: 10042 }

/** Sets up an app as somebody who has just logged in. */
async function enrol(client: HttpClient, name = '手机'): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { factorId, secret, uri, svg } = await client.call(c.beginTotp, { body: {} })
  expect(uri).toContain(`secret=${secret}`)
  expect(svg).toMatch(/^<svg /)
  const body = { code: codeAt(secret), name }
  const { recoveryCodes } = await client.call(c.confirmTotp, { params: { factorId }, body })
  return { secret, recoveryCodes }
}

async function setPolicy(change: Partial<LoginPolicy>): Promise<void> {
  await t.owner.query(
    `update tenant set config = config || jsonb_build_object('loginPolicy', $1::jsonb) where id = 1`,
    [JSON.stringify({ ...DEFAULT_POLICY, ...change })],
  )
  await Promise.all(Object.values(PEOPLE).map(({ id }) => t.kernel.actorChanged(id)))
}

test('once an app is set up, logging in opens nothing before a code of it is shown', async () => {
  const { secret, recoveryCodes } = await enrol(await t.login('buyer'))
  expect(new Set(recoveryCodes).size).toBe(10)
  const { rows } = await t.owner.query<{ line: string }>(
    'select f::text as line from second_factor f union all select r::text from recovery_code r',
  )
  for (const plain of [secret, ...recoveryCodes]) expect(rows.some(({ line }) => line.includes(plain))).toBe(false)
  await later(60)

  const client = t.client()
  client.workbench = 'purchaser'
  const right = { body: { mode: 'password' as const, account: 'buyer', password: PASSWORD } }
  expect(await client.call(login, right)).toMatchObject({ factorDue: true })
  expect(await client.call(loginStatus, {})).toMatchObject({ loggedIn: true, asEmployee: false, factorDue: true })
  for (const call of [oneself, employeeOneself, menus]) expect(await client.refused(call, {})).toMatchObject(needed)
  for (const path of ['/api/live?topics=user:1', `/api/live?topics=user:${PEOPLE.buyer.id}`])
    await expect(client.fetch('GET', path)).rejects.toMatchObject({ status: 403 })
  await expect(client.upload('document', 'x.pdf', Buffer.from('%PDF-1.4'))).rejects.toMatchObject({ status: 403 })
  expect(await client.refused(c.removeFactor, { params: { factorId: PEOPLE.buyer.id } })).toMatchObject(needed)

  // One step of drift either way is a clock; two are not.
  for (const steps of [-2, 2])
    expect(await client.refused(c.proveFactor, totp(codeAt(secret, steps)))).toMatchObject({ code: 10010 })
  const before = client.cookies.get('kb_session')
  await client.call(c.proveFactor, totp(codeAt(secret, 1)))
  expect(client.cookies.get('kb_session')).not.toBe(before)
  expect(await client.call(employeeOneself, {})).toMatchObject({ workbenches: ['purchaser'] })

  // The same code, and every earlier one, is spent.
  const second = await t.login('buyer')
  for (const steps of [1, 0, -1])
    expect(await second.refused(c.proveFactor, totp(codeAt(secret, steps)))).toMatchObject({ code: 10010 })
  await second.call(logout, {})
  expect(await second.call(loginStatus, {})).toMatchObject({ loggedIn: false })
})

test('two at once with one code: one is through', async () => {
  const { secret } = await enrol(await t.login('buyer'))
  await later(60)
  const both = [await t.login('buyer'), await t.login('buyer')]
  const outcomes = await Promise.allSettled(both.map((one) => one.call(c.proveFactor, totp(codeAt(secret)))))
  expect(outcomes.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('guessing codes ends after eight, in new sessions as well, and a known device goes on', async () => {
  const known = await t.login('buyer')
  const { secret } = await enrol(known)
  await later(60)
  await known.login('buyer', PASSWORD)
  const wrong = totp(codeAt(secret, 900))
  for (let n = 0; n < 8; n++) {
    const refusal = await (await t.login('buyer')).refused(c.proveFactor, wrong)
    expect(refusal.code).toBe(n < 7 ? 10010 : 10011)
  }
  expect((await (await t.login('buyer')).refused(c.proveFactor, totp(codeAt(secret)))).code).toBe(10011)
  await known.call(c.proveFactor, totp(codeAt(secret)))
})

test('a recovery code is good once; the person hears of it, and new ones make the old ones void', async () => {
  const { recoveryCodes } = await enrol(await t.login('buyer'))
  const recovery = (code: string) => ({ body: { kind: 'recovery' as const, code } })
  const client = await t.login('buyer', { workbench: 'purchaser' })
  await client.call(c.proveFactor, recovery(` ${recoveryCodes[0]!.toUpperCase().replace('-', ' ')}`))
  expect((await client.call(c.ownFactors, {})).recoveryCodesLeft).toBe(9)
  const again = await t.login('buyer')
  expect(await again.refused(c.proveFactor, recovery(recoveryCodes[0]!))).toMatchObject({ code: 10010 })
  const fresh = await client.call(c.renewRecoveryCodes, {})
  expect(await again.refused(c.proveFactor, recovery(recoveryCodes[1]!))).toMatchObject({ code: 10010 })
  await again.call(c.proveFactor, recovery(fresh.recoveryCodes[0]!))
  await t.settle()
  const { rows } = await client.call(messagePage, { query: { identity: 'purchaser' } })
  expect(rows.map((row) => row.title)).toEqual(
    expect.arrayContaining(['账号添加了双重验证方式', '账号使用了恢复码', '账号重新生成了恢复码']),
  )
})

test('changing factors needs a fresh proof; those of others do not exist', async () => {
  const client = await t.login('buyer')
  await age(11 * 60)
  expect(await client.refused(c.beginTotp, { body: {} })).toMatchObject({ code: 10043, details: { password: true } })
  expect(await client.refused(c.beginTotp, { body: { password: 'Wrong123' } })).toMatchObject({ code: 10010 })
  const { factorId, secret } = await client.call(c.beginTotp, { body: { password: PASSWORD } })
  const finish = { params: { factorId }, body: { code: codeAt(secret), name: '手机' } }
  const stranger = await t.login('supplier1')
  expect((await stranger.refused(c.confirmTotp, finish)).status).toBe(404)
  await client.call(c.confirmTotp, finish)
  const own = { params: { factorId } }
  expect((await stranger.refused(c.removeFactor, own)).status).toBe(404)
  expect((await stranger.refused(c.renameFactor, { ...own, body: { name: '我的' } })).status).toBe(404)
  await client.call(c.renameFactor, { ...own, body: { name: '新手机' } })
  expect((await client.call(c.ownFactors, {})).factors).toMatchObject([{ name: '新手机', kind: 'totp' }])
  await age(11 * 60)
  // With a factor, the password is not enough.
  expect(await client.refused(c.beginTotp, { body: { password: PASSWORD } })).toMatchObject({ code: 10043 })
  expect(await client.refused(c.removeFactor, own)).toMatchObject({ code: 10043 })
  expect(await client.refused(c.renewRecoveryCodes, {})).toMatchObject({ code: 10043 })
  await later(60)
  await client.call(c.proveFactor, totp(codeAt(secret)))
  await client.call(c.removeFactor, own)
  expect((await client.refused(c.removeFactor, own)).status).toBe(404)
  expect(await client.call(c.ownFactors, {})).toMatchObject({ factors: [], recoveryCodesLeft: 0, isDue: false })
  expect(await client.refused(c.renewRecoveryCodes, {})).toMatchObject({ code: 10002 })
})

test('whom the tenant asks must set one up, from the day on, in open sessions as well', async () => {
  const day = (days: number) => new Date(now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)
  const { factorFrom } = DEFAULT_POLICY
  const people = { administrators: 'admin', hosts: 'buyer', experts: 'expert1' } as const
  for (const [group, account] of Object.entries(people)) {
    const [client, other] = [await t.login(account), await t.login('supplier1')]
    await setPolicy({ factorFrom: { ...factorFrom, [group]: day(1) } })
    await client.call(oneself, {})
    await setPolicy({ factorFrom: { ...factorFrom, [group]: day(0) } })
    expect(await client.refused(oneself, {})).toMatchObject(needed)
    expect(await client.call(c.ownFactors, {})).toMatchObject({ isRequired: true, isDue: true, factors: [] })
    await enrol(client)
    await client.call(oneself, {})
    if (group !== 'administrators') await other.call(oneself, {})
    await t.owner.query('delete from second_factor; delete from recovery_code')
  }
})

test('key acts need a factor shown a moment ago where the tenant asks for it', async () => {
  const client = await t.login('buyer')
  await client.call(act, {})
  await setPolicy({ stepUpMinutes: 5 })
  expect(await client.refused(act, {})).toMatchObject({ code: 10043 })
  const { secret } = await enrol(client)
  await client.call(act, {})
  await age(5 * 60 + 1)
  expect(await client.refused(act, {})).toMatchObject({ code: 10043 })
  await later(60)
  await client.call(c.proveFactor, totp(codeAt(secret)))
  await client.call(act, {})
})

test('lost factors go after a day of which the person was told, unless they object', async () => {
  const { secret } = await enrol(await t.login('buyer'))
  const admin = await t.login('admin', { workbench: 'admin' })
  const ask = { body: { account: 'buyer', reason: '手机遗失，已当面核验身份证' } }
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  await later(60)
  await buyer.call(c.proveFactor, totp(codeAt(secret)))
  expect((await buyer.refused(c.askReset, ask)).status).toBe(403)
  expect((await buyer.refused(c.resets, {})).status).toBe(403)
  expect((await buyer.refused(c.stopReset, {})).status).toBe(404)
  expect((await admin.refused(c.askReset, { body: { ...ask.body, account: 'nobody' } })).status).toBe(404)
  expect((await admin.refused(c.askReset, { body: { ...ask.body, account: 'supplier1' } })).code).toBe(10002)
  expect((await admin.refused(c.askReset, { body: { ...ask.body, account: 'admin' } })).code).toBe(10002)
  const { dueAt } = await admin.call(c.askReset, ask)
  expect(new Date(dueAt).getTime() - now()).toBeGreaterThan(23.9 * 3_600_000)
  expect((await admin.refused(c.askReset, ask)).code).toBe(10003)
  await t.settle()
  expect((await buyer.call(messagePage, { query: { identity: 'purchaser' } })).rows[0]!.title).toBe(
    '平台将重置您的双重验证',
  )
  await buyer.call(c.stopReset, {})
  await t.advanceTo(dueAt)
  expect((await buyer.call(c.ownFactors, {})).factors).toHaveLength(1)

  const second = await admin.call(c.askReset, ask)
  await t.advanceTo(second.dueAt)
  expect((await buyer.refused(oneself, {})).status).toBe(401)
  expect((await admin.call(c.resets, {})).map((one) => one.status)).toEqual(['done', 'stopped'])
  const back = await t.login('buyer')
  expect(await back.call(loginStatus, {})).toMatchObject({ asEmployee: true, factorDue: false })
})

test('what is no passkey of ours is refused, and a question is answered for whom it was put', async () => {
  const client = await t.login('buyer')
  const response = { id: 'x', type: 'public-key' as const, rawId: 'x', response: {}, clientExtensionResults: {} }
  const refused = [
    await client.refused(c.addPasskey, { body: { name: '电脑', response } }),
    await client.refused(c.proveFactor, { body: { kind: 'passkey', response } }),
    await t.client().refused(login, { body: { mode: 'passkey', response } }),
  ]
  for (const refusal of refused)
    expect(refusal).toMatchObject({ status: 400, code: 10010, message: '通行密钥验证未通过，请重试' })
  const huge = { ...response, response: { clientDataJSON: 'x'.repeat(30_000) } }
  expect((await client.refused(c.addPasskey, { body: { name: '电脑', response: huge } })).code).toBe(10001)
  const { options } = await t.client().call(c.passkeyLogin, {})
  expect(options).toMatchObject({ userVerification: 'required', rpId: '127.0.0.1' })
  expect(await client.refused(setLoginPolicy, { body: { ...DEFAULT_POLICY, reason: 'x' } })).toMatchObject({
    status: 403,
  })
})
