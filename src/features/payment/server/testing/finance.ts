import { expect } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { balanceOf } from '#features/ledger/server/public.ts'
import { FEATURES } from '#server/features.ts'
import { findAlterations } from '#server/integrity.ts'
import { DEMO_PASSWORD } from '#server/testing/test-system.ts'
import type * as gateway from '../../contract/gateway.ts'
import * as orders from '../../contract/order.ts'
import { requestPayment } from '../public.ts'
import { payWorld } from './pay.ts'

/** A system with a cashier, and who asks for its money: a payee, the platform, another supplier, another tenant. */
export async function financeWorld() {
  const w = await payWorld()
  const buyer = await w.t.login('buyer', { workbench: 'purchaser' })
  const other = await w.t.login('supplier2', { workbench: 'supplier' })
  const admin = await w.t.login('admin', { workbench: 'admin' })
  const elsewhere = w.t.client()
  elsewhere.tenantId = 3
  await elsewhere.login('bj-supplier1', DEMO_PASSWORD)
  elsewhere.workbench = 'supplier'
  let no = 0
  /** An order that the hospital is paid for by a supplier, begun by WeChat. */
  async function due(amount: string) {
    const { orderId } = await w.act((ctx) =>
      requestPayment(ctx, {
        subject: { kind: 'test', id: String(++no) },
        payee: { companyId: COMPANIES.hospital.id, purpose: 'income', name: COMPANIES.hospital.name },
        buyerId: COMPANIES.supplier1.id,
        amount,
        type: 3,
        title: `采购文件费 ${no}`,
        reasons: [{ label: '招标文件售价', value: `${amount} 元` }],
      }),
    )
    const { payCode } = await w.supplier.call(orders.placeOrder, { body: { orderId, payMethod: 2 } })
    await w.isBegun(payCode!)
    return { orderId, payCode: payCode! }
  }
  async function paid(amount: string, play: gateway.Play = 'pay') {
    const order = await due(amount)
    await w.play(order.payCode, play)
    await w.becomes(order.payCode, 2)
    return order
  }
  const detail = (id: string, client = w.supplier) => client.call(orders.orderDetail, { params: { id } })
  const balance = (owner: string = COMPANIES.hospital.id) =>
    w.act((ctx) => balanceOf(ctx, { kind: 'company.cash', owner }))
  const holds = async () =>
    expect(await findAlterations(w.t.kernel, { ownerUrl: w.t.ownerUrl, features: FEATURES })).toEqual([])
  return { w, buyer, admin, elsewhere, other, due, paid, detail, balance, holds }
}

export type FinanceWorld = Awaited<ReturnType<typeof financeWorld>>
