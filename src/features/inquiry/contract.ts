import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount, Quantity } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { KEY_STRENGTH } from '#features/procurement/rules/key-mode.ts'
import { QuoteStatus, RoundStatus } from '#features/quotes/rules/enums.ts'
import { RoundRelease } from './contract-keys.ts'

/** Rounds of an inquiry, as its buyer sees them. */

const order = z.object({ orderId: Id })
const NotAbove = z.enum(['none', 'total', 'line'])
const Target = Quantity.refine((price) => Number(price) > 0, '目标价须大于 0')
const BUYER = '/workbench/buyer/orders/{orderId}/rounds'

const Round = z.object({
  roundId: Id,
  roundNo: z.number().int(),
  label: z.string(),
  status: RoundStatus.schema,
  isFinal: z.boolean(),
  note: z.string(),
  /** What may not be above the supplier's quote before. */
  notAbove: NotAbove,
  /** Target price of the whole, yuan. */
  target: Amount.nullable(),
  /** Most lines that a supplier is asked for; null: all of the bill. */
  lines: z.number().int().nullable(),
  startedAt: Instant.nullable(),
  deadline: Instant.nullable(),
  closedAt: Instant.nullable(),
  closeReason: z.string(),
  /** How many people of the owner must agree that it is opened; 0: the clock opens it. */
  openers: z.number().int(),
  /** Who has agreed, in their order. */
  agreed: z.array(z.object({ name: z.string(), at: Instant })),
  /** Whether the caller may agree now: null; else why not. */
  mayAgree: z.string().nullable(),
  /** Whose keys are awaited behind the deadline; null before, and where the service holds the key. */
  release: RoundRelease.nullable(),
  quotes: z
    .array(
      z.object({
        tradeId: Id,
        supplierName: z.string(),
        status: QuoteStatus.schema,
        quoteId: Id.nullable(),
        total: Amount.nullable(),
        /** Lines it was asked for; null: all. */
        lines: z.number().int().nullable(),
        /** Percent below what the same supplier said of the same lines before; negative where it went up. */
        reduction: z.string().nullable(),
        /** The same against the first that it said of them. */
        sinceFirst: z.string().nullable(),
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
    /** Too few quotes came, or count: which rule says so, and the ways on; null where enough did. */
    short: z
      .object({
        /** After the deadline nothing is opened; after the check figures are known, and no more time can be given. */
        at: z.enum(['deadline', 'check']),
        least: z.number().int(),
        citation: z.string(),
        /** Why no more time can be given; null when it can. */
        extension: z.string().nullable(),
      })
      .nullable(),
    /** Why no further round can be started now; null when one can. */
    blocked: z.string().nullable(),
    /** What of a further quote may not rise, as the documents say; a round may be stricter. */
    notAbove: NotAbove,
    isPartial: z.boolean(),
    /** Whose keys open the quotes, as it was published. */
    keyMode: z.enum(KEY_STRENGTH),
    /** Who can go on, with the quote that counts. */
    suppliers: z.array(z.object({ tradeId: Id, supplierName: z.string(), total: Amount.nullable() })),
  }),
})

export const roundLines = endpoint({
  method: 'GET',
  path: `${BUYER}/lines`,
  summary:
    'The lines that a further round may ask for, with the lowest valid price of each in the rounds that are closed',
  params: order,
  returns: z.object({
    lines: z.array(
      z.object({
        itemId: Id,
        line: z.number().int(),
        name: z.string(),
        spec: z.string(),
        unit: z.string(),
        quantity: z.string(),
        lowest: z.string().nullable(),
      }),
    ),
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
    notAbove: NotAbove.optional().describe('as the documents say, or stricter'),
    target: Amount.refine((price) => Number(price) > 0, '目标总价须大于 0').nullish(),
    items: z
      .array(z.object({ itemId: Id, target: Target.optional() }))
      .min(1, '请选择报价的清单行')
      .max(20_000)
      .optional()
      .describe('the lines that are asked for, each with its target price or none; left out: all'),
    only: z
      .array(
        z.object({ tradeId: Id, items: z.array(z.number().int().min(0)).min(1, '请选择报价的清单行').max(20_000) }),
      )
      .max(500)
      .default([])
      .describe('suppliers that are asked for some of these lines alone, by their place in `items`, else in the bill'),
  }),
  returns: z.object({ roundId: Id }),
  errors: ['wrongState', 'legalRule', 'invalid'],
})

const round = order.extend({ roundId: Id })

export const agreeToOpen = endpoint({
  method: 'POST',
  path: `${BUYER}/{roundId}/openers`,
  summary: 'Agree, in person and once, that a round is opened after its deadline; the last who is asked for opens it',
  params: round,
  returns: z.object({ isOpening: z.boolean() }),
  errors: ['wrongState', 'tooEarly'],
})

export const remindOpeners = endpoint({
  method: 'POST',
  path: `${BUYER}/{roundId}/openers/reminders`,
  summary: 'Ask everybody of the owner who may agree, and has not, to do so',
  params: round,
  errors: ['wrongState', 'tooEarly'],
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
