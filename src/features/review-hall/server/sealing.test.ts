import { beforeAll, describe, expect, test } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { newId } from '#contract/id.ts'
import * as e from '../contract/expert.ts'
import { expertReads, purchaserReads } from '../contract/reads.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { reviewHall } from './routes.ts'
import { bodiesOf, uploadForm } from './testing/bodies.ts'
import {
  begin,
  judge,
  MEMBERS,
  processId,
  reviewWorld,
  type Say,
  type SeededOrder,
  seedOrder,
  wayId,
  type World,
} from './testing/review-world.ts'

let world: World
let order: SeededOrder
const yes: Say = () => true
beforeAll(async () => {
  world = await reviewWorld()
  order = await seedOrder(world, { quotes: ['900000', '1000000', '1200000', '800000'] })
  await begin(world, order)
})

describe('strangers', () => {
  /** Every call of the feature with this order's id and well-formed other ids. */
  const BODIES = bodiesOf({})
  const calls = reviewHall.routes.map((r) => r.endpoint).filter((c) => c.path.includes('{projectId}'))

  async function statuses(client: HttpClient, side = ''): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    for (const call of calls.filter((c) => c.path.includes(`/${side}`))) {
      // Every other record is one that does not exist.
      const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param!)
      const ids = Object.fromEntries(names.map((param) => [param, newId()]))
      const path = pathOf(call, { ...ids, bidderId: order.bidders[0], projectId: order.orderId, position: 1 })
      const name = `${call.method} ${call.path}`
      const body = call.multipart
        ? uploadForm()
        : call.method === 'GET'
          ? undefined
          : (BODIES[name] ?? { reason: '退回重写' })
      // Whoever has no need of them leaves them be.
      const query = `?reviewerId=${newId()}&roundId=${newId()}&bidderId=${newId()}&subId=1`
      found.set(
        name,
        await client
          .fetch(call.method, `/api${path}${query}`, body, call.once ? { key: newId() } : {})
          .then((r) => r.status)
          .catch((error) => error.status as number),
      )
    }
    return found
  }
  const only = (found: Map<string, number>, side: string) => [...found].filter(([name]) => name.includes(`/${side}/`))

  test('nobody else gets anything', async () => {
    expect(calls.length).toBeGreaterThan(60)
    const anybody = await statuses(world.t.client())
    expect([...anybody].filter(([, s]) => s !== 401)).toEqual([])
    // A bidder has a side of its own, and nothing of the others; who did not bid has not even that.
    const bidder = await statuses(await world.t.login('supplier1', { workbench: 'supplier' }))
    for (const side of ['expert', 'purchaser']) expect(only(bidder, side).filter(([, s]) => s !== 403)).toEqual([])
    const supplier = await statuses(await world.t.login('supplier6', { workbench: 'supplier' }))
    expect(only(supplier, 'supplier').length).toBeGreaterThan(10)
    expect(only(supplier, 'supplier').filter(([, s]) => s !== 404)).toEqual([])
    const expert = await statuses(world.as('expert9'))
    expect(only(expert, 'expert').filter(([, s]) => s !== 404)).toEqual([])
    for (const side of ['supplier', 'purchaser']) expect(only(expert, side).filter(([, s]) => s !== 403)).toEqual([])
    for (const [account, workbench, tenantId] of [
      ['bj-buyer', 'purchaser', 3],
      ['agent', 'agency', 1],
    ] as const) {
      const other = await statuses(await world.t.login(account, { workbench, tenantId }))
      for (const side of ['expert', 'purchaser']) expect(only(other, side).filter(([, s]) => s !== 404)).toEqual([])
      expect(only(other, 'supplier').filter(([, s]) => s !== 403)).toEqual([])
    }
    // The own company without the right.
    const colleague = await statuses(await world.t.login('buyer2', { workbench: 'purchaser' }), 'purchaser')
    expect([...colleague].filter(([, s]) => s !== 403)).toEqual([])
  })

  test('live topic: committee and owner only', async () => {
    const topic = `/api/live?topics=review:${order.orderId}`
    const hears = async (client: HttpClient) => {
      const stop = new AbortController()
      const cookie = [...client.cookies].map(([k, v]) => `${k}=${v}`).join('; ')
      const response = await fetch(world.t.base + topic, {
        headers: { cookie, 'x-workbench': client.workbench },
        signal: stop.signal,
      })
      stop.abort()
      return response.status
    }
    expect(await hears(world.buyer)).toBe(200)
    expect(await hears(world.as('expert2'))).toBe(200)
    expect(await hears(world.as('expert9'))).toBe(404)
    expect(await hears(await world.t.login('supplier1', { workbench: 'supplier' }))).toBe(404)
  })
})

