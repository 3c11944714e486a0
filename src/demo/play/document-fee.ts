import { ownDocumentFee, payDocumentFee } from '#features/document-fee/contract.ts'
import { tenderDetail } from '#features/procurement/contract/supplier.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { comes, payInWallet } from './wallet.ts'

/** Pays the documents' fee in the wallet of the local gateway, where the order asks for it online. */
export async function payFeeIfDue(supplier: HttpClient, orderId: string): Promise<void> {
  const params = { orderId }
  if (!(await supplier.call(tenderDetail, { params })).feeDue) return
  const { payOrderId } = await supplier.call(payDocumentFee, { params })
  await payInWallet(supplier, { orderId: payOrderId }, { method: 'wechat', play: 'pay' })
  const isPaid = await comes(async () => (await supplier.call(ownDocumentFee, { params })).state === 'paid')
  if (!isPaid) throw new Error('the fee did not come in')
}
