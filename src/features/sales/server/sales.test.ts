import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { fromState } from '#demo/states/from-state.ts'
import { makeOffer } from '#features/auction/contract.ts'
import { auctionReserve, setAuctionReserve } from '#features/auction/contract-reserve.ts'
import { hallAs, ticket } from '#features/auction/server/testing/auction.ts'
import { contractableAwards } from '#features/contracts/contract/contract.ts'
import { inbox } from '#features/home/contract.ts'
import { balanceOf } from '#features/ledger/server/public.ts'
import { messagePage } from '#features/messages/contract.ts'
import { placeOrder } from '#features/payment/contract/order.ts'
import { PayMethod } from '#features/payment/rules/enums.ts'
import { actsIn } from '#features/payment/server/testing/pay.ts'
import { publishWinner, winnerDetail } from '#features/procurement/contract/notice.ts'
import * as orders from '#features/procurement/contract/order.ts'
import { projectPage } from '#features/procurement/contract/project.ts'
import { ownTenders, publicTenders } from '#features/procurement/contract/supplier.ts'
import { sayText } from '#features/procurement/methods/say.ts'
import { AWARD_CAUSES, awardChangeText } from '#features/procurement/rules/result-change.ts'
import { draft, join, text, type TenderWorld } from '#features/procurement/server/testing/tender.ts'
import { reserveCommitment } from '#features/sealing/core/auction-reserve.ts'
import { done } from '#features/workflow/rules/held.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import * as c from '../contract.ts'

/* Sales by auction over HTTP: rising offers above a secret reserve, payment by the cashier, notes of what was taken, settlement. */

let world: TenderWorld
let seller: HttpClient
let bidders: HttpClient[]
let money: ReturnType<typeof actsIn>

beforeAll(async () => {
  const { t } = await fromState('people')
  seller = await t.login('buyer', { workbench: 'purchaser' })
  bidders = []
  for (const n of [1, 2, 3, 4]) bidders.push(await t.login(`supplier${n}`, { workbench: 'supplier' }))
  world = { t, buyer: seller, suppliers: bidders }
  money = actsIn(t, bidders[0]!)
})

type Settings = NonNullable<InputOf<typeof orders.createOrder>['body']['settings']>
const AUCTION = {
  direction: 'rising',
  step: '1000',
  durationMinutes: 30,
  windowMinutes: 3,
  minBidders: 2,
  reserve: { kind: 'sealed' },
} satisfies Settings['auction']
const SALE = { paymentDays: 5, pickUpDays: 10, viewing: '工作日上午，西院仓库', isWeighed: true, nextBidder: true }

/** A draft that starts in three hours: three lots announced at 710,000 yuan together, from there up. */
async function drafted(settings: Partial<Settings> = {}) {
  const now = world.t.kernel.clock.now().getTime()
  const at = (hours: number) => new Date(now + hours * HOUR).toISOString()
  const schedule = { saleStart: null, saleEnd: null, signUpEnd: at(2), questionEnd: null, bidEnd: null, openAt: at(3) }
  const { orderId } = await draft(world, {
    method: 12,
    title: '报废设备竞价销售',
    controlPrice: '710000',
    bond: '0',
    schedule,
    settings: { auction: AUCTION, sale: SALE, ...settings },
    files: [],
    announcement: { title: '报废设备竞价销售公告', content: text('欢迎竞买。') },
  })
  const startsAt = new Date(now + 3 * HOUR)
  return { orderId, startsAt, endsAt: new Date(startsAt.getTime() + 30 * MINUTE) }
}

interface Plan {
  reserve?: string
  count?: number
  settings?: Partial<Settings>
}

/** Published with this reserve, and these many admitted. */
async function published({ reserve = '750000', count = 3, settings = {} }: Plan = {}) {
  const made = await drafted(settings)
  const params = { orderId: made.orderId }
  if (!settings.auction) await seller.call(setAuctionReserve, { params, body: { price: reserve } })
  done(await seller.call(orders.publishOrder, { params, body: {} }))
  for (const supplier of bidders.slice(0, count)) await join(world, made.orderId, { supplier })
  return { ...made, params }
}

type Made = Awaited<ReturnType<typeof published>>

async function offer({ params }: Made, n: number, price: string) {
  const client = bidders[n - 1]!
  const token = await ticket(client, params.orderId)
  return client.call(makeOffer, { params, body: { token, price, confirm: true } })
}

