import { PEOPLE } from '#demo/people.ts'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { formatDate, MINUTE } from '#contract/time.ts'
import { auditPage } from '#features/audit-trail/contract.ts'
import { recordBondPayment } from '#features/bonds/contract/register.ts'
import { buyerNotice, winnerDetail, publishWinner } from '#features/procurement/contract/notice.ts'
import { AWARD_CAUSES, awardChangeText } from '#features/procurement/rules/result-change.ts'
import { sayText } from '#features/procurement/methods/say.ts'
import { declareAbortive, orderDetail, publishOrder, archiveOrder } from '#features/procurement/contract/order.ts'
import { decideTrade } from '#features/procurement/contract/trade.ts'
import { tenderDetail } from '#features/procurement/contract/supplier.ts'
import type { TenderWorld } from '#features/procurement/server/testing/tender.ts'
import { done } from '#features/workflow/rules/held.ts'
import { exchangesOf } from '#server/testing/exchanges.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as c from '../contract.ts'
import { checkAuctions } from './check.ts'
import { auctionWorld, draftAuction, hallAs, prepare, run, type Running, ticket } from './testing/auction.ts'

let world: TenderWorld
let buyer: HttpClient
let suppliers: HttpClient[]

beforeAll(async () => {
  world = await auctionWorld()
  ;({ buyer, suppliers } = world)
})

const bid = (made: Running, i: number, price: string, more: { confirm?: boolean; key?: string } = {}) =>
  suppliers[i]!.call(
    c.makeOffer,
    { params: made, body: { token: made.tokens[i]!, price, confirm: more.confirm ?? false } },
    more.key ? { key: more.key } : {},
  )
const refused = (made: Running, i: number, price: string) =>
  suppliers[i]!.refused(c.makeOffer, { params: made, body: { token: made.tokens[i]!, price } })

describe('before it', () => {
  test('what no auction can be held with is not published', async () => {
    const bad = await draftAuction(world, { step: '0' })
    expect(await buyer.refused(publishOrder, { params: bad, body: {} })).toMatchObject({
      code: 10001,
      details: [{ path: 'settings.auction.step' }],
    })
  })

  test('an order of this method has no bids, no opening and no review among its steps and actions', async () => {
    const made = await prepare(world, { admitted: 1 })
    const detail = await buyer.call(orderDetail, { params: made })
    expect(detail.rail.map((s) => s.name)).toEqual(['publish', 'sign-up', 'auction', 'winner', 'archive'])
    expect(detail.actions.map((a) => a.action).toSorted()).toEqual(['change', 'clarify', 'copy', 'declareAbortive'])
    const seen = await suppliers[0]!.call(tenderDetail, { params: made })
    expect(seen.actions.map((a) => a.action)).toEqual(['auction', 'ask'])
    expect(detail.schedule).toMatchObject({ bidEnd: made.startsAt.toISOString(), openAt: made.startsAt.toISOString() })
  })

  test('the door tells the rules and not who or how many; it opens half an hour before', async () => {
    const made = await prepare(world)
    const door = await suppliers[0]!.call(c.auctionDoor, { params: made })
    expect(door).toMatchObject({ part: 'bidder', status: 0, isOpen: false, step: '1000.00', minSuppliers: 3 })
    expect(JSON.stringify(door)).not.toMatch(/供应商[一二三]|supplierName|tradeId|companyId/)
    expect(await suppliers[0]!.refused(c.auctionTicket, { params: made })).toMatchObject({ code: 10020 })
    await world.t.advanceTo(new Date(made.startsAt.getTime() - 30 * MINUTE))
    const hall = await hallAs(suppliers[0]!, made.orderId)
    expect(hall).toMatchObject({ status: 0, mayOffer: false, offers: [], best: null })
    const token = await ticket(suppliers[0]!, made.orderId)
    const early = { params: made, body: { token, price: '1' } }
    expect(await suppliers[0]!.refused(c.makeOffer, early)).toMatchObject({ code: 10026 })
  })

  test('strangers find nothing, with whatever ticket', async () => {
    const made = await run(world)
    const stranger = suppliers[3]!
    for (const call of [c.auctionDoor, c.auctionPlace, c.auctionTicket])
      expect((await stranger.refused(call, { params: made })).status).toBe(404)
    const query = { token: made.tokens[0]! }
    expect((await stranger.refused(c.auctionHall, { params: made, query })).status).toBe(404)
    // A colleague's ticket is not one's own either.
    expect((await suppliers[1]!.refused(c.auctionHall, { params: made, query })).status).toBe(404)
    const body = { token: made.tokens[0]!, price: '800000' }
    expect((await stranger.refused(c.makeOffer, { params: made, body })).status).toBe(404)
    expect((await suppliers[1]!.refused(c.makeOffer, { params: made, body })).status).toBe(404)
    const reason = { reason: '测试原因' }
    const other = await world.t.login('agent', { workbench: 'agency' })
    for (const call of [c.pauseAuction, c.resumeAuction, c.abortAuction])
      expect((await other.refused(call, { params: made, body: reason })).status).toBe(404)
    expect((await other.refused(c.auctionRecord, { params: made })).status).toBe(404)
    expect((await other.refused(c.auctionWitnesses, { params: made })).status).toBe(404)
    expect((await stranger.refused(c.offerReceipt, { params: { ...made, seq: 1 } })).status).toBe(404)
  })
})

