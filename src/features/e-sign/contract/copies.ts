import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { payStatus, placeOrder, purchaseRecords } from '#features/payment/contract/order.ts'
import { pointsListing } from '#features/payment/contract/product.ts'

export const packages = endpoint({
  method: 'GET',
  path: '/esign/skus',
  summary: 'Packages of copies on sale, and for how much now',
  returns: pointsListing.returns,
})

export const buyPackage = endpoint({
  method: 'POST',
  path: '/esign/orders/pay',
  summary:
    'Order copies at the payment centre. payNo is the payment where a method is named, else the cashier chooses one',
  body: z.object({
    skuId: Id,
    count: z.number().int().min(1, '数量至少为 1').max(1000, '数量最多为 1000').default(1),
    /** As the page showed it: refused with the new one where it has changed since. */
    price: z.string().max(20).optional(),
    payMethod: placeOrder.body.shape.payMethod,
  }),
  returns: z.object({
    orderId: Id,
    orderCode: z.string(),
    amount: z.string(),
    expiresAt: Instant,
    payNo: z.string().nullable(),
  }),
  errors: ['wrongState', 'conflict'],
})

export const packagePayStatus = endpoint({
  method: 'GET',
  path: '/esign/orders/{payNo}/pay/status',
  summary: 'How a payment of copies stands, by the rules of the payment centre',
  params: z.object({ payNo: z.string().max(40) }),
  apart: 'asked every three seconds while somebody pays',
  returns: payStatus.returns,
})

export const buyRecords = endpoint({
  method: 'GET',
  path: '/esign/orders/buy/record/page',
  summary: 'What the company has bought of copies and of vouchers for them',
  query: purchaseRecords.query.omit({ productId: true }),
  returns: purchaseRecords.returns,
})

export const redeemVouchers = endpoint({
  method: 'POST',
  path: '/esign/accounts/redeem',
  summary: 'Redeem vouchers for copies, all that are named or none',
  body: z.object({ vouchers: z.number().int().min(1, '至少兑换 1 张').max(1000, '一次最多兑换 1000 张') }),
  returns: z.object({ copies: z.number().int() }),
  errors: ['serviceNotBought'],
})

export const copiesRemain = endpoint({
  method: 'GET',
  path: '/esign/accounts/remain',
  summary: 'Copies that are left, by when they end, those set apart for tasks under way, and vouchers for more',
  returns: z.object({
    copies: z.number().int(),
    held: z.number().int(),
    lots: z.array(z.object({ left: z.number().int(), until: Instant.nullable() })),
    vouchers: z.number().int(),
    copiesPerVoucher: z.number().int(),
  }),
})
