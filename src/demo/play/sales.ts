import type { InputOf } from '#contract/endpoint.ts'
import { Exact } from '#contract/money.ts'
import { auctionTicket, makeOffer } from '#features/auction/contract.ts'
import { setAuctionReserve } from '#features/auction/contract-reserve.ts'
import * as notices from '#features/procurement/contract/notice.ts'
import * as orders from '#features/procurement/contract/order.ts'
import { sale } from '#features/procurement/methods/sale.ts'
import * as sales from '#features/sales/contract.ts'
import { done } from '#features/workflow/rules/held.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { COMPANIES, type CompanyKey } from '../companies.ts'
import { consented } from './consent.ts'
import type { PlanItem } from './plan.ts'
import { comes, payInWallet } from './wallet.ts'

type Settings = InputOf<typeof orders.createOrder>['body']['settings']

/** What is sold, from `startPrice` yuan up. */
export interface SalePlan {
  title: string
  description: string
  items: readonly PlanItem[]
  startPrice: string
  /** Secret to the end, yuan; none when left out. */
  reserve?: string
  /** What its documents say of payment and taking away. */
  terms: Settings['sale']
}

interface Drafted {
  /** For whom an agency sells. */
  purchaser: CompanyKey | null
  /** Epoch ms. */
  dates: { signUpEnd: number; starts: number }
  minutes?: number
}

/** Project and draft of a sale, its reserve set and its announcement made from the template. */
export async function draftSale(
  seller: HttpClient,
  plan: SalePlan,
  { purchaser, dates, minutes = 30 }: Drafted,
): Promise<string> {
  const { title, description, startPrice, reserve, terms } = plan
  const instant = (ms: number) => new Date(ms).toISOString()
  const announcement = { title: `${title}公告`, content: null }
  const fields = {
    title,
    estimatedPrice: startPrice,
    controlPrice: startPrice,
    schedule: {
      saleStart: null,
      saleEnd: null,
      signUpEnd: instant(dates.signUpEnd),
      questionEnd: null,
      bidEnd: null,
      openAt: instant(dates.starts),
    },
    settings: {
      bidFiles: [],
      marks: [],
      auction: {
        direction: 'rising',
        step: '1000',
        durationMinutes: minutes,
        windowMinutes: 3,
        maxExtensions: 10,
        minBidders: 2,
        ...(reserve !== undefined && { reserve: { kind: 'sealed' } }),
      },
      sale: terms,
    } satisfies Settings,
  }
  const project = {
    name: title,
    category: 'goods' as const,
    regime: 'enterprise' as const,
    region: '江州市',
    budget: startPrice,
    description,
    purchaserCompanyId: purchaser && COMPANIES[purchaser].id,
  }
  const items = plan.items.map((item) => ({ ...item }))
  const { orderId, projectId } = await seller.call(orders.createWithProject, {
    body: { ...fields, announcement, method: sale.code, project, items },
  })
  if (purchaser) await consented(seller, projectId)
  const params = { orderId }
  if (reserve !== undefined) await seller.call(setAuctionReserve, { params, body: { price: reserve } })
  const [template] = await seller.call(notices.noticeTemplates, { query: { kind: sale.opens, method: sale.code } })
  const { templateId } = template!
  const { content } = await seller.call(notices.renderTemplate, { params: { ...params, templateId } })
  await seller.call(orders.updateOrder, { params, body: { ...fields, announcement: { ...announcement, content } } })
  return orderId
}

/** Bids in the hall, as somebody who has come in. */
export async function offerFor(bidder: HttpClient, orderId: string, price: string): Promise<void> {
  const params = { orderId }
  const { token } = await bidder.call(auctionTicket, { params })
  await bidder.call(makeOffer, { params, body: { token, price, confirm: true } })
}

/** The highest bidder gets it. */
export async function awardSale(seller: HttpClient, orderId: string): Promise<void> {
  const params = { orderId }
  const { candidates, draft } = await seller.call(notices.winnerDetail, { params })
  const body = { tradeId: candidates[0]!.tradeId, reason: '', ...draft }
  done(await seller.call(notices.publishWinner, { params, body }))
}

/** The seller writes down that the winner has paid everything by bank transfer. */
export async function recordPrice(seller: HttpClient, orderId: string, voucher: string): Promise<void> {
  const params = { orderId }
  const [deal] = (await seller.call(sales.orderSale, { params })).deals
  await seller.call(sales.recordSalePayment, { params, body: { amount: deal!.rest, voucher } })
}

/** The winner pays what it owes in the wallet of the local gateway. */
export async function payForGoods(buyer: HttpClient, orderId: string): Promise<void> {
  const params = { orderId }
  const { payOrderId } = await buyer.call(sales.paySale, { params })
  await payInWallet(buyer, { orderId: payOrderId }, { method: 'wechat', play: 'pay' })
  const owesNothing = async () => new Exact((await buyer.call(sales.ownSale, { params })).deal.rest).lte(0)
  if (!(await comes(owesNothing))) throw new Error('the price did not come in')
}

/** The winner confirms every note that waits for it; gives how many. */
export async function confirmNotes(buyer: HttpClient, orderId: string): Promise<number> {
  const { deal } = await buyer.call(sales.ownSale, { params: { orderId } })
  const open = deal.weighings.filter(({ state }) => state === 'open')
  for (const { weighingId } of open)
    await buyer.call(sales.answerWeighing, { params: { orderId, weighingId }, body: { accepts: true } })
  return open.length
}

/** The seller writes down that everything left the gate; `share`: that part of what was announced. */
export async function handOver(
  seller: HttpClient,
  orderId: string,
  { at, share = '1' }: { at: Date; share?: string },
): Promise<void> {
  const params = { orderId }
  const [deal] = (await seller.call(sales.orderSale, { params })).deals
  const lines = deal!.lines.map(({ itemId, quantity }) => ({
    itemId,
    quantity: new Exact(quantity).times(share).toDecimalPlaces(2).toFixed(),
  }))
  const body = { at: at.toISOString(), vehicle: '桂A12345', lines }
  await seller.call(sales.recordWeighing, { params, body })
}

/** The seller settles; what came in by the cashier goes back there, the rest went back with the voucher. */
export async function settleGoods(seller: HttpClient, orderId: string, voucher = ''): Promise<void> {
  await seller.call(sales.settleSale, { params: { orderId }, body: { voucher } })
}
