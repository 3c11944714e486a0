import { formatDate } from '#contract/time.ts'
import { chooseBond, ownBond, playTransfer } from '#features/bonds/contract/own.ts'
import { depositQuota } from '#features/bonds/contract/quota.ts'
import { orderBonds, returnBonds } from '#features/bonds/contract/register.ts'
import type { BondKind } from '#features/bonds/rules/kinds.ts'
import { PRODUCTS } from '#features/payment/rules/catalogue.ts'
import { recordContractDate } from '#features/procurement/contract/follow-up.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import { PEOPLE } from './people.ts'
import { comes, payInWallet } from './play/wallet.ts'
import { enforceApprover } from './play/flows.ts'

/** A bidder gives its bond through the platform; a second transfer of it comes in when it is too late. */
export type GivenBond = BondKind | 'cash-and-late'

/** Gives the bond of an order in this form, and waits until it counts. */
export async function giveBond(client: HttpClient, orderId: string, given: GivenBond): Promise<void> {
  const kind = given === 'cash-and-late' ? 'cash' : given
  const params = { orderId }
  if (kind === 'quota' && !(await client.call(depositQuota, {}))) await becomeMember(client)
  const { payOrderId } = await client.call(chooseBond, { params, body: { kind } })
  if (payOrderId) await payInWallet(client, { orderId: payOrderId }, { method: 'wechat', play: 'pay' })
  if (kind === 'cash') {
    await comes(async () => (await client.call(ownBond, { params })).account?.state === 'open')
    await transfer(client, orderId)
  }
  await comes(async () => (await client.call(ownBond, { params })).given?.state === 'in-force')
}

/** Once more, behind the deadline: it goes back by itself. */
export async function transferLate(client: HttpClient, orderId: string): Promise<void> {
  await transfer(client, orderId)
  await comes(async () => (await client.call(ownBond, { params: { orderId } })).movements.length > 1)
}

async function transfer(client: HttpClient, orderId: string): Promise<void> {
  const { demanded } = await client.call(ownBond, { params: { orderId } })
  await client.call(playTransfer, { params: { orderId }, body: { amount: demanded } })
}

async function becomeMember(client: HttpClient): Promise<void> {
  const sku = PRODUCTS.find(({ code }) => code === 'advanced')!.skus[0]!
  await payInWallet(client, { skuId: sku.id }, { method: 'alipay', play: 'pay' })
  await comes(async () => (await client.call(depositQuota, {})) !== null)
}

/** The contract was signed today: from here on the days of the return count. */
export async function signContract(client: HttpClient, orderId: string, now: Date): Promise<void> {
  await client.call(recordContractDate, { params: { orderId }, body: { signedOn: formatDate(now) } })
}

/** The hospital has returns approved by whom its buyer chooses; a batch of all bonds of the order waits for it. */
export async function askForReturns(cast: Cast, orderId: string): Promise<void> {
  const buyer = await cast.as('buyer')
  await enforceApprover(buyer, '保证金退还审批', { type: 'bond', node: 'returnBatch', title: '复核人', by: 'choice' })
  const { rows } = await buyer.call(orderBonds, { params: { orderId } })
  const tradeIds = rows.filter(({ acts }) => acts.includes('return')).map(({ tradeId }) => tradeId)
  const choices = { review: [PEOPLE.buyer2.jobs[0]!.employeeId] }
  await buyer.call(returnBonds, {
    params: { orderId },
    body: { tradeIds, approval: { choices, remark: '合同已签订，申请退还全部保证金' } },
  })
}
