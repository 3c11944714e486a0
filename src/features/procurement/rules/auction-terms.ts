import * as z from 'zod'
import { Amount } from '#contract/money.ts'

const OpenReserve = z.object({ kind: z.literal('open'), price: Amount })

/** What an order's documents say of its auction. Start price and starting time are the order's ceiling (where prices
 * rise: floor) and opening time. */
export const AuctionTerms = z.object({
  /** Which way prices go, as the method says; left out: they fall. */
  direction: z.literal('rising').optional(),
  /** The least step: an amount in yuan, or a percentage of the start price. */
  stepKind: z.enum(['amount', 'percent']).default('amount'),
  step: Amount.default('1000'),
  durationMinutes: z.number().int().min(5, '竞价时长不少于 5 分钟').max(480, '竞价时长不超过 480 分钟').default(30),
  /** An offer within the last `windowMinutes` sets the end to that long after it; 0: no extension. */
  windowMinutes: z.number().int().min(0).max(30, '延时时间不超过 30 分钟').default(3),
  /** At most so many extensions; null: as often as it comes. */
  maxExtensions: z.number().int().min(1).max(999).nullable().default(null),
  /** Whether each bidder sees the own rank beside the lowest price: it tells that at least so many take part. */
  showRank: z.boolean().default(false),
  /** Whether the buyer may talk with the first about a lower price once the auction has ended. */
  priceTalk: z.boolean().default(false),
  /** What rising prices must reach, or nothing is sold: said openly, or kept secret to the end and fixed by its hash. */
  reserve: z.discriminatedUnion('kind', [OpenReserve, z.object({ kind: z.literal('sealed') })]).optional(),
  /** With fewer admitted it does not begin; left out: as the method says. */
  minBidders: z.number().int().min(1).max(50).optional(),
})
export type AuctionTerms = z.output<typeof AuctionTerms>
