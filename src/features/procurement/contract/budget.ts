import * as z from 'zod'
import { Exact, sum } from '#contract/money.ts'
import { Id } from '#contract/id.ts'

/** The budget lines that something is bought from, each with its percentage; together 100. */
export const Shares = z
  .array(
    z.object({
      lineId: Id,
      share: z
        .string()
        .regex(/^\d{1,3}(\.\d{1,2})?$/, '分摊比例最多两位小数')
        .refine((value) => new Exact(value).gt(0) && new Exact(value).lte(100), '分摊比例须大于 0，不超过 100'),
    }),
  )
  .max(10)
  .refine(
    (rows) => rows.length === 0 || new Exact(sum(rows.map(({ share }) => share))).eq(100),
    '分摊比例合计须为 100%',
  )
  .refine((rows) => new Set(rows.map(({ lineId }) => lineId)).size === rows.length, '预算项不能重复')
export type Shares = z.output<typeof Shares>
