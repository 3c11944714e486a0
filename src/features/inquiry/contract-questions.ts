import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { LowPriceHit } from '#features/evaluation/rules/low-price.ts'

/** What suppliers are asked about quotes that were opened, and what the owner makes of their answers. */

const BUYER = '/workbench/buyer/orders/{orderId}'
const SUPPLIER = '/workbench/supplier/orders/{orderId}/quote-questions'
const order = z.object({ orderId: Id })
const Kind = z.enum(['explain', 'correct', 'low-price'])
/** By the rule of abnormally low prices; 30 for every question, so that there is one way. */
const LEAST_MINUTES = 30
const MOST_MINUTES = 7 * 24 * 60

const Question = z.object({
  questionId: Id,
  kind: Kind,
  roundId: Id,
  roundNo: z.number().int(),
  roundLabel: z.string(),
  question: z.string(),
  askedAt: Instant,
  dueAt: Instant,
  answer: z.string().nullable(),
  /** To a correction. */
  agreed: z.boolean().nullable(),
  answeredAt: Instant.nullable(),
  answeredName: z.string(),
  opinion: z.string().nullable(),
  accepted: z.boolean().nullable(),
  decidedAt: Instant.nullable(),
})

const BuyersQuestion = Question.extend({
  quoteId: Id,
  tradeId: Id,
  supplierName: z.string(),
  /** '': the clock, by the rule of abnormally low prices. */
  askedName: z.string(),
  decidedName: z.string(),
  /** How the price compared when it was asked. */
  hits: z.array(LowPriceHit),
  /** Why it cannot be decided now; null when it can. */
  blocked: z.string().nullable(),
})
export type BuyersQuestion = z.output<typeof BuyersQuestion>

export const quoteQuestions = endpoint({
  method: 'GET',
  path: `${BUYER}/quote-questions`,
  summary: 'What suppliers were asked about their quotes, the newest first; of closed rounds alone',
  params: order,
  returns: z.object({ rows: z.array(BuyersQuestion) }),
})

export const askAboutQuote = endpoint({
  method: 'POST',
  path: `${BUYER}/quotes/{quoteId}/questions`,
  summary: 'Ask a supplier to explain its quote, or to agree to sums that were put right; it is told at once',
  params: order.extend({ quoteId: Id }),
  body: z.object({
    kind: Kind,
    question: z.string().trim().min(5, '请写明需要说明的内容').max(1000),
    minutes: z
      .number()
      .int()
      .min(LEAST_MINUTES, '答复时间不得少于 30 分钟')
      .max(MOST_MINUTES, '答复时间不得超过 7 日')
      .default(24 * 60),
  }),
  returns: z.object({ questionId: Id }),
  errors: ['wrongState', 'invalid'],
})

export const decideQuestion = endpoint({
  method: 'POST',
  path: `${BUYER}/quote-questions/{questionId}/decision`,
  summary: 'Whether an explanation holds; where it does not, or none came in time, the quote is ruled invalid',
  params: order.extend({ questionId: Id }),
  body: z.object({ accepted: z.boolean(), opinion: z.string().trim().min(2, '请填写认定意见').max(1000) }),
  errors: ['wrongState', 'invalid'],
})

export const ownQuestions = endpoint({
  method: 'GET',
  path: SUPPLIER,
  summary: 'What the own company was asked about its quotes',
  params: order,
  returns: z.object({ rows: z.array(Question) }),
})

export const answerQuestion = endpoint({
  method: 'POST',
  path: `${SUPPLIER}/{questionId}/answer`,
  summary: 'Answer once, before the answer is due; agreeing to a correction makes the quote count',
  params: order.extend({ questionId: Id }),
  body: z.object({
    answer: z.string().trim().min(2, '请填写答复').max(4000),
    agreed: z.boolean().optional().describe('whether a correction is agreed to'),
  }),
  errors: ['tooLate', 'wrongState', 'invalid'],
})
