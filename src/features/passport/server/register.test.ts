import { beforeAll, expect, test } from 'vitest'
import { codeFor, newPerson } from '#features/enterprise/server/testing/company.ts'
import { PEOPLE } from '#demo/people.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { employeeOneself, loginStatus, oneself, register, sendSms } from '../contract.ts'
import { blind } from '#server/testing/sealed.ts'

let t: TestSystem
beforeAll(async () => {
  t = await testSystem({ from: 'people' })
})

const person = { nickname: '程新', password: 'Kaibiao2026', again: 'Kaibiao2026' }
const clear = () => t.owner.query('delete from sms_code')

test('a new person registers by the code sent, is logged in, and belongs to no company', async () => {
  const client = await newPerson(t, { mobile: '13900010001', name: '程新' })
  expect(await client.call(oneself, {})).toMatchObject({
    nickname: '程新',
    mobile: '13900010001',
    isDefaultPassword: false,
  })
  expect(await client.call(loginStatus, {})).toMatchObject({ loggedIn: true, asEmployee: false, companyId: null })
  expect(await client.call(employeeOneself, {})).toMatchObject({ company: null, workbenches: [], rights: [] })
  const again = await t.login('13900010001')
  expect((await again.call(oneself, {})).nickname).toBe('程新')
})

test('without the right code there is no account, and wrong codes count', async () => {
  const client = t.client()
  const mobile = '13900010002'
  await clear()
  await client.call(sendSms, { body: { mobile, purpose: 'register' } })
  const code = await codeFor(t, mobile)
  const wrong = code === '000000' ? '000001' : '000000'
  for (let i = 0; i < 5; i++)
    expect((await client.refused(register, { body: { ...person, mobile, code: wrong } })).code).toBe(10001)
  // The right one is void after five wrong ones.
  expect((await client.refused(register, { body: { ...person, mobile, code } })).code).toBe(10001)
  const { rows } = await t.owner.query('select 1 from app_user where mobile_hash = $1', [
    blind('app_user.mobile', mobile),
  ])
  expect(rows).toEqual([])
})

test('a code of one number registers no other, and only once', async () => {
  const client = t.client()
  const mobile = '13900010003'
  await clear()
  await client.call(sendSms, { body: { mobile, purpose: 'register' } })
  const code = await codeFor(t, mobile)
  expect((await client.refused(register, { body: { ...person, mobile: '13900010004', code } })).code).toBe(10001)
  const twice = await Promise.allSettled([
    client.call(register, { body: { ...person, mobile, code } }),
    client.call(register, { body: { ...person, mobile, code } }),
  ])
  expect(twice.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('only the holder of a number learns that it is registered', async () => {
  const client = t.client()
  const { mobile } = PEOPLE.supplier1
  await clear()
  const sent = await client.call(sendSms, { body: { mobile, purpose: 'register' } })
  expect(sent.sent).toBe(true)
  expect((await client.refused(register, { body: { ...person, mobile, code: '000000' } })).code).toBe(10001)
  const code = await codeFor(t, mobile)
  const refused = await client.refused(register, { body: { ...person, mobile, code } })
  expect([refused.code, refused.message]).toEqual([10003, '该手机号已注册，请直接登录'])
})

test('numbers without an account get no log-in code', async () => {
  await clear()
  await t.client().call(sendSms, { body: { mobile: '13900010009' } })
  expect(await codeFor(t, '13900010009')).toBe('')
})

test.each([
  [{ mobile: '1390001000' }, '手机'],
  [{ code: '12345' }, '验证码'],
  [{ nickname: ' ' }, '姓名'],
  [{ password: 'short1A', again: 'other1A' }, '两次输入密码不一致'],
  [{ password: 'kaibiao2026', again: 'kaibiao2026' }, '大小写字母'],
  [{ password: 'Ab1', again: 'Ab1' }, '6-14'],
])('refuses %j', async (change, words) => {
  const body = { ...person, mobile: '13900010008', code: '123456', ...change }
  const refused = await t.client().refused(register, { body })
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.details)).toContain(words)
})
