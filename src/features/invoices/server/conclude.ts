import { Exact } from '#contract/money.ts'
import { enqueue } from '#server/work/worker.ts'
import type { Issued } from '../rules/issuer.ts'
import { loadInvoice } from './access.ts'
import { type Any, become, DOCUMENT, record, RED_DOCUMENT, tell } from './records.ts'

/** What an answer of the issuer did: something, nothing new, or it does not fit what we have. */
export type Concluded = 'settled' | 'duplicate' | 'differs'

/** What the issuer says of an invoice, whoever brings it: its notice, or the answer to our question. */
export async function conclude(ctx: Any, invoiceId: string, result: Issued): Promise<Concluded> {
  const found = await loadInvoice(ctx, invoiceId, 'update')
  const { invoice } = found
  if (result.state === 'running') return 'duplicate'
  if (result.state === 'refused') {
    if (invoice.state !== 'issuing') return invoice.state === 'applied' ? 'duplicate' : 'differs'
    await become(ctx, found, { state: 'applied', problem: problemOf(result.reason) })
    record(ctx, invoiceId, { action: 'refused', summary: `发票 ${invoice.code} 未能开具：${result.reason}` })
    tell(ctx, invoice, 'problem')
    return 'settled'
  }
  const { number, total, at } = result
  if (invoice.number === number) return 'duplicate'
  const isOther = !new Exact(total).eq(invoice.total) || (await ctx.one('invoice', { number }, { columns: ['id'] }))
  if (invoice.state !== 'issuing' || isOther) {
    await ctx.update('invoice', { id: invoiceId }, { problem: '开票服务返回的发票与申请不符，请核对后处理' })
    record(ctx, invoiceId, {
      action: 'differs',
      summary: `开票服务返回的发票与申请 ${invoice.code} 不符`,
      data: { number, total },
    })
    tell(ctx, invoice, 'problem')
    return 'differs'
  }
  await become(ctx, found, { state: 'issued', number, issuedAt: at, problem: '' })
  record(ctx, invoiceId, { action: 'issued', summary: `发票 ${invoice.code} 已开具，号码 ${number}` })
  await enqueue(ctx, DOCUMENT, invoiceId)
  tell(ctx, invoice, 'issued')
  return 'settled'
}

/** The same of a red letter: once it is there, the orders of its invoice can be given back or invoiced anew. */
export async function concludeRed(ctx: Any, redId: string, result: Issued): Promise<Concluded> {
  const { invoiceId } = await ctx.expectOne('invoice_red', { id: redId }, { columns: ['invoiceId'] })
  const found = await loadInvoice(ctx, invoiceId, 'update')
  const { invoice } = found
  const red = await ctx.expectOne('invoice_red', { id: redId }, { lock: 'update' })
  if (result.state === 'running') return 'duplicate'
  if (result.state === 'refused') {
    if (red.state !== 'issuing') return red.state === 'refused' ? 'duplicate' : 'differs'
    const now = ctx.clock.now()
    await ctx.update(
      'invoice_red',
      { id: redId },
      { state: 'refused', answer: problemOf(result.reason), answeredAt: now },
    )
    record(ctx, invoiceId, { action: 'red-refused', summary: `发票 ${invoice.code} 未能红冲：${result.reason}` })
    tell(ctx, invoice, 'red-refused')
    return 'settled'
  }
  const { number, total, at } = result
  if (red.number === number) return 'duplicate'
  if (red.state !== 'issuing' || !new Exact(total).abs().eq(invoice.total)) {
    await ctx.update('invoice_red', { id: redId }, { problem: '开票服务返回的红字发票与申请不符，请核对后处理' })
    record(ctx, invoiceId, {
      action: 'differs',
      summary: `开票服务返回的红字发票与 ${invoice.code} 不符`,
      data: { number, total },
    })
    tell(ctx, invoice, 'problem')
    return 'differs'
  }
  await ctx.update('invoice_red', { id: redId }, { state: 'done', number, issuedAt: at, problem: '' })
  await become(ctx, found, { state: 'reversed' })
  record(ctx, invoiceId, { action: 'reversed', summary: `发票 ${invoice.code} 已红冲，红字发票 ${number}` })
  await enqueue(ctx, RED_DOCUMENT, redId)
  tell(ctx, invoice, 'reversed')
  return 'settled'
}

function problemOf(reason: string): string {
  return (reason || '开票服务未说明原因').slice(0, 200)
}
