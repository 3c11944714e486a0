import { setTimeout as sleep } from 'node:timers/promises'
import { type Play, playTrade } from '#features/payment/contract/gateway.ts'
import { payStatus, placeOrder } from '#features/payment/contract/order.ts'
import { PRODUCTS } from '#features/payment/rules/catalogue.ts'
import { PayMethod, PayStatus } from '#features/payment/rules/enums.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Account } from './people.ts'
import type { Cast } from './cast.ts'

type Method = 'wechat' | 'alipay' | 'remittance'

/** Who buys what, by which method, and how the wallet of the local gateway pays it; null: not yet. */
const PURCHASES: readonly [account: Account, product: string, method: Method, play: Play | null][] = [
  ['supplier1', 'advanced', 'wechat', 'pay'],
  ['supplier1', 'points', 'alipay', 'pay'],
  ['supplier2', 'preview', 'wechat', 'pay'],
  ['supplier3', 'basic', 'wechat', 'less'],
  ['supplier4', 'diamond', 'remittance', 'stranger'],
  ['supplier2', 'ca-voucher', 'remittance', null],
]

/** Services bought and paid in every way, with two cases for the platform's finance. */
export async function playPayments(cast: Cast): Promise<void> {
  for (const [account, code, method, play] of PURCHASES) {
    const client = await cast.as(account)
    const sku = PRODUCTS.find((product) => product.code === code)!.skus[0]!
    const body = { skuId: sku.id, payMethod: PayMethod.values[method] }
    const { payCode } = await client.call(placeOrder, { body })
    const begun = await become(client, payCode!, (status) => status !== PayStatus.values.unpaid)
    if (play === null || !begun) continue
    await client.call(playTrade, { params: { payCode: payCode! }, body: { play } })
    await become(client, payCode!, (status) => status !== PayStatus.values.paying)
  }
}

/** Waits until a payment has come so far; false where it has not within a minute. */
async function become(client: HttpClient, payCode: string, isThere: (status: number) => boolean): Promise<boolean> {
  for (let i = 0; i < 600; i++) {
    if (isThere((await client.call(payStatus, { params: { payCode } })).payStatus)) return true
    await sleep(100)
  }
  return false
}
