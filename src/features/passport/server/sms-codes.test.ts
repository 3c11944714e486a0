import { beforeAll, beforeEach, expect, test } from 'vitest'
import { PEOPLE } from '#demo/people.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { login, oneself, sendSms } from '../contract.ts'
import { solvedProof } from './testing/proof.ts'
import { blind } from '#server/testing/sealed.ts'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ from: 'people' })
})
beforeEach(async () => {
  await system.owner.query(
    'delete from sms_code; delete from channel_outbox; delete from login_guard; delete from login_log; delete from login_session; delete from login_device',
  )
})

const { mobile } = PEOPLE.supplier1
const later = (seconds: number) => system.advanceTo(new Date(system.kernel.clock.now().getTime() + seconds * 1000))
const ask = (number: string = mobile, client: HttpClient = system.client()) =>
  client.call(sendSms, { body: { mobile: number } })
const enter = (code: string) => ({ body: { mode: 'sms' as const, mobile, code } })

/** The newest text in the outbox of the local provider. */
async function received(): Promise<string> {
  await system.settle()
  const { rows } = await system.owner.query<{ body: string; state: string }>(
    'select body, state from channel_outbox where recipient_hash = $1 order by created_at desc, id desc limit 1',
    [blind('channel_outbox.recipient', mobile)],
  )
  expect(rows[0]!.state).toBe('kept')
  return /\d{6}/.exec(rows[0]!.body)![0]
}
const not = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('a code logs in once, in the browser that asked for it', async () => {
  const client = system.client()
  expect(await ask(mobile, client)).toEqual({ sent: true, retryAfterSeconds: 60, inDemoOutbox: true })
  const code = await received()
  expect(await system.client().refused(login, enter(code))).toMatchObject({ code: 10010 })
  await client.call(login, enter(code))
  expect(await client.call(oneself, {})).toMatchObject({ account: 'supplier1' })
  expect(await client.refused(login, enter(code))).toMatchObject({ code: 10010 })
  const { rows } = await system.owner.query('select 1 from sms_code s where s::text like $1', [`%${code}%`])
  expect(rows).toHaveLength(0)
})

test('a code is void after five wrong tries, after five minutes, and when a newer one was sent', async () => {
  const client = system.client()
  await ask(mobile, client)
  const first = await received()
  for (let n = 0; n < 5; n++) expect(await client.refused(login, enter(not(first)))).toMatchObject({ code: 10010 })
  expect(await client.refused(login, enter(first))).toMatchObject({ code: 10010 })
  await later(60)
  await ask(mobile, client)
  const second = await received()
  await later(60)
  await ask(mobile, client)
  const third = await received()
  expect(await client.refused(login, enter(second))).toMatchObject({ code: 10010 })
  await later(300)
  expect(await client.refused(login, enter(third))).toMatchObject({ code: 10010 })
})

test('others can neither spend nor void a code, nor use up those of a device the owner logs in with', async () => {
  const [owner, rival] = [system.client(), system.client()]
  await owner.login('supplier1', 'Kaibiao2026')
  await ask(mobile, rival)
  await ask(mobile, owner)
  const code = await received()
  for (let n = 0; n < 5; n++) await rival.refused(login, enter(not(code)))
  await later(60)
  await ask(mobile, rival)
  await fill(30)
  expect(await rival.refused(sendSms, { body: { mobile } })).toMatchObject({ code: 10009 })
  const proof = await solvedProof(rival, { purpose: 'sms', subject: mobile })
  expect(await rival.refused(sendSms, { body: { mobile, ...proof } })).toMatchObject({ status: 429 })
  await ask(mobile, owner)
  const another = await received()
  await owner.call(login, enter(another))
})

/** As many codes sent to the number today from somewhere else. */
async function fill(n: number, source = 'elsewhere'): Promise<void> {
  await system.owner.query(
    `insert into sms_code (id, mobile, mobile_hash, ip, code_hash, sent_at, expires_at, source)
     select gen_random_uuid(), '', $1, '10.0.0.9', '', $2::timestamptz - n * interval '10 minutes', $2, $4
     from generate_series(1, $3::int) n`,
    [blind('sms_code.mobile', mobile), system.kernel.clock.now(), n, source],
  )
}

test('one a minute, ten a day from one device', async () => {
  const client = system.client()
  await ask(mobile, client)
  expect(await client.refused(sendSms, { body: { mobile } })).toMatchObject({
    status: 429,
    details: { retryAfterSeconds: 60 },
  })
  // Throwing the cookie away helps nobody.
  expect(await system.client().refused(sendSms, { body: { mobile } })).toMatchObject({ status: 429 })
  const { rows } = await system.owner.query<{ source: string }>('select source from sms_code')
  await fill(9, rows[0]!.source)
  await later(60)
  const proof = await solvedProof(client, { purpose: 'sms', subject: mobile })
  expect(await client.refused(sendSms, { body: { mobile, ...proof } })).toMatchObject({
    status: 429,
    message: '该号码今日获取验证码次数已达上限',
  })
})

test('an unknown number gets the same answer and no text', async () => {
  expect(await ask('13911112222')).toEqual({ sent: true, retryAfterSeconds: 60, inDemoOutbox: true })
  await system.settle()
  expect((await system.owner.query('select 1 from channel_outbox')).rowCount).toBe(0)
  expect(
    await system.client().refused(login, { body: { mode: 'sms', mobile: '13911112222', code: '123456' } }),
  ).toMatchObject({ code: 10010 })
})

test('from the fourth code an hour on, an address must prove work', async () => {
  for (const n of [1, 2, 3]) await ask(`1391111000${n}`)
  const client = system.client()
  expect(await client.refused(sendSms, { body: { mobile } })).toMatchObject({ code: 10009 })
  const proof = await solvedProof(client, { purpose: 'sms', subject: mobile })
  await client.call(sendSms, { body: { mobile, ...proof } })
})
