import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { DrawView } from '#contract/draw-calls.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { LineOffer, PricedItem } from '#features/procurement/contract/shared.ts'
import { Bidder, Warning, WayItem, WaySummary } from './shared.ts'

/* What is read of a review: results, comparisons, draws. */

/** Marks or pass of one way; null while the way is not summed up, or when the bid was out before it. */
export const WayResult = z.object({
  wayId: Id,
  name: z.string(),
  score: z.string().nullable(),
  passed: z.boolean().nullable(),
})

export const SummaryRow = Bidder.extend({
  ways: z.array(WayResult),
  total: z.string().nullable(),
  rank: z.number().int().nullable(),
})

export const CompareLine = PricedItem.extend({
  /** In the order of the bidders; null: not quoted. */
  offers: z.array(LineOffer.nullable()),
})

export const Comparison = z.object({
  bidders: z.array(Bidder.extend({ linesTotal: Amount, bestLines: z.number().int(), isBest: z.boolean() })),
  items: z.array(CompareLine),
})
export type Comparison = z.output<typeof Comparison>

export const OfBidder = z.object({ bidderId: Id.optional() })

/** Members' marks of one way, side by side. Lists of marks are in the order of `reviewers`. */
export const ConsensusView = z.object({
  way: WaySummary,
  items: z.array(WayItem),
  reviewers: z.array(z.object({ reviewerId: Id, name: z.string(), isLeader: z.boolean() })),
  bidders: z.array(
    z.object({
      bidderId: Id,
      no: z.number().int(),
      supplierName: z.string(),
      /** Sum of each member's marks; null in pass-or-not ways. */
      totals: z.array(z.string().nullable()),
      mean: z.string().nullable(),
      /** Highest less lowest total. */
      spread: z.string().nullable(),
      items: z.array(
        z.object({
          itemId: Id,
          scores: z.array(z.string().nullable()),
          passed: z.array(z.boolean().nullable()),
          reasons: z.array(z.string()),
          mean: z.string().nullable(),
          spread: z.string().nullable(),
          /** Pass or not: members disagree; marks: spread above 30 % of the full mark. */
          isWide: z.boolean(),
        }),
      ),
    }),
  ),
  warnings: z.array(Warning),
})
export type ConsensusView = z.output<typeof ConsensusView>

/** A draw that nobody could steer: how it comes about stands in `#contract/draw-steps.ts`, which runs in the browser too. */
export const Draw = z.object({
  drawId: Id,
  /** `price-params`: base kind and coefficient of method 7; `lots`: the order of bids the rules leave equal. */
  purpose: z.enum(['price-params', 'lots']),
  title: z.string(),
  /** What is drawn: of each part so many of its options, one after the other. */
  parts: z.array(
    z.object({
      label: z.string(),
      options: z.array(z.object({ value: z.string(), label: z.string() })),
      picks: z.number().int(),
    }),
  ),
  /** How it came about, step by step; null for one of before, which has `bySeed`. */
  steps: DrawView.nullable(),
  /** Hashes in hex: a committed seed, and what nobody knew when it was. */
  bySeed: z.object({ commitment: z.string(), committedAt: Instant, seed: z.string(), entropy: z.string() }).nullable(),
  drawnAt: Instant.nullable(),
  result: z.array(z.object({ label: z.string(), value: z.string() })),
  actions: z.array(Action),
})
export type Draw = z.output<typeof Draw>