async function refusedOffer({ params }: Made, n: number, price: string) {
  const client = bidders[n - 1]!
  const token = await ticket(client, params.orderId)
  return client.refused(makeOffer, { params, body: { token, price } })
}

/** Ended with these offers, each by the bidder of that number. */
async function ended(made: Made, offers: readonly [n: number, price: string][]) {
  await world.t.advanceTo(made.startsAt)
  for (const [n, price] of offers) await offer(made, n, price)
  await world.t.advanceTo(made.endsAt)
}

async function awarded({ params }: Made) {
  const { candidates, draft: letter } = await seller.call(winnerDetail, { params })
  const { tradeId } = candidates[0]!
  const body = { tradeId, title: letter.title, content: letter.content, reason: '', acceptWarnings: true }
  done(await seller.call(publishWinner, { params, body }))
  await world.t.settle()
  return candidates
}

const saleOf = async ({ params }: Made) => (await seller.call(c.orderSale, { params })).deals
/** What waits for somebody in this order, and what it was told of it. */
async function heard(client: HttpClient, { params }: Made, identity: 'purchaser' | 'supplier') {
  const todos = (await client.call(inbox, {})).rows.filter(({ key }) => key.includes(params.orderId))
  const { rows } = await client.call(messagePage, { query: { identity } })
  return [...todos.map(({ label }) => label), ...rows.map(({ title }) => title)]
}
const wrongs = async (orderId: string) =>
  (await seller.call(orders.publishCheck, { params: { orderId } })).rows.flatMap(({ state, path }) =>
    state === 'wrong' ? [path] : [],
  )

/** Asked for, begun and paid in full by the cashier. */
async function pay(client: HttpClient, { params }: Made): Promise<void> {
  const { payOrderId } = await client.call(c.paySale, { params })
  const body = { orderId: payOrderId, payMethod: PayMethod.values.wechat }
  const { payCode } = await client.call(placeOrder, { body })
  await money.isBegun(payCode!)
  await money.play(payCode!, 'pay', client)
  await vi.waitFor(async () => expect((await money.orderOf(payOrderId)).state).toBe('paid'), PATIENT)
  await world.t.settle()
}

describe('a draft', () => {
  test('is published with rising offers, its reserve and its terms, and not without', async () => {
    const made = await drafted()
    const params = { orderId: made.orderId }
    expect(await wrongs(made.orderId)).toEqual(['settings.auction.reserve'])
    expect(await seller.call(auctionReserve, { params })).toMatchObject({ isSet: false, commitment: null })
    const low = await seller.refused(setAuctionReserve, { params, body: { price: '709999.99' } })
    expect(low).toMatchObject({ status: 400, message: '保留价不能低于起始价 710,000.00 元' })
    const { commitment } = await seller.call(setAuctionReserve, { params, body: { price: '750000' } })
    expect(await wrongs(made.orderId)).toEqual([])
    // Nobody reads it again, who set it neither; equal prices have other fingerprints.
    expect(await seller.call(auctionReserve, { params })).toMatchObject({
      isSet: true,
      commitment,
      price: null,
      salt: null,
    })
    expect((await seller.call(setAuctionReserve, { params, body: { price: '750000' } })).commitment).not.toBe(
      commitment,
    )
    const { rows } = await world.t.owner.query('select secret from auction_reserve where order_id = $1', [made.orderId])
    expect(JSON.stringify(rows)).not.toContain('750000')
    await world.t.owner.query(`update purchase_order set control_price = 720000 where id = $1`, [made.orderId])
    expect(await wrongs(made.orderId)).toEqual(['settings.auction.reserve'])
    const set = async (sql: string) => {
      await world.t.owner.query(`update purchase_order set settings = ${sql} where id = $1`, [made.orderId])
      return wrongs(made.orderId)
    }
    expect(await set(`settings #- '{auction,direction}'`)).toContain('settings.auction')
    expect(await set(`settings - 'sale'`)).toContain('settings.sale')
  })

  test('of state assets belongs to an exchange, and lots without prices are not weighed', async () => {
    const { reserve: _, ...plain } = AUCTION
    const state = await drafted({ auction: plain, sale: { ...SALE, isStateAsset: true } })
    expect(await wrongs(state.orderId)).toEqual(['settings.sale.isStateAsset'])
    const lots = await drafted({ auction: plain })
    await world.t.owner.query(
      `update project_item set control_price = null where project_id = (select project_id from purchase_order where id = $1)`,
      [lots.orderId],
    )
    expect(await wrongs(lots.orderId)).toEqual(['settings.sale.isWeighed'])
  })

  test('an order by which one buys knows no reserve, and does not rise', async () => {
    const { orderId } = await drafted()
    await world.t.owner.query(`update purchase_order set method = 8 where id = $1`, [orderId])
    expect(await wrongs(orderId)).toContain('settings.auction')
  })
})

