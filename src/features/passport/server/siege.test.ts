import { beforeAll, beforeEach, expect, test } from 'vitest'
import { PASSWORD, PEOPLE } from '#demo/people.ts'
import { codeFor } from '#features/enterprise/server/testing/company.ts'
import { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { changePassword, login, oneself, ownSessions, revokeSession, sendSms } from '../contract.ts'
import { ACCOUNT_CEILING } from '../rules.ts'
import { networkOf } from './standing.ts'
import { solvedProof } from './testing/proof.ts'
import { blind } from '#server/testing/sealed.ts'

/* A rival who wants somebody out at the deadline, or in their account. */

let t: TestSystem
beforeAll(async () => {
  t = await testSystem({ from: 'people' })
})
beforeEach(async () => {
  await t.owner.query(
    'delete from login_guard; delete from login_log; delete from login_session; delete from login_device',
  )
})

const { account, mobile } = PEOPLE.supplier1

/** One attempt from an address of choice. */
async function tryFrom(ip: string, password: string, more: object = {}): Promise<{ status: number; code: number }> {
  const payload = { mode: 'password', account, password, ...more }
  const answer = await t.app.inject({ method: 'POST', url: '/api/login', remoteAddress: ip, payload })
  return { status: answer.statusCode, code: answer.json<{ code: number }>().code }
}

const place = (n: number) => `10.9.${n % 50}.7`

test('a rival sends 400 wrong passwords from 50 networks; the owner comes in all the same', async () => {
  const known = t.client()
  await known.login(account, PASSWORD)
  const codes = new Map<number, number>()
  for (let n = 0; n < 400; n += 100) {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => tryFrom(place(n + i), 'Wrong123')))
    for (const { code } of answers) codes.set(code, (codes.get(code) ?? 0) + 1)
  }
  // Three guesses; everything else was refused before any password was looked at.
  expect(codes.get(10010)).toBe(3)
  expect([...codes.keys()].toSorted((a, b) => a - b)).toEqual([10009, 10010])
  // As far as proofs for every guess would bring them.
  await t.owner.query('update login_guard set failed = $1 where subject like $2', [ACCOUNT_CEILING, 'account/%'])
  expect(await tryFrom(place(1), PASSWORD)).toMatchObject({ status: 423, code: 10011 })

  // The known device: at once, with nothing to prove.
  await known.login(account, PASSWORD)
  // A new device: by one proof and a code.
  const fresh = t.client()
  await t.owner.query(
    `insert into sms_code (id, mobile, mobile_hash, ip, code_hash, sent_at, expires_at, source)
     select gen_random_uuid(), '', $1, '10.9.0.7', '', $2::timestamptz - n * interval '5 minutes', $2, 'rival' from generate_series(1, 10) n`,
    [blind('sms_code.mobile', mobile), t.kernel.clock.now()],
  )
  expect(await fresh.refused(sendSms, { body: { mobile } })).toMatchObject({ code: 10009 })
  const proof = await solvedProof(fresh, { purpose: 'sms', subject: mobile })
  await fresh.call(sendSms, { body: { mobile, ...proof } })
  await fresh.call(login, { body: { mode: 'sms', mobile, code: await codeFor(t, mobile) } })
  expect(await fresh.call(oneself, {})).toMatchObject({ account })
})

test('whoever shares the owner’s address keeps known devices and codes of it no less open', async () => {
  const known = await t.login(account)
  await t.owner.query(
    `insert into login_log select 1, gen_random_uuid(), null, null, 'x' || n, '127.0.0.1', '', 'credentials', $1 from generate_series(1, 100) n`,
    [t.kernel.clock.now()],
  )
  await known.login(account, PASSWORD)
  const fresh = t.client()
  const refusal = await fresh.refused(login, { body: { mode: 'password', account, password: PASSWORD } })
  expect(refusal).toMatchObject({ status: 429 })
})

test('a known device answers for its own wrong passwords alone', async () => {
  const known = await t.login(account)
  const body = { mode: 'password' as const, account, password: 'Wrong123' }
  for (let n = 0; n < 3; n++) expect((await known.refused(login, { body })).code).toBe(10010)
  expect((await known.refused(login, { body })).code).toBe(10009)
  // Others, and the same browser as somebody else, are not concerned.
  await t.login(account)
  await known.login('supplier2', PASSWORD)
})

test('a device becomes known by a log-in of that very person, and under a fresh token', async () => {
  const client = t.client()
  await client.login('supplier2', PASSWORD)
  const before = client.cookies.get('kb_device')
  await client.login(account, PASSWORD)
  const planted = new HttpClient(t.base)
  planted.cookies.set('kb_device', before!)
  await t.owner.query('delete from login_guard')
  for (let n = 0; n < 3; n++) await tryFrom('10.1.1.1', 'Wrong123')
  const right = { body: { mode: 'password' as const, account, password: PASSWORD } }
  expect((await planted.refused(login, right)).code).toBe(10009)
  await client.call(login, right)
  // Known to both still.
  const { rows } = await t.owner.query<{ n: number }>('select count(*)::int as n from login_device group by token_hash')
  expect(rows).toEqual([{ n: 2 }])
})

test('ending a session, or a new password, makes its device a stranger', async () => {
  const [here, lost] = [await t.login('supplier3'), await t.login('supplier3')]
  const devices = async () =>
    (await t.owner.query('select 1 from login_device where user_id = $1', [PEOPLE.supplier3.id])).rowCount
  const other = (await here.call(ownSessions, {})).find((one) => !one.isCurrent)!
  expect(await devices()).toBe(2)
  await here.call(revokeSession, { params: { sessionId: other.sessionId } })
  expect(await devices()).toBe(1)
  await lost.login('supplier3', PASSWORD)
  await here.call(changePassword, { body: { current: PASSWORD, next: 'Sommer2026', again: 'Sommer2026' } })
  expect(await devices()).toBe(1)
  for (let n = 0; n < 3; n++)
    await here.refused(login, { body: { mode: 'password', account: 'supplier3', password: 'Wrong123' } })
})

test.each([
  ['10.1.2.3', '10.1.2'],
  ['::ffff:10.1.2.3', '10.1.2'],
  ['2001:db8:aa:bbcc:1::9', '2001:0db8:00aa:bb'],
  ['2001:db8::1', '2001:0db8:0000:00'],
  ['::1', '0000:0000:0000:00'],
])('%s belongs to the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
