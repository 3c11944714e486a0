import { beforeAll, expect, test } from 'vitest'
import { DAY } from '#contract/time.ts'
import { inbox } from '#features/home/contract.ts'
import { newId } from '#contract/id.ts'
import * as p from '../contract/purchaser.ts'
import {
  choose,
  employeeId,
  expertId,
  reviewWorld,
  type SeededOrder,
  seedOrder,
  type World,
} from './testing/review-world.ts'

let world: World
beforeAll(async () => {
  world = await reviewWorld()
})

/** An order of a project that must be tendered. */
async function bound(): Promise<SeededOrder> {
  const order = await seedOrder(world, { quotes: ['900000', '1000000', '1200000'] })
  await world.t.owner.query(
    `update project set regime = 'tender' where id = (select project_id from purchase_order where id = $1)`,
    [order.orderId],
  )
  return order
}

const drawRule = async ({ params }: SeededOrder) =>
  (await world.buyer.call(p.committee, { params })).findings.find((f) => f.ruleId === 'committee-draw')

test('who opens bids within days is asked to form the committee, and led there', async () => {
  const order = await seedOrder(world, { quotes: ['900000'], state: 'publish.open' })
  const soon = async (days: number) => {
    const at = new Date(world.t.kernel.clock.now().getTime() + days * DAY)
    await world.t.owner.query('update purchase_order set open_at = $2, bid_end = $2 where id = $1', [order.orderId, at])
    const { rows } = await world.buyer.call(inbox, {})
    return rows.find((todo) => todo.label === '组建评标委员会' && todo.link.includes(order.orderId))
  }
  expect(await soon(5)).toBeUndefined()
  expect(await soon(2)).toMatchObject({
    label: '组建评标委员会',
    link: `/purchaser/bidding/orders/${order.orderId}/kpb/review-hall/leader-recommend`,
  })
  await choose(world, order)
  expect(await soon(2)).toBeUndefined()
})

test('experts named by hand stand against the start of what must be tendered (实施条例第四十六条)', async () => {
  const order = await bound()
  await choose(world, order)
  expect(await drawRule(order)).toMatchObject({ ok: false, severity: 'block' })
  const refused = await world.buyer.refused(p.startReview, { params: order.params })
  expect(refused).toMatchObject({ code: 10019, message: expect.stringContaining('第四十六条') })
  const { steps, drawRule: rule } = await world.buyer.call(p.committee, { params: order.params })
  expect(rule?.citation).toContain('第四十六条')
  expect(steps[0]).toMatchObject({ key: 'draw', state: 'now', action: { at: 'new-extraction' } })
})

test('a special project states its ground and reason; the rule then warns and quotes it', async () => {
  const order = await bound()
  await choose(world, order)
  const { params } = order
  const body = { ground: 'complex' as const, reason: '关键设备国内仅个别专家熟悉' }
  expect((await world.buyer.refused(p.stateDirectChoice, { params, body: { ...body, reason: '太难' } })).code).toBe(
    10001,
  )
  const stranger = await world.t.login('supplier1', { workbench: 'supplier' })
  await stranger.refused(p.stateDirectChoice, { params, body })
  await world.buyer.call(p.stateDirectChoice, { params, body })
  expect(await drawRule(order)).toMatchObject({
    ok: false,
    severity: 'warn',
    message: expect.stringContaining(body.reason),
  })
  const { direct } = await world.buyer.call(p.committee, { params })
  expect(direct).toMatchObject({ ground: 'complex', reason: body.reason })
  await world.buyer.call(p.startReview, { params })
  expect((await world.buyer.refused(p.stateDirectChoice, { params, body })).code).toBe(10002)
  const facts = await world.t.owner.query(
    `select 1 from audit_entry where body->>'entityId' = $1 and body->>'action' = 'review.direct'`,
    [order.orderId],
  )
  expect(facts.rowCount).toBe(1)
})

test('who need not tender may name experts, and has nothing to state', async () => {
  const order = await seedOrder(world, { quotes: ['900000', '1000000', '1200000'] })
  await choose(world, order)
  expect(await drawRule(order)).toBeUndefined()
  const body = { ground: 'complex' as const, reason: '关键设备国内仅个别专家熟悉' }
  expect((await world.buyer.refused(p.stateDirectChoice, { params: order.params, body })).code).toBe(10002)
  const unknown = { projectId: newId() }
  expect((await world.buyer.refused(p.stateDirectChoice, { params: unknown, body })).status).toBe(404)
})

test('drawn experts satisfy the rule, and cannot be moved out by hand', async () => {
  const order = await bound()
  const { params } = order
  await choose(world, order)
  await world.t.owner.query(`update reviewer set is_drawn = true where order_id = $1 and role <> 'owner'`, [
    order.orderId,
  ])
  expect(await drawRule(order)).toMatchObject({ ok: true })
  const fewer = {
    expertIds: [expertId('expert1'), expertId('expert2'), expertId('expert7')],
    employeeIds: [employeeId('buyer2')],
  }
  expect(await world.buyer.refused(p.setCommittee, { params, body: fewer })).toMatchObject({ code: 10019 })
  expect((await world.buyer.call(p.committee, { params })).members.filter((m) => m.isDrawn)).toHaveLength(4)
})
