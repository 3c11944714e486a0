import { splitLines } from '../rules/tax.ts'
import type { RedSheet, Sheet } from '../rules/issuer.ts'
import { loadInvoice } from './access.ts'
import { type Any, type InvoiceRow, type LineRow } from './records.ts'
import { settingOf } from './setting.ts'

/** What stands on an invoice, as the issuer is given it. */
export async function sheetOf(ctx: Any, invoiceId: string): Promise<{ sheet: Sheet; invoice: InvoiceRow }> {
  const { invoice, lines } = await loadInvoice(ctx, invoiceId)
  const { id, code, kind, titleKind, rate, total, net, tax, remark } = invoice
  const { name, taxNo } = await settingOf(ctx, invoice.payeeId)
  const sheet = {
    no: id,
    code,
    kind,
    titleKind,
    seller: { name, taxNo },
    buyer: {
      title: invoice.title,
      taxNo: invoice.taxNo,
      address: invoice.address,
      ...openNumbers(ctx, invoice),
      bank: invoice.bank,
      email: invoice.email,
    },
    lines: linesOf(lines, rate),
    rate,
    total,
    net,
    tax,
    remark,
    drawer: invoice.decidedByName,
  }
  return { sheet, invoice }
}

/** The same of a red letter, by our number of it. */
export async function redSheetOf(ctx: Any, redId: string): Promise<RedSheet> {
  const red = await ctx.expectOne('invoice_red', { id: redId })
  const { sheet, invoice } = await sheetOf(ctx, red.invoiceId)
  return { ...sheet, no: redId, of: { number: invoice.number, reason: red.reason } }
}

export function linesOf(lines: readonly LineRow[], rate: number) {
  const parts = splitLines(
    lines.map(({ amount }) => amount),
    rate,
  )
  return lines.map(({ orderId, orderCode, name, amount }, i) => {
    const { net, tax } = parts[i]!
    return { orderId, orderCode, name, amount, net, tax }
  })
}

export function openNumbers({ cipher }: Any, { id, phone, accountNo }: InvoiceRow) {
  return {
    phone: cipher.open('invoice.phone', id, phone),
    accountNo: cipher.open('invoice.account_no', id, accountNo),
  }
}
