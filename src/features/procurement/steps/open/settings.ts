import * as z from 'zod'

export const openSettings = {
  /** Read out at the opening beside the total quote: mark types 1 bidder, 2 total quote, 3 guarantee, 4 custom. */
  marks: z
    .array(
      z.object({
        name: z.string().trim().min(1).max(40),
        unit: z.number().int().min(1).max(3).nullable().default(null),
        /** 3 guarantee, 4 custom. */
        type: z.union([z.literal(3), z.literal(4)]).optional(),
        /** Double envelope: the opening it is read out at; the second, with the price, when left out. */
        envelope: z.union([z.literal(1), z.literal(2)]).optional(),
      }),
    )
    .max(10)
    .default([{ name: '工期（日历天）', unit: null }]),
}
