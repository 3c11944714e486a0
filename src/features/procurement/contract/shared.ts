import * as z from 'zod'
import { Id } from '#contract/id.ts'
import { Amount, Quantity } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { ALL_STATES, wireStatus } from '../engine/states.ts'
import { NoticeKind } from '../rules/enums.ts'
import { isRichText, type RichNode } from '../rules/rich-text.ts'

/** Of an offer that leaves lines of the bill out: how many it prices, of how many; null where it is whole. */
export const PartialOffer = z.object({ lines: z.number().int(), of: z.number().int() }).nullable()

/** A document of the rich text: tiptap's JSON, a closed set of nodes and marks. */
export const RichText = z
  .record(z.string(), z.unknown())
  .refine(isRichText, '正文格式不正确')
  .meta({ kind: 'rich-text' }) as unknown as z.ZodType<RichNode, RichNode>

export const FileRef = z.object({
  fileId: Id,
  name: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  kind: z.string().optional(),
})
export type FileRef = z.output<typeof FileRef>

/** A document handed in with a sign-up. `validUntil`: its last day as the supplier states it, `2027-03-31`; null: not stated. */
export const TradeFile = FileRef.extend({ validUntil: z.iso.date().nullable() })
export type TradeFile = z.output<typeof TradeFile>

/** How a demanded document stands that the purchaser knows to end. Days of Beijing, `2026-11-28`. */
export const LapseStanding = z.object({
  kind: z.string(),
  /** The last day of the one that holds longest. */
  validUntil: z.iso.date(),
  /** The order demands it; else it may be left out. */
  isRequired: z.boolean(),
  /** It does not hold on the day that counts; else it holds, and ends before offers are due. */
  isExpired: z.boolean(),
  /** Until when the renewed one that was handed in holds, as its supplier states it; null: none was handed in. */
  renewedUntil: z.iso.date().nullable(),
})
export type LapseStanding = z.output<typeof LapseStanding>

/** Whom an order admits: everybody, or those who were invited. */
export const AdmissionValue = z.enum(['open', 'invited'])

/** The dates of an order. All are absolute instants; null: not set yet. */
export const Schedule = z.object({
  saleStart: Instant.nullable(),
  saleEnd: Instant.nullable(),
  signUpEnd: Instant.nullable(),
  questionEnd: Instant.nullable(),
  bidEnd: Instant.nullable(),
  openAt: Instant.nullable(),
})
export type ScheduleInput = z.input<typeof Schedule>

export const Finding = z.object({
  ruleId: z.string(),
  citation: z.string(),
  title: z.string(),
  ok: z.boolean(),
  severity: z.enum(['block', 'warn']),
  message: z.string(),
  /** A date of the schedule that would satisfy the rule. */
  suggestion: z
    .object({ field: z.enum(['saleStart', 'saleEnd', 'signUpEnd', 'questionEnd', 'bidEnd', 'openAt']), at: Instant })
    .optional(),
})
export type Finding = z.output<typeof Finding>

/** One stop of the rail above an order. */
export const RailStep = z.object({
  name: z.string(),
  label: z.string(),
  state: z.enum(['done', 'now', 'next']),
  at: Instant.nullable(),
})

export const Item = z.object({
  itemId: Id,
  lotNo: z.number().int(),
  line: z.number().int(),
  code: z.string(),
  name: z.string(),
  spec: z.string(),
  unit: z.string(),
  quantity: Quantity,
  controlPrice: Quantity.nullable(),
  section: z.string(),
  remark: z.string(),
})
export type Item = z.output<typeof Item>

/** A line of the price table as comparisons show it. */
export const PricedItem = Item.omit({ lotNo: true, remark: true })

/** What one bidder asks for a line. The lowest of the valid bids is best. */
export const LineOffer = z.object({
  bidderId: Id,
  unitPrice: Quantity,
  amount: Amount,
  remark: z.string(),
  isBest: z.boolean(),
  overControlPrice: z.boolean(),
})

export const NoticeRow = z.object({
  noticeId: Id,
  orderId: Id,
  kind: NoticeKind.schema,
  code: z.string(),
  title: z.string(),
  publishedAt: Instant.nullable(),
  publicityEnd: Instant.nullable(),
  needsConfirmation: z.boolean(),
  contentHash: z.string().nullable(),
  /** The notice that took its place: candidates or a result that were changed. */
  supersededBy: z.object({ noticeId: Id, title: z.string(), publishedAt: Instant }).nullable(),
})

export const NoticeDetail = NoticeRow.extend({
  content: RichText,
  data: z.record(z.string(), z.unknown()),
  status: z.number().int(),
  signature: z.string().nullable(),
  files: z.array(FileRef),
})

/** What became of one order where several are worked on, each by itself. */
export const LotOutcome = z.object({
  orderId: Id,
  outcome: z.enum(['done', 'held', 'refused']),
  /** Of a refusal: its code in the catalogue of errors, and why. */
  code: z.number().int().nullable(),
  reason: z.string(),
})
export type LotOutcome = z.output<typeof LotOutcome>

/** The specification's number of where an order stands. */
export const OrderStatusValue = z.literal(ALL_STATES.map(wireStatus))
/** Where an order stands, `step.phase`. */
export const OrderStateValue = z.enum(ALL_STATES)
