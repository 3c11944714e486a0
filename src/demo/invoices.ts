import { applyInvoice, invoiceForm } from '#features/invoices/contract/apply.ts'
import { invoiceDetail, issueInvoice, rejectInvoice } from '#features/invoices/contract/invoice.ts'
import { InvoiceKind } from '#features/invoices/rules/enums.ts'
import { buyerOrders } from '#features/payment/contract/order.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import type { Account } from './people.ts'
import { comes } from './play/wallet.ts'

/** An invoice that was issued, one that is applied for, and one that was rejected. */
export async function playInvoices(cast: Cast): Promise<void> {
  const admin = await cast.as('admin')
  const issued = await applyFor(cast, { account: 'supplier1', content: '高级会员', kind: InvoiceKind.values.special })
  await admin.call(issueInvoice, { params: { invoiceId: issued }, body: { rate: 6 } })
  await comes(async () => (await admin.call(invoiceDetail, { params: { invoiceId: issued } })).hasFile)
  await applyFor(cast, { account: 'supplier1', content: '标书预览', kind: InvoiceKind.values.normal })
  const rejected = await applyFor(cast, { account: 'supplier2', content: '标书预览', kind: InvoiceKind.values.normal })
  const reason = '抬头与付款单位不一致，请核对后重新申请'
  await admin.call(rejectInvoice, { params: { invoiceId: rejected }, body: { reason } })
}

interface Wanted {
  account: Account
  /** Begins the title of the order. */
  content: string
  kind: 1 | 3
}

async function applyFor(cast: Cast, { account, content, kind }: Wanted): Promise<string> {
  const client: HttpClient = await cast.as(account)
  const { rows } = await client.call(buyerOrders, { query: { status: 'paid' } })
  const { orderId } = rows.find(({ title }) => title.startsWith(content))!
  const { titles } = await client.call(invoiceForm, { query: { orderId } })
  const { titleId: _, titleKind, ...title } = titles[0]!
  const body = { orderIds: [orderId], kind, titleKind: titleKind as 1, ...title, email: 'finance@example.com' }
  return (await client.call(applyInvoice, { body })).invoiceId
}
