import { setTimeout as sleep } from 'node:timers/promises'
import { type Play, playTrade } from '#features/payment/contract/gateway.ts'
import { payStatus, placeOrder } from '#features/payment/contract/order.ts'
import { PayMethod, PayStatus } from '#features/payment/rules/enums.ts'
import type { HttpClient } from '#server/testing/http-client.ts'

const PAUSE = 100
const PATIENCE = 600

export type Method = 'wechat' | 'alipay' | 'remittance'

/** Begins to pay by a method and has the wallet of the local gateway `play`; null: nothing is paid. Waits until that has come in. */
export async function payInWallet(
  client: HttpClient,
  what: { skuId: string } | { orderId: string },
  { method, play }: { method: Method; play: Play | null },
): Promise<void> {
  const body = { ...what, payMethod: PayMethod.values[method] }
  const payCode = (await client.call(placeOrder, { body })).payCode!
  const leaves = (status: number) =>
    comes(async () => (await client.call(payStatus, { params: { payCode } })).payStatus !== status)
  const isBegun = await leaves(PayStatus.values.unpaid)
  if (play === null || !isBegun) return
  await client.call(playTrade, { params: { payCode }, body: { play } })
  await leaves(PayStatus.values.paying)
}

/** Waits for something; false where it has not come within a minute. */
export async function comes(holds: () => Promise<boolean>): Promise<boolean> {
  for (let i = 0; i < PATIENCE; i++) {
    if (await holds()) return true
    await sleep(PAUSE)
  }
  return false
}
