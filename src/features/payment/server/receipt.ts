import { AppError } from '#contract/errors.ts'
import { formatAmount, toCapitals } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { implementFile, type Route } from '#server/implement.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { orderReceipt } from '../contract/order.ts'
import { PayMethod, PaymentType, type ProviderCode } from '../rules/enums.ts'
import { ownOrder, PAYER } from './access.ts'
import { isLocal } from './accounts.ts'

/** The electronic receipt of a paid order. Payments of the local gateway say that they are simulated. */
export const receiptRoute: Route = implementFile(orderReceipt, PAYER, async (ctx, { params }) => {
  const order = await ownOrder(ctx, params.id)
  if (order.state !== 'paid') throw new AppError('wrongState', '付款单未支付，没有回单')
  const payment = await ctx.expectOne('payment', { id: order.paymentId! })
  const buyer = await ctx.expectOne('company', { id: order.buyerId }, { columns: ['name'] })
  const tenant = await ctx.tx.selectFrom('tenant').select('name').where('id', '=', ctx.tenantId).executeTakeFirst()
  const simulated = isLocal(ctx, ctx.tenantId, payment.provider as ProviderCode)
  const data = {
    org: tenant?.name ?? '',
    title: '电子回单',
    note: simulated
      ? '本回单由本地模拟网关生成，未发生真实转账，不作为付款凭证。'
      : '本回单依据支付渠道的到账通知生成，金额以渠道账单为准。',
    number: payment.code,
    facts: [
      ['付款单号', order.code],
      ['付款方', buyer.name],
      ['收款方', order.payeeName],
      ['款项', `${PaymentType.label(order.type)}：${order.title}`],
      ['金额', `${formatAmount(payment.amount)} 元`],
      ['大写', toCapitals(payment.amount)],
      ['支付方式', PayMethod.label(payment.method)],
      ['渠道交易号', payment.providerNo],
      ['支付时间', `${formatTime(payment.paidAt, true)}（北京时间）`],
      ...(Number(order.refunded) > 0 ? [['已退款', `${formatAmount(order.refunded)} 元`]] : []),
    ],
  }
  const content = await renderPdf(TEMPLATE, data, {
    at: payment.paidAt!,
    by: { userId: ctx.actor.userId, companyId: ctx.actor.companyId },
  })
  return {
    name: `电子回单-${order.code}.pdf`,
    mime: 'application/pdf',
    content,
    size: content.length,
    inline: true,
  }
})

const TEMPLATE = `#import "base.typ": *
#show: official.with(title: input.title, org: input.org, number: input.number)
#facts(input.facts)
#par(input.note)
`
