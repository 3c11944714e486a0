import { expect, vi } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { HOUR, MINUTE } from '#contract/time.ts'
import { fromState } from '#demo/states/from-state.ts'
import { makeOffer } from '#features/auction/contract.ts'
import { setAuctionReserve } from '#features/auction/contract-reserve.ts'
import { ticket } from '#features/auction/server/testing/auction.ts'
import { inbox } from '#features/home/contract.ts'
import { messagePage } from '#features/messages/contract.ts'
import { placeOrder } from '#features/payment/contract/order.ts'
import { PayMethod } from '#features/payment/rules/enums.ts'
import { actsIn } from '#features/payment/server/testing/pay.ts'
import { publishWinner, winnerDetail } from '#features/procurement/contract/notice.ts'
import * as orders from '#features/procurement/contract/order.ts'
import { draft, join, text, type TenderWorld } from '#features/procurement/server/testing/tender.ts'
import { done } from '#features/workflow/rules/held.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import * as c from '../../contract.ts'

type Settings = NonNullable<InputOf<typeof orders.createOrder>['body']['settings']>
/** Of the documents of a sale by auction. */
export const AUCTION = {
  direction: 'rising',
  step: '1000',
  durationMinutes: 30,
  windowMinutes: 3,
  minBidders: 2,
  reserve: { kind: 'sealed' },
} satisfies Settings['auction']
export const SALE = {
  paymentDays: 5,
  pickUpDays: 10,
  viewing: '工作日上午，西院仓库',
  isWeighed: true,
  nextBidder: true,
}

interface Plan {
  reserve?: string
  count?: number
  settings?: Partial<Settings>
}

/** Sales by auction of one seller to four bidders, with the cashier. */
export async function saleWorld() {
  const { t } = await fromState('people')
  const seller = await t.login('buyer', { workbench: 'purchaser' })
  const bidders: HttpClient[] = []
  for (const n of [1, 2, 3, 4]) bidders.push(await t.login(`supplier${n}`, { workbench: 'supplier' }))
  const world: TenderWorld = { t, buyer: seller, suppliers: bidders }
  const money = actsIn(t, bidders[0]!)

  /** A draft that starts in three hours: three lots announced at 710,000 yuan together, from there up. */
  async function drafted(settings: Partial<Settings> = {}) {
    const now = world.t.kernel.clock.now().getTime()
    const at = (hours: number) => new Date(now + hours * HOUR).toISOString()
    const schedule = {
      saleStart: null,
      saleEnd: null,
      signUpEnd: at(2),
      questionEnd: null,
      bidEnd: null,
      openAt: at(3),
    }
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
  return {
    world,
    seller,
    bidders,
    money,
    drafted,
    published,
    offer,
    refusedOffer,
    ended,
    awarded,
    saleOf,
    heard,
    wrongs,
    pay,
  }
}

export type SaleWorld = Awaited<ReturnType<typeof saleWorld>>
export type Made = Awaited<ReturnType<SaleWorld['published']>>
