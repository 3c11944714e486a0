import { beforeAll, expect, test } from 'vitest'
import { inbox } from '#features/home/contract.ts'
import { DEMO_PASSWORD } from '#server/testing/test-system.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as e from '../contract/expert.ts'
import * as p from '../contract/purchaser.ts'
import { expertReads } from '../contract/reads.ts'
import * as r from '../contract/reports.ts'
import { endOffers, startOffers } from './testing/second-opening.ts'
import {
  begin,
  judge,
  type Member,
  MEMBERS,
  processId,
  reportsMade,
  reviewWorld,
  run,
  type Say,
  type SeededOrder,
  seedOrder,
  wayId,
  type World,
} from './testing/review-world.ts'

/*
 * What a review asks of whom, at home, with the page it is done on: of members, of the leader, of whoever runs the order.
 */

let world: World
let order: SeededOrder

beforeAll(async () => {
  world = await reviewWorld()
  order = await seedOrder(world, { quotes: ['900000', '1000000', '1100000', '950000'], reviewModel: 2 })
  await begin(world, order)
})

const marks: Say = (bidder, item) => (item === '业绩' ? '8' : String(9 - bidder))
const todosOf = async (client: HttpClient) =>
  (await client.call(inbox, {})).rows
    .filter((todo) => todo.link.includes(order.orderId))
    .map(({ label, link }) => [label, link.slice(link.indexOf(order.orderId) + order.orderId.length + 1)])
const ofMember = (member: Member) => todosOf(world.as(member))

test('the leader is asked to sum up when all have submitted, nobody else is', async () => {
  expect(await ofMember('expert1')).toEqual([['评审打分', 'review-session']])
  await judge(world, order, { way: '资格评审', say: () => true })
  expect(await ofMember('expert1')).toEqual([['汇总评审', 'review-session']])
  expect(await ofMember('expert2')).toEqual([])
  const params = { ...order.params, wayId: await wayId(world, order, '资格评审') }
  await world.as('expert1').call(e.summariseWay, { params })
  expect(await ofMember('expert1')).toEqual([['评审打分', 'review-session']])
})

test('members who have not voted on a motion are asked to', async () => {
  const params = { ...order.params, bidderId: order.bidders[2]! }
  const body = { reason: '提供虚假业绩证明', rule: '招标文件第三章' }
  const { motionId } = await world.as('expert2').call(e.proposeWaste, { params, body })
  expect(await ofMember('expert7')).toEqual([['表决', 'review-session']])
  expect(await ofMember('expert2')).toEqual([['评审打分', 'review-session']])
  for (const member of ['expert7', 'expert8'] as const)
    await world.as(member).call(e.voteMotion, { params: { ...order.params, motionId }, body: { agree: true } })
  expect(await ofMember('expert1')).toEqual([['评审打分', 'review-session']])
})

test('the report of the first stage is written, signed and confirmed on its own page', async () => {
  await run(world, order, { way: '符合性评审', say: () => true })
  for (const way of ['技术评分', '商务评分']) await run(world, order, { way, say: marks })
  expect(await ofMember('expert1')).toEqual([])
  await startOffers(world, order)
  await endOffers(world, order, [
    [0, 2],
    [1, 2],
    [3, 2],
  ])
  await world.buyer.call(r.createProcess, { params: order.params, body: { processType: 4 } })
  expect(await ofMember('expert1')).toEqual([['生成第一阶段评审报告', 'review-report/first-stage']])
  expect(await ofMember('expert2')).toEqual([])
  const { reportId } = await world.as('expert1').call(e.writeReport, { params: order.params, body: { processType: 4 } })
  await reportsMade(world)
  for (const member of MEMBERS.slice(0, 4))
    expect(await ofMember(member)).toEqual([['签署第一阶段评审报告', 'review-report/first-stage']])
  const at = { ...order.params, processId: await processId(world, order, 4) }
  const { sha256 } = (await world.as('expert1').call(expertReads.lastReport, { params: at }))!
  const params = { ...order.params, reportId }
  for (const member of MEMBERS) {
    expect(await todosOf(world.buyer)).not.toContainEqual(expect.arrayContaining(['确认第一阶段评审报告']))
    const body = { password: DEMO_PASSWORD, sha256: sha256! }
    await world.as(member).call(e.signReport, { params, body })
  }
  expect(await ofMember('expert1')).toEqual([['汇总评审', 'review-session']])
  expect(await todosOf(world.buyer)).toContainEqual([
    '确认第一阶段评审报告',
    'kpb/review-hall/review-report/first-stage',
  ])
  await world.buyer.call(p.signComplete, { params })
  expect(await todosOf(world.buyer)).not.toContainEqual(expect.arrayContaining(['确认第一阶段评审报告']))
})