describe('sold', () => {
  let made: Made
  let commitment: string
  let winner: string

  beforeAll(async () => {
    made = await published()
    commitment = (await seller.call(auctionReserve, { params: made.params })).commitment!
  })

  test('the fingerprint is in the notice, and nobody changes the reserve any more', async () => {
    const { rows } = await world.t.owner.query<{ data: object }>('select data from notice where order_id = $1', [
      made.orderId,
    ])
    expect(rows[0]!.data).toMatchObject({ auctionReserve: { commitment }, sale: SALE })
    expect(JSON.stringify(rows)).not.toContain('750000')
    const late = await seller.refused(setAuctionReserve, { params: made.params, body: { price: '800000' } })
    expect(late).toMatchObject({ status: 409 })
    await expect(
      world.t.owner.query(`update auction_reserve set commitment = $2 where order_id = $1`, [
        made.orderId,
        Buffer.alloc(32),
      ]),
    ).rejects.toMatchObject({ code: 'KB002' })
  })

  test('offers rise from the start price by the step, and a slip of a digit asks once more', async () => {
    await world.t.advanceTo(made.startsAt)
    expect(await refusedOffer(made, 1, '709999')).toMatchObject({ code: 10025, message: /不能低于起始价/ })
    await offer(made, 1, '710000')
    expect(await refusedOffer(made, 2, '710999.99')).toMatchObject({ code: 10024, details: { limit: '711000.00' } })
    await offer(made, 2, '720000')
    expect(await refusedOffer(made, 3, '7300000')).toMatchObject({ code: 10017, message: /高 10% 以上/ })
    await offer(made, 1, '760000')
    const hall = await hallAs(bidders[0]!, made.orderId)
    expect(hall).toMatchObject({ best: '760000.00', nextLimit: '761000.00', isMineBest: true })
    expect(hall.reserve).toEqual({ commitment, price: null })
    expect(JSON.stringify(hall)).not.toContain('750000')
  })

  test('the end reveals the reserve, which is the one of the fingerprint', async () => {
    await world.t.advanceTo(made.endsAt)
    const revealed = await seller.call(auctionReserve, { params: made.params })
    expect(revealed).toMatchObject({ price: '750000.00', commitment })
    const body = { type: 'kaibiao/auction-reserve/1', tenantId: '1', orderId: made.orderId } as const
    const computed = reserveCommitment({ ...body, price: revealed.price!, salt: revealed.salt! })
    expect(Buffer.from(computed).toString('hex')).toBe(commitment)
    expect((await hallAs(bidders[2]!, made.orderId)).reserve).toEqual({ commitment, price: '750000.00' })
    const candidates = await awarded(made)
    expect(candidates.map(({ price }) => price)).toEqual(['760000.00', '720000.00'])
    winner = candidates[0]!.tradeId
  })

  test('the price is due; only the winner sees what it owes, and nothing leaves the gate before', async () => {
    expect(await saleOf(made)).toMatchObject([
      { tradeId: winner, state: 'due', price: '760000.00', rest: '760000.00', isOverdue: false, amount: null },
    ])
    expect(await heard(bidders[0]!, made, 'supplier')).toEqual(
      expect.arrayContaining(['支付成交价款', '竞价成交，请付款']),
    )
    expect((await bidders[0]!.call(c.ownSale, { params: made.params })).deal.actions).toMatchObject([{ action: 'pay' }])
    expect(await bidders[1]!.refused(c.ownSale, { params: made.params })).toMatchObject({ status: 404 })
    expect(await bidders[1]!.refused(c.paySale, { params: made.params })).toMatchObject({ status: 404 })
    const note = await weighing({})
    expect(await seller.refused(c.recordWeighing, note)).toMatchObject({ status: 409 })
    const body = { reason: '逾期未付款' }
    expect(await seller.refused(c.defaultSale, { params: made.params, body })).toMatchObject({
      message: '付款期限未到',
    })
    const archive = { params: made.params, body: { confirm: true } }
    expect(await seller.refused(orders.archiveOrder, archive)).toMatchObject({ message: /尚未结算/ })
    const much = { params: made.params, body: { amount: '760000.01', voucher: '回单-1' } }
    expect(await seller.refused(c.recordSalePayment, much)).toMatchObject({ status: 400 })
  })

  /** A note of so much of each lot, by its place. */
  async function weighing(quantities: Record<number, string>, change = {}) {
    const [deal] = await saleOf(made)
    const lines = deal!.lines.flatMap(({ itemId }, i) =>
      quantities[i] === undefined ? [] : [{ itemId, quantity: quantities[i] }],
    )
    const at = world.t.kernel.clock.now().toISOString()
    const any = [{ itemId: deal!.lines[0]!.itemId, quantity: '1' }]
    return { params: made.params, body: { at, vehicle: '桂A12345', lines: lines.length > 0 ? lines : any, ...change } }
  }

  test('a part is paid elsewhere, the rest by the cashier, to the seller', async () => {
    await seller.call(c.recordSalePayment, { params: made.params, body: { amount: '60000', voucher: '回单-1' } })
    expect(await saleOf(made)).toMatchObject([{ state: 'due', paid: '60000.00', rest: '700000.00' }])
    await pay(bidders[0]!, made)
    expect(await saleOf(made)).toMatchObject([{ state: 'paid', paid: '760000.00', rest: '0.00' }])
    expect(await heard(seller, made, 'purchaser')).toEqual(expect.arrayContaining(['登记提货', '成交价款已到账']))
    const account = { kind: 'company.cash', owner: COMPANIES.hospital.id, currency: 'CNY' } as const
    expect(await money.act((ctx) => balanceOf(ctx, account))).toMatchObject({ available: '700000.00' })
    expect(await bidders[0]!.refused(c.paySale, { params: made.params })).toMatchObject({ message: '没有待付的价款' })
    await expect(world.t.owner.query('update sale_payment set amount = 1')).rejects.toMatchObject({ code: 'KB002' })
  })

  test('what is taken counts once the winner has confirmed it; what it refuses does not', async () => {
    const wrongLine = await weighing({}, { lines: [{ itemId: made.orderId, quantity: '1' }] })
    expect(await seller.refused(c.recordWeighing, wrongLine)).toMatchObject({ status: 400 })
    const future = new Date(world.t.kernel.clock.now().getTime() + HOUR).toISOString()
    expect(await seller.refused(c.recordWeighing, await weighing({}, { at: future }))).toMatchObject({ status: 400 })
    expect(await seller.refused(c.recordWeighing, await weighing({ 0: '100' }))).toMatchObject({ code: 10017 })
    const first = await seller.call(c.recordWeighing, await weighing({ 0: '9', 1: '20' }))
    const second = await seller.call(c.recordWeighing, await weighing({ 0: '1', 2: '5' }))
    await world.t.settle()
    expect(await heard(bidders[0]!, made, 'supplier')).toEqual(expect.arrayContaining(['确认提货单', '请确认提货单']))
    const answer = (weighingId: string, body: InputOf<typeof c.answerWeighing>['body']) => ({
      params: { ...made.params, weighingId },
      body,
    })
    expect(await bidders[1]!.refused(c.answerWeighing, answer(first.weighingId, { accepts: true }))).toMatchObject({
      status: 404,
    })
    expect(await bidders[0]!.refused(c.answerWeighing, answer(made.orderId, { accepts: true }))).toMatchObject({
      status: 404,
    })
    await bidders[0]!.call(c.answerWeighing, answer(first.weighingId, { accepts: true }))
    const settle = { params: made.params, body: {} }
    expect(await seller.refused(c.settleSale, settle)).toMatchObject({ message: '有提货单待成交人确认' })
    await bidders[0]!.call(c.answerWeighing, answer(second.weighingId, { accepts: false, reason: '数量与磅单不符' }))
    const changed = answer(second.weighingId, { accepts: true })
    expect(await bidders[0]!.refused(c.answerWeighing, changed)).toMatchObject({ status: 409 })
    // 650,000 of 710,000 announced, at 760,000 for the whole.
    const [deal] = await saleOf(made)
    expect(deal).toMatchObject({ amount: '695774.65', rest: '-64225.35' })
    expect(deal!.lines.map(({ taken }) => taken)).toEqual(['9', '20', '0'])
    expect(deal!.weighings).toMatchObject([
      { no: 1, state: 'confirmed' },
      { no: 2, state: 'refused', reason: '数量与磅单不符' },
    ])
  })

  test('settled, what was paid too much goes back by the cashier, once, and the order can be archived', async () => {
    const settle = { params: made.params, body: {} }
    expect(await seller.call(c.settleSale, settle)).toEqual({ amount: '695774.65', givenBack: '64225.35' })
    expect(await saleOf(made)).toMatchObject([
      { state: 'settled', amount: '695774.65', paid: '695774.65', rest: '0.00', actions: [] },
    ])
    expect((await saleOf(made))[0]!.payments.map(({ amount }) => amount)).toEqual([
      '60000.00',
      '700000.00',
      '-64225.35',
    ])
    await seller.call(orders.archiveOrder, { params: made.params, body: { confirm: true } })
  })

  test('it is no purchase: it stands among sales alone, has no contract, and its project takes no purchase', async () => {
    const family = 'compete-sale'
    const ids = ({ rows }: { rows: { orderId: string }[] }) => rows.map(({ orderId }) => orderId)
    expect(ids(await seller.call(orders.orderPage, { query: { family } }))).toContain(made.orderId)
    expect(ids(await seller.call(orders.orderPage, {}))).not.toContain(made.orderId)
    const { rows } = await seller.call(projectPage, { query: { pageSize: 100 } })
    const { projectId } = await seller.call(orders.orderDetail, { params: made.params })
    expect(rows.map((row) => row.projectId)).not.toContain(projectId)
    const [winner] = bidders
    expect(ids(await winner!.call(ownTenders, { query: { family } }))).toContain(made.orderId)
    expect(ids(await winner!.call(ownTenders, {}))).not.toContain(made.orderId)
    expect(ids(await winner!.call(publicTenders, {}))).not.toContain(made.orderId)
    expect(ids({ rows: await seller.call(contractableAwards, {}) })).not.toContain(made.orderId)
    const none = { saleStart: null, saleEnd: null, signUpEnd: null, questionEnd: null, bidEnd: null, openAt: null }
    const fields = { schedule: none, settings: { bidFiles: [], marks: [] }, announcement: {}, estimatedPrice: '1' }
    const purchase = { ...fields, projectId, method: 8, title: '同一项目中采购' }
    expect(await seller.refused(orders.createOrder, { body: purchase })).toMatchObject({
      message: '采购和销售不能在同一项目中办理，请另建项目',
    })
  })
})

