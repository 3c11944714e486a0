import { beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { PEOPLE } from '#demo/people.ts'
import { messagePage } from '#features/messages/contract.ts'
import { createOrder } from '#features/procurement/contract/order.ts'
import { createProject } from '#features/procurement/contract/project.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract.ts'
import * as i from '../contract-invitations.ts'

let t: TestSystem
let buyer: HttpClient
let person: HttpClient
let orderId: string
const params = () => ({ orderId })
const invite = (contact: string) => buyer.call(i.inviteSupervisor, { params: params(), body: { contact } })
const answer = (invitationId: string, accept: boolean, client = person) =>
  client.call(i.answerInvitation, { params: { invitationId }, body: { accept } })
const rowOf = async (contact: string) =>
  (await buyer.call(i.supervisorInvitations, { params: params() })).find((one) => one.contact === contact)!

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  person = await t.login('supplier6', { workbench: 'supplier' })
  const { projectId } = await buyer.call(createProject, {
    body: { name: '联合密钥项目', category: 'goods', regime: 'enterprise', budget: '1000000' },
  })
  const none = { saleStart: null, saleEnd: null, signUpEnd: null, questionEnd: null, bidEnd: null, openAt: null }
  const body = {
    projectId,
    title: '一标段',
    estimatedPrice: '1000000',
    schedule: none,
    settings: { keyMode: 'joint' },
    announcement: {},
  } as InputOf<typeof createOrder>['body']
  ;({ orderId } = await buyer.call(createOrder, { body }))
})

test('asking looks the same whether or not there is such a person, and tells nothing of them', async () => {
  const contacts = ['supplier6', 'nobody-at-all', PEOPLE.supplier5.mobile, '13911110000']
  for (const contact of contacts) {
    const answered = await invite(contact)
    expect(Object.keys(answered)).toEqual(['invitationId'])
    expect((await buyer.refused(i.inviteSupervisor, { params: params(), body: { contact } })).code).toBe(10003)
  }
  await t.settle()
  const rows = await buyer.call(i.supervisorInvitations, { params: params() })
  const alike = rows.map(({ status, statusLabel, person: who }) => ({ status, statusLabel, who }))
  expect(new Set(alike.map((row) => JSON.stringify(row))).size).toBe(1)
  const everything = JSON.stringify([
    rows,
    await buyer.call(c.officerCandidates, { params: params() }),
    await buyer.call(c.orderJointKey, { params: params() }),
  ])
  for (const { id, name } of [PEOPLE.supplier6, PEOPLE.supplier5]) {
    expect(everything).not.toContain(id)
    expect(everything).not.toContain(name)
  }
})

test('who is asked is told, accepts, and only then is a candidate with name and company', async () => {
  const [asked] = await person.call(i.ownInvitations, {})
  expect(asked).toMatchObject({ orderTitle: '一标段' })
  const page = await person.call(messagePage, { query: { identity: 'supplier' } })
  expect(JSON.stringify(page)).toContain('邀请您担任联合密钥监督人')
  await answer(asked!.invitationId, true)
  expect((await person.refused(i.answerInvitation, { params: asked!, body: { accept: false } })).code).toBe(10002)
  expect(await person.call(i.ownInvitations, {})).toEqual([])
  expect(await rowOf('supplier6')).toMatchObject({ status: 2, person: { name: PEOPLE.supplier6.name } })
  const found = await buyer.call(c.officerCandidates, { params: params() })
  expect(found).toContainEqual(expect.objectContaining({ userId: PEOPLE.supplier6.id, role: 'supervisor' }))
  await t.settle()
  const told = await buyer.call(messagePage, { query: { identity: 'purchaser' } })
  expect(JSON.stringify(told)).toContain('监督人邀请已接受')
})

test('who declines stays unknown and is not asked again; what was taken back is gone', async () => {
  const five = await t.login('supplier5', { workbench: 'supplier' })
  const [asked] = await five.call(i.ownInvitations, {})
  await answer(asked!.invitationId, false, five)
  expect(await rowOf(PEOPLE.supplier5.mobile)).toMatchObject({ status: 3, person: null })
  const again = { params: params(), body: { contact: PEOPLE.supplier5.mobile } }
  expect((await buyer.refused(i.inviteSupervisor, again)).code).toBe(10003)
  const { invitationId } = await invite('supplier4')
  const four = await t.login('supplier4', { workbench: 'supplier' })
  expect(await four.call(i.ownInvitations, {})).toHaveLength(1)
  const both = await Promise.allSettled([
    answer(invitationId, true, four),
    buyer.call(i.withdrawInvitation, { params: { orderId, invitationId } }),
  ])
  expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const wrong = await invite('supplier3')
  await buyer.call(i.withdrawInvitation, { params: { orderId, invitationId: wrong.invitationId } })
  // It may be sent again.
  await invite('supplier3')
})

describe('strangers', () => {
  test('neither ask, nor look, nor answer for others', async () => {
    const { invitationId } = await rowOf('supplier6')
    const rival = await t.login('agent', { workbench: 'agency' })
    const elsewhere = await t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
    for (const one of [rival, elsewhere]) {
      expect((await one.refused(i.supervisorInvitations, { params: params() })).status).toBe(404)
      const body = { contact: 'supplier1' }
      expect((await one.refused(i.inviteSupervisor, { params: params(), body })).status).toBe(404)
      expect((await one.refused(i.withdrawInvitation, { params: { orderId, invitationId } })).status).toBe(404)
      expect((await one.refused(i.answerInvitation, { params: { invitationId }, body: { accept: true } })).status).toBe(
        404,
      )
    }
    expect((await t.client().refused(i.ownInvitations, {})).status).toBe(401)
    const long = { params: params(), body: { contact: 'x'.repeat(61) } }
    expect((await buyer.refused(i.inviteSupervisor, long)).code).toBe(10001)
  })

  test('no list of people is read out by asking: an order asks thirty times at most', async () => {
    let refused = null
    for (let n = 0; n < 31 && !refused; n++)
      refused = await invite(`guess-${n}`).then(
        () => null,
        (error: { body: { code: number } }) => error.body.code,
      )
    expect(refused).toBe(10002)
  })
})
