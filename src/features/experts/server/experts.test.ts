import { beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { ownReviews } from '#features/review-hall/contract/expert.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract.ts'

let t: TestSystem
let buyer: HttpClient
let agent: HttpClient
beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  agent = await t.login('agent', { workbench: 'agency' })
})
const body: InputOf<typeof c.addExpert>['body'] = {
  name: '陶然',
  kind: 'economic',
  employer: '江州市审计局',
  mobile: '13900000001',
  majors: ['C0101'],
}

test('the platform library is for all to read, the own one to keep', async () => {
  const seen = await buyer.call(c.expertPage, { query: {} })
  expect(seen.total).toBe(9)
  expect(seen.rows[0]).toMatchObject({ library: 'platform', mayEdit: false })
  expect(seen.rows[0]!.mobile).toMatch(/^138\*{4}\d{4}$/)
  const { expertId } = await buyer.call(c.addExpert, { body })
  expect(await buyer.call(c.expertDetail, { params: { expertId } })).toMatchObject({
    library: 'company',
    mayEdit: true,
    mobile: '13900000001',
  })
  expect((await buyer.refused(c.addExpert, { body })).code).toBe(10003)
  const found = await buyer.call(c.expertPage, { query: { major: 'C01', kind: 'economic', keyword: '陶' } })
  expect(found.rows.map((r) => r.expertId)).toEqual([expertId])
  // Another company neither sees nor changes it.
  const { mobile: _, ...fields } = body
  for (const call of [
    agent.refused(c.expertDetail, { params: { expertId } }),
    agent.refused(c.updateExpert, { params: { expertId }, body: fields }),
    agent.refused(c.setExpertStatus, { params: { expertId }, body: { status: 2, reason: '不再聘任' } }),
    buyer.refused(c.updateExpert, { params: { expertId: PEOPLE.expert1.expert!.expertId }, body: fields }),
  ])
    expect((await call).status).toBe(404)
  expect((await agent.call(c.expertPage, { query: {} })).total).toBe(9)
  await buyer.call(c.updateExpert, { params: { expertId }, body: { ...fields, title: '高级审计师' } })
  expect((await buyer.call(c.expertDetail, { params: { expertId } })).title).toBe('高级审计师')
})

test('the pages of the library follow one another', async () => {
  const first = await agent.call(c.expertPage, { query: { pageSize: 4 } })
  const second = await agent.call(c.expertPage, { query: { pageSize: 4, cursor: first.next! } })
  const third = await agent.call(c.expertPage, { query: { pageSize: 4, cursor: second.next! } })
  expect(third.next).toBeNull()
  const all = [first, second, third].flatMap((page) => page.rows.map((r) => r.expertId))
  expect(new Set(all).size).toBe(9)
  expect((await agent.refused(c.expertPage, { query: { cursor: "x' or 1=1" } })).status).toBe(400)
})

test('an expert with an account enters the workbench; a forbidden one does not', async () => {
  const own = { ...body, name: PEOPLE.buyer2.name, mobile: PEOPLE.buyer2.mobile, employer: COMPANIES.hospital.name }
  const { expertId } = await buyer.call(c.addExpert, { body: own })
  const { rows } = await t.owner.query('select user_id from expert where id = $1', [expertId])
  expect(rows[0].user_id).toBe(PEOPLE.buyer2.id)
  const expert = await t.login('buyer2', { workbench: 'expert' })
  expect((await expert.call(ownReviews, { query: {} })).rows).toEqual([])
  const status = { params: { expertId } }
  expect((await buyer.refused(c.setExpertStatus, { ...status, body: { status: 2 } })).status).toBe(400)
  await buyer.call(c.setExpertStatus, { ...status, body: { status: 2, reason: '年龄超限' } })
  const page = await buyer.call(c.expertPage, { query: { status: 2 } })
  expect(page.rows.map((r) => r.expertId)).toEqual([expertId])
  expect((await expert.refused(ownReviews, { query: {} })).status).toBe(403)
})

test('who may not keep experts gets nothing', async () => {
  const supplier = await t.login('supplier1', { workbench: 'supplier' })
  expect((await supplier.refused(c.expertPage, { query: {} })).status).toBe(403)
  const expert = await t.login('expert1', { workbench: 'expert' })
  expect((await expert.refused(c.expertPage, { query: {} })).status).toBe(403)
  expect((await t.client().refused(c.expertPage, { query: {} })).status).toBe(401)
  // Who runs tenders may look, but not keep.
  const newbie = await t.login('newbie', { workbench: 'purchaser' })
  expect((await newbie.call(c.expertPage, { query: {} })).total).toBeGreaterThan(8)
  expect((await newbie.refused(c.addExpert, { body: { ...body, mobile: '13900000002' } })).status).toBe(403)
  const platform = await t.login('admin', { workbench: 'admin' })
  const { expertId } = await platform.call(c.addExpert, { body: { ...body, mobile: '13900000003' } })
  expect(await agent.call(c.expertDetail, { params: { expertId } })).toMatchObject({
    library: 'platform',
    mayEdit: false,
  })
})