describe('offers', () => {
  let made: Running
  beforeAll(async () => {
    made = await run(world)
  })

  test('are accepted with a receipt and move the lowest price; each refusal says why', async () => {
    expect(await refused(made, 0, '900000.01')).toMatchObject({ code: 10025 })
    expect(await refused(made, 0, '12.345')).toMatchObject({ code: 10001 })
    expect(await refused(made, 0, '0')).toMatchObject({ code: 10001 })
    const first = await bid(made, 0, '900000')
    expect(first).toMatchObject({ seq: 1, price: '900000.00', endsAt: made.endsAt.toISOString() })
    expect(await refused(made, 1, '899500')).toMatchObject({ code: 10024, details: { limit: '899000.00' } })
    // More than ten percent below asks first.
    expect(await refused(made, 1, '89900')).toMatchObject({ code: 10017 })
    expect((await bid(made, 1, '899000')).seq).toBe(2)
    const { content } = await suppliers[0]!.file(c.offerReceipt, { params: { ...made, seq: 1 } })
    const receipt = JSON.parse(content.toString()) as { hash: string; signature: string; body: { price: string } }
    expect(receipt).toMatchObject({ hash: first.hash, body: { price: '900000.00' } })
    expect(receipt.signature).toMatch(/^[0-9a-f]{128}$/)
    expect((await suppliers[1]!.refused(c.offerReceipt, { params: { ...made, seq: 1 } })).status).toBe(404)
  })

  test('two at once at the same price: one is accepted', async () => {
    const both = await Promise.allSettled([bid(made, 0, '890000'), bid(made, 1, '890000')])
    expect(both.map((r) => r.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { rows } = await world.t.owner.query('select 1 from auction_offer where order_id = $1 and price = 890000', [
      made.orderId,
    ])
    expect(rows).toHaveLength(1)
  })

  test('the same key twice is one offer', async () => {
    const key = randomUUID()
    const first = await bid(made, 2, '880000', { key })
    expect(await bid(made, 2, '880000', { key })).toEqual(first)
    const hall = await hallAs(suppliers[2]!, made.orderId)
    expect(hall.offers.filter((o) => o.price === '880000.00')).toHaveLength(1)
    expect(hall).toMatchObject({ best: '880000.00', isMineBest: true, ownRank: 1, nextLimit: '879000.00' })
  })

  test('until the end nobody is told who takes part or how many, in no answer, record, message or event', async () => {
    await world.t.settle()
    const { rows } = await world.t.owner.query<{ name: string; id: string }>(
      `select c.name, c.id from trade t join company c on c.id = t.supplier_company_id where t.order_id = $1`,
      [made.orderId],
    )
    expect(rows).toHaveLength(3)
    const secrets = rows.flatMap((row) => [row.name, row.id]).concat(made.trades)
    const clean = (value: unknown) => {
      const text = JSON.stringify(value)
      for (const secret of secrets) expect(text).not.toContain(secret)
    }
    const seen = await hallAs(buyer, made.orderId)
    clean(seen)
    expect(seen.offers.length).toBeGreaterThan(3)
    expect(seen.offers.every((o) => /^[A-Z]{2}$/.test(o.mark!) && o.supplierName === null)).toBe(true)
    expect(seen.ranking).toEqual([])
    for (const supplier of suppliers.slice(0, 3)) {
      const hall = await hallAs(supplier, made.orderId)
      clean(hall)
      expect(hall.offers.every((o) => o.mark === null)).toBe(true)
    }
    const events = await world.t.owner.query(
      `select kind, payload, topics from outbox where kind like 'auction.%' and payload->>'orderId' = $1`,
      [made.orderId],
    )
    expect(events.rows.length).toBeGreaterThan(3)
    clean(events.rows)
    const messages = await world.t.owner.query(`select title, content from message where kind like 'auction.%'`)
    expect(messages.rows.length).toBeGreaterThan(0)
    clean(messages.rows)
    // What the platform did by itself on a bidder's request is not the bidder's doing.
    const facts = await world.t.owner.query<{ body: { action: string } }>(
      `select body from audit_record where body->>'entity' = 'order' and body->>'entityId' = $1
       and body->>'action' in ('order.startAuction', 'auction.outage')`,
      [made.orderId],
    )
    expect(facts.rows).toHaveLength(1)
    clean(facts.rows)
    // Offers are in the records, and shown to no auditor before the end.
    const admin = await world.t.login('admin', { workbench: 'admin' })
    const query = { entity: 'auction-offer', entityId: made.orderId }
    expect((await admin.call(auditPage, { query })).rows).toEqual([])
    const kept = await world.t.owner.query(
      `select 1 from audit_record where body->>'entity' = 'auction-offer' and body->>'entityId' = $1`,
      [made.orderId],
    )
    expect(kept.rowCount).toBe(seen.offers.length)
  })

  test('the database lets the application change or remove none', async () => {
    for (const statement of [
      'update auction_offer set price = 1',
      'delete from auction_offer',
      'truncate auction_offer',
    ])
      await expect(world.t.kernel.db.executeQuery(raw(statement))).rejects.toThrow(/permission denied/)
    expect(await checkAuctions(world.t.kernel, 1)).toEqual([])
    await world.t.owner.query('update auction_offer set price = price - 1 where order_id = $1 and seq = 2', [
      made.orderId,
    ])
    expect(await checkAuctions(world.t.kernel, 1)).toMatchObject([{ id: made.orderId, message: /第 2 笔/ }])
    await world.t.owner.query('update auction_offer set price = price + 1 where order_id = $1 and seq = 2', [
      made.orderId,
    ])
    expect(await checkAuctions(world.t.kernel, 1)).toEqual([])
  })

  test('a pause stops everybody and gives the time back; reasons are on record', async () => {
    await buyer.call(c.pauseAuction, { params: made, body: { reason: '部分竞价人网络异常' } })
    expect(await refused(made, 0, '870000')).toMatchObject({ code: 10026, message: /部分竞价人网络异常/ })
    expect((await buyer.refused(c.pauseAuction, { params: made, body: { reason: '再次' } })).code).toBe(10002)
    const before = world.t.kernel.clock.now().getTime()
    await world.t.advanceTo(new Date(before + 90 * MINUTE))
    await buyer.call(c.resumeAuction, { params: made, body: { reason: '网络恢复' } })
    const hall = await hallAs(buyer, made.orderId)
    expect(hall.status).toBe(1)
    const moved = new Date(hall.endsAt!).getTime() - made.endsAt.getTime()
    expect(moved).toBeGreaterThanOrEqual(90 * MINUTE)
    expect(moved).toBeLessThan(91 * MINUTE)
    expect(hall.events.map((e) => e.kind)).toEqual(['start', 'pause', 'resume'])
  })

  test('an offer in the last minutes extends; the end comes by the job, and names are shown to the buyer', async () => {
    const { endsAt } = await hallAs(buyer, made.orderId)
    await world.t.advanceTo(new Date(new Date(endsAt!).getTime() - MINUTE))
    const late = await bid(made, 0, '860000')
    expect(new Date(late.endsAt).getTime() - new Date(late.at).getTime()).toBe(3 * MINUTE)
    expect((await buyer.refused(c.auctionRecord, { params: made })).code).toBe(10020)
    await world.t.advanceTo(late.endsAt)
    const { rows } = await world.t.owner.query('select status from auction where order_id = $1', [made.orderId])
    expect(rows).toEqual([{ status: 3 }])
    const hall = await hallAs(buyer, made.orderId)
    expect(hall.ranking.map((r) => [r.rank, r.price])).toEqual([
      [1, '860000.00'],
      [2, '880000.00'],
      [3, expect.any(String)],
    ])
    const admin = await world.t.login('admin', { workbench: 'admin' })
    const query = { entity: 'auction-offer', entityId: made.orderId }
    expect((await admin.call(auditPage, { query })).rows).toHaveLength(hall.offers.length)
    expect(hall.offers.at(-1)!.supplierName).toBe(hall.ranking[0]!.supplierName)
    // Bidders are told the result by its notice.
    expect((await hallAs(suppliers[1]!, made.orderId)).ranking).toEqual([])
    expect(await refused(made, 1, '800000')).toMatchObject({ code: 10021 })
    const late2 = await world.t.owner.query(
      `select 1 from audit_intake where body->>'action' = 'auction.late' union all
       select 1 from audit_record where body->>'action' = 'auction.late'`,
    )
    expect(late2.rowCount).toBe(1)
    for (const format of ['pdf', 'xlsx'] as const) {
      const file = await buyer.file(c.auctionRecord, { params: made, query: { format } })
      expect(file.content.subarray(0, 4).toString()).toBe(format === 'pdf' ? '%PDF' : 'PK\u0003\u0004')
    }
    expect((await suppliers[0]!.refused(c.auctionRecord, { params: made })).status).toBe(403)
  })

  test('the winner is fixed from the ranking, without a publicity, and the order is archived', async () => {
    const detail = await buyer.call(orderDetail, { params: made })
    expect(detail.stage).toBe('待定标')
    expect(detail.actions.filter((a) => !a.reason).map((a) => a.action)).toContain('award')
    const { candidates, draft } = await buyer.call(winnerDetail, { params: made })
    expect(candidates.map((x) => x.price)).toEqual(['860000.00', '880000.00', expect.any(String)])
    const body = { tradeId: candidates[0]!.tradeId, title: draft.title, content: draft.content, reason: '' }
    const voucher = await buyer.upload('bond-voucher', '回单.pdf', Buffer.from('%PDF-1.4'))
    const paid = { amount: '8000', form: 'transfer' as const, paidOn: formatDate(made.startsAt), voucher }
    const none = { params: { ...made, tradeId: body.tradeId }, body: paid }
    expect(await buyer.refused(recordBondPayment, none)).toMatchObject({ message: '采购文件未要求保证金，不登记到账' })
    // Where the documents let nobody win without a bond, no acknowledgement helps, for no committee could accept it.
    await world.t.owner.query(
      `update purchase_order set bond = 8000, settings = jsonb_set(settings, '{bond}', '{"onFault": "block"}') where id = $1`,
      [made.orderId],
    )
    const faulty = await buyer.refused(publishWinner, { params: made, body: { ...body, acceptWarnings: true } })
    expect(faulty).toMatchObject({ code: 10019, message: expect.stringContaining('不得确定为成交供应商') })
    await buyer.call(recordBondPayment, none)
    // On record after the deadline, it is to be acknowledged.
    expect(await buyer.refused(publishWinner, { params: made, body })).toMatchObject({ code: 10017 })
    done(await buyer.call(publishWinner, { params: made, body: { ...body, acceptWarnings: true } }))
    expect((await buyer.call(orderDetail, { params: made })).status).toBe(9)

    // The winner gives up: the next in the ranking takes its place, on the same terms and in the words of an auction.
    const [first, second] = candidates
    const { fileId } = await buyer.upload('result-evidence', '声明.pdf', Buffer.from('%PDF-1.4'))
    const before = { code: `${made.orderId}-02`, publishedAt: '2026-11-23' }
    const fallen = { names: [first!.supplierName], notice: before, cause: AWARD_CAUSES.gaveUp }
    const next = {
      tradeId: second!.tradeId,
      title: '成交结果变更公告',
      content: sayText({ method: 8 }, awardChangeText(fallen)),
      change: {
        version: 1,
        cause: 'gaveUp' as const,
        reason: '成交人书面声明放弃成交。',
        evidence: { fileId, name: '声明.pdf' },
      },
      acceptWarnings: true,
    }
    expect(await buyer.refused(publishWinner, { params: made, body: next })).toMatchObject({ code: 10019 })
    // Another transfer has another slip.
    const other = await buyer.upload('bond-voucher', '回单二.pdf', Buffer.from('%PDF-1.4\n%2'))
    const paidNext = { params: { ...made, tradeId: second!.tradeId }, body: { ...paid, voucher: other } }
    await buyer.call(recordBondPayment, paidNext)
    done(await buyer.call(publishWinner, { params: made, body: next }))
    const { award: replaced, versions, notice } = await buyer.call(winnerDetail, { params: made })
    expect(replaced!.winners).toMatchObject([{ tradeId: second!.tradeId, price: '880000.00' }])
    expect(versions[0]!.cause).toBe('成交人放弃成交')
    const text = JSON.stringify(await buyer.call(buyerNotice, { params: { ...made, noticeId: notice!.noticeId } }))
    expect(text).toContain('的成交资格取消')
    expect(text).not.toMatch(/中标|投标/)
    await buyer.call(archiveOrder, { params: made, body: { confirm: true } })
  })
})

describe('time', () => {
  test('a late job is made up for by the next request: started and ended as planned', async () => {
    const made = await prepare(world)
    await world.t.owner.query(`delete from timer where key like $1`, [`%${made.orderId}%`])
    await world.t.advanceTo(new Date(made.startsAt.getTime() + MINUTE))
    expect((await world.t.owner.query('select 1 from auction where order_id = $1', [made.orderId])).rowCount).toBe(0)
    const token = await ticket(suppliers[0]!, made.orderId)
    const offer = await suppliers[0]!.call(c.makeOffer, { params: made, body: { token, price: '850000' } })
    expect(offer.endsAt).toBe(made.endsAt.toISOString())
    await world.t.owner.query(`delete from timer where key like $1`, [`%${made.orderId}%`])
    await world.t.advanceTo(new Date(made.endsAt.getTime() + 60 * MINUTE))
    const hall = await hallAs(buyer, made.orderId)
    expect(hall.status).toBe(3)
    expect(hall.events.at(-1)).toMatchObject({ kind: 'end', at: made.endsAt.toISOString() })
    // The step is the platform's own, whoever's request brought it about.
    const { rows } = await world.t.owner.query<{ by_name: string }>(
      'select by_name from auction_event where order_id = $1',
      [made.orderId],
    )
    expect(rows.map((r) => r.by_name)).toEqual(['平台', '平台'])
  })

  test('fewer than three admitted: it does not begin, says why, and the order is declared abortive', async () => {
    const made = await prepare(world, { admitted: 2 })
    await world.t.advanceTo(made.startsAt)
    expect(await hallAs(buyer, made.orderId)).toMatchObject({ status: 4, reason: /不足 3 家/ })
    const detail = await buyer.call(orderDetail, { params: made })
    expect(detail.stage).toBe('待流标处理')
    const body = { reason: '报名通过的供应商不足 3 家' }
    done(await buyer.call(declareAbortive, { params: made, body }))
    expect((await buyer.call(orderDetail, { params: made })).status).toBe(20)
  })

  test('nobody offers: abortive', async () => {
    const made = await run(world)
    await world.t.advanceTo(made.endsAt)
    expect(await hallAs(buyer, made.orderId)).toMatchObject({ status: 4, reason: /没有有效报价/ })
    expect(await refused(made, 0, '800000')).toMatchObject({ code: 10026 })
  })

  test('the host ends one without result; a sign-up is not decided once it has begun', async () => {
    const made = await run(world)
    const [tradeId] = made.trades
    expect((await buyer.refused(decideTrade, { params: { tradeId: tradeId! }, body: { pass: true } })).status).toBe(409)
    await buyer.call(c.abortAuction, { params: made, body: { reason: '采购需求取消' } })
    expect(await hallAs(suppliers[0]!, made.orderId)).toMatchObject({ status: 4, reason: '采购需求取消' })
    expect(await refused(made, 0, '800000')).toMatchObject({ code: 10026 })
    expect((await buyer.call(orderDetail, { params: made })).stage).toBe('待流标处理')
  })

  test('an order given up while its auction runs takes it along', async () => {
    const made = await run(world)
    done(await buyer.call(declareAbortive, { params: made, body: { reason: '采购需求发生重大变化' } }))
    expect(await refused(made, 0, '800000')).toMatchObject({ code: 10026 })
    await world.t.settle()
    expect((await hallAs(suppliers[0]!, made.orderId)).status).toBe(4)
  })

  test('an outage of the platform gives everybody the lost time back, once', async () => {
    const made = await run(world)
    const now = world.t.kernel.clock.now()
    await world.t.owner.query('insert into platform_outage (beat_at, from_at, to_at) values (now(), $1, $2)', [
      new Date(now.getTime() - 5 * MINUTE),
      now,
    ])
    // Down from before the start: only what belongs to the auction counts.
    const first = await hallAs(buyer, made.orderId)
    const moved = new Date(first.endsAt!).getTime() - made.endsAt.getTime()
    expect(moved).toBeGreaterThanOrEqual(0)
    expect(moved).toBeLessThan(MINUTE)
    expect(first.events.map((e) => e.kind)).toEqual(['start', 'outage'])
    expect((await hallAs(buyer, made.orderId)).endsAt).toBe(first.endsAt)
  })
})

describe('witnesses', () => {
  test('named by mobile, they look on by marks and can do nothing', async () => {
    const made = await run(world)
    const guest = await world.t.login('supplier4', { workbench: 'supplier' })
    const body = { name: '见证人', mobile: PEOPLE.supplier4.mobile, unit: '纪检' }
    const { witnessId } = await buyer.call(c.addWitness, { params: made, body })
    expect((await buyer.refused(c.addWitness, { params: made, body })).code).toBe(10003)
    await bid(made, 0, '895000')
    const seen = await hallAs(guest, made.orderId)
    expect(seen).toMatchObject({ part: 'witness', mayOffer: false, actions: [], offers: [{ supplierName: null }] })
    expect(await guest.call(c.auctionPlace, { params: made })).toMatchObject({ places: [{ side: 'witness' }] })
    const token = await ticket(guest, made.orderId)
    expect((await guest.refused(c.makeOffer, { params: made, body: { token, price: '1000' } })).status).toBe(404)
    await buyer.call(c.removeWitness, { params: { ...made, witnessId } })
    expect((await guest.refused(c.auctionHall, { params: made, query: { token } })).status).toBe(404)
    expect((await suppliers[0]!.refused(c.auctionWitnesses, { params: made })).status).toBe(403)
    expect(await buyer.call(c.auctionWitnesses, { params: made })).toEqual([])
  })
})

function raw(sql: string) {
  return { sql, parameters: [], query: { kind: 'RawNode' } } as never
}

test('an offer is two exchanges with the database, also one that moves the end', async () => {
  const late = await run(world, { terms: { durationMinutes: 5, windowMinutes: 5, maxExtensions: null } })
  expect(await exchangesOf(() => bid(late, 0, '899000'))).toBe(2)
  expect(await exchangesOf(() => bid(late, 1, '898000'))).toBe(2)
  const hall = await hallAs(suppliers[0]!, late.orderId)
  expect(hall).toMatchObject({ extensions: 2, best: '898000.00' })
})
