import { beforeAll, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { PASSWORD, PEOPLE } from '#demo/people.ts'
import { endpoint } from '#contract/endpoint.ts'
import { FEATURES, makeGate } from '#server/features.ts'
import { implement } from '#server/implement.ts'
import { buildSystem } from '#server/system.ts'
import { PATIENT } from '#server/testing/patience.ts'
import { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import {
  changePassword,
  employeeOneself,
  enterCompany,
  logout,
  mobileExists,
  oneself,
  ownSessions,
  revokeSession,
} from '../contract.ts'

const work = endpoint({ method: 'GET', path: '/probe/work', summary: 'For employees' })
const FEATURES_HERE = [
  ...FEATURES,
  { name: 'probe', routes: [implement(work, { workbench: 'purchaser' }, async () => undefined)] },
]

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ from: 'people', features: FEATURES_HERE })
})

const unauthenticated = { status: 401, code: 401 }
const tokenOf = (client: HttpClient) => client.cookies.get('kb_session')!

test('cookies are closed to scripts and other sites; the store holds no token', async () => {
  const client = system.client()
  const response = await client.fetch('POST', '/api/login', { mode: 'password', account: 'buyer', password: PASSWORD })
  const [device = '', session = '', xsrf = ''] = response.headers.getSetCookie()
  expect(device).toMatch(/^kb_device=[\w-]{43}; .*HttpOnly; SameSite=Lax$/)
  expect(session).toMatch(/^kb_session=[\w-]{43}; .*HttpOnly; SameSite=Lax$/)
  expect(xsrf).toMatch(/^kb_xsrf=[\w-]{43}; .*SameSite=Lax$/)
  expect(xsrf).not.toContain('HttpOnly')
  const { rows } = await system.owner.query<{ line: string }>('select s::text as line from login_session s')
  const token = tokenOf(client)
  expect(rows.some(({ line }) => line.includes(token) || line.includes(Buffer.from(token).toString('hex')))).toBe(false)
})

test('a planted session gains nothing: logging in gives a new token and ends the old session', async () => {
  const attacker = await system.login('supplier1')
  const victim = system.client()
  for (const [name, value] of attacker.cookies) victim.cookies.set(name, value)
  await victim.login('buyer', PASSWORD)
  expect(tokenOf(victim)).not.toBe(tokenOf(attacker))
  expect(await attacker.refused(oneself, {})).toMatchObject(unauthenticated)
})

test('entering a company gives a new token; the one before is void at once', async () => {
  const multi = await system.login('multi')
  const before = new HttpClient(system.base)
  for (const [name, value] of multi.cookies) before.cookies.set(name, value)
  await before.call(oneself, {})
  await multi.call(enterCompany, { body: { companyId: COMPANIES.hospital.id } })
  expect(await before.refused(oneself, {})).toMatchObject(unauthenticated)
  multi.workbench = 'purchaser'
  await multi.call(work, {})
})

test('a session ends after 12 idle hours, and after 7 days in any case', async () => {
  const idle = await system.login('supplier2')
  const old = await system.login('supplier3')
  const busy = await system.login('supplier4')
  const set = (userId: string, text: string) =>
    system.owner.query(`update login_session set ${text} where user_id = $1`, [userId])
  await set(PEOPLE.supplier2.id, "last_seen_at = last_seen_at - interval '12 hours 1 second'")
  await set(PEOPLE.supplier3.id, "expires_at = expires_at - interval '7 days 1 second'")
  await set(PEOPLE.supplier4.id, "last_seen_at = last_seen_at - interval '11 hours 59 minutes'")
  expect(await idle.refused(oneself, {})).toMatchObject(unauthenticated)
  expect(await old.refused(oneself, {})).toMatchObject(unauthenticated)
  await busy.call(oneself, {})
  const { rows } = await system.owner.query<{ last_seen_at: Date }>(
    'select last_seen_at from login_session where user_id = $1',
    [PEOPLE.supplier4.id],
  )
  expect(system.kernel.clock.now().getTime() - rows[0]!.last_seen_at.getTime()).toBeLessThan(60_000)
})

test('moving the demonstration clock logs nobody out', async () => {
  const buyer = await system.login('buyer', { workbench: 'purchaser' })
  await system.advanceTo(new Date(system.kernel.clock.now().getTime() + 30 * 86_400_000))
  expect(await buyer.call(work, {})).toBeNull()
})

test('after logging out nothing is left', async () => {
  const buyer = await system.login('buyer')
  const copy = new HttpClient(system.base)
  for (const [name, value] of buyer.cookies) copy.cookies.set(name, value)
  await copy.call(oneself, {})
  await buyer.call(logout, {})
  // But that the device is known: it is what tells its owner from a guesser.
  expect([...buyer.cookies.keys()]).toEqual(['kb_device'])
  expect(await copy.refused(oneself, {})).toMatchObject(unauthenticated)
  await buyer.call(logout, {})
})

