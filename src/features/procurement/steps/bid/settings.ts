import * as z from 'zod'

export const bidSettings = {
  /** What bidders must hand in beside the price sheet. */
  bidFiles: z
    .array(
      z.object({
        role: z.enum(['qualification', 'technical', 'business', 'quotation']),
        name: z.string().trim().min(1).max(100),
        required: z.boolean(),
      }),
    )
    .max(10)
    .default([
      { role: 'technical', name: '技术标文件', required: true },
      { role: 'business', name: '商务标文件', required: true },
    ]),
  /** Whose key opens the bids: `rules/key-mode.ts`. */
  keyMode: z.enum(['bidder', 'joint', 'timed']).default('bidder'),
}