describe('sealed until summed up', () => {
  test('nobody sees marks before', async () => {
    const id = await judge(world, order, { way: '资格评审', say: yes, members: ['expert1', 'expert2', 'expert7'] })
    const process = await processId(world, order, 2)
    const params = { ...order.params, wayId: id, processId: process }
    for (const [client, reads] of [
      [world.buyer, purchaserReads],
      [world.as('expert1'), expertReads],
    ] as const) {
      const summary = await client.call(reads.reviewersSummary, { params })
      expect(summary.map((r) => r.status).toSorted((a, b) => a - b)).toEqual([0, 0, 2, 2, 2])
      expect(summary.every((r) => r.results === null)).toBe(true)
      const { bidders } = await client.call(reads.wayBidders, { params })
      expect(bidders.every((b) => b.outcome === null && b.reviewers === null)).toBe(true)
      const page = await client.call(reads.reviewSummary, { params })
      expect(page.rows.every((r) => r.ways.every((w) => w.passed === null && w.score === null))).toBe(true)
      const [first] = await client.call(reads.reviewers, { params })
      const one = await client.call(reads.reviewerSummary, { params: { ...params, reviewerId: first!.reviewerId } })
      expect(one.ways).toEqual([])
    }
    const own = await world.as('expert8').call(e.ownScores, { params })
    expect(own.bidders.flatMap((b) => b.scores!)).toEqual([])
    const early = await world.as('expert1').refused(e.summariseWay, { params })
    expect(early).toMatchObject({ status: 409, message: '尚有 2 名评委未提交' })
    await judge(world, order, { way: '资格评审', say: yes, members: ['expert8', 'buyer2'] })
    // Only the leader may sum up.
    expect((await world.as('expert2').refused(e.summariseWay, { params })).status).toBe(404)
    await world.as('expert1').call(e.summariseWay, { params })
    const open = await world.buyer.call(purchaserReads.reviewersSummary, { params })
    expect(open.every((r) => r.results!.length === 4)).toBe(true)
  })

  test('judgements are checked, submitted once, and fixed then', async () => {
    const way = await wayId(world, order, '符合性评审')
    const params = { ...order.params, wayId: way, bidderId: order.bidders[0]! }
    const me = world.as('expert2')
    const { items } = await me.call(e.ownScores, { params })
    const put = (scores: object[]) => me.refused(e.saveScores, { params, body: { scores: scores as never } })
    expect((await put([{ itemId: items[0]!.itemId, passed: false }])).message).toBe('请填写“签章”不通过的原因')
    expect((await put([{ itemId: items[0]!.itemId, score: '1' }])).status).toBe(400)
    expect((await put([{ itemId: newId(), passed: true }])).status).toBe(400)
    const incomplete = await me.refused(e.submitWay, { params })
    expect(incomplete).toMatchObject({ status: 409, message: '尚有 8 项未评审' })
    await judge(world, order, { way: '符合性评审', say: yes, members: ['expert2'] })
    expect((await me.refused(e.submitWay, { params })).message).toBe('已提交，请勿重复提交')
    expect((await put([{ itemId: items[0]!.itemId, passed: true }])).status).toBe(409)
    await judge(world, order, { way: '符合性评审', say: yes, members: MEMBERS.filter((m) => m !== 'expert2') })
    await world.as('expert1').call(e.summariseWay, { params })

    const technical = { ...params, wayId: await wayId(world, order, '技术评分') }
    const sheet = await me.call(e.ownScores, { params: technical })
    const mark = (score: string) =>
      me.refused(e.saveScores, { params: technical, body: { scores: [{ itemId: sheet.items[0]!.itemId, score }] } })
    expect((await mark('25.01')).message).toBe('“方案”得分须在 0 至 25 之间')
    expect((await mark('-1')).status).toBe(400)
    expect((await mark('1.234')).status).toBe(400)
  })

  test('autosave from two pages: the later time of the server stays', async () => {
    const params = { ...order.params, wayId: await wayId(world, order, '技术评分'), bidderId: order.bidders[1]! }
    const me = world.as('expert2')
    const { items } = await me.call(e.ownScores, { params })
    const scores = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        me
          .call(e.saveScores, { params, body: { scores: [{ itemId: items[0]!.itemId, score: String(i) }] } })
          .then((r) => ({ score: String(i), savedAt: r.savedAt })),
      ),
    )
    const latest = scores
      .map((s) => s.savedAt)
      .toSorted()
      .at(-1)
    const now = await me.call(e.ownScores, { params })
    const kept = now.bidders.find((b) => b.bidderId === order.bidders[1])!.scores![0]!
    expect(kept.savedAt).toBe(latest)
    expect(scores.filter((s) => s.savedAt === latest).map((s) => s.score)).toContain(kept.score)
  })

  test('the sheet gives the marks of the bid asked for, and counts of the others', async () => {
    const params = { ...order.params, wayId: await wayId(world, order, '技术评分') }
    const me = world.as('expert2')
    const ask = async (bidderId?: string) => {
      const { bidders } = await me.call(e.ownScores, { params, query: { bidderId } })
      return bidders.map((b) => [b.bidderId, b.filled, b.scores?.length ?? null])
    }
    const [first, second, ...rest] = order.bidders as [string, string, ...string[]]
    const others = rest.map((id) => [id, 0, 0])
    expect(await ask(second)).toEqual([[first, 0, 0], [second, 1, 1], ...others])
    expect(await ask('next')).toEqual([[first, 0, 0], [second, 1, null], ...others])
    expect(await ask()).toEqual([[first, 0, 0], [second, 1, 1], ...others])
    const { items } = await me.call(e.ownScores, { params })
    const all = items.map(({ itemId }) => ({ itemId, score: '1' }))
    await me.call(e.saveScores, { params: { ...params, bidderId: first }, body: { scores: all } })
    expect(await ask('next')).toEqual([[first, items.length, null], [second, 1, 1], ...others])
    expect(await ask(first)).toEqual([[first, items.length, items.length], [second, 1, null], ...others])
    const strange = await me.refused(e.ownScores, { params, query: { bidderId: newId() } })
    expect(strange.status).toBe(404)
  })
})

test('everything is on record, and no mark is in a summary', async () => {
  const { rows } = await world.t.owner.query<{ action: string; summary: string; data: unknown }>(
    `select body->>'action' as action, body->>'summary' as summary, body->'data' as data from audit_entry
     where body->>'entityId' = $1 order by seq`,
    [order.orderId],
  )
  const actions = new Set(rows.map((r) => r.action))
  for (const action of ['committee', 'start', 'avoidance', 'leader-vote', 'leader', 'save', 'submit', 'summarise'])
    expect(actions).toContain(`review.${action}`)
  const submitted = rows.find((r) => r.action === 'review.submit')!
  expect(submitted.data).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
  // For whom a member voted is told with the election, not before.
  const votes = rows.filter((r) => r.action === 'review.leader-vote')
  for (const { data } of votes) expect(data).toEqual({ voter: expect.any(String) })
  expect(JSON.stringify(rows.filter((r) => r.action === 'review.save'))).not.toContain('"score"')
})
