import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { CERTIFICATE_STATES } from '../rules/certificates.ts'
import { GRADES } from '../rules/grades.ts'
import { LISTS } from '../rules/listings.ts'
import { SHARED_FIELDS } from '../rules/shares.ts'
import { SupplierStateValue } from './library.ts'
import { Day, enumOf, Reason } from './shared.ts'

const Field = enumOf(SHARED_FIELDS)
const supplier = z.object({ supplierId: Id })

export const sharePage = endpoint({
  method: 'GET',
  path: '/workbench/buyer/suppliers/{supplierId}/shares',
  summary: 'With whom a record is and was shared, newest first',
  params: supplier,
  returns: z.object({
    supplierName: z.string(),
    mayShare: z.boolean(),
    shares: z.array(
      z.object({
        shareId: Id,
        toName: z.string(),
        fields: z.array(Field),
        until: Day,
        reason: z.string(),
        createdByName: z.string(),
        createdAt: Instant,
        endedByName: z.string(),
        endedAt: Instant.nullable(),
        isInForce: z.boolean(),
      }),
    ),
  }),
})

export const shareSupplier = endpoint({
  method: 'POST',
  path: '/workbench/buyer/suppliers/{supplierId}/shares',
  summary: 'Show fields of a record to another purchaser until a day',
  params: supplier,
  body: z.object({
    toCompanyId: Id,
    fields: z.array(Field).min(1, '请选择共享内容'),
    until: Day,
    reason: Reason,
  }),
  returns: z.object({ shareId: Id }),
  errors: ['wrongState', 'conflict'],
})

export const endShare = endpoint({
  method: 'POST',
  path: '/workbench/buyer/supplier-shares/{shareId}/end',
  summary: 'End a share now',
  params: z.object({ shareId: Id }),
  errors: ['wrongState'],
})

/** Exactly the fields that were shared; the others are null. */
export const SharedSupplier = z.object({
  shareId: Id,
  ownerName: z.string(),
  name: z.string(),
  creditCode: z.string(),
  until: Day,
  fields: z.array(Field),
  state: SupplierStateValue.nullable(),
  categories: z.array(z.string()).nullable(),
  validUntil: Day.nullable(),
  grade: z.enum(GRADES).nullable(),
  certificates: z
    .array(
      z.object({
        kind: z.string(),
        number: z.string(),
        issuer: z.string(),
        validUntil: Day.nullable(),
        state: enumOf(CERTIFICATE_STATES),
      }),
    )
    .nullable(),
  lists: z.array(z.object({ kind: enumOf(LISTS), basis: z.string(), from: Day, until: Day.nullable() })).nullable(),
  orders: z.array(z.object({ title: z.string(), signedUpAt: Instant, isAwarded: z.boolean() })).nullable(),
})

export const sharedPage = endpoint({
  method: 'GET',
  path: '/workbench/buyer/shared-suppliers/page',
  summary: 'Records that other purchasers show to the own company now',
  query: PageQuery,
  returns: pageOf(SharedSupplier),
})
