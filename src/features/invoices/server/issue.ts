import { AppError } from '#contract/errors.ts'
import { Exact, sum } from '#contract/money.ts'
import { enqueue } from '#server/work/worker.ts'
import { splitTax } from '../rules/tax.ts'
import { type Ctx, demand } from './access.ts'
import { amountOf } from './apply.ts'
import { issuerCode } from './issuers.ts'
import { become, ISSUE, record, tell } from './records.ts'
import { settingOf } from './setting.ts'

/** Has an application issued at a rate. Where the issuer has not answered it is asked again for the very same. */
export async function issue(ctx: Ctx, invoiceId: string, rate: number): Promise<void> {
  const found = await demand(ctx, invoiceId, 'issue')
  const { invoice, lines } = found
  const issuer = issuerCode(ctx)
  if (!issuer) throw new AppError('unavailable', '平台尚未接入开票服务')
  if (issuer === 'tax' && (await settingOf(ctx, invoice.payeeId)).taxNo === '')
    throw new AppError('wrongState', '请先在开票设置中填写统一社会信用代码')
  if (invoice.state === 'applied') {
    const orders = await ctx.many('pay_order', { id: lines.map(({ orderId }) => orderId) })
    const isSame =
      new Exact(sum(orders.map(amountOf))).eq(invoice.total) &&
      orders.every(({ refunding }) => new Exact(refunding).isZero())
    if (!isSame) throw new AppError('wrongState', '付款单金额已变化，请驳回后由付款方重新申请')
    const { net, tax } = splitTax(invoice.total, rate)
    await become(ctx, found, {
      state: 'issuing',
      rate,
      net,
      tax,
      problem: '',
      isSample: issuer === 'local',
      decidedByName: ctx.actor.name,
      decidedAt: ctx.clock.now(),
    })
    record(ctx, invoiceId, { action: 'issue', summary: `开具发票 ${invoice.code}，税率 ${rate}%` })
  } else {
    await ctx.update('invoice', { id: invoiceId }, { problem: '' })
    record(ctx, invoiceId, { action: 'issue-again', summary: `再次提交开票 ${invoice.code}` })
  }
  await enqueue(ctx, ISSUE, invoiceId)
  tell(ctx, invoice, 'issuing')
}

export async function reject(ctx: Ctx, invoiceId: string, reason: string): Promise<void> {
  const found = await demand(ctx, invoiceId, 'reject')
  const { invoice } = found
  await become(ctx, found, {
    state: 'rejected',
    reason,
    problem: '',
    decidedByName: ctx.actor.name,
    decidedAt: ctx.clock.now(),
  })
  record(ctx, invoiceId, { action: 'reject', summary: `驳回发票申请 ${invoice.code}：${reason}` })
  tell(ctx, invoice, 'rejected')
}

/** The buyer has used it: from now on its red letter needs the other side's confirmation. */
export async function use(ctx: Ctx, invoiceId: string): Promise<void> {
  const { invoice } = await demand(ctx, invoiceId, 'use')
  const used = { usedAt: ctx.clock.now(), usedByName: ctx.actor.name }
  await ctx.update('invoice', { id: invoiceId }, used)
  record(ctx, invoiceId, { action: 'use', summary: `发票 ${invoice.code} 登记已抵扣或入账` })
  tell(ctx, invoice, 'used')
}
