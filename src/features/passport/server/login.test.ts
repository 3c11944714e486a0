import { beforeAll, beforeEach, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { PASSWORD, PEOPLE } from '#demo/people.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import {
  employeeOneself,
  enterCompany,
  joinedCompanies,
  login,
  loginStatus,
  oneself,
  ownSessions,
} from '../contract.ts'
import { solvedProof } from './testing/proof.ts'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ from: 'people' })
})
beforeEach(async () => {
  await system.owner.query('delete from login_guard; delete from login_log')
})

const withPassword = (account: string, password: string, more: { proof?: string } = {}) => ({
  body: { mode: 'password' as const, account, password, ...more },
})
const fail = (account: string, more = {}) => system.client().refused(login, withPassword(account, 'Wrong123', more))
const solved = (account: string) => solvedProof(system.client(), { purpose: 'login', subject: account })

test('a purchaser logs in and works for the hospital', async () => {
  const buyer = await system.login('buyer', { workbench: 'purchaser' })
  const me = await buyer.call(employeeOneself, {})
  expect(me.userId).toBe(PEOPLE.buyer.id)
  expect(me.company?.companyId).toBe(COMPANIES.hospital.id)
  expect(me.workbenches).toEqual(['purchaser'])
  expect(me.rights).toEqual(expect.arrayContaining(['tendering', 'businessManagement', 'default']))
  expect(await buyer.call(loginStatus, {})).toMatchObject({ loggedIn: true, asEmployee: true })
})

test('the mobile number serves as account too', async () => {
  const client = system.client()
  await client.login(PEOPLE.agent.mobile, PASSWORD)
  expect(await client.call(oneself, {})).toMatchObject({ account: 'agent', nickname: '李衡' })
})

test('a wrong password and an unknown account look the same, all the way to the lock', async () => {
  const talk: unknown[][] = [[], []]
  for (const [i, account] of ['buyer', 'nobody-here'].entries()) {
    for (let n = 1; n <= 10; n++) {
      // Who is locked out need not prove any work: the hardest is spared.
      const isBare = n < 4 || n === 5 || n === 10
      const { status, code, message, details } = await fail(account, isBare ? {} : await solved(account))
      talk[i]!.push({ status, code, message, ...(details as object) })
    }
  }
  expect(talk[0]).toEqual(talk[1])
  expect(talk[0]!.slice(0, 5)).toMatchObject([
    { code: 10010, captchaNeeded: false },
    { code: 10010, captchaNeeded: false },
    { code: 10010, captchaNeeded: true },
    { code: 10010, captchaNeeded: true },
    { code: 10009, captchaNeeded: true },
  ])
  expect(talk[0]!.at(-1)).toMatchObject({ status: 423, code: 10011 })
})

test('after three failures work must be proven: for this account, in time, and once', async () => {
  for (let n = 0; n < 3; n++) await fail('buyer')
  const enter = (more: { proof?: string }) => system.client().refused(login, withPassword('buyer', PASSWORD, more))
  expect(await enter({})).toMatchObject({ code: 10009 })
  const answer = await solved('buyer')
  expect(await fail('buyer', answer)).toMatchObject({ code: 10010 })
  expect(await enter(answer)).toMatchObject({ code: 10009 })
  expect(await enter(await solved('supplier1'))).toMatchObject({ code: 10009 })
  const forSms = await solvedProof(system.client(), { purpose: 'sms', subject: 'buyer' })
  expect(await enter(forSms)).toMatchObject({ code: 10009 })
  const old = await solved('buyer')
  await system.advanceTo(new Date(system.kernel.clock.now().getTime() + 5 * 60_000))
  expect(await enter(old)).toMatchObject({ code: 10009 })
  for (const proof of ['', 'x', btoa('{}'), btoa('null'), 'A'.repeat(4000), forged(await solved('buyer'))])
    expect(await enter({ proof })).toMatchObject({ code: 10009 })
  expect(await enter({ proof: 'A'.repeat(4001) })).toMatchObject({ code: 10001 })
  await system.owner.query('delete from login_log')
  await system.client().call(login, withPassword('buyer', PASSWORD, await solved('buyer')))
  // Success forgets the failures.
  await system.client().call(login, withPassword('buyer', PASSWORD))
})

