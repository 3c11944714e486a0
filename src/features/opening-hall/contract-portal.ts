import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { Mark } from './contract.ts'

/** The hall for the public, when the tenant allows: nothing may be done there, and nothing private is told. */
export const PublicHall = z.object({
  orderId: Id,
  title: z.string(),
  orderCode: z.string(),
  purchaserName: z.string(),
  place: z.string(),
  openAt: Instant.nullable(),
  /** What is going on, in words. */
  state: z.string(),
  stageLabel: z.string(),
  startedAt: Instant.nullable(),
  decryptEnd: Instant.nullable(),
  marksOpenedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  controlPrice: Amount.nullable(),
  referencePrice: Amount.nullable(),
  readingNo: z.number().int().nullable(),
  bidders: z.array(
    z.object({
      no: z.number().int(),
      supplierName: z.string(),
      decryptState: z.number().int(),
      quote: Amount.nullable(),
      marks: z.array(Mark.omit({ markId: true, openBidRemark: true, openOfferBidRemark: true })),
      confirmState: z.number().int(),
    }),
  ),
  /** Signed tree head that fixes the closing list. */
  checkpoint: z.string().nullable(),
})
export type PublicHall = z.output<typeof PublicHall>

export const publicHall = endpoint({
  method: 'GET',
  path: '/portal/openings/{orderId}',
  summary: 'An opening as the public may watch it; 404 where the tenant keeps its halls to those who take part',
  params: z.object({ orderId: Id }),
  returns: PublicHall,
})
