import { DAY, HOUR } from '#contract/time.ts'
import type { Play } from '#features/payment/contract/gateway.ts'
import { decidePromotion, proposePromotion } from '#features/payment/contract/promotion.ts'
import { PRODUCTS } from '#features/payment/rules/catalogue.ts'
import type { Account } from './people.ts'
import type { Cast } from './cast.ts'
import { type Method, payInWallet } from './play/wallet.ts'

/** Who buys what, by which method, and how the wallet of the local gateway pays it; null: not yet. */
const PURCHASES: readonly [account: Account, product: string, method: Method, play: Play | null][] = [
  ['supplier1', 'advanced', 'wechat', 'pay'],
  ['supplier1', 'points', 'alipay', 'pay'],
  ['supplier1', 'preview', 'wechat', 'pay'],
  ['supplier1', 'waste-bid-check', 'wechat', 'pay'],
  ['supplier2', 'preview', 'wechat', 'pay'],
  ['supplier3', 'basic', 'wechat', 'less'],
  ['supplier4', 'diamond', 'remittance', 'stranger'],
  ['supplier2', 'points', 'remittance', null],
]

/** A promotion that runs for weeks yet, set by two persons before anything is bought. `now`: of the moving clock. */
export async function setPromotion(cast: Cast, { now, began }: { now: Date; began: number }): Promise<void> {
  const body = {
    name: '会员与积分推广季',
    categories: ['membership' as const, 'points' as const],
    fromAt: new Date(now.getTime() + HOUR).toISOString(),
    untilAt: new Date(began + 20 * DAY).toISOString(),
  }
  const params = await (await cast.as('admin')).call(proposePromotion, { body })
  await (await cast.as('admin2')).call(decidePromotion, { params, body: { approve: true } })
}

/** Services bought and paid in every way, with two cases for the platform's finance. */
export async function playPayments(cast: Cast): Promise<void> {
  for (const [account, code, method, play] of PURCHASES) {
    const client = await cast.as(account)
    const sku = PRODUCTS.find((product) => product.code === code)!.skus[0]!
    await payInWallet(client, { skuId: sku.id }, { method, play })
  }
}
