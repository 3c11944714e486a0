import { beforeAll, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import {
  archiveOrder,
  downloadArchive,
  orderDetail,
  orderTimeline,
  publishOrder,
} from '#features/procurement/contract/order.ts'
import { publishWinner, winnerDetail } from '#features/procurement/contract/notice.ts'
import { createProject } from '#features/procurement/contract/project.ts'
import { tenderDetail } from '#features/procurement/contract/supplier.ts'
import type { TenderWorld } from '#features/procurement/server/testing/tender.ts'
import { done } from '#features/workflow/rules/held.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as c from '../contract-talk.ts'
import { makeOffer } from '../contract.ts'
import { topics } from './topics.ts'
import { checkTalks } from './talk/record.ts'
import { auctionWorld, draftAuction, prepare, ticket } from './testing/auction.ts'

/* Behind the end of an auction: supplier2 is first with 870,000, supplier1 second with 880,000, supplier3 offered nothing. */

const NOT_FOUND = { status: 404, code: 404 }
const WRONG_STATE = { code: 10002 }

let world: TenderWorld
let first: HttpClient
let second: HttpClient
let third: HttpClient
beforeAll(async () => {
  world = await auctionWorld()
  ;[second, first, third] = world.suppliers as [HttpClient, HttpClient, HttpClient]
})

/** An auction that has ended with a ranking of two. */
async function ended(priceTalk = true) {
  const { t, suppliers } = world
  const { projectId } = await world.buyer.call(createProject, { body: PROJECT })
  const plan = { terms: { priceTalk }, more: { projectId } }
  const { orderId, startsAt, endsAt } = await prepare(world, plan)
  await t.advanceTo(startsAt)
  for (const [i, price] of ['880000', '870000'].entries()) {
    const body = { token: await ticket(suppliers[i]!, orderId), price }
    await suppliers[i]!.call(makeOffer, { params: { orderId }, body })
  }
  await t.advanceTo(new Date(endsAt.getTime() + MINUTE))
  return { orderId, params: { orderId } }
}

const PROJECT = {
  name: '办公电脑采购',
  category: 'goods' as const,
  regime: 'enterprise' as const,
  budget: '2000000',
  region: '江州市',
  funds: '自筹资金',
}

const begin = async (params: { orderId: string }, reason = '') =>
  (await world.buyer.call(c.startTalk, { params, body: { reason } })).talkId
const views = async (params: { orderId: string }) => world.buyer.call(c.priceTalks, { params })

test('the documents must provide for it, and never where a tender is a duty', async () => {
  const body = { ...PROJECT, regime: 'tender' as const }
  const { projectId } = await world.buyer.call(createProject, { body })
  const must = await draftAuction(world, { priceTalk: true }, { projectId })
  const refused = await world.buyer.refused(publishOrder, { params: must, body: {} })
  expect(refused.message).toBe('依法必须招标的项目不得在竞价后议价')
  const { params } = await ended(false)
  expect((await world.buyer.call(orderDetail, { params })).actions.map((one) => one.action)).not.toContain('talkPrice')
  expect(await views(params)).toMatchObject({ next: null, blocked: '竞价公告未规定竞价后议价' })
  expect(await world.buyer.refused(c.startTalk, { params, body: {} })).toMatchObject(NOT_FOUND)
})

test('with the first alone, downwards, one box at a time; the agreed price is the award’s', async () => {
  const { t, buyer } = world
  const { params } = await ended()
  expect(await views(params)).toMatchObject({ next: { rank: 1, supplierName: COMPANIES.supplier2.name } })
  const talkId = await begin(params)
  const talk = { ...params, talkId }
  expect(await buyer.refused(c.startTalk, { params, body: {} })).toMatchObject(WRONG_STATE)
  // While it goes on nobody is awarded.
  expect((await buyer.call(winnerDetail, { params })).blocked).toContain('议价尚未结束')
  expect((await first.refused(c.offerInTalk, { params, body: { price: '860000' } })).message).toContain('尚未发出')
  for (const [price, minutes] of [
    ['870000', 60],
    ['0', 60],
    ['1e5', 60],
    ['860000', 9],
    ['860000', 5000],
  ] as const)
    expect((await buyer.refused(c.askInTalk, { params: talk, body: { price, minutes } })).code).toBe(10001)
  await buyer.call(c.askInTalk, { params: talk, body: { price: '850000', minutes: 60, text: '望再优惠' } })
  const again = { params: talk, body: { price: '840000', minutes: 60 } }
  expect((await buyer.refused(c.askInTalk, again)).message).toContain('尚未答复')
  expect(
    (await buyer.refused(c.concludeTalk, { params: talk, body: { isAgreed: false, minutes: '不谈了' } })).code,
  ).toBe(10002)

  expect((await first.refused(c.offerInTalk, { params, body: { price: '870000' } })).message).toContain('只可下调')
  expect((await first.refused(c.offerInTalk, { params, body: { price: '700000' } })).code).toBe(10017)
  await buyer.call(c.sayInTalk, { params: talk, body: { text: '请注明是否含税' } })
  await first.call(c.replyInTalk, { params, body: { text: '含税，含运费' } })
  // Twice at once: one answers the box.
  const both = await Promise.allSettled(
    ['862000', '861000'].map((price) => first.call(c.offerInTalk, { params, body: { price } })),
  )
  expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  const taken = (await views(params)).talks[0]!.price
  expect((await first.refused(c.offerInTalk, { params, body: { price: '850000' } })).code).toBe(10002)

  await buyer.call(c.askInTalk, { params: talk, body: { price: '850000', minutes: 30 } })
  await first.call(c.refuseInTalk, { params, body: { reason: '已是成本价' } })
  await buyer.call(c.askInTalk, { params: talk, body: { price: null, minutes: 30 } })
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 31 * MINUTE))
  expect((await first.refused(c.offerInTalk, { params, body: { price: '855000' } })).message).toContain('届满')
  await buyer.call(c.concludeTalk, { params: talk, body: { isAgreed: true, minutes: '双方同意' } })
  const close = { params: talk, body: { isAgreed: false, minutes: '再议' } }
  expect(await buyer.refused(c.concludeTalk, close)).toMatchObject(WRONG_STATE)
  expect(await buyer.refused(c.startTalk, { params, body: { reason: '再议一次' } })).toMatchObject(WRONG_STATE)

  const { candidates, draft } = await buyer.call(winnerDetail, { params })
  expect(candidates.map((one) => [one.rank, one.price, one.talkedFrom])).toEqual([
    [1, taken, '870000.00'],
    [2, '880000.00', null],
  ])
  const { title, content } = draft
  done(
    await buyer.call(publishWinner, { params, body: { title, content, tradeId: candidates[0]!.tradeId, reason: '' } }),
  )
  expect((await buyer.call(winnerDetail, { params })).award).toMatchObject({ price: taken })
  expect(await first.refused(c.replyInTalk, { params, body: { text: '谢谢' } })).toMatchObject(WRONG_STATE)
  await t.settle()
  const history = (await buyer.call(orderTimeline, { params })).map((one) => one.summary).join()
  expect(history).toContain('与第 1 名议价达成一致')

  for (const format of ['pdf', 'json'] as const)
    expect((await first.file(c.ownTalkRecord, { params, query: { format } })).content.length).toBeGreaterThan(500)
  await buyer.call(archiveOrder, { params, body: { confirm: true } })
  const zip = (await buyer.file(downloadArchive, { params })).content.toString()
  expect(zip).toContain('机器可读/price-talk/1/record.json')
  expect(await checkTalks(t.kernel, 1)).toEqual([])
  // Whoever alters what was offered is found out.
  await t.owner.query(`update price_talk_entry set price = price - 1 where talk_id = $1 and kind = 'offer'`, [talkId])
  expect(await checkTalks(t.kernel, 1)).toMatchObject([{ what: 'price-talk', id: talkId }])
  await t.owner.query(`update price_talk_entry set price = price + 1 where talk_id = $1 and kind = 'offer'`, [talkId])
})

