import { beforeAll, describe, expect, test } from 'vitest'
import { award, publishCandidates } from '#demo/play/buyer.ts'
import { PEOPLE } from '#demo/people.ts'
import { fromState } from '#demo/states/from-state.ts'
import type { StateFacts } from '#demo/states/states.ts'
import { BIDDERS, SEATS } from '#demo/states/tender.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as contract from '../contract.ts'

/* How a tender ended for those who lost it, under one law and the other. */

let t: TestSystem
let facts: StateFacts['concluded']
let buyer: HttpClient
let bidders: Record<(typeof BIDDERS)[number], HttpClient>
let winner: HttpClient
let losers: HttpClient[]
beforeAll(async () => {
  ;({ t, facts } = await fromState('concluded'))
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  const logins = await Promise.all(BIDDERS.map(async (name) => [name, await t.login(name, { workbench: 'supplier' })]))
  bidders = Object.fromEntries(logins) as typeof bidders
})

const one = (client: HttpClient) => client.call(contract.debrief, { params: { orderId: facts.orderId } })
const refused = (client: HttpClient) => client.refused(contract.debrief, { params: { orderId: facts.orderId } })
const listed = async (client: HttpClient) => (await client.call(contract.debriefPage, { query: {} })).rows
const rankings = async () => {
  const { rows } = await t.owner.query<{ tradeId: string; total: string; rank: number }>(
    'select trade_id as "tradeId", total, rank from review_ranking where order_id = $1 order by rank',
    [facts.orderId],
  )
  return rows
}

describe('before the result is published', () => {
  test('nobody is told anything, however far the review has come', async () => {
    for (const client of Object.values(bidders)) {
      expect(await listed(client)).toEqual([])
      expect((await refused(client)).status).toBe(404)
    }
    const publicityEnd = await publishCandidates(buyer, facts.orderId)
    for (const client of Object.values(bidders)) expect((await refused(client)).status).toBe(404)
    await t.advanceTo(publicityEnd)
    await award(buyer, facts.orderId)
    const best = (await rankings())[0]!.tradeId
    const isWinner = (name: (typeof BIDDERS)[number]) => facts.trades[name] === best
    winner = bidders[BIDDERS.find(isWinner)!]
    losers = BIDDERS.filter((name) => !isWinner(name)).map((name) => bidders[name])
  })
})

describe('under the law of tenders', () => {
  test('a loser is told what was published, and no mark', async () => {
    for (const client of losers) {
      const found = await one(client)
      expect(found).toMatchObject({
        own: { label: '未中标' },
        disclosure: { rule: 'debrief-tender-notice' },
        marks: null,
        rejection: null,
      })
      expect(found.winners).toHaveLength(1)
      expect(found.price).toMatch(/^\d+\.\d\d$/)
      expect(await listed(client)).toMatchObject([{ orderId: facts.orderId, tellsMarks: false }])
    }
  })

  test('the winner, strangers, and other sides have none', async () => {
    expect((await refused(winner)).status).toBe(404)
    expect(await listed(winner)).toEqual([])
    for (const stranger of [
      await t.login('supplier6', { workbench: 'supplier' }),
      await t.login('bj-supplier1', { workbench: 'supplier', tenantId: 3 }),
    ])
      expect((await refused(stranger)).status).toBe(404)
    expect((await refused(buyer)).status).toBe(403)
    expect((await refused(await t.login('expert1', { workbench: 'expert' }))).status).toBe(403)
  })
})

describe('in government procurement of goods, scored as a whole', () => {
  beforeAll(async () => {
    await t.owner.query("update project set regime = 'government', category = 'goods' where id = $1", [facts.projectId])
  })

  test('a loser is told its own marks and rank, which add up, and nothing of anybody else', async () => {
    const all = await rankings()
    for (const client of losers) {
      const name = BIDDERS.find((account) => bidders[account] === client)!
      const own = all.find(({ tradeId }) => tradeId === facts.trades[name])!
      const found = await one(client)
      expect(found).toMatchObject({ disclosure: { rule: 'debrief-own-marks' }, rejection: null })
      expect(found.marks).toMatchObject({ rank: own.rank, total: own.total })
      const scored = found.marks!.ways.filter(({ score }) => score !== null)
      const sum = (values: string[]) => values.reduce((all, value) => all + Number(value), 0)
      expect(sum(scored.map(({ score }) => score!))).toBeCloseTo(Number(own.total), 1)
      const withItems = scored.filter(({ items }) => items.length > 0)
      expect(withItems.length).toBeGreaterThan(0)
      for (const way of withItems) expect(sum(way.items.map(({ score }) => score))).toBeCloseTo(Number(way.score), 1)
      expect(found.marks!.ways.some(({ passed, items }) => passed === true && items.length === 0)).toBe(true)
      const told = JSON.stringify(found)
      const others = all.filter(({ tradeId }) => tradeId !== own.tradeId)
      for (const { tradeId } of others) expect(told).not.toContain(tradeId)
      for (const { total } of others.filter((other) => other.total !== own.total))
        expect(told).not.toContain(`"${total}"`)
      for (const seat of SEATS) expect(told).not.toContain(PEOPLE[seat].name)
      expect(await listed(client)).toMatchObject([{ tellsMarks: true }])
    }
  })

  test('whoever was rejected is told why, and no other bidder of it', async () => {
    const [first, second] = losers as [HttpClient, HttpClient]
    const name = BIDDERS.find((account) => bidders[account] === first)!
    await t.owner.query(
      `insert into review_rejection (tenant_id, order_id, trade_id, reason, rule, at) values (1, $1, $2, '营业执照：已过期', '资格评审', now())`,
      [facts.orderId, facts.trades[name]],
    )
    expect((await one(first)).rejection).toEqual({ reason: '营业执照：已过期', rule: '资格评审' })
    expect(JSON.stringify(await one(second))).not.toContain('已过期')
    await t.owner.query("update project set regime = 'tender', category = 'works' where id = $1", [facts.projectId])
    expect((await one(first)).rejection).toBeNull()
  })
})
