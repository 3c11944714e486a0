import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'

/*
 * The check of an unsealed bid runs in the bidder's browser. What goes to the server is that one was begun and how it ended;
 * what comes back is what files and fields are held against. No body has room for anything of the bid.
 */

const params = z.object({ orderId: Id })
const BASE = '/workbench/supplier/orders/{orderId}/bid-check'

/** Days that the documents demand, and where they say so. */
const Demand = z.object({ days: z.number().int(), source: z.string() })

export const BidCheckFacts = z.object({
  own: z.object({ name: z.string(), creditCode: z.string() }),
  projectCode: z.string(),
  lotNo: z.number().int(),
  /** Purchaser and, where there is one, its agency. */
  buyers: z.array(z.string()),
  buyerCodes: z.array(z.string()),
  /** What documents may state of the order, by live field: see `orderFields`. */
  fields: z.record(z.string(), z.string()),
  /** Other orders that the own company takes part in: a bid may have been copied from one of theirs. */
  others: z.array(z.object({ code: z.string(), title: z.string() })),
  demands: z.object({
    /** Least days for which a bid is valid, and most days until delivery or completion. */
    validity: Demand.nullable(),
    duration: Demand.nullable(),
    /** Where signatures or seals are demanded. */
    signing: z.string().nullable(),
  }),
  /** Documents whose text could not be read, so that nothing was taken from them. */
  unread: z.array(z.string()),
  /** What the review looks at first, and only people can judge. */
  checklist: z.array(z.object({ way: z.string(), name: z.string(), standard: z.string() })),
})
export type BidCheckFacts = z.output<typeof BidCheckFacts>

export const bidCheckStand = endpoint({
  method: 'GET',
  path: BASE,
  summary: 'Whether the own bid of an order can be checked before it is sealed, and how often that is left',
  params,
  returns: z.object({
    remain: z.number().int(),
    isUnlimited: z.boolean(),
    /** A count was used for this trade, or is set apart for it: further checks cost nothing. */
    isCovered: z.boolean(),
    /** Why the count of the last attempt was given back; null: it was not. */
    givenBack: z.string().nullable(),
    /** Why nothing can be checked any more; null: it can. */
    blocked: z.string().nullable(),
  }),
})

export const beginBidCheck = endpoint({
  method: 'POST',
  path: BASE,
  summary: 'Begin a check: one count is set apart per trade; answers what the browser holds the bid against',
  params,
  returns: BidCheckFacts,
  errors: ['serviceNotBought', 'tooLate', 'wrongState'],
})

export const endBidCheck = endpoint({
  method: 'POST',
  path: `${BASE}/end`,
  summary:
    'The check ended: the count is used, or free again where it could not run; nothing of what was found is told',
  params,
  body: z.strictObject({ outcome: z.enum(['done', 'failed']) }),
  errors: ['serviceNotBought', 'tooLate', 'wrongState'],
})
