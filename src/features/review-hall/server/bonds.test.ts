import { beforeAll, expect, test } from 'vitest'
import { faultsOf } from '#demo/record/bending-rows.ts'
import { plantCandidates } from '#features/procurement/server/testing/results.ts'
import * as register from '#features/bonds/contract/register.ts'
import * as notice from '#features/procurement/contract/notice.ts'
import { declareAbortive } from '#features/procurement/contract/order.ts'
import { tenderDetail } from '#features/procurement/contract/supplier.ts'
import * as e from '../contract/expert.ts'
import * as p from '../contract/purchaser.ts'
import {
  begin,
  judge,
  MEMBERS,
  reviewWorld,
  run,
  type Say,
  type SeededOrder,
  seedOrder,
  wayId,
  WAYS,
  type World,
} from './testing/review-world.ts'

let world: World
beforeAll(async () => {
  world = await reviewWorld()
})

const say: Say = (_, item) => ({ 方案: '20', 进度: '10', 业绩: '8', 服务: '15' })[item] ?? true

async function demanding(onFault: 'warn' | 'block'): Promise<SeededOrder> {
  const settings = { ways: WAYS, bond: { onFault } }
  const order = await seedOrder(world, { quotes: ['900000', '1000000', '1200000', '1300000'], settings })
  await world.t.owner.query('update purchase_order set bond = 20000, bid_end = open_at where id = $1', [order.orderId])
  return order
}

/** As the owner records it; on time in the books. */
async function pay(order: SeededOrder, i: number, amount = '20000') {
  await world.t.owner.query(
    `insert into bond (tenant_id, order_id, trade_id, amount, paid_on, paid_voucher, paid_voucher_name, paid_by_name, paid_recorded_at)
     select 1, $1, $2, $3, to_char(bid_end at time zone 'Asia/Shanghai', 'YYYY-MM-DD'), $2, '回单.pdf', '经办', bid_end
     from purchase_order where id = $1`,
    [order.orderId, order.bidders[i], amount],
  )
}

const bondMotions = async (order: SeededOrder) =>
  (await world.as('expert1').call(e.expertProject, { params: order.params })).motions.filter((m) =>
    m.rule.includes('投标保证金'),
  )

test('where the documents say so, faulty bonds are voted on: rejected, or accepted with reasons, never dropped in silence', async () => {
  const order = await demanding('block')
  const [, , short, none] = order.bidders
  for (const i of [0, 1]) await pay(order, i)
  await pay(order, 2, '19999')
  await begin(world, order)
  const motions = await bondMotions(order)
  expect(motions.map((m) => [m.bidderId, m.state])).toEqual([
    [short, 0],
    [none, 0],
  ])
  const seen = await world.buyer.call(p.purchaserProject, { params: order.params })
  expect(seen.bidders.map((b) => [b.bond!.state, b.rejection])).toEqual([
    ['paid', null],
    ['paid', null],
    ['short', null],
    ['unrecorded', null],
  ])
  const place = (i: number) => ({ params: { ...order.params, motionId: motions[i]!.motionId } })
  const silent = await world.as('expert1').refused(e.voteMotion, { ...place(0), body: { agree: false } })
  expect(silent.code).toBe(10001)
  for (const member of MEMBERS.slice(0, 3)) {
    await world.as(member).call(e.voteMotion, { ...place(0), body: { agree: false, opinion: '差额系银行手续费' } })
    await world.as(member).call(e.voteMotion, { ...place(1), body: { agree: true } })
  }
  for (const { name, isAutomatic } of WAYS) if (!isAutomatic) await run(world, order, { way: name, say })
  await world.as('expert1').call(e.summariseWay, {
    params: { ...order.params, wayId: await wayId(world, order, '价格评分') },
  })
  const after = await world.buyer.call(p.purchaserProject, { params: order.params })
  expect(after.bidders[2]!).toMatchObject({ rejection: null, bond: { decision: { accepted: true } } })
  expect(after.bidders[3]!.rejection!.rule).toContain('第二十六条')
  expect(after.bidders[3]!.bond!.decision).toMatchObject({ accepted: false })
  const { rows } = await world.t.owner.query('select accepted, reason from bond_decision where trade_id = $1', [short])
  expect(rows).toEqual([{ accepted: true, reason: '差额系银行手续费' }])
  const bound = ['bond_decision', 'review_motion', 'review_motion_vote', 'review_rejection']
  expect(await faultsOf(world.t, bound)).toEqual([])
  const bonds = await world.t.owner.query(
    `select 1 from audit_entry where body->>'entityId' = $1 and body->>'action' = 'bond.decided'`,
    [order.orderId],
  )
  expect(bonds.rowCount).toBe(1)

  // The bidders hear of it with the result, each of the own alone, and not before.
  const toldOf = async () => {
    await world.t.settle()
    const { rows: told } = await world.t.owner.query<{ trade_id: string; title: string; content: string }>(
      `select distinct t.id as trade_id, m.title, m.content from message m
       join employee e on e.user_id = m.user_id join trade t on t.supplier_company_id = e.company_id
       where m.kind = 'bond.decided' and t.order_id = $1`,
      [order.orderId],
    )
    return new Map(told.map((one) => [one.trade_id, `${one.title} ${one.content}`]))
  }
  expect((await toldOf()).size).toBe(0)
  await world.buyer.call(declareAbortive, {
    params: { orderId: order.orderId },
    body: { reason: '项目取消，不再实施' },
  })
  const told = await toldOf()
  expect(new Set(told.keys())).toEqual(new Set([short, none]))
  expect(told.get(short!)).toMatch(/予以接受.*金额不足.*差额系银行手续费/)
  expect(told.get(none!)).toMatch(/否决投标.*未登记/)
})

