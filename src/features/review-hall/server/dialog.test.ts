import { beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '#demo/record/bending-rows.ts'
import { inbox } from '#features/home/contract.ts'
import { MINUTE } from '#contract/time.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { DEMO_PASSWORD } from '#server/testing/test-system.ts'
import * as a from '../contract/asks.ts'
import * as e from '../contract/expert.ts'
import * as o from '../contract/offers.ts'
import * as p from '../contract/purchaser.ts'
import { expertReads, purchaserReads } from '../contract/reads.ts'
import { refused, type WithBidders, worldWithBidders } from './testing/beside.ts'
import { begin, run, type SeededOrder, seedOrder, WAYS, type World } from './testing/review-world.ts'

let world: World
let suppliers: HttpClient[]
let wait: WithBidders['wait']
let stranger: HttpClient
beforeAll(async () => {
  ;({ world, suppliers, wait } = await worldWithBidders())
  stranger = await world.t.login('supplier5', { workbench: 'supplier' })
})

/** Titles of the messages to somebody. */
async function titlesOf(account: string): Promise<string[]> {
  await world.t.settle()
  const { rows } = await world.t.owner.query<{ title: string }>(
    'select m.title from message m join app_user u on u.id = m.user_id where u.account = $1',
    [account],
  )
  return rows.map((row) => row.title)
}

describe('questions to bidders', () => {
  let order: SeededOrder
  /** What the inbox of a bidder holds of this order. */
  const todosOf = async (bidder: number) =>
    (await suppliers[bidder]!.call(inbox, {})).rows.filter(({ link }) => link.includes(order.orderId))
  let askId: string
  const draft = { kind: 1 as const, title: '质保期', content: '请说明质保期的起算时间', minutes: 30 }
  beforeAll(async () => {
    order = await seedOrder(world, { quotes: ['900000', '1000000', '1100000'] })
    await begin(world, order)
  })

  test("a member's question waits for the leader, the bidder sees it when it is sent and nobody else does", async () => {
    const { params, bidders } = order
    const made = await world.as('expert2').call(a.createAsks, { params, body: { ...draft, bidderIds: [bidders[0]!] } })
    expect(made.sent).toBe(false)
    askId = made.askIds[0]!
    const own = { params: { ...params, bidderId: bidders[0]! } }
    expect((await suppliers[0]!.call(a.supplierAsks, own)).rows).toEqual([])
    expect((await world.buyer.call(a.purchaserAskReads.asks, { params })).rows).toEqual([])
    await expect(world.as('expert2').call(a.sendAsk, { params: { ...params, askId }, body: {} })).rejects.toEqual(
      refused('notFound'),
    )
    await world.as('expert1').call(a.sendAsk, { params: { ...params, askId }, body: {} })
    await expect(world.as('expert1').call(a.sendAsk, { params: { ...params, askId }, body: {} })).rejects.toEqual(
      refused('wrongState'),
    )
    const [seen] = (await suppliers[0]!.call(a.supplierAsks, own)).rows
    expect(seen).toMatchObject({ askId, askedBy: null, status: 1, actions: [{ action: 'reply' }] })
    const link = expect.stringContaining(`/bidders/${bidders[0]}/`)
    expect(await todosOf(0)).toMatchObject([{ label: '答复询标', link, dueAt: seen!.deadline }])
    expect(await todosOf(1)).toEqual([])
    await expect(suppliers[1]!.call(a.supplierAsks, own)).rejects.toEqual(refused('notFound'))
    await expect(stranger.call(o.supplierProject, { params })).rejects.toEqual(refused('notFound'))
    await expect(
      world.as('expert9').call(a.createAsks, { params, body: { ...draft, bidderIds: [bidders[0]!] } }),
    ).rejects.toEqual(refused('notFound'))
  })

  test('the answer is given once, by the bidder asked', async () => {
    const { params } = order
    const body = { askId, content: '自验收合格之日起算' }
    await expect(suppliers[1]!.call(a.replyAsk, { params, body })).rejects.toEqual(refused('notFound'))
    const both = await Promise.allSettled([1, 2].map(() => suppliers[0]!.call(a.replyAsk, { params, body })))
    expect(both.filter((r) => r.status === 'fulfilled')).toHaveLength(1)
    const { rows } = await world.buyer.call(a.purchaserAskReads.asks, { params })
    expect(rows[0]).toMatchObject({ status: 2, reply: '自验收合格之日起算' })
    expect(await todosOf(0)).toEqual([])
    const [first] = await world.buyer.call(a.bidderAsks, { params })
    expect(first).toMatchObject({ total: 1, replied: 1, waiting: 0 })
  })

  test('after the deadline nothing is taken, until the leader gives more time', async () => {
    const { params, bidders } = order
    const { askIds } = await world
      .as('expert1')
      .call(a.createAsks, { params, body: { ...draft, minutes: 5, bidderIds: [bidders[1]!] } })
    await wait(6 * MINUTE)
    const reply = { params, body: { askId: askIds[0]!, content: '补充说明' } }
    await expect(suppliers[1]!.call(a.replyAsk, reply)).rejects.toEqual(refused('wrongState'))
    expect(await todosOf(1)).toEqual([])
    const [row] = (await world.as('expert1').call(a.expertAskReads.asks, { params, query: { status: 3 } })).rows
    expect(row!.askId).toBe(askIds[0])
    const at = { params: { ...params, askId: askIds[0]! } }
    await world.as('expert1').call(a.extendAsk, { ...at, body: { minutes: 10, reason: '投标人系统故障' } })
    await suppliers[1]!.call(a.replyAsk, reply)
  })

  test('a bidder that was asked is told when the question is withdrawn, one that never saw it is not', async () => {
    const { params, bidders } = order
    const ask = async (member: 'expert1' | 'expert2') =>
      (await world.as(member).call(a.createAsks, { params, body: { ...draft, bidderIds: [bidders[2]!] } })).askIds[0]!
    const withdraw = async (askId: string) =>
      world.as('expert1').call(a.withdrawAsk, { params: { ...params, askId }, body: { reason: '已在投标文件中查明' } })
    await world.as('expert2').call(a.withdrawAsk, {
      params: { ...params, askId: await ask('expert2') },
      body: { reason: '重复' },
    })
    const notices = async () => (await titlesOf('supplier3')).filter((title) => title.startsWith('无需再作'))
    expect(await notices()).toEqual([])
    await withdraw(await ask('expert1'))
    expect(await notices()).toHaveLength(1)
  })
})

describe('correction of arithmetic errors', () => {
  test('silence about a bid that is rejected meanwhile puts nothing to the vote', async () => {
    const order = await seedOrder(world, { quotes: ['900000', '1000000', '1100000', '1100000'] })
    await begin(world, order)
    const { params, bidders } = order
    await world.as('expert1').call(a.proposeCorrection, {
      params,
      body: { bidderId: bidders[0]!, kind: 1, basis: '大小写金额不一致', total: '890000', minutes: 5 },
    })
    const { motionId } = await world.as('expert1').call(e.proposeWaste, {
      params: { ...params, bidderId: bidders[0]! },
      body: { reason: '未按要求签章', rule: '采购文件' },
    })
    for (const member of ['expert2', 'expert7'] as const)
      await world.as(member).call(e.voteMotion, { params: { ...params, motionId }, body: { agree: true } })
    await wait(6 * MINUTE)
    const { motions } = await world.as('expert1').call(e.expertProject, { params })
    expect(motions.map((m) => m.state)).toEqual([1])
  })

  test('a confirmed correction counts, a refused one is put to the vote', async () => {
    const order = await seedOrder(world, { quotes: ['900000', '1000000', '1100000'] })
    await begin(world, order)
    const { params, bidders } = order
    const propose = (bidder: number, total: string) =>
      world.as('expert1').call(a.proposeCorrection, {
        params,
        body: { bidderId: bidders[bidder]!, kind: 1, basis: '投标函大写金额与报价单小写金额不一致', total },
      })
    const { correctionId } = await propose(0, '890000')
    await expect(propose(0, '880000')).rejects.toEqual(refused('conflict'))
    const at = { params: { ...params, bidderId: bidders[0]! } }
    const [shown] = await suppliers[0]!.call(a.supplierCorrections, at)
    expect(shown).toMatchObject({ before: '900000.00', after: '890000.00', difference: '-10000.00' })
    expect(shown!.capitals).toBe('捌拾玖万元整')
    const decide = (client: HttpClient, body: object) =>
      client.call(a.decideCorrection, {
        params: { ...params, correctionId },
        body: { confirm: true, password: DEMO_PASSWORD, sha256: shown!.sha256, ...body },
      })
    await expect(decide(suppliers[1]!, {})).rejects.toEqual(refused('notFound'))
    await expect(decide(suppliers[0]!, { sha256: 'a'.repeat(64) })).rejects.toEqual(refused('tampered'))
    await expect(decide(suppliers[0]!, { password: 'wrong' })).rejects.toEqual(refused('credentials'))
    await decide(suppliers[0]!, {})
    await expect(decide(suppliers[0]!, {})).rejects.toEqual(refused('wrongState'))
    const project = await world.buyer.call(p.purchaserProject, { params })
    expect(project.bidders[0]).toMatchObject({ quote: '900000.00', evaluatedPrice: '890000.00' })

    const second = await propose(1, '1010000')
    const [other] = await suppliers[1]!.call(a.supplierCorrections, { params: { ...params, bidderId: bidders[1]! } })
    await suppliers[1]!.call(a.decideCorrection, {
      params: { ...params, correctionId: second.correctionId },
      body: { confirm: false, reason: '我方报价无误', password: DEMO_PASSWORD, sha256: other!.sha256 },
    })
    const { motions } = await world.as('expert2').call(e.expertProject, { params })
    expect(motions).toEqual([expect.objectContaining({ bidderId: bidders[1], state: 0, proposedBy: null })])
  })

  test('what a member drafts the leader sends, and takes back while the bidder has not decided', async () => {
    const order = await seedOrder(world, { quotes: ['900000', '1000000', '1100000'] })
    await begin(world, order)
    const { params, bidders } = order
    const body = { bidderId: bidders[2]!, kind: 1 as const, basis: '小计与合计不一致', total: '1090000' }
    const { correctionId, sent } = await world.as('expert2').call(a.proposeCorrection, { params, body })
    expect(sent).toBe(false)
    const own = { params: { ...params, bidderId: bidders[2]! } }
    expect(await suppliers[2]!.call(a.supplierCorrections, own)).toEqual([])
    const at = { params: { ...params, correctionId } }
    await world.as('expert1').call(a.sendCorrection, { ...at, body: { minutes: 30 } })
    expect(await suppliers[2]!.call(a.supplierCorrections, own)).toHaveLength(1)
    await world.as('expert1').call(a.withdrawCorrection, { ...at, body: { reason: '复核后无误' } })
    const again = world.as('expert1').call(a.withdrawCorrection, { ...at, body: { reason: '再次撤回' } })
    await expect(again).rejects.toEqual(refused('wrongState'))
  })
})

describe('rounds of offers', () => {
  let order: SeededOrder
  let roundId: string
  const quote = (i: number, total: string) =>
    suppliers[i]!.call(o.submitOffer, {
      params: { ...order.params, bidderId: order.bidders[i]!, roundId },
      body: { total },
    })
  beforeAll(async () => {
    order = await seedOrder(world, {
      quotes: ['900000', '1000000', '1100000'],
      settings: { ways: WAYS, offerRounds: 1 },
    })
    await begin(world, order)
  })

  test('a tender whose documents provide for none has none', async () => {
    const plain = await seedOrder(world, { quotes: ['900000', '1000000', '1100000'] })
    await begin(world, plain)
    await expect(world.as('expert1').call(o.createRound, { params: plain.params, body: { mode: 1 } })).rejects.toEqual(
      refused('legalRule'),
    )
  })

  test('a round that was only prepared is dropped, and leaves room for another', async () => {
    const { params } = order
    const made = await world.as('expert1').call(o.createRound, { params, body: { mode: 1, note: '误操作' } })
    const at = { params: { ...params, roundId: made.roundId } }
    await world.as('expert1').call(o.dropRound, at)
    await expect(world.as('expert1').call(o.startRound, at)).rejects.toEqual(refused('notFound'))
  })

  test('offers stay sealed until the round is closed', async () => {
    const { params, bidders } = order
    await expect(world.as('expert2').call(o.createRound, { params, body: { mode: 1 } })).rejects.toEqual(
      refused('notFound'),
    )
    ;({ roundId } = await world.as('expert1').call(o.createRound, { params, body: { mode: 1, minutes: 20 } }))
    const at = { params: { ...params, roundId } }
    const own = { params: { ...params, bidderId: bidders[0]!, roundId } }
    await expect(suppliers[0]!.call(o.ownOffer, own)).rejects.toEqual(refused('notFound'))
    await world.as('expert1').call(o.startRound, at)
    await expect(world.as('expert1').call(o.startRound, at)).rejects.toEqual(refused('wrongState'))
    await expect(suppliers[1]!.call(o.ownOffer, own)).rejects.toEqual(refused('notFound'))
    await expect(quote(0, '900000.01')).rejects.toEqual(refused('invalid'))
    await world.as('expert1').call(o.extendRound, { ...at, body: { minutes: 5, reason: '投标人系统故障' } })
    for (const account of ['supplier1', 'supplier2', 'supplier3'])
      expect(await titlesOf(account)).toContainEqual(expect.stringMatching(/延长 5 分钟$/))
    await suppliers[0]!.call(o.saveRoundOffer, { params, body: { roundId, bidderId: bidders[0]!, total: '870000' } })
    const twice = await Promise.allSettled([quote(0, '860000'), quote(0, '850000')])
    expect(twice.filter((r) => r.status === 'fulfilled')).toHaveLength(1)
    await quote(1, '840000')
    const offers = () => world.buyer.call(o.purchaserOfferReads.roundOffers, { params, query: { roundId } })
    expect((await offers()).rows.map((r) => [r.status, r.total])).toEqual([
      [2, null],
      [2, null],
      [0, null],
    ])
    const file = { params, query: { roundId, bidderId: bidders[0]! } }
    await expect(world.buyer.file(o.purchaserOfferReads.downOfferFile, file)).rejects.toEqual(refused('notFound'))
    await expect(world.as('expert1').call(o.closeRound, at)).rejects.toEqual(refused('wrongState'))
    const mine = await suppliers[1]!.call(o.ownOffer, { params: { ...params, bidderId: bidders[1]!, roundId } })
    expect(mine).toMatchObject({ status: 2, total: '840000.00', round: { submitted: null } })
    await suppliers[1]!.call(o.submitSignFile, {
      params,
      body: { roundId, bidderId: bidders[1]!, sha256: mine.sha256!, password: DEMO_PASSWORD },
    })
    await wait(26 * MINUTE)
    const { rows } = await offers()
    expect(rows.map((r) => r.status)).toEqual([2, 3, 4])
    expect(rows[1]).toMatchObject({ total: '840000.00', previous: '1000000.00', reduction: '16.00', isLowest: true })
    await expect(quote(2, '1000000')).rejects.toEqual(refused('wrongState'))
    const { bidders: seen } = await world.buyer.call(p.purchaserProject, { params })
    expect(seen[1]!.evaluatedPrice).toBe('840000.00')
    expect(seen[2]!.evaluatedPrice).toBe('1100000.00')
    const rates = await world.buyer.call(o.purchaserOfferReads.bidderRates, { params })
    expect(rates.bidders[2]).toMatchObject({ offers: [null], reduction: '0.00' })
    const signed = await world.buyer.file(o.purchaserOfferReads.downOfferFile, {
      params,
      query: { roundId, bidderId: bidders[1]! },
    })
    expect(signed.content.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('the newest offers are what the price is computed from', async () => {
    for (const way of ['资格评审', '符合性评审']) await run(world, order, { way, say: () => true })
    await run(world, order, { way: '技术评分', say: (_, item) => (item === '方案' ? '20' : '10') })
    const id = await run(world, order, { way: '商务评分', say: () => '8' })
    expect(id.concluded).toBe(false)
    const { wayList } = await world.as('expert2').call(e.expertProject, { params: order.params })
    await world.as('expert1').call(e.summariseWay, { params: { ...order.params, wayId: wayList.at(-1)!.wayId } })
    const result = await world.buyer.call(purchaserReads.summaryResult, { params: order.params })
    expect(result.rows[0]).toMatchObject({ bidderId: order.bidders[1], rank: 1 })
    const { hash } = await world.buyer.call(purchaserReads.replay, { params: order.params })
    const again = await world.as('expert7').call(expertReads.replay, { params: order.params })
    expect(again.hash).toBe(hash)
    await expect(
      world.as('expert1').call(a.createAsks, {
        params: order.params,
        body: { bidderIds: [order.bidders[0]!], kind: 1, title: '补充', content: '补充说明' },
      }),
    ).rejects.toEqual(refused('wrongState'))
  })
})

test('what was written is bound, each time', async () => {
  expect(await faultsOf(world.t, ['review_ask', 'review_correction'])).toEqual([])
})
