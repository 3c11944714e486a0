import { beforeAll, expect, test } from 'vitest'
import { Id } from '#contract/id.ts'
import { RIGHTS } from '#features/passport/rules-rights.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { COMPANIES, type DemoCompany } from './companies.ts'
import { type DemoPerson, loadPeople, PEOPLE } from './people.ts'

const people: DemoPerson[] = Object.values(PEOPLE)
const companies = Object.values(COMPANIES)

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ from: 'people' })
})

test('loading again changes nothing', async () => {
  const state = async () =>
    (
      await system.owner
        .query(`select (select json_agg(t order by t.id) from app_user t) u, (select json_agg(t order by t.id) from employee t) e,
      (select json_agg(t order by t.company_id) from company_tenant t) c, (select json_agg(t order by t.id) from expert t) x`)
    ).rows
  await system.owner.query("update app_user set nickname = '改过' where account = 'buyer2'")
  const before = await state()
  await loadPeople(system)
  expect(await state()).toEqual(before)
})

test('committees can be drawn: six technical and three economic experts', () => {
  const kinds = people.flatMap((p) => p.expert?.kind ?? [])
  expect([kinds.filter((k) => k === 'technical').length, kinds.filter((k) => k === 'economic').length]).toEqual([6, 3])
})

test('ids, accounts and mobile numbers are valid and unlike each other', () => {
  const ids = [
    ...people.flatMap((p) => [p.id, ...p.jobs.map((j) => j.employeeId), ...(p.expert ? [p.expert.expertId] : [])]),
    ...companies.map((c) => c.id),
  ]
  for (const id of ids) expect([id, Id.safeParse(id).success]).toEqual([id, true])
  for (const values of [ids, people.map((p) => p.account), people.map((p) => p.mobile), companies.map((c) => c.name)])
    expect(new Set(values).size).toBe(values.length)
  for (const [key, person] of Object.entries(PEOPLE)) expect(person.account).toBe(key)
  for (const { mobile } of people) expect(mobile).toMatch(/^1\d{10}$/)
})

const workbenchesOf = ({ is, also }: DemoCompany) => [is, also]

test('rights fit the company they are given in', () => {
  for (const { account, jobs } of people)
    for (const { company, rights } of jobs)
      for (const right of rights)
        expect(RIGHTS[right].workbenches, `${account}: ${right}`).toContainEqual(
          expect.toBeOneOf(workbenchesOf(COMPANIES[company])),
        )
})

// GB 32100-2015: weights 3^i mod 31 over an alphabet without I, O, S, V, Z; GB 11714 inside it.
const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'

test.each(companies.map((c) => [c.name, c.creditCode]))('%s: %s is a valid credit code', (_, code) => {
  expect(code).toMatch(/^[0-9A-HJ-NP-RTUWXY]{18}$/)
  const sum = code
    .slice(0, 17)
    .split('')
    .reduce((total, c, i) => total + ALPHABET.indexOf(c) * (3 ** i % 31), 0)
  expect(code[17]).toBe(ALPHABET[(31 - (sum % 31)) % 31])
})
