import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { QuoteStatus, RoundStatus } from '#features/quotes/rules/enums.ts'

/** Rounds of an inquiry, as its buyer sees them. */

const order = z.object({ orderId: Id })
const BUYER = '/workbench/buyer/orders/{orderId}/rounds'

const Round = z.object({
  roundId: Id,
  roundNo: z.number().int(),
  label: z.string(),
  status: RoundStatus.schema,
  isFinal: z.boolean(),
  note: z.string(),
  startedAt: Instant.nullable(),
  deadline: Instant.nullable(),
  closedAt: Instant.nullable(),
  closeReason: z.string(),
  quotes: z
    .array(
      z.object({
        tradeId: Id,
        supplierName: z.string(),
        status: QuoteStatus.schema,
        quoteId: Id.nullable(),
        total: Amount.nullable(),
        /** Percent below the same supplier's quote in the round before; negative where it went up. */
        reduction: z.string().nullable(),
        /** Why it does not count; '' where it does. */
        invalid: z.string(),
        submittedAt: Instant.nullable(),
      }),
    )
    .nullable()
    .describe('who quoted what; null until the round is closed'),
})
export type Round = z.output<typeof Round>

export const orderRounds = endpoint({
  method: 'GET',
  path: BUYER,
  summary: 'The rounds of an inquiry, the first one first; figures of closed rounds only',
  params: order,
  returns: z.object({
    announced: z.number().int().describe('most rounds that the documents announce'),
    rounds: z.array(Round),
    /** Why no further round can be started now; null when one can. */
    blocked: z.string().nullable(),
    /** Who can go on, with the quote that counts. */
    suppliers: z.array(z.object({ tradeId: Id, supplierName: z.string(), total: Amount.nullable() })),
  }),
})

export const startRound = endpoint({
  method: 'POST',
  path: BUYER,
  summary: 'Start the next round among these suppliers; they are told at once',
  params: order,
  body: z.object({
    tradeIds: z.array(Id).min(1, '请选择参加报价的供应商').max(500),
    deadline: Instant,
    isFinal: z.boolean().default(false),
    note: z.string().trim().max(500).default(''),
  }),
  returns: z.object({ roundId: Id }),
  errors: ['wrongState', 'legalRule', 'invalid'],
})

export const extendRound = endpoint({
  method: 'POST',
  path: `${BUYER}/{roundId}/extend`,
  summary: 'Give everybody in a further round more time, before its deadline',
  params: order.extend({ roundId: Id }),
  body: z.object({
    minutes: z
      .number()
      .int()
      .min(5, '延长时间须为 5 分钟至 7 日')
      .max(7 * 24 * 60, '延长时间须为 5 分钟至 7 日'),
    reason: z.string().trim().min(2, '请填写延长原因').max(200),
  }),
  returns: z.object({ deadline: Instant }),
  errors: ['wrongState', 'invalid'],
})
