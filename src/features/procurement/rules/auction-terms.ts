import * as z from 'zod'
import { Amount } from '#contract/money.ts'

/** What an order's documents say of its auction. Start price and starting time are the order's ceiling and opening time. */
export const AuctionTerms = z.object({
  /** The least step down: an amount in yuan, or a percentage of the start price. */
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
})
export type AuctionTerms = z.output<typeof AuctionTerms>
