import { leftByEnd, leftOf, redeem } from '#features/membership/server/public.ts'
import { PRODUCTS, REDEEMS, SIGN_COPIES } from '#features/payment/rules/catalogue.ts'
import { ofProducts, orderPage, PAYER, payStatusOf, placeSku, skuRows } from '#features/payment/server/public.ts'
import { AppError } from '#contract/errors.ts'
import type { Kernel } from '#server/context.ts'
import { implement, type Route } from '#server/implement.ts'
import * as c from '../contract/copies.ts'
import { ANY } from './access.ts'

const VOUCHER = 'sign-voucher'
const COPIES = PRODUCTS.find(({ code }) => code === SIGN_COPIES)!
const BOUGHT = [COPIES, PRODUCTS.find(({ code }) => code === VOUCHER)!].map(({ id }) => id)

/** Copies of signed documents, bought at the payment centre or redeemed from vouchers. */
export const buyingRoutes: readonly Route[] = [
  implement(c.packages, ANY, (ctx) => skuRows(ctx, [COPIES])),

  implement(c.buyPackage, PAYER, async (ctx, { body }) => {
    if (!COPIES.skus.some(({ id }) => id === body.skuId)) throw new AppError('notFound')
    const { payCode: payNo, ...order } = await placeSku(ctx, body)
    return { ...order, payNo }
  }),

  implement(
    c.packagePayStatus,
    { ...PAYER, prepare: (kernel) => Promise.resolve(kernel) },
    (ctx, { params, prepared }) => payStatusOf(ctx, { payCode: params.payNo, kernel: prepared as Kernel }),
  ),

  implement(c.buyRecords, PAYER, (ctx, { query }) => orderPage(ctx, query, ofProducts(BOUGHT))),

  implement(c.redeemVouchers, PAYER, async (ctx, { body: { vouchers } }) => {
    const copies = await redeem(ctx, { voucher: VOUCHER, count: vouchers })
    ctx.audit({
      action: 'e-sign.redeem',
      entity: 'e-sign',
      entityId: ctx.actor.companyId,
      summary: `用 ${vouchers} 张电子签章抵用券兑换 ${copies} 份`,
    })
    return { copies }
  }),

  implement(c.copiesRemain, ANY, async (ctx) => {
    const { companyId } = ctx.actor
    const lots = await leftByEnd(ctx, { companyId, product: SIGN_COPIES })
    const held = await ctx.many('service_use', { companyId, product: SIGN_COPIES, state: 'held' }, { columns: ['id'] })
    return {
      copies: lots.reduce((sum, { left }) => sum + left, 0),
      held: held.length,
      lots: lots.map(({ left, until }) => ({ left, until: until?.toISOString() ?? null })),
      vouchers: (await leftOf(ctx, { companyId, product: VOUCHER })).remain,
      copiesPerVoucher: REDEEMS[VOUCHER]!.count,
    }
  }),
]
