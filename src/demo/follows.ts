import { COMPANIES } from './companies.ts'
import { followCompany, followOrder, markCompany, remarkOrder } from '#features/follows/contract.ts'
import { publicTenders } from '#features/procurement/contract/supplier.ts'
import type { Cast } from './cast.ts'
import { comes } from './play/wallet.ts'

/** A supplier with a membership follows the hospital and an order that is open for sign-up, and notes what it thinks of both. */
export async function keepFollows(cast: Cast): Promise<void> {
  const client = await cast.as('supplier1')
  const hospital = { params: { companyId: COMPANIES.hospital.id } }
  // A membership is there a moment after it was paid.
  await comes(() =>
    client.call(followCompany, hospital).then(
      () => true,
      () => false,
    ),
  )
  await client.call(markCompany, { ...hospital, body: { tag: '重点客户', remark: '设备科每季度集中采购' } })
  const { rows } = await client.call(publicTenders, { query: { tab: 'sign-up' } })
  const order = rows.find(({ tradeId }) => tradeId === null)
  if (!order) throw new Error('no order is open for sign-up')
  const params = { orderId: order.orderId }
  await client.call(followOrder, { params })
  await client.call(remarkOrder, { params, body: { remark: '等变更公告再决定是否报名' } })
}
