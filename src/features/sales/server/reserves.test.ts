import { beforeAll, describe, expect, test } from 'vitest'
import { auctionReserve, setAuctionReserve } from '#features/auction/contract-reserve.ts'
import { hallAs } from '#features/auction/server/testing/auction.ts'
import * as orders from '#features/procurement/contract/order.ts'
import { done } from '#features/workflow/rules/held.ts'
import * as c from '../contract.ts'
import { AUCTION, SALE, type SaleWorld, saleWorld } from './testing/sale-world.ts'

/* Sales by auction over HTTP up to the end of their offers: terms, a secret reserve, and who sees them. */

let world: SaleWorld['world']
let seller: SaleWorld['seller']
let bidders: SaleWorld['bidders']
let drafted: SaleWorld['drafted']
let published: SaleWorld['published']
let ended: SaleWorld['ended']
let saleOf: SaleWorld['saleOf']
let wrongs: SaleWorld['wrongs']
beforeAll(async () => {
  ;({ world, seller, bidders, drafted, published, ended, saleOf, wrongs } = await saleWorld())
})

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
