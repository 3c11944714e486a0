import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount, Exact } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'

/* What rising offers must reach, kept secret until the end. */

const params = z.object({ orderId: Id })

export const auctionReserve = endpoint({
  method: 'GET',
  path: '/auction/{orderId}/reserve',
  summary:
    'The secret reserve of an order as its buyer’s side sees it: whether it is set, its fingerprint, and the price once it is revealed',
  params,
  returns: z.object({
    isSet: z.boolean(),
    /** SHA-256, hex; null: none is set. */
    commitment: z.string().nullable(),
    /** By which start price it was set. */
    startPrice: Amount.nullable(),
    setAt: Instant.nullable(),
    /** Null until the auction has ended by its time. */
    price: Amount.nullable(),
    salt: z.string().nullable(),
  }),
})

export const setAuctionReserve = endpoint({
  method: 'PUT',
  path: '/auction/{orderId}/reserve',
  summary: 'Set or replace the secret reserve of a draft; the price is never told again before the end',
  params,
  body: z.object({ price: Amount.refine((value) => new Exact(value).gt(0), '保留价必须大于零') }),
  returns: z.object({ commitment: z.string() }),
  errors: ['wrongState'],
})
