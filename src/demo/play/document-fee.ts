import { setTimeout as sleep } from 'node:timers/promises'
import { ownDocumentFee, payDocumentFee } from '#features/document-fee/contract.ts'
import { playTrade } from '#features/payment/contract/gateway.ts'
import { payStatus, placeOrder } from '#features/payment/contract/order.ts'
import { PayMethod, PayStatus } from '#features/payment/rules/enums.ts'
import { tenderDetail } from '#features/procurement/contract/supplier.ts'
import type { HttpClient } from '#server/testing/http-client.ts'

const PAUSE = 100
const PATIENCE = 600

/** Pays the documents' fee in the wallet of the local gateway, where the order asks for it online. */
export async function payFeeIfDue(supplier: HttpClient, orderId: string): Promise<void> {
  const params = { orderId }
  if (!(await supplier.call(tenderDetail, { params })).feeDue) return
  const { payOrderId } = await supplier.call(payDocumentFee, { params })
  const body = { orderId: payOrderId, payMethod: PayMethod.values.wechat }
  const payCode = (await supplier.call(placeOrder, { body })).payCode!
  const isBegun = async () =>
    (await supplier.call(payStatus, { params: { payCode } })).payStatus !== PayStatus.values.unpaid
  await until(isBegun)
  await supplier.call(playTrade, { params: { payCode }, body: { play: 'pay' } })
  await until(async () => (await supplier.call(ownDocumentFee, { params })).state === 'paid')
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < PATIENCE; i++) {
    if (await holds()) return
    await sleep(PAUSE)
  }
  throw new Error('a payment did not come in')
}
