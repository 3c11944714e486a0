import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { LowPriceStatus } from '#features/evaluation/rules/enums.ts'
import { LowPriceHit } from '#features/evaluation/rules/low-price.ts'
import { EXPERT, project, PURCHASER } from './shared.ts'

export const LowPrices = z.object({
  /** What the documents say; null in a review that began before low prices were looked at. */
  sentence: z.string().nullable(),
  /** The least time that a bidder has to explain. */
  leastMinutes: z.number().int(),
  rows: z.array(
    z.object({
      bidderId: Id,
      no: z.number().int(),
      supplierName: z.string(),
      /** What counts in the review, yuan. */
      price: Amount,
      hits: z.array(LowPriceHit),
      status: LowPriceStatus.schema,
      statusLabel: z.string(),
      /** The explanation that was asked for last. */
      askId: Id.nullable(),
      /** Why none is asked for. */
      waiver: z.object({ reason: z.string(), at: Instant }).nullable(),
      /** What the bidder may be asked, to begin with. */
      question: z.string(),
      actions: z.array(Action),
    }),
  ),
})
export type LowPrices = z.output<typeof LowPrices>

/** Both sides see them once prices are open, never before. */
export const purchaserLowPrices = lowPriceRead(PURCHASER)
export const expertLowPrices = lowPriceRead(EXPERT)

export const waiveLowPrice = endpoint({
  method: 'POST',
  path: `${EXPERT}/low-prices/{bidderId}/waiver`,
  summary: 'Record why no explanation of an abnormally low price is asked for (leader); not in government procurement',
  params: project.extend({ bidderId: Id }),
  body: z.object({ reason: z.string().trim().min(5, '请填写无需说明的理由（不少于 5 个字）').max(1000) }),
  errors: ['wrongState', 'legalRule'],
})

function lowPriceRead(base: string) {
  return endpoint({
    method: 'GET',
    path: `${base}/low-prices`,
    summary: 'Abnormally low prices with their figures, and what became of each',
    params: project,
    returns: LowPrices,
  })
}
