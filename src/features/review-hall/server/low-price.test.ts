import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { MINUTE } from '#contract/time.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { inContext } from '#server/context.ts'
import { faultsOf } from '#demo/record/bending-rows.ts'
import { drawn } from '#demo/play/drawn.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as a from '../contract/asks.ts'
import * as e from '../contract/expert.ts'
import * as l from '../contract/low-price.ts'
import * as p from '../contract/purchaser.ts'
import { purchaserReads } from '../contract/reads.ts'
import { LowPriceStatus, ReviewMethod } from '#features/evaluation/rules/enums.ts'
import { replay } from '../rules/replay.ts'
import type { Bundle } from '../rules/bundle.ts'
import { reviewArchive } from './public.ts'
import type { ReportContent } from './report-content.ts'
import { refused, type WithBidders, worldWithBidders } from './testing/beside.ts'
import {
  begin,
  expertId,
  judge,
  MEMBERS,
  PDF,
  run,
  type SeededOrder,
  seedOrder,
  signAll,
  wayId,
  WAYS,
  type World,
} from './testing/review-world.ts'

let world: World
let suppliers: HttpClient[]
let wait: WithBidders['wait']
beforeAll(async () => {
  ;({ world, suppliers, wait } = await worldWithBidders())
})

const S = LowPriceStatus.values
const WAY = WAYS[0]!.name
/** The first is half of the next but one, and 44 % of the ceiling. */
const QUOTES = ['440000', '900000', '1000000']

async function begun(rule: 'government' | 'comparison', quotes: readonly string[] = QUOTES): Promise<SeededOrder> {
  const order = await seedOrder(world, {
    quotes,
    reviewMethod: ReviewMethod.values.lowestPrice,
    settings: { ways: [WAYS[0]], lowPrice: { rule } },
    controlPrice: '1000000',
  })
  await begin(world, order)
  return order
}

const lowPrices = async ({ params }: SeededOrder) =>
  (await world.as('expert2').call(l.expertLowPrices, { params })).rows
const statuses = async (order: SeededOrder) =>
  (await lowPrices(order)).map((row) => [order.bidders.indexOf(row.bidderId), row.status])
const question = (order: SeededOrder, bidder = 0, minutes = 30) => ({
  params: order.params,
  body: { bidderIds: [order.bidders[bidder]!], kind: 4 as const, title: '报价说明', content: '请说明报价', minutes },
})
const answer = ({ params }: SeededOrder, askId: string, fileIds: string[] = []) => ({
  params,
  body: { askId, content: '成本明细见附件', fileIds },
})
const summarise = async (order: SeededOrder) =>
  world.as('expert1').call(e.summariseWay, { params: { ...order.params, wayId: await wayId(world, order, WAY) } })
const voteOf = async ({ params }: SeededOrder, askId: string) =>
  (await world.as('expert1').call(e.expertProject, { params })).motions.filter((m) => m.askId === askId).at(-1)!
async function vote({ params }: SeededOrder, motionId: string, ballot: { agree: boolean; opinion: string }) {
  for (const member of MEMBERS.slice(0, 3))
    await world.as(member).call(e.voteMotion, { params: { ...params, motionId }, body: ballot })
}
async function bundleOf({ params }: SeededOrder): Promise<Bundle> {
  return JSON.parse((await world.buyer.file(purchaserReads.replayBundle, { params })).content.toString()) as Bundle
}

