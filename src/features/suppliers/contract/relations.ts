import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { RELATIONS } from '../rules/relations.ts'
import { enumOf } from './shared.ts'

/** A company by what is public of it. */
const Party = z.object({
  name: z.string(),
  creditCode: z.string(),
  /** Its record in the own library; null: it is not there. */
  supplierId: Id.nullable(),
  /** The purchaser itself. */
  isOwn: z.boolean(),
  /** A relation is known, listed or not. */
  isRelated: z.boolean(),
})
/** Which of `companies`. */
const Place = z.number().int()

export const supplierRelations = endpoint({
  method: 'GET',
  path: '/workbench/buyer/suppliers/{supplierId}/relations',
  summary: 'What binds a supplier to other companies by the facts that the platform holds, and where they met',
  params: z.object({ supplierId: Id }),
  returns: z.object({
    /** The other companies of this answer, each once. */
    companies: z.array(Party),
    relations: z.array(
      z.object({
        company: Place,
        relation: enumOf(RELATIONS),
        /** Who, or how near; '' where the relation says it all. */
        detail: z.string(),
        /** Null: since before the day was kept. */
        since: Instant.nullable(),
      }),
    ),
    /** Relations beyond those listed. */
    more: z.number().int(),
    /** What could be compared; of the rest the supplier has nothing on file. */
    compared: z.array(enumOf(RELATIONS)),
    /** Own purchases with a result for which the supplier was admitted together with others, newest first. */
    orders: z.array(
      z.object({
        orderId: Id,
        code: z.string(),
        title: z.string(),
        method: z.number().int(),
        signedUpAt: Instant,
        /** The supplier won. */
        isAwarded: z.boolean(),
        /** Those with a relation first. */
        others: z.array(z.object({ company: Place, isAwarded: z.boolean() })),
        /** Others beyond those listed. */
        more: z.number().int(),
      }),
    ),
    /** Own purchases with a result for which the supplier was admitted, with others or alone. */
    looked: z.number().int(),
  }),
})
