import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { KeyPolicy } from '#features/procurement/rules/key-policy.ts'
import { PolicyReason } from '#contract/policy-reason.ts'

/** How quotes are opened, and whose keys they are sealed to at the least. */
export const QuotePolicy = KeyPolicy.extend({
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
  summary:
    'Set how quotes are opened, what is left out stays; holds for orders published from then on, recorded with its reason',
  body: QuotePolicy.partial().extend({ reason: PolicyReason }),
})
