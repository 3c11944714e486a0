import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'

/* What a company has bought of the platform's services: memberships, time and counts. */

const Remain = z.object({
  productId: Id,
  productCode: z.string(),
  productName: z.string(),
  /** Time 1, count 2. */
  effect: z.number().int(),
  /** Of a count. */
  remain: z.number().int().nullable(),
  /** The membership in force sets no limit. */
  isUnlimited: z.boolean(),
  /** End of the time, or of what expires first of the count. */
  until: Instant.nullable(),
})
const product = z.object({ productId: Id })

export const vipInfo = endpoint({
  method: 'GET',
  path: '/avs/vip/info',
  summary: 'Memberships of the company, the highest first; the first that is not expired is the active one',
  returns: z.array(
    z.object({
      rightsId: Id,
      isExpire: z.boolean(),
      productInfo: z.object({ productId: Id, productCode: z.string(), productName: z.string() }),
      from: Instant,
      until: Instant,
    }),
  ),
})
export const vipExpiration = endpoint({
  method: 'GET',
  path: '/avs/vip/expiration',
  summary: 'When a membership ends or ended; null: there was none',
  query: product,
  returns: z.object({ productId: Id, productCode: z.string(), until: Instant.nullable() }),
})
export const vipLastEnd = endpoint({
  method: 'GET',
  path: '/avs/vip/last-end-time',
  summary: 'From when a membership would count that is bought now',
  query: product,
  returns: z.object({ at: Instant }),
})
export const accountsRemain = endpoint({
  method: 'GET',
  path: '/avs/accounts/remain',
  summary: 'What is left of everything that was bought',
  returns: z.array(Remain),
})
export const productRemain = endpoint({
  method: 'GET',
  path: '/avs/product/{id}/account/remain',
  summary: 'What is left of one product',
  params: z.object({ id: Id }),
  returns: Remain,
})

const ORDER = '/workbench/v2/avs/bidding-orders/{id}'
const params = z.object({ id: Id })
const PREVIEW_ERRORS = ['serviceNotBought', 'noBidFile', 'signUpClosed', 'serviceInfo', 'tooEarly'] as const

export const previewRemain = endpoint({
  method: 'GET',
  path: `${ORDER}/preview-remain`,
  summary: 'Whether the documents of an order can be read before signing up, and how often that is left',
  params,
  returns: z.object({
    remain: z.number().int(),
    isUnlimited: z.boolean(),
    isUnlocked: z.boolean(),
    /** Why the count of the last attempt was given back; null: it was not. */
    givenBack: z.string().nullable(),
    /** Why it cannot be unlocked, where it is not for want of a count; null: it can. */
    blocked: z.string().nullable(),
  }),
})
export const previewFiles = endpoint({
  method: 'GET',
  path: `${ORDER}/preview-files`,
  summary: 'The documents that were unlocked; none before',
  params,
  returns: z.array(z.object({ fileId: Id, name: z.string(), size: z.number().int() })),
})
export const unlockPreview = endpoint({
  method: 'POST',
  path: `${ORDER}/preview-files`,
  summary: 'Unlock the documents for the company: one count, once per order',
  params,
  errors: [...PREVIEW_ERRORS],
})
export const previewFile = endpoint({
  method: 'GET',
  path: `${ORDER}/preview-files/{fileId}`,
  summary: 'One unlocked document',
  params: params.extend({ fileId: Id }),
  answer: 'file',
})
