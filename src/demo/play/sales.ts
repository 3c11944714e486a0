import { Exact } from '#contract/money.ts'
import * as sales from '#features/sales/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { comes, payInWallet } from './wallet.ts'

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

/** The seller settles; what came in by the cashier goes back there. */
export async function settleGoods(seller: HttpClient, orderId: string): Promise<void> {
  await seller.call(sales.settleSale, { params: { orderId }, body: {} })
}