describe('not sold', () => {
  test('below the secret reserve: it is revealed all the same, and the order is given up', async () => {
    const made = await published({ reserve: '800000' })
    await ended(made, [
      [1, '710000'],
      [2, '799999.99'],
    ])
    const hall = await hallAs(bidders[1]!, made.orderId)
    expect(hall).toMatchObject({
      status: 4,
      reason: '最高报价未达到保留价 800,000.00 元',
      reserve: { price: '800000.00' },
    })
    const body = { reason: '最高报价未达到保留价' }
    done(await seller.call(orders.declareAbortive, { params: made.params, body }))
    expect(await saleOf(made)).toEqual([])
  })

  test('at the reserve it is sold', async () => {
    const made = await published({ reserve: '800000' })
    await ended(made, [[2, '800000']])
    expect(await hallAs(seller, made.orderId)).toMatchObject({ status: 3, ranking: [{ price: '800000.00' }] })
  })

  test('with fewer admitted than the notice says it does not begin; one is enough where it says so', async () => {
    const two = await published({ count: 1 })
    await world.t.advanceTo(two.startsAt)
    expect(await hallAs(seller, two.orderId)).toMatchObject({ status: 4, reason: '报名通过的竞买人不足 2 家' })
    const { reserve: _, ...plain } = AUCTION
    const one = await published({ count: 1, settings: { auction: { ...plain, minBidders: 1 } } })
    await ended(one, [[1, '710000']])
    expect(await hallAs(seller, one.orderId)).toMatchObject({ status: 3, reserve: null })
  })
})

