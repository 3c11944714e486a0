import { AppError } from '#contract/errors.ts'
import type { Invoicing } from '#features/payment/server/public.ts'
import { STATES, type InvoiceState } from '../rules/enums.ts'
import { loadInvoice } from './access.ts'
import { become, record, tell } from './records.ts'

/** What is asked before money of an order goes back. */
export const invoicing: Invoicing = {
  async beforeRefund(ctx, orderId) {
    const line = await ctx.one('invoice_line', { orderId, isLive: true }, { columns: ['invoiceId'] })
    if (!line) return
    const found = await loadInvoice(ctx, line.invoiceId, 'update')
    const { invoice } = found
    if (invoice.state === 'issued') throw new AppError('wrongState', '付款单已开票，请先红冲发票再退款')
    if (invoice.state !== 'applied')
      throw new AppError('wrongState', `付款单的发票${STATES[invoice.state as InvoiceState].label}，请稍后再退款`)
    // Nobody has issued it: its amount is no longer the one that is due. The rest can be applied for.
    await become(ctx, found, { state: 'withdrawn', reason: '付款单退款，申请自动撤回，可就剩余金额重新申请' })
    record(ctx, invoice.id, { action: 'withdraw', summary: `付款单退款，撤回发票申请 ${invoice.code}` })
    tell(ctx, invoice, 'withdrawn')
  },
}