test('a way is not summed up while a bond waits for the vote', async () => {
  const order = await demanding('block')
  for (const i of [0, 1, 2]) await pay(order, i)
  await begin(world, order)
  await judge(world, order, { way: '资格评审', say })
  const project = await world.as('expert1').call(e.expertProject, { params: order.params })
  const way = project.wayList.find((w) => w.name === '资格评审')!
  expect(way.actions.find((a) => a.action === 'summarise')!.reason).toContain('未表决')
})

test('where the documents only warn, no vote is asked for, and whoever publishes acknowledges the fault', async () => {
  const order = await demanding('warn')
  await pay(order, 1)
  await begin(world, order)
  expect(await bondMotions(order)).toEqual([])
  await world.t.owner.query("update purchase_order set state = 'review.done' where id = $1", [order.orderId])
  const ranked = order.bidders.slice(0, 2).map((tradeId) => ({ tradeId, price: '900000' }))
  await plantCandidates(world.t.owner, order.orderId, ranked)
  const params = { orderId: order.orderId }
  const { draft, rows, bondFindings } = await world.buyer.call(notice.candidateDraft, { params })
  expect(rows.map((row) => row.bond!.state)).toEqual(['unrecorded', 'paid'])
  expect(bondFindings).toHaveLength(1)
  const body = { ...draft, publicityDays: 3 }
  const unread = await world.buyer.refused(notice.publishCandidates, { params, body })
  expect(unread).toMatchObject({ message: expect.stringContaining('1 项提醒') })
  await world.buyer.call(notice.publishCandidates, { params, body: { ...body, acceptWarnings: true } })
})

test('a candidate with a faulty bond that the committee has not accepted cannot be publicised', async () => {
  const order = await demanding('block')
  await world.t.owner.query("update purchase_order set state = 'review.done' where id = $1", [order.orderId])
  await plantCandidates(world.t.owner, order.orderId, [{ tradeId: order.bidders[0]!, price: '900000' }])
  const params = { orderId: order.orderId }
  const { draft } = await world.buyer.call(notice.candidateDraft, { params })
  const body = { ...draft, publicityDays: 3, acceptWarnings: true }
  expect(await world.buyer.refused(notice.publishCandidates, { params, body })).toMatchObject({ code: 10019 })
})

test('nothing of bonds is told before quotes are open (A-107)', async () => {
  const order = await demanding('block')
  await pay(order, 0)
  await world.t.owner.query("update purchase_order set state = 'open.running' where id = $1", [order.orderId])
  const params = { orderId: order.orderId }
  expect((await world.buyer.call(p.purchaserProject, { params: order.params })).bidders).toEqual([])
  // The owner goes on recording; nobody else reads of it.
  expect((await world.buyer.call(register.orderBonds, { params })).rows).toHaveLength(4)
  const supplier = await world.t.login('supplier1', { workbench: 'supplier' })
  expect((await supplier.call(tenderDetail, { params })).bondStanding).toBeNull()
  await world.t.owner.query("update purchase_order set state = 'open.ended' where id = $1", [order.orderId])
  expect((await supplier.call(tenderDetail, { params })).bondStanding).toMatchObject({ state: 'paid', decision: null })
})