describe('not paid', () => {
  let made: Made
  beforeAll(async () => {
    const { reserve: _, ...plain } = AUCTION
    made = await published({ settings: { auction: plain } })
    await ended(made, [
      [1, '710000'],
      [2, '720000'],
    ])
    await awarded(made)
  })

  const instead = async () => {
    const { candidates, notice } = await seller.call(winnerDetail, { params: made.params })
    const { fileId } = await seller.upload('result-evidence', '催告.pdf', Buffer.from('%PDF-1.4'))
    const fallen = {
      names: [candidates[0]!.supplierName],
      notice: { code: notice!.code, publishedAt: '2026-11-23' },
      cause: AWARD_CAUSES.gaveUp,
    }
    return {
      tradeId: candidates[1]!.tradeId,
      title: '成交结果变更公告',
      content: sayText({ method: 12 }, awardChangeText(fallen)),
      change: {
        version: 1,
        cause: 'gaveUp' as const,
        reason: '成交人经书面催告，逾期仍未付清价款。',
        evidence: { fileId, name: '催告.pdf' },
      },
      acceptWarnings: true,
    }
  }

  test('the next may buy once the default is on record, where the notice says so; late money goes back', async () => {
    const { params } = made
    const body = await instead()
    expect(await seller.refused(publishWinner, { params, body })).toMatchObject({ message: /登记违约后方可递补/ })
    // The cashier's order was made in time, its money comes after the default.
    await world.t.advanceTo(new Date(world.t.kernel.clock.now().getTime() + 5 * DAY - 5 * MINUTE))
    const { payOrderId } = await bidders[1]!.call(c.paySale, { params })
    const { payCode } = await bidders[1]!.call(placeOrder, {
      body: { orderId: payOrderId, payMethod: PayMethod.values.wechat },
    })
    await money.isBegun(payCode!)
    await world.t.advanceTo(new Date(world.t.kernel.clock.now().getTime() + 6 * MINUTE))
    expect(await saleOf(made)).toMatchObject([{ state: 'due', isOverdue: true }])
    await seller.call(c.defaultSale, { params, body: { reason: '经催告仍未付款' } })
    await money.play(payCode!, 'pay', bidders[1])
    await vi.waitFor(
      async () => expect(await money.orderOf(payOrderId)).toMatchObject({ refunded: '720000.00' }),
      PATIENT,
    )
    expect(await saleOf(made)).toMatchObject([{ state: 'defaulted', paid: '0.00', reason: '经催告仍未付款' }])
    expect(await bidders[1]!.refused(c.paySale, { params })).toMatchObject({ status: 409 })

    done(await seller.call(publishWinner, { params, body }))
    await world.t.settle()
    expect(await saleOf(made)).toMatchObject([
      { state: 'due', price: '710000.00', buyerName: COMPANIES.supplier1.name },
      { state: 'defaulted' },
    ])
    await pay(bidders[0]!, made)
    const abort = { reason: '标的状况变化，销售终止', acceptWarnings: true }
    expect(await seller.refused(orders.declareAbortive, { params, body: abort })).toMatchObject({ message: /不能流标/ })
  })
})

