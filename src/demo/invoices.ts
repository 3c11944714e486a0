import { applyInvoice, invoiceForm } from '#features/invoices/contract/apply.ts'
import { invoiceDetail, issueInvoice, rejectInvoice } from '#features/invoices/contract/invoice.ts'
import { InvoiceKind } from '#features/invoices/rules/enums.ts'
import { buyerOrders } from '#features/payment/contract/order.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import { comes } from './play/wallet.ts'

/** An invoice that was issued, one that is applied for, and one that was rejected. */
export async function playInvoices(cast: Cast): Promise<void> {
  const admin = await cast.as('admin')
  const [one, two] = [await cast.as('supplier1'), await cast.as('supplier2')]
  await issue(admin, await applyFor(one, { content: '高级会员', kind: InvoiceKind.values.special }))
  await applyFor(one, { content: '标书预览', kind: InvoiceKind.values.normal })
  const rejected = await applyFor(two, { content: '标书预览', kind: InvoiceKind.values.normal })
  const reason = '抬头与付款单位不一致，请核对后重新申请'
  await admin.call(rejectInvoice, { params: { invoiceId: rejected }, body: { reason } })
}

interface Wanted {
  /** Begins the title of the order. */
  content: string
  kind: 1 | 3
}

/** Issues it, and waits for its file. */
export async function issue(payee: HttpClient, invoiceId: string): Promise<void> {
  await payee.call(issueInvoice, { params: { invoiceId }, body: { rate: 6 } })
  await comes(async () => (await payee.call(invoiceDetail, { params: { invoiceId } })).hasFile)
}

/** Applies for an invoice of an order that was paid. */
export async function applyFor(client: HttpClient, { content, kind }: Wanted): Promise<string> {
  const { rows } = await client.call(buyerOrders, { query: { status: 'paid' } })
  const { orderId } = rows.find(({ title }) => title.startsWith(content))!
  const { titles } = await client.call(invoiceForm, { query: { orderId } })
  const { titleId: _, titleKind, ...title } = titles[0]!
  const body = { orderIds: [orderId], kind, titleKind: titleKind as 1, ...title, email: 'finance@example.com' }
  return (await client.call(applyInvoice, { body })).invoiceId
}
