import * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { PriceBase } from './enums.ts'

const decimal = (message: string) => z.string(message).regex(/^(0|[1-9]\d{0,11})(\.\d{1,6})?$/, message)
const positive = (message: string) => decimal(message).refine((v) => /[1-9]/.test(v), message)

/**
 * How an order turns quotes into price marks. Percentages are plain numbers: `95` is 95 %.
 * Marks and rates are decimal strings; what the chosen base or scoring does not use is ignored.
 */
export const PriceScoreParams = z
  .object({
    /** 评标基准价 kind, specification part 2 §9. */
    base: PriceBase.schema,
    /** P for kinds 3 and 4. */
    percentage: positive('百分比须为大于 0 的数').default('100'),
    /** R for kind 5, 0 ≤ R < 100. */
    floatingRate: decimal('下浮率须为不小于 0 的数').default('0'),
    /** From how many valid quotes on one highest and one lowest are dropped (kind 4); fewer: plain mean. */
    dropFrom: z
      .number('去除最高最低价的起算家数须为整数')
      .int('去除最高最低价的起算家数须为整数')
      .min(3, '去除最高最低价的起算家数不得少于 3')
      .max(1000, '去除最高最低价的起算家数过大')
      .default(4),
    /**
     * A base that is already fixed in yuan: announced in the tender documents, or found at the first review and not to
     * move when a bid drops out later. Kinds 1–4: it is B itself; kind 5: it is the effective quote that is floated.
     */
    fixedBase: positive('指定的基准价须为大于 0 的数').optional(),
    scoring: z.enum(['ratio', 'deviation'], '请选择得分算法'),
    /** F, full marks. */
    fullMarks: positive('价格分满分须为大于 0 的数'),
    /** a: marks lost per 1 % above the base (deviation). */
    above: decimal('高于基准价每 1% 的扣分须为不小于 0 的数').optional(),
    /** b: marks lost per 1 % below the base (deviation). */
    below: decimal('低于基准价每 1% 的扣分须为不小于 0 的数').optional(),
    /** Some tender documents round the deviation (in %) first; off unless given. */
    deviationDigits: z
      .number('偏差率保留位数须为整数')
      .int('偏差率保留位数须为整数')
      .min(0, '偏差率保留位数须为 0 至 10')
      .max(10, '偏差率保留位数须为 0 至 10')
      .optional(),
  })
  .superRefine((p, issues) => {
    const missing = (path: string, message: string) => issues.addIssue({ code: 'custom', path: [path], message })
    if (p.scoring === 'deviation' && p.above === undefined) missing('above', '请填写高于基准价每 1% 的扣分')
    if (p.scoring === 'deviation' && p.below === undefined) missing('below', '请填写低于基准价每 1% 的扣分')
    if (p.base === PriceBase.values.floated && Number(p.floatingRate) >= 100)
      missing('floatingRate', '下浮率须小于 100')
  })

export type PriceScoreInput = z.input<typeof PriceScoreParams>
export type PriceScoreParams = z.output<typeof PriceScoreParams>

/** The parameters with defaults filled in. Throws `invalid` with `{ path, message }[]`. */
export function checkParams(input: PriceScoreInput): PriceScoreParams {
  const result = PriceScoreParams.safeParse(input)
  if (result.success) return result.data
  const details = result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new AppError('invalid', details[0]!.message, details)
}
