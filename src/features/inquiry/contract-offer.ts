import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'

/** Quotes of closed rounds, one by one. */

const order = z.object({ orderId: Id })
const ORDER = '/workbench/buyer/orders/{orderId}'

export const QuoteFile = z.object({
  fileId: Id,
  /** As the documents call it; '' where its supplier did not say. */
  label: z.string(),
  name: z.string(),
  size: z.number(),
  /** What it belongs to, in words; '' the whole quote. */
  of: z.string(),
})
export type QuoteFile = z.output<typeof QuoteFile>

/** A quote, line by line: the lines that were asked for in its round. */
const Quote = z.object({
  roundLabel: z.string(),
  supplierName: z.string(),
  isValid: z.boolean(),
  /** Why it does not count; '' where it does. */
  reason: z.string(),
  total: Amount.nullable(),
  netTotal: Amount.nullable(),
  validityDays: z.number().int().nullable(),
  note: z.string(),
  submittedAt: Instant,
  submittedName: z.string(),
  lines: z.array(
    z.object({
      line: z.number().int(),
      name: z.string(),
      spec: z.string(),
      unit: z.string(),
      quantity: z.string(),
      /** All null where the line was left out. */
      unitPrice: z.string().nullable(),
      taxRate: z.string().nullable(),
      amount: Amount.nullable(),
      /** What the buyer hoped for. */
      target: z.string().nullable(),
      /** What the supplier said of the line in its quote before, and in its first; null where it had not. */
      before: z.string().nullable(),
      first: z.string().nullable(),
      brand: z.string(),
      deliveryDays: z.number().int().nullable(),
      minQuantity: z.string().nullable(),
      remark: z.string(),
      alternatives: z
        .array(
          z.object({
            no: z.number().int(),
            unitPrice: z.string(),
            taxRate: z.string(),
            amount: Amount,
            brand: z.string(),
            spec: z.string(),
            deliveryDays: z.number().int().nullable(),
            minQuantity: z.string().nullable(),
            remark: z.string(),
          }),
        )
        .describe('other products offered for the line; they count in no sum'),
    }),
  ),
  files: z.array(QuoteFile).describe('sealed and opened with the quote'),
})
export type Quote = z.output<typeof Quote>

export const oneQuote = endpoint({
  method: 'GET',
  path: `${ORDER}/rounds/{roundId}/trades/{tradeId}/quotes/{quoteId}`,
  summary: 'One quote, line by line, with the quotes of the same supplier in other rounds; once its round is closed',
  params: order.extend({ roundId: Id, tradeId: Id, quoteId: Id }),
  returns: Quote.extend({
    history: z.array(z.object({ roundId: Id, label: z.string(), quoteId: Id, total: Amount.nullable() })),
    /** Why it cannot be ruled invalid now; null when it can. */
    blocked: z.string().nullable(),
  }),
  errors: ['tooEarly'],
})

export const ruleQuote = endpoint({
  method: 'POST',
  path: `${ORDER}/quotes/{quoteId}/invalidations`,
  summary: 'Rule a quote invalid: it stays visible and does not count; its supplier is told why',
  params: order.extend({ quoteId: Id }),
  body: z.object({ reason: z.string().trim().min(2, '请填写认定无效的原因').max(500) }),
  errors: ['wrongState', 'invalid'],
})

export const ownQuote = endpoint({
  method: 'GET',
  path: '/workbench/supplier/orders/{orderId}/rounds/{round}/quote',
  summary: 'The own quote of a round, by its number, once it is closed; null before, and without one',
  params: order.extend({ round: z.coerce.number().int().min(1).max(10) }),
  returns: z.object({ quote: Quote.nullable() }),
})

export const quoteFile = endpoint({
  method: 'GET',
  path: `${ORDER}/rounds/{roundId}/quotes/{quoteId}/files/{fileId}`,
  summary: 'A file that was sealed with a quote, once its round is closed',
  params: order.extend({ roundId: Id, quoteId: Id, fileId: Id }),
  answer: 'file',
  errors: ['tooEarly'],
})

export const ownQuoteFile = endpoint({
  method: 'GET',
  path: '/workbench/supplier/orders/{orderId}/rounds/{round}/quote/files/{fileId}',
  summary: 'A file of the own quote of a round, as it was opened',
  params: order.extend({ round: z.coerce.number().int().min(1).max(10), fileId: Id }),
  answer: 'file',
})
