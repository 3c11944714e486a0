import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { auctionReserve, setAuctionReserve } from '#features/auction/contract-reserve.ts'
import { hallAs } from '#features/auction/server/testing/auction.ts'
import { contractableAwards } from '#features/contracts/contract/contract.ts'
import { balanceOf } from '#features/ledger/server/public.ts'
import { placeOrder } from '#features/payment/contract/order.ts'
import { PayMethod } from '#features/payment/rules/enums.ts'
import { publishWinner, winnerDetail } from '#features/procurement/contract/notice.ts'
import * as orders from '#features/procurement/contract/order.ts'
import { projectPage } from '#features/procurement/contract/project.ts'
import { ownTenders, publicTenders } from '#features/procurement/contract/supplier.ts'
import { sayText } from '#features/procurement/methods/say.ts'
import { AWARD_CAUSES, awardChangeText } from '#features/procurement/rules/result-change.ts'
import { reserveCommitment } from '#features/sealing/core/auction-reserve.ts'
import { done } from '#features/workflow/rules/held.ts'
import { PATIENT } from '#server/testing/patience.ts'
import * as c from '../contract.ts'
import { AUCTION, type Made, SALE, type SaleWorld, saleWorld } from './testing/sale-world.ts'

/* Sales by auction over HTTP, from the award to the archive: payment by the cashier, notes of what was taken, settlement. */

let world: SaleWorld['world']
let seller: SaleWorld['seller']
let bidders: SaleWorld['bidders']
let money: SaleWorld['money']
let published: SaleWorld['published']
let offer: SaleWorld['offer']
let refusedOffer: SaleWorld['refusedOffer']
let ended: SaleWorld['ended']
let awarded: SaleWorld['awarded']
let saleOf: SaleWorld['saleOf']
let heard: SaleWorld['heard']
let pay: SaleWorld['pay']
beforeAll(async () => {
  ;({ world, seller, bidders, money, published, offer, refusedOffer, ended, awarded, saleOf, heard, pay } =
    await saleWorld())
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