test('the second only once the first has failed, with a reason', async () => {
  const { buyer } = world
  const { params } = await ended()
  const talkId = await begin(params)
  await buyer.call(c.concludeTalk, { params: { ...params, talkId }, body: { isAgreed: false, minutes: '无法降价' } })
  expect(await views(params)).toMatchObject({ next: { rank: 2 } })
  expect((await buyer.refused(c.startTalk, { params, body: {} })).code).toBe(10001)
  // Nothing was lowered: nothing to agree on.
  const other = { ...params, talkId: await begin(params, '第一名未降价') }
  expect(
    (await buyer.refused(c.concludeTalk, { params: other, body: { isAgreed: true, minutes: '同意' } })).message,
  ).toBe('供应商尚未降价')
  await buyer.call(c.askInTalk, { params: other, body: { minutes: 60 } })
  await second.call(c.offerInTalk, { params, body: { price: '865000' } })
  await buyer.call(c.concludeTalk, { params: other, body: { isAgreed: true, minutes: '同意' } })
  const { candidates } = await buyer.call(winnerDetail, { params })
  expect(candidates.map((one) => one.price)).toEqual(['870000.00', '865000.00'])
})

describe('nobody else learns of a talk', () => {
  let one: Awaited<ReturnType<typeof ended>>
  let talk: { orderId: string; talkId: string }
  beforeAll(async () => {
    one = await ended()
    talk = { ...one.params, talkId: await begin(one.params) }
    await world.buyer.call(c.askInTalk, { params: talk, body: { price: '853210', minutes: 60, text: '密谈内容' } })
    await first.call(c.offerInTalk, { params: one.params, body: { price: '854321' } })
    await world.t.settle()
  })

  test('no call of another bidder, another buyer or a stranger finds it', async () => {
    const { params } = one
    const agent = await world.t.login('agent', { workbench: 'agency' })
    for (const client of [second, third, world.suppliers[3]!]) {
      expect(await client.refused(c.ownTalk, { params })).toMatchObject(NOT_FOUND)
      expect(await client.refused(c.offerInTalk, { params, body: { price: '1' } })).toMatchObject(NOT_FOUND)
      expect(await client.refused(c.refuseInTalk, { params, body: { reason: '不同意' } })).toMatchObject(NOT_FOUND)
      expect(await client.refused(c.replyInTalk, { params, body: { text: '你好' } })).toMatchObject(NOT_FOUND)
      expect(await client.refused(c.ownTalkRecord, { params })).toMatchObject(NOT_FOUND)
      expect((await client.refused(c.priceTalks, { params })).status).toBe(403)
    }
    expect(await agent.refused(c.priceTalks, { params })).toMatchObject(NOT_FOUND)
    expect(await agent.refused(c.startTalk, { params, body: {} })).toMatchObject(NOT_FOUND)
    expect(await agent.refused(c.askInTalk, { params: talk, body: { minutes: 60 } })).toMatchObject(NOT_FOUND)
    expect(await agent.refused(c.sayInTalk, { params: talk, body: { text: '你好' } })).toMatchObject(NOT_FOUND)
    const end = { params: talk, body: { isAgreed: true, minutes: '同意' } }
    expect(await agent.refused(c.concludeTalk, end)).toMatchObject(NOT_FOUND)
    expect(await agent.refused(c.talkRecord, { params: talk })).toMatchObject(NOT_FOUND)
    // A talk under another order.
    const elsewhere = { ...talk, orderId: (await ended()).orderId }
    expect(await world.buyer.refused(c.sayInTalk, { params: elsewhere, body: { text: '你好' } })).toMatchObject(
      NOT_FOUND,
    )
    expect(await world.buyer.refused(c.talkRecord, { params: elsewhere })).toMatchObject(NOT_FOUND)
  })

  test('neither the tender, the stream nor a message of another bidder tells of it', async () => {
    const { params } = one
    const seen = JSON.stringify(await second.call(tenderDetail, { params }))
    expect(seen).not.toMatch(/853210|854321|密谈|talkPrice/)
    const own = await first.call(tenderDetail, { params })
    expect(own.actions.map((action) => action.action)).toContain('talkPrice')
    const { rows } = await world.t.owner.query(
      `select distinct e.company_id from message m join employee e on e.user_id = m.user_id and e.deleted_at is null
       where m.kind = 'price-talk' and m.link like '%' || $1 || '%'`,
      [one.orderId],
    )
    const told = rows.map((row: { company_id: string }) => row.company_id)
    expect(told).toEqual(expect.arrayContaining([COMPANIES.hospital.id, COMPANIES.supplier2.id]))
    for (const other of [COMPANIES.supplier1.id, COMPANIES.supplier3.id]) expect(told).not.toContain(other)
    const topic = topics.find(({ prefix }) => prefix === 'price-talk')!
    const hears = (companyId: string) =>
      topic.allows(world.t.kernel, { tenantId: 1, actor: { companyId, tenantId: 1 } as never }, talk.talkId)
    expect([await hears(COMPANIES.supplier2.id), await hears(COMPANIES.supplier1.id)]).toEqual([true, false])
    // What the audit trail says of it holds neither price nor name in words.
    const { rows: facts } = await world.t.owner.query(
      `select body->>'summary' as summary from audit_entry where body->>'entity' = 'price-talk' and body->>'entityId' = $1`,
      [talk.talkId],
    )
    expect(facts.length).toBe(3)
    expect(JSON.stringify(facts)).not.toMatch(/\d{3}/)
  })

  test('both sides are reminded of what waits for them', async () => {
    const { t } = world
    const count = async (kind: string) => {
      await t.settle()
      const { rows } = await t.owner.query(
        `select count(*)::int as n from message where kind = 'price-talk' and link like '%' || $1 || '%' and content like $2`,
        [one.orderId, `%${kind}%`],
      )
      return (rows[0] as { n: number }).n
    }
    await world.buyer.call(c.askInTalk, { params: talk, body: { minutes: 60 } })
    await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 2 * HOUR))
    expect(await count('未在答复期限内报价')).toBeGreaterThan(0)
  })
})
