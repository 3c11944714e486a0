import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { pageOf, PageQuery } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { PayMethod } from '../rules/enums.ts'

const Line = z.object({
  skuId: z.string().nullable(),
  name: z.string(),
  count: z.number(),
  price: z.string(),
  amount: z.string(),
})

const Begun = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('qr'), content: z.string() }),
  z.object({ kind: z.literal('redirect'), url: z.string() }),
  z.object({
    kind: z.literal('transfer'),
    bank: z.string(),
    accountName: z.string(),
    accountNo: z.string(),
    reference: z.string(),
  }),
  z.object({ kind: z.literal('mini'), values: z.record(z.string(), z.string()) }),
])

export const placeOrder = endpoint({
  method: 'POST',
  path: '/avs/order/place',
  summary: 'Order something on sale, or begin to pay an open order by a method; the amount is computed here',
  body: z
    .object({
      skuId: Id.optional(),
      count: z.number().int().min(1, '数量至少为 1').max(1000, '数量最多为 1000').default(1),
      /** As the page showed it: refused with the new one where it has changed since. */
      price: z.string().max(20).optional(),
      orderId: Id.optional(),
      payMethod: PayMethod.schema.optional(),
    })
    .refine(({ skuId, orderId }) => (skuId === undefined) !== (orderId === undefined), '请选择一项商品或一个付款单'),
  returns: z.object({
    orderId: Id,
    orderCode: z.string(),
    amount: z.string(),
    expiresAt: Instant,
    payCode: z.string().nullable(),
  }),
  errors: ['wrongState', 'conflict'],
})

export const orderDetail = endpoint({
  method: 'GET',
  path: '/avs/order/{id}/detail',
  summary: 'An order of the company, by id or code, as buyer or payee: lines, amounts, states, how it can be paid',
  params: z.object({ id: z.string().max(40) }),
  follows: ['payment'],
  returns: z.object({
    orderId: Id,
    orderCode: z.string(),
    type: z.number(),
    typeLabel: z.string(),
    title: z.string(),
    buyerName: z.string(),
    payeeName: z.string(),
    lines: z.array(Line),
    reasons: z.array(z.object({ label: z.string(), value: z.string() })),
    amount: z.string(),
    refunding: z.string(),
    refunded: z.string(),
    state: z.enum(['open', 'paid', 'closed']),
    closeReason: z.string(),
    createdAt: Instant,
    expiresAt: Instant,
    paidAt: Instant.nullable(),
    payStatus: z.number(),
    refundStatus: z.number(),
    invoiceStatus: z.number(),
    isBuyer: z.boolean(),
    payment: z
      .object({
        payCode: z.string(),
        method: z.number(),
        methodLabel: z.string(),
        status: z.number(),
        reason: z.string(),
        begun: Begun.nullable(),
        providerNo: z.string(),
        /** Played by the local gateway: no money moves. */
        isLocal: z.boolean(),
      })
      .nullable(),
    methods: z.array(
      z.object({
        method: z.number(),
        label: z.string(),
        refusal: z.string().nullable(),
        note: z.string(),
        /** Choosing it pays: no provider is asked. */
        isInstant: z.boolean(),
      }),
    ),
    refunds: z.array(
      z.object({
        refundCode: z.string(),
        amount: z.string(),
        status: z.number(),
        reason: z.string(),
        failReason: z.string(),
        at: Instant,
      }),
    ),
    /** A refund of it waits for approval; told to whoever was paid. */
    isRefundHeld: z.boolean(),
    actions: z.array(z.enum(['pay', 'cancel', 'refund', 'receipt'])),
  }),
})

export const payStatus = endpoint({
  method: 'GET',
  path: '/avs/order/{payCode}/pay/status',
  summary: 'How a payment stands; the provider is asked at most every ten seconds',
  params: z.object({ payCode: z.string().max(40) }),
  apart: 'asked every three seconds while somebody pays',
  returns: z.object({
    payStatus: z.number(),
    amount: z.string(),
    paidAt: Instant.nullable(),
    reason: z.string(),
    expiresAt: Instant,
  }),
})

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/avs/order/{id}/cancellation',
  summary: 'Close an open order of the company',
  params: z.object({ id: Id }),
  errors: ['wrongState'],
})

const Row = z.object({
  orderId: Id,
  orderCode: z.string(),
  title: z.string(),
  type: z.number(),
  typeLabel: z.string(),
  payeeName: z.string(),
  amount: z.string(),
  refunded: z.string(),
  payStatus: z.number(),
  refundStatus: z.number(),
  invoiceStatus: z.number(),
  state: z.enum(['open', 'paid', 'closed']),
  methodLabel: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
  paidAt: Instant.nullable(),
})
const OrderQuery = PageQuery.extend({
  status: z.enum(['', 'open', 'paid', 'closed']).default(''),
  type: z.coerce.number().int().optional(),
})

export const buyerOrders = endpoint({
  method: 'GET',
  path: '/v1/order/page/buyer',
  summary: 'Orders of the company as buyer, newest first',
  query: OrderQuery,
  returns: pageOf(Row),
})

export const exportOrders = endpoint({
  method: 'GET',
  path: '/v1/order/buyer/export',
  summary: 'The same as a spreadsheet, the newest 10,000 of more, as its name says: codes as text, amounts as numbers',
  query: OrderQuery.pick({ keyword: true, status: true, type: true }),
  answer: 'file',
})

export const prepareOrderExport = endpoint({
  method: 'POST',
  path: '/v1/order/buyer/export-tasks',
  summary:
    'All of more than 10,000 for the download centre, as a zip of spreadsheets; null: the spreadsheet holds them all',
  body: z.object({
    keyword: z.string().trim().max(100).default(''),
    status: z.enum(['', 'open', 'paid', 'closed']).default(''),
    type: z.number().int().optional(),
  }),
  returns: z.object({ downloadId: Id.nullable() }),
  errors: ['tooMany'],
})

export const valueAddedOrders = endpoint({
  method: 'GET',
  path: '/workbench/user/avs/orders/page',
  summary: 'Orders of value-added services of the company',
  query: OrderQuery,
  returns: pageOf(Row),
})

export const purchaseRecords = endpoint({
  method: 'GET',
  path: '/avs/order/record/page',
  summary: 'What the company has bought of one product',
  query: PageQuery.extend({ productId: Id.optional() }),
  returns: pageOf(Row),
})

export const orderReceipt = endpoint({
  method: 'GET',
  path: '/v1/order/{id}/receipt',
  summary: 'Electronic receipt (电子回单) of a paid order, as PDF',
  params: z.object({ id: Id }),
  answer: 'file',
})

export const payCallback = endpoint({
  method: 'POST',
  path: '/pay/callbacks/{provider}',
  summary: 'A payment provider tells of something, signed; `{provider}` may name its tenant: `wechat.3`',
  params: z.object({ provider: z.string().max(40) }),
  answer: 'stream',
  once: false,
})
