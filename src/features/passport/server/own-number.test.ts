import { beforeAll, expect, test } from 'vitest'
import { MINUTE } from '#contract/time.ts'
import { PASSWORD, PEOPLE } from '#demo/people.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract.ts'
import { blind } from '#server/testing/sealed.ts'

let t: TestSystem
beforeAll(async () => {
  t = await testSystem({ from: 'people' })
})

const { mobile: old, id: userId } = PEOPLE.supplier1
const NEW = '13900600001'

async function codeFor(by: HttpClient, mobile: string, purpose: 'login' | 'register' = 'register'): Promise<string> {
  await by.call(c.sendSms, { body: { mobile, purpose } })
  await t.owner.query("update sms_code set ip = 'elsewhere'")
  return (await texts(mobile)).map((body) => /验证码(\d{6})/.exec(body)?.[1]).findLast(Boolean)!
}

async function texts(mobile: string): Promise<string[]> {
  const { rows } = await t.owner.query<{ body: string }>(
    'select body from channel_outbox where recipient_hash = $1 order by created_at, id',
    [blind('channel_outbox.recipient', mobile)],
  )
  return rows.map((row) => row.body)
}

const later = (minutes = 2) => t.advanceTo(new Date(t.kernel.clock.now().getTime() + minutes * MINUTE))

test('people move to another number by the code sent to it; the old one is told, other sessions end', async () => {
  const own = await t.login('supplier1')
  const elsewhere = await t.login('supplier1')
  const code = await codeFor(own, NEW)
  const body = { mobile: NEW, code, password: PASSWORD }
  expect((await t.client().refused(c.changeMobile, { body })).status).toBe(401)
  const refusals = [
    { ...body, password: 'Wrong2026' },
    { ...body, password: undefined },
    { ...body, mobile: old },
    { ...body, mobile: '139' },
    { ...body, code: code === '111111' ? '222222' : '111111' },
  ]
  for (const wrong of refusals)
    expect(await own.refused(c.changeMobile, { body: wrong })).toMatchObject({ code: 10001 })
  expect((await own.call(c.oneself, {})).mobile).toBe(old)
  await own.call(c.changeMobile, { body })
  expect(await own.call(c.oneself, {})).toMatchObject({ userId, mobile: NEW, account: 'supplier1' })
  expect((await elsewhere.refused(c.oneself, {})).status).toBe(401)
  expect((await texts(old)).at(-1)).toContain('尾号0001')
  expect(await own.refused(c.changeMobile, { body })).toMatchObject({ code: 10001 })
  await t.login(NEW)
  const { rows } = await t.owner.query("select 1 from audit_entry where body->>'action' = 'user.mobile'")
  expect(rows).toHaveLength(1)
})

test('where the number is the account’s name, the name moves along; a taken number stays whose it is', async () => {
  const first = '13900600010'
  const body = { mobile: first, nickname: '号主', password: PASSWORD, again: PASSWORD }
  const person = t.client()
  await person.call(c.register, { body: { ...body, code: await codeFor(person, first) } })
  // Only who holds the code learns that the number is taken, and nothing of whose it is.
  const taken = { mobile: PEOPLE.buyer.mobile, password: PASSWORD }
  expect(await person.refused(c.changeMobile, { body: { ...taken, code: '000000' } })).toMatchObject({ code: 10001 })
  const proven = await person.refused(c.changeMobile, {
    body: { ...taken, code: await codeFor(person, taken.mobile) },
  })
  expect(proven).toMatchObject({ code: 10003, message: '该手机号已用于其他账号，请更换手机号' })
  expect(JSON.stringify(proven)).not.toContain(PEOPLE.buyer.name)
  const next = { mobile: '13900600011', password: PASSWORD, code: await codeFor(person, '13900600011') }
  // Two at once: one code, one change.
  const both = await Promise.allSettled([1, 2].map(() => person.call(c.changeMobile, { body: next })))
  expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  const again = await t.login('13900600011')
  expect(await again.call(c.oneself, {})).toMatchObject({ account: '13900600011', mobile: '13900600011' })
  // The number left behind is free for whoever has it next.
  await later()
  const successor = t.client()
  await successor.call(c.register, { body: { ...body, nickname: '后来者', code: await codeFor(successor, first) } })
})

test('a forgotten password is set anew by a code; every session ends', async () => {
  const { mobile } = PEOPLE.supplier2
  const own = await t.login('supplier2')
  const stranger = t.client()
  const code = await codeFor(stranger, mobile, 'login')
  const body = { mobile, code, password: 'Winter2026', again: 'Winter2026' }
  for (const wrong of [
    { ...body, code: code === '111111' ? '222222' : '111111' },
    { ...body, password: 'weak', again: 'weak' },
    { ...body, again: 'Winter2027' },
    { ...body, mobile: '13900600099' },
  ])
    expect(await stranger.refused(c.resetByCode, { body: wrong })).toMatchObject({ code: 10001 })
  await stranger.call(c.resetByCode, { body })
  expect((await own.refused(c.oneself, {})).status).toBe(401)
  expect((await stranger.refused(c.oneself, {})).status).toBe(401)
  expect(await stranger.refused(c.resetByCode, { body })).toMatchObject({ code: 10001 })
  await t.login('supplier2', { password: 'Winter2026' })
  const free = { ...body, mobile: '13900600020', code: await codeFor(stranger, '13900600020') }
  expect(await stranger.refused(c.resetByCode, { body: free })).toMatchObject({ code: 10003 })
})

test('whether a number has an account is told of one’s own and of colleagues only', async () => {
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  const plain = await t.login('buyer2', { workbench: 'purchaser' })
  const exist = async (who: typeof buyer, mobile: string) =>
    (await who.call(c.mobileExists, { query: { mobile } })).exist
  expect(await exist(buyer, PEOPLE.buyer.mobile)).toBe(true)
  expect(await exist(buyer, PEOPLE.buyer2.mobile)).toBe(true)
  expect(await exist(plain, PEOPLE.buyer.mobile)).toBe(false)
  expect(await exist(buyer, PEOPLE.supplier3.mobile)).toBe(false)
  expect(await exist(buyer, '13900600098')).toBe(false)
})