describe('nobody else’s business', () => {
  test('other companies, other tenants and other workbenches find nothing', async () => {
    const made = await published()
    const { params } = made
    const agency = await world.t.login('agent', { workbench: 'agency' })
    const elsewhere = await world.t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
    const stranger = await world.t.login('supplier5', { workbench: 'supplier' })
    const [line] = (await seller.call(orders.orderDetail, { params })).items
    const at = world.t.kernel.clock.now().toISOString()
    const note = { at, lines: [{ itemId: line!.itemId, quantity: '1' }] }
    for (const client of [agency, elsewhere]) {
      expect(await client.refused(auctionReserve, { params })).toMatchObject({ status: 404 })
      expect(await client.refused(setAuctionReserve, { params, body: { price: '1' } })).toMatchObject({ status: 404 })
      expect(await client.refused(c.orderSale, { params })).toMatchObject({ status: 404 })
      const payment = { params, body: { amount: '1', voucher: '1' } }
      expect(await client.refused(c.recordSalePayment, payment)).toMatchObject({ status: 404 })
      expect(await client.refused(c.recordWeighing, { params, body: note })).toMatchObject({ status: 404 })
      expect(await client.refused(c.settleSale, { params, body: {} })).toMatchObject({ status: 404 })
      expect(await client.refused(c.defaultSale, { params, body: { reason: '没有付款' } })).toMatchObject({
        status: 404,
      })
    }
    for (const client of [stranger, bidders[0]!]) {
      expect(await client.refused(c.ownSale, { params })).toMatchObject({ status: 404 })
      expect(await client.refused(c.paySale, { params })).toMatchObject({ status: 404 })
      const answer = { params: { ...params, weighingId: params.orderId }, body: { accepts: true as const } }
      expect(await client.refused(c.answerWeighing, answer)).toMatchObject({ status: 404 })
      expect((await client.refused(c.orderSale, { params })).status).toBe(403)
      expect((await client.refused(auctionReserve, { params })).status).toBe(403)
    }
    expect(await seller.refused(c.settleSale, { params, body: {} })).toMatchObject({ message: '尚未确定成交人' })
  })
})
