import { beforeAll, expect, test } from 'vitest'
import { drawn } from '#demo/play/drawn.ts'
import { declare } from '#demo/play/panels.ts'
import { fromState } from '#demo/states/from-state.ts'
import * as extraction from '#features/experts/contract-extraction.ts'
import { ExtractionKind } from '#features/experts/rules/enums.ts'
import {
  answer,
  type ExpertWorld,
  importPeople,
  termsOf,
  waiting,
} from '#features/experts/server/testing/expert-world.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as c from '../contract.ts'

/* Experts drawn for a group, when its responses are open and its review has not begun. */

const MOBILES = ['13911110000', '13911110001', '13911110002', '13911110003']
let world: ExpertWorld
let params: { orderId: string }
let member: HttpClient
/** The draw: who was called, and then whoever answers. */
let extractionId: string

beforeAll(async () => {
  const { t, facts } = await fromState('responded')
  params = { orderId: facts.orderId }
  const logIn = (mobile: string) => t.login(mobile, { workbench: 'expert' })
  world = {
    t,
    buyer: await t.login('buyer', { workbench: 'purchaser' }),
    agent: await t.login('agent', { workbench: 'agency' }),
    admin: await t.login('admin', { workbench: 'admin' }),
    as: logIn,
  }
  member = await t.login('buyer2', { workbench: 'purchaser' })
  await importPeople(
    world,
    world.admin,
    MOBILES.map((mobile, i) => ({ name: `规划${i}`, mobile, majors: '城乡规划' })),
  )
})

const terms = () => {
  const majors = termsOf(world).conditions![0]!.majors
  return termsOf(world, {
    kind: ExtractionKind.values.project,
    orderId: params.orderId,
    title: '小组专家',
    conditions: [{ majors, number: 2 }],
  })
}
const membersOf = async () => (await world.buyer.call(c.panelDesk, { params })).members

test('an order whose responses are open is offered for a draw until its review begins', async () => {
  const offered = await world.buyer.call(extraction.extractionOrders, {})
  expect(offered.map(({ orderId }) => orderId)).toContain(params.orderId)
  extractionId = (await world.buyer.call(extraction.createExtraction, { body: terms() })).extractionId
  await world.buyer.call(extraction.drawExtraction, { params: { extractionId } })
  await drawn(world.t, extractionId)
  expect(await waiting(world, extractionId)).toHaveLength(2)
  expect(await membersOf()).toEqual([])
})

test('who accepts takes a seat by the draw, who declines is replaced by the next drawn', async () => {
  const [first, second] = await waiting(world, extractionId)
  await answer(world, extractionId, { mobile: first!, accept: false })
  const third = (await waiting(world, extractionId)).find((mobile) => mobile !== second)!
  await answer(world, extractionId, { mobile: second!, accept: true })
  await answer(world, extractionId, { mobile: third, accept: true })
  const seated = await membersOf()
  expect(seated).toHaveLength(2)
  expect(seated.every(({ isDrawn }) => isDrawn)).toBe(true)
  const client = await world.as(first!)
  expect(await client.refused(c.panelDesk, { params })).toMatchObject({ status: 404 })
})

test('the review begins with them, and then the order is offered for no draw', async () => {
  const { representatives, experts } = await world.buyer.call(c.panelPeople, { params })
  const { employeeId } = representatives.find(({ name }) => name === '王宁')!
  const without = await world.buyer.refused(c.choosePanel, {
    params,
    body: { employeeIds: [employeeId], expertIds: [] },
  })
  expect(without.message).toContain('由随机抽取确定，不得移出')
  const expertIds = experts.flatMap(({ expertId, isDrawn }) => (isDrawn ? [expertId] : []))
  await world.buyer.call(c.choosePanel, { params, body: { employeeIds: [employeeId], expertIds } })
  await world.buyer.call(c.startPanel, { params })
  await declare(member, params.orderId)
  expect((await membersOf()).filter(({ isDrawn }) => isDrawn)).toHaveLength(2)
  const offered = await world.buyer.call(extraction.extractionOrders, {})
  expect(offered.map(({ orderId }) => orderId)).not.toContain(params.orderId)
  const refusal = await world.buyer.refused(extraction.createExtraction, { body: terms() })
  expect(refusal.message).toContain('当前不能抽取专家')
})