test('disabling takes effect within two seconds although nobody announced it', async () => {
  const buyer = await system.login('newbie', { workbench: 'purchaser' })
  await buyer.call(work, {})
  await system.owner.query('update employee set status = 0 where user_id = $1', [PEOPLE.newbie.id])
  const began = performance.now()
  let answer: { status: number; code: number } | null = null
  let accepted = began
  while (!answer && performance.now() - began < PATIENT.timeout) {
    const asked = performance.now()
    answer = await buyer.refused(work, {}).catch(() => null)
    if (!answer) accepted = asked
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect(answer).toMatchObject({ status: 403, code: 10012 })
  // The last request that was let in had been sent by then, however long the answers took.
  expect(accepted - began).toBeLessThan(2000)
  await system.owner.query('update employee set status = 1 where user_id = $1', [PEOPLE.newbie.id])
})

test('a disabled company stops its people; a deleted employee is none', async () => {
  const agent = await system.login('agent', { workbench: 'agency' })
  const change = async (text: string) => {
    await system.owner.query(text)
    await system.kernel.actorChanged(PEOPLE.agent.id)
  }
  await change(`update company_tenant set status = 0 where company_id = '${COMPANIES.agency.id}'`)
  expect(await agent.refused(work, {})).toMatchObject({ status: 403, code: 10012 })
  await change(`update company_tenant set status = 1 where company_id = '${COMPANIES.agency.id}'`)
  expect(await agent.refused(work, {})).toMatchObject({ status: 403, code: 10008 })
  await change(`update employee set deleted_at = now() where user_id = '${PEOPLE.agent.id}'`)
  expect(await agent.refused(work, {})).toMatchObject({ status: 403, code: 10013 })
  expect(await agent.call(employeeOneself, {})).toMatchObject({ deleted: true, employeeId: null, company: null })
})

test('another process hears of the end of a session', async () => {
  const gate = makeGate()
  const second = await buildSystem(system.config, {
    ownerUrl: system.ownerUrl,
    features: FEATURES_HERE,
    gate: gate.create,
    onActorChanged: gate.forget,
    webRoot: null,
    skipMigrations: true,
  })
  try {
    await second.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = second.app.server.address() as { port: number }
    const here = await system.login('supplier5')
    const there = new HttpClient(`http://127.0.0.1:${port}`)
    for (const [name, value] of here.cookies) there.cookies.set(name, value)
    await there.call(oneself, {})
    await here.call(logout, {})
    // Well before what is known would have run out by itself.
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await there.refused(oneself, {})).toMatchObject(unauthenticated)
  } finally {
    await second.stop()
  }
})

test('own sessions are listed and ended; those of others do not exist', async () => {
  const [a, b] = [await system.login('supplier6'), await system.login('supplier6')]
  const stranger = await system.login('supplier1')
  const sessions = await a.call(ownSessions, {})
  expect(sessions).toHaveLength(2)
  const other = sessions.find((s) => !s.isCurrent)!
  expect(await stranger.refused(revokeSession, { params: { sessionId: other.sessionId } })).toMatchObject({
    status: 404,
  })
  await a.call(revokeSession, { params: { sessionId: other.sessionId } })
  expect(await b.refused(oneself, {})).toMatchObject(unauthenticated)
  await a.call(oneself, {})
})

test('a new password ends all other sessions; the default one is then no longer asked about', async () => {
  const [here, elsewhere] = [await system.login('newbie'), await system.login('newbie')]
  expect((await here.call(oneself, {})).isDefaultPassword).toBe(true)
  const next = 'Sommer2026'
  const change = (current: string, value: string, again = value) => ({ body: { current, next: value, again } })
  expect(await here.refused(changePassword, change(PASSWORD, 'short1'))).toMatchObject({ code: 10001 })
  expect(await here.refused(changePassword, change(PASSWORD, next, 'Other2026'))).toMatchObject({
    message: '两次输入密码不一致!',
  })
  expect(await here.refused(changePassword, change('Wrong123', next))).toMatchObject({ code: 10010 })
  expect(await here.refused(changePassword, change(PASSWORD, PASSWORD))).toMatchObject({ code: 10001 })
  await here.call(changePassword, change(PASSWORD, next))
  expect((await here.call(oneself, {})).isDefaultPassword).toBe(false)
  expect(await elsewhere.refused(oneself, {})).toMatchObject(unauthenticated)
  await expect(system.login('newbie')).rejects.toMatchObject({ status: 400 })
  await system.login('newbie', { password: next })
  const { rows } = await system.owner.query(
    "select 1 from audit_entry where body->>'action' = 'user.password' and body->>'entityId' = $1",
    [PEOPLE.newbie.id],
  )
  expect(rows).toHaveLength(1)
})

test('trying out the current password locks it in this session, and nowhere else', async () => {
  const buyer = await system.login('supplier4')
  const wrong = { body: { current: 'Wrong123', next: 'Sommer2026', again: 'Sommer2026' } }
  for (let n = 0; n < 7; n++) expect(await buyer.refused(changePassword, wrong)).toMatchObject({ code: 10010 })
  expect(await buyer.refused(changePassword, wrong)).toMatchObject({ code: 10011 })
  expect(await buyer.refused(changePassword, { body: { ...wrong.body, current: PASSWORD } })).toMatchObject({
    code: 10011,
  })
  const elsewhere = await system.login('supplier4')
  await elsewhere.call(changePassword, { body: { ...wrong.body, current: PASSWORD } })
})

test('only people who are logged in can ask about mobile numbers', async () => {
  expect(await system.client().refused(mobileExists, { query: { mobile: PEOPLE.buyer.mobile } })).toMatchObject(
    unauthenticated,
  )
  const buyer = await system.login('buyer')
  expect(await buyer.call(mobileExists, { query: { mobile: PEOPLE.buyer.mobile } })).toEqual({ exist: true })
  expect(await buyer.call(mobileExists, { query: { mobile: '13900000000' } })).toEqual({ exist: false })
})
