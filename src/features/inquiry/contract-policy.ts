import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { PolicyReason } from '#contract/policy-reason.ts'

export const QuotePolicy = z.object({
  /** How many people of the owner must agree before a round is opened; 0: the clock opens it at the deadline. */
  openers: z.union([z.literal(0), z.literal(2)]),
})
export type QuotePolicy = z.output<typeof QuotePolicy>

export const quotePolicy = endpoint({
  method: 'GET',
  path: '/admin/quote-policy',
  summary: 'How this tenant opens quotes',
  returns: QuotePolicy,
})

export const setQuotePolicy = endpoint({
  method: 'PUT',
  path: '/admin/quote-policy',
  summary: 'Set how quotes are opened; holds for orders published from then on and is recorded with its reason',
  body: QuotePolicy.extend({ reason: PolicyReason }),
})