describe('government procurement', () => {
  let order: SeededOrder
  let askId: string
  beforeAll(async () => {
    order = await begun('government')
  })

  test('a low price is shown to both sides with its figures, and to nobody else', async () => {
    const { params } = order
    const seen = await world.buyer.call(l.purchaserLowPrices, { params })
    expect(seen.sentence).toContain('财库〔2026〕2号')
    expect(seen.rows).toHaveLength(1)
    expect(seen.rows[0]).toMatchObject({ no: 1, price: '440000.00', status: S.open, actions: [] })
    expect(seen.rows[0]!.hits.map((hit) => [hit.against, hit.figure, hit.ratio])).toEqual([
      ['次低报价', '900000.00', '48.88'],
      ['最高限价', '1000000.00', '44'],
    ])
    const [own] = await lowPrices(order)
    expect(own!.actions.map((one) => one.action)).toEqual(['ask'])
    await expect(world.as('expert9').call(l.expertLowPrices, { params })).rejects.toEqual(refused('notFound'))
    await expect(world.buyer.call(l.purchaserLowPrices, { params: { projectId: newId() } })).rejects.toEqual(
      refused('notFound'),
    )
    const { counts } = await world.as('expert1').call(e.expertProject, { params })
    expect(counts.lowPrices).toBe(1)
  })

  test('the review is not summed up before the price was asked about, and nothing replaces asking', async () => {
    const { params, bidders } = order
    await judge(world, order, { way: WAY, say: () => true })
    await expect(summarise(order)).rejects.toMatchObject({ body: { message: expect.stringContaining('报价异常低') } })
    const at = { params: { ...params, bidderId: bidders[0]! }, body: { reason: '量大从优，成本可信' } }
    await expect(world.as('expert1').call(l.waiveLowPrice, at)).rejects.toEqual(refused('legalRule'))
  })

  test('it is asked about once, in no less than 30 minutes; a draft waits for the leader', async () => {
    const { params } = order
    await expect(world.as('expert1').call(a.createAsks, question(order, 0, 29))).rejects.toEqual(refused('invalid'))
    await expect(world.as('expert9').call(a.createAsks, question(order))).rejects.toEqual(refused('notFound'))
    const made = await Promise.allSettled([1, 2].map(() => world.as('expert2').call(a.createAsks, question(order))))
    const [drafted] = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(made.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    askId = drafted!.askIds[0]!
    expect(await statuses(order)).toEqual([[0, S.drafted]])
    const seen = await world.buyer.call(l.purchaserLowPrices, { params })
    expect(seen.rows[0]).toMatchObject({ status: S.open, askId: null })
    const at = { ...params, askId }
    await expect(world.as('expert1').call(a.sendAsk, { params: at, body: { minutes: 10 } })).rejects.toEqual(
      refused('invalid'),
    )
    await world.as('expert1').call(a.sendAsk, { params: at, body: {} })
    await expect(world.as('expert1').call(a.createAsks, question(order))).rejects.toEqual(refused('conflict'))
    expect(await statuses(order)).toEqual([[0, S.waiting]])
  })

  test('silence is put to the vote, unless more time is given', async () => {
    const { params } = order
    await wait(31 * MINUTE)
    const first = await voteOf(order, askId)
    expect(first).toMatchObject({ state: 0, bidderId: order.bidders[0] })
    expect(first.reason).toContain('逾期未作说明')
    await expect(suppliers[0]!.call(a.replyAsk, answer(order, askId))).rejects.toEqual(refused('wrongState'))
    await world.as('expert1').call(a.extendAsk, {
      params: { ...params, askId },
      body: { minutes: 30, reason: '投标人网络故障' },
    })
    expect((await voteOf(order, askId)).state).toBe(3)
    expect(await statuses(order)).toEqual([[0, S.waiting]])
  })

  test('the explanation is put to the vote; its acceptance needs a majority with reasons, and goes on record', async () => {
    const { params, bidders } = order
    await expect(suppliers[1]!.call(a.replyAsk, answer(order, askId))).rejects.toEqual(refused('notFound'))
    const { fileId } = await suppliers[0]!.upload(a.ASK_FILE_USE, '成本明细.pdf', PDF)
    await suppliers[0]!.call(a.replyAsk, answer(order, askId, [fileId]))
    const [own] = (await suppliers[0]!.call(a.supplierAsks, { params: { ...params, bidderId: bidders[0]! } })).rows
    expect(own).toMatchObject({ kind: 4, status: 2, askedBy: null, reply: '成本明细见附件' })
    await expect(summarise(order)).rejects.toEqual(refused('wrongState'))
    const motion = await voteOf(order, askId)
    expect(motion.reason).toContain('48.88%')
    for (const agree of [true, false])
      await expect(
        world.as('expert1').call(e.voteMotion, {
          params: { ...params, motionId: motion.motionId },
          body: { agree, opinion: '' },
        }),
      ).rejects.toEqual(refused('invalid'))
    await vote(order, motion.motionId, { agree: false, opinion: '自产主机，成本明细可信' })
    expect(await statuses(order)).toEqual([[0, S.accepted]])
    await expect(
      world.as('expert1').call(a.extendAsk, { params: { ...params, askId }, body: { minutes: 30, reason: '再延长' } }),
    ).rejects.toEqual(refused('wrongState'))
    expect((await summarise(order)).concluded).toBe(true)
    const { rows } = await world.buyer.call(purchaserReads.summaryResult, { params })
    expect(rows[0]).toMatchObject({ bidderId: bidders[0], rank: 1 })
  })

  test('the bundle carries it: without the record it does not replay, and a record cannot be put in', async () => {
    const bundle = await bundleOf(order)
    expect(replay(bundle)).toMatchObject({ hash: bundle.hash, problems: [] })
    expect(bundle.lowPrice!.matters).toEqual([{ bidId: order.bidders[0], status: S.accepted, price: '440000.00' }])
    const silent = replay({ ...bundle, lowPrice: { ...bundle.lowPrice!, matters: [] } })
    expect(silent.problems).toContainEqual({ path: 'lowPrice', message: expect.stringContaining('没有处理记录') })
    expect(silent.hash).not.toBe(bundle.hash)
  })

  test('report and archive tell of price, figures, answer, decision and reasons', async () => {
    const { params } = order
    const { reportId } = await world.as('expert1').call(e.writeReport, { params })
    await signAll(world, order)
    await world.buyer.call(p.signComplete, { params: { ...params, reportId } })
    const entries = await inContext(world.t.kernel, { tenantId: 1, actor: null }, async (ctx) =>
      reviewArchive.entries(ctx as never, await orderRow(ctx, order.orderId)),
    )
    expect(entries.map((one) => one.path)).toContain('澄清材料/01 澄清/答复-1-成本明细.pdf')
    const stored = entries.find((one) => one.path === 'review/report.json')!.content as Buffer
    const report = JSON.parse(stored.toString()) as ReportContent
    expect(report.lowPrices!.rows).toEqual([
      {
        name: expect.any(String),
        price: '440000.00',
        why: expect.stringContaining('48.88%'),
        result: '接受说明',
        reason: '自产主机，成本明细可信',
      },
    ])
    expect(report.asks).toMatchObject([{ kind: '异常低价说明', reply: '成本明细见附件', replyFiles: ['成本明细.pdf'] }])
    const [motion] = report.motions
    expect(motion!.question).toContain('是否接受')
    expect(motion!.votes).toContain('接受说明（自产主机，成本明细可信）')
  })
})

describe('by comparison', () => {
  test('the leader may note why nothing is asked, once; other members and strangers may not', async () => {
    const order = await begun('comparison', ['600000', '900000', '1000000'])
    const { params, bidders } = order
    const at = (i: number) => ({ params: { ...params, bidderId: bidders[i]! }, body: { reason: '样机清仓，成本可信' } })
    const stranger = { ...at(0), params: { ...params, bidderId: newId() } }
    for (const [member, place, error] of [
      ['expert2', at(0), 'notFound'],
      ['expert9', at(0), 'notFound'],
      ['expert1', stranger, 'notFound'],
      ['expert1', at(1), 'wrongState'],
    ] as const)
      await expect(world.as(member).call(l.waiveLowPrice, place)).rejects.toEqual(refused(error))
    const both = await Promise.allSettled([1, 2].map(() => world.as('expert1').call(l.waiveLowPrice, at(0))))
    expect(both.some((one) => one.status === 'fulfilled')).toBe(true)
    await expect(
      world.as('expert1').call(l.waiveLowPrice, { ...at(0), body: { reason: '另一个理由' } }),
    ).rejects.toEqual(refused('wrongState'))
    expect(await lowPrices(order)).toMatchObject([{ status: S.waived, waiver: { reason: '样机清仓，成本可信' } }])
    expect(await faultsOf(world.t, ['review_low_price_waiver', 'review_ask'])).toEqual([])
    expect((await run(world, order, { way: WAY, say: () => true })).concluded).toBe(true)
    expect(replay(await bundleOf(order)).problems).toEqual([])
  })

  test('a bid is rejected by the committee’s vote alone, and what it leaves is compared anew', async () => {
    // Without the first, the second is 30 % below the third.
    const order = await begun('comparison', ['400000', '630000', '900000'])
    const { params, bidders } = order
    expect(await statuses(order)).toEqual([[0, S.open]])
    const { askIds } = await world.as('expert1').call(a.createAsks, question(order))
    await suppliers[0]!.call(a.replyAsk, answer(order, askIds[0]!))
    const { motionId } = await voteOf(order, askIds[0]!)
    const draft = await world.as('expert2').call(a.createAsks, {
      params,
      body: { bidderIds: [bidders[0]!], kind: 1, title: '质保期', content: '请说明质保期' },
    })
    // A vote on another ground may be open beside it; it ends with the bid.
    await world.as('expert2').call(e.proposeWaste, {
      params: { ...params, bidderId: bidders[0]! },
      body: { reason: '缺少签章', rule: '采购文件' },
    })
    await vote(order, motionId, { agree: true, opinion: '未提供任何成本依据' })
    const { bidders: seen, motions } = await world.buyer.call(p.purchaserProject, { params })
    expect(seen[0]!.rejection!.rule).toContain('第二十一条')
    expect(new Set(motions.map((m) => m.state))).toEqual(new Set([0, 1, 3]))
    expect(await statuses(order)).toEqual([
      [0, S.rejected],
      [1, S.open],
    ])
    // Nothing is asked of a bid that is out; what was drafted before is not sent.
    const drafted = { params: { ...params, askId: draft.askIds[0]! }, body: {} }
    await expect(world.as('expert1').call(a.sendAsk, drafted)).rejects.toEqual(refused('wrongState'))
    await expect(world.as('expert1').call(a.createAsks, question(order))).rejects.toEqual(refused('wrongState'))
  })

  test('a rejection that concludes the review cannot leave another low price unexplained', async () => {
    const order = await begun('comparison', ['630000', '700000', '900000', '900000'])
    const { params, bidders } = order
    expect(await statuses(order)).toEqual([])
    await judge(world, order, { way: WAY, say: (bidder) => bidder !== 1 })
    await expect(summarise(order)).rejects.toMatchObject({ body: { message: expect.stringContaining('报价异常低') } })
    // The committee asks before the price counts as low: it may ask of any.
    const { askIds } = await world.as('expert1').call(a.createAsks, question(order))
    await suppliers[0]!.call(a.replyAsk, answer(order, askIds[0]!))
    await vote(order, (await voteOf(order, askIds[0]!)).motionId, { agree: false, opinion: '说明合理' })
    // Two of the others are equal: their order is drawn first.
    expect((await summarise(order)).concluded).toBe(false)
    await drawn(world.t, order.orderId)
    const { rows } = await world.buyer.call(purchaserReads.summaryResult, { params })
    expect(rows[0]!.bidderId).toBe(bidders[0])
  })

  test('a vote is void when a member who voted leaves, and is put anew', async () => {
    const order = await begun('comparison')
    const { params } = order
    const { askIds } = await world.as('expert1').call(a.createAsks, question(order))
    await suppliers[0]!.call(a.replyAsk, answer(order, askIds[0]!))
    await vote(order, (await voteOf(order, askIds[0]!)).motionId, { agree: false, opinion: '说明合理' })
    const voted = await world.t.owner.query<{ reviewer_id: string }>(
      `select v.reviewer_id from review_motion_vote v join review_motion m on m.id = v.motion_id
       join reviewer r on r.id = v.reviewer_id where m.ask_id = $1 and not r.is_leader limit 1`,
      [askIds[0]],
    )
    await world.buyer.call(p.replaceReviewer, {
      params,
      body: {
        reviewerId: voted.rows[0]!.reviewer_id,
        expertId: expertId('expert9'),
        reason: '因病不能继续',
      },
    })
    const { rows } = await world.t.owner.query<{ state: number }>(
      'select state from review_motion where ask_id = $1 order by id',
      [askIds[0]],
    )
    expect(rows.map((row) => row.state)).toEqual([3, 0])
  })
})

test('before all prices are open nothing is compared, told or asked', async () => {
  const order = await begun('government')
  await world.t.owner.query('update opening_bidder set quote = null where order_id = $1 and trade_id = $2', [
    order.orderId,
    order.bidders[1],
  ])
  expect(await lowPrices(order)).toEqual([])
  await expect(world.as('expert1').call(a.createAsks, question(order, 1))).rejects.toEqual(refused('wrongState'))
  await world.t.owner.query("update purchase_order set state = 'open.running' where id = $1", [order.orderId])
  expect((await world.buyer.call(l.purchaserLowPrices, { params: order.params })).rows).toEqual([])
})

test('a review that began before low prices were looked at goes on as it began', async () => {
  const order = await begun('government')
  await world.t.owner.query('update review set low_price = null where order_id = $1', [order.orderId])
  expect(await world.buyer.call(l.purchaserLowPrices, { params: order.params })).toMatchObject({
    sentence: null,
    rows: [],
  })
  expect((await run(world, order, { way: WAY, say: () => true })).concluded).toBe(true)
  expect((await bundleOf(order)).lowPrice).toBeUndefined()
})
