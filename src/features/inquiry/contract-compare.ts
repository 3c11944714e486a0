import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount, Quantity } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { QuoteFile } from './contract-offer.ts'
import { PricedItem } from '#features/procurement/contract/shared.ts'

/* The quotes of one closed round side by side. Columnar: 60 suppliers × 2,000 lines are as many short lists. */

const params = z.object({ orderId: Id, roundId: Id })
const COMPARISON = '/workbench/buyer/orders/{orderId}/rounds/{roundId}/comparison'

const Texts = z.array(z.string().nullable())
const Numbers = z.array(z.number().nullable())

export const roundComparison = endpoint({
  method: 'GET',
  path: COMPARISON,
  summary: 'All quotes of a closed round by line of the bill, those that do not count included',
  params,
  returns: z.object({
    orderId: Id,
    method: z.number().int(),
    code: z.string(),
    title: z.string(),
    budget: Amount,
    ceiling: Amount.nullable(),
    round: z.object({ roundId: Id, roundNo: z.number().int(), label: z.string(), closedAt: Instant }),
    rounds: z.array(z.object({ roundId: Id, label: z.string() })).describe('all closed rounds, the first one first'),
    items: z.array(
      PricedItem.omit({ section: true }).extend({
        /** What the purchaser paid for the same last time, yuan; null where it never did. */
        lastPrice: Quantity.nullable(),
      }),
    ),
    quotes: z
      .array(
        z.object({
          quoteId: Id,
          tradeId: Id,
          supplierName: z.string(),
          status: z.enum(['valid', 'invalid']),
          /** Why it does not count; '' where it does. */
          reason: z.string(),
          validityDays: z.number().int().nullable(),
          /** Yuan, tax included. */
          unitPrice: Texts,
          /** Percent. */
          taxRate: Texts,
          deliveryDays: Numbers,
          minQuantity: Texts,
          files: z.array(QuoteFile),
        }),
      )
      .describe(
        'complete ones by their sums, then those that leave lines out, then those that do not count; lists hold one value per line, null where it is not quoted',
      ),
    alternatives: z.number().int().describe('how many other products are offered in all'),
    missed: z.array(z.string()).describe('names of those who were asked and did not quote'),
  }),
  errors: ['tooEarly'],
})

export const comparisonBrands = endpoint({
  method: 'GET',
  path: `${COMPARISON}/brands`,
  summary: 'Brands and models that were quoted: apart, since they are as much again and seldom looked at',
  params,
  returns: z.object({
    texts: z.array(z.string()),
    /** By quote and line, in the order of the comparison: place in `texts`. */
    brands: z.array(Numbers),
  }),
  errors: ['tooEarly'],
})

export const comparisonRounds = endpoint({
  method: 'GET',
  path: `${COMPARISON}/rounds`,
  summary: 'What the same suppliers quoted for the same lines in the closed rounds before: apart, since few look at it',
  params,
  returns: z.object({
    labels: z.array(z.string()).describe('of those rounds, the first one first'),
    /** By those rounds, by quote and line in the order of the comparison: unit price, yuan, tax included; null where none was quoted. */
    unitPrice: z.array(z.array(Texts)),
  }),
  errors: ['tooEarly'],
})

export const comparisonAlternatives = endpoint({
  method: 'GET',
  path: `${COMPARISON}/alternatives`,
  summary:
    'Other products that were offered, by line of the bill, the cheapest of a line first; they count in no mark, sum or rank',
  params,
  returns: z.object({
    rows: z.array(
      z.object({
        tradeId: Id,
        supplierName: z.string(),
        isValid: z.boolean(),
        itemId: Id,
        line: z.number().int(),
        name: z.string(),
        no: z.number().int(),
        /** Yuan, tax included; of the same supplier's own offer for the line, null where there is none. */
        unitPrice: Quantity,
        ownPrice: Quantity.nullable(),
        /** Percent. */
        taxRate: z.string(),
        brand: z.string(),
        spec: z.string(),
        deliveryDays: z.number().int().nullable(),
        minQuantity: Quantity.nullable(),
        remark: z.string(),
      }),
    ),
  }),
  errors: ['tooEarly'],
})

export const comparisonFile = endpoint({
  method: 'GET',
  path: `${COMPARISON}.xlsx`,
  summary: 'The same as a workbook: prices, marks and sums, suppliers, and the ways to buy',
  params,
  answer: 'file',
  errors: ['tooEarly'],
})