test('a proof is good once, however hard it was', async () => {
  await fail('buyer')
  const failed = (n: number) => system.owner.query('update login_guard set failed = $1', [n])
  await failed(5)
  const hard = await solved('buyer')
  await failed(3)
  const codes = await Promise.all([fail('buyer', hard), fail('buyer', hard)])
  expect(codes.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([10009, 10010])
})

/** The same proof with another challenge written into it. */
function forged({ proof }: { proof: string }): string {
  const payload = JSON.parse(atob(proof)) as { challenge: { parameters: { data: { level: number } } } }
  payload.challenge.parameters.data.level = 9
  return btoa(JSON.stringify(payload))
}

test('the more was wrong, the harder the proof; one that was too easy by then is not enough', async () => {
  for (let n = 0; n < 3; n++) await fail('buyer')
  const early = await solved('buyer')
  await fail('buyer', await solved('buyer'))
  expect(await system.client().refused(login, withPassword('buyer', PASSWORD, early))).toMatchObject({ code: 10009 })
  await system.client().call(login, withPassword('buyer', PASSWORD, await solved('buyer')))
})

test('after eight failures from one network its unknown devices are locked out for fifteen minutes', async () => {
  for (let n = 0; n < 3; n++) await fail('buyer')
  for (let n = 0; n < 4; n++) expect(await fail('buyer', await solved('buyer'))).toMatchObject({ code: 10010 })
  expect(await fail('buyer', await solved('buyer'))).toMatchObject({ status: 423, code: 10011 })
  const answer = await solved('buyer')
  expect(await system.client().refused(login, withPassword('buyer', PASSWORD, answer))).toMatchObject({ status: 423 })
  await system.client().call(login, withPassword('supplier1', PASSWORD))
  await system.advanceTo(new Date(system.kernel.clock.now().getTime() + 15 * 60_000))
  await system.client().call(login, withPassword('buyer', PASSWORD, await solved('buyer')))
  const { rows } = await system.owner.query<{ outcome: string; n: number }>(
    "select outcome, count(*)::int as n from login_log where account = 'buyer' group by 1 order by 1",
  )
  expect(rows).toEqual([
    { outcome: 'credentials', n: 7 },
    { outcome: 'locked', n: 2 },
    { outcome: 'success', n: 1 },
  ])
})

test('guessing in parallel gains nothing', async () => {
  const codes = await Promise.all(Array.from({ length: 16 }, () => fail('supplier2').then((r) => r.code)))
  expect(codes.filter((code) => code === 10010)).toHaveLength(3)
  expect(codes.filter((code) => code === 10009)).toHaveLength(13)
})

test('too many failures from one address are refused whatever the account', async () => {
  await system.owner.query(
    `insert into login_log select 1, gen_random_uuid(), null, null, 'x' || n, '127.0.0.1', '', 'credentials', $1 from generate_series(1, 100) n`,
    [system.kernel.clock.now()],
  )
  expect(await system.client().refused(login, withPassword('buyer', PASSWORD))).toMatchObject({
    status: 429,
    code: 10006,
  })
  expect(await system.client().call(loginStatus, {})).toMatchObject({ loggedIn: false })
  await system.advanceTo(new Date(system.kernel.clock.now().getTime() + 10 * 60_000))
  await system.client().call(login, withPassword('buyer', PASSWORD))
})

test('a person of two companies chooses; a foreign company does not exist', async () => {
  const multi = await system.login('multi')
  expect(await multi.call(loginStatus, {})).toMatchObject({ loggedIn: true, asEmployee: false })
  const companies = await multi.call(joinedCompanies, {})
  expect(companies.map((c) => c.companyName).toSorted()).toEqual([
    '江州市第一人民医院',
    '江州旧城工程咨询有限公司',
    '江州正信招标代理有限公司',
    '江州水务集团有限公司',
  ])
  expect(await multi.refused(enterCompany, { body: { companyId: COMPANIES.supplier1.id } })).toMatchObject({
    status: 404,
  })
  await multi.call(enterCompany, { body: { companyId: COMPANIES.agency.id } })
  expect(await multi.call(employeeOneself, {})).toMatchObject({
    workbenches: ['agency'],
    company: { companyId: COMPANIES.agency.id },
  })
  expect((await multi.call(joinedCompanies, {})).find((c) => c.isCurrent)?.companyId).toBe(COMPANIES.agency.id)
})

test('a disabled employee gets in to learn of it, and can do nothing', async () => {
  const disabled = await system.login('disabled1', { workbench: 'purchaser' })
  expect(await disabled.call(loginStatus, {})).toMatchObject({ loggedIn: true, asEmployee: true, companyId: null })
  expect(await disabled.call(employeeOneself, {})).toMatchObject({ status: 0, workbenches: [], rights: [] })
  expect(await disabled.refused(enterCompany, { body: { companyId: COMPANIES.hospital.id } })).toMatchObject({
    status: 403,
    code: 10012,
  })
})

test('tenants do not share companies; an account works at each with what it has there', async () => {
  const away = await system.login('buyer', { tenantId: 3 })
  expect(await away.call(joinedCompanies, {})).toEqual([])
  expect(await away.call(loginStatus, {})).toMatchObject({ loggedIn: true, asEmployee: false })
  const home = await system.login('bj-buyer', { tenantId: 3, workbench: 'purchaser' })
  expect(await home.call(employeeOneself, {})).toMatchObject({ workbenches: ['purchaser'] })
  // A session belongs to its tenant, whatever a header says.
  home.tenantId = 1
  expect(await home.call(employeeOneself, {})).toMatchObject({ workbenches: ['purchaser'] })
  expect(await home.call(ownSessions, {})).toHaveLength(1)
})
