import * as z from 'zod'
import { LowPriceTerms } from '#features/evaluation/rules/low-price.ts'

/** Marks are decimal strings with at most two digits, like every other number that is compared. */
const Mark = z.string().regex(/^(0|[1-9]\d{0,3})(\.\d{1,2})?$/, '分值格式不正确')
const Percent = z.string().regex(/^(0|[1-9]\d{0,2})(\.\d{1,4})?$/, '百分比格式不正确')

/** A published rounding of parts. Marks are shown with two decimals, so a part is rounded to no more. */
export const ScoreDigits = z.number().int().min(0, '得分小数位数须为 0 至 2').max(2, '得分小数位数须为 0 至 2')

export const ReviewItemPlan = z.object({
  name: z.string().trim().min(1, '请输入评审项名称').max(200),
  standard: z.string().trim().max(2000).default(''),
  fullMark: Mark.default('0'),
  isObjective: z.boolean().default(false),
})

/** One way of review: part 2 section 9, way types 1–9, item kinds 1 (pass or not) and 2 (scoring). */
export const ReviewWayPlan = z.object({
  type: z.number().int().min(1).max(9),
  name: z.string().trim().min(1).max(100),
  itemKind: z.union([z.literal(1), z.literal(2)]),
  fullMark: Mark.default('0'),
  /** 2 drop highest and lowest, 3 average. */
  aggregation: z.union([z.literal(2), z.literal(3)]).default(3),
  /** Decimals that its marks are rounded to before they are added; left out: only the total is rounded. */
  scoreDigits: ScoreDigits.optional(),
  isAutomatic: z.boolean().default(false),
  items: z.array(ReviewItemPlan).max(200),
})

/** How quotes become marks: see the review hall's price score rules. */
export const PricePlan = z.object({
  baseKind: z.number().int().min(1).max(5).default(2),
  formula: z.enum(['ratio', 'deviation']).default('ratio'),
  /** P, percent. */
  percentage: Percent.default('100'),
  /** R, percent. */
  floatRate: Percent.default('0'),
  /** Marks lost per 1 % above and below the base. */
  above: Mark.default('1'),
  below: Mark.default('0.5'),
  /** Both ends are dropped from this number of valid quotes on. */
  dropEndsFrom: z.number().int().min(4).max(20).default(4),
  /** Round each deviation to 0.01 % first, as some tender documents say. */
  roundDeviation: z.boolean().default(false),
  /** Values that the tender documents leave to a draw at the opening, once the quotes are known to all. */
  draw: z
    .object({
      percentage: z.array(Percent).max(30).default([]),
      floatRate: z.array(Percent).max(30).default([]),
    })
    .optional(),
  /** Method 7: the kinds of base, and coefficients in percent, that are drawn from in the review. */
  randomBases: z.array(z.number().int().min(1).max(5)).min(1).max(5).optional(),
  randomRates: z.array(Percent).min(1).max(50).optional(),
})

export const reviewSettings = {
  committeeSize: z.number().int().min(3).max(15).default(5),
  ways: z.array(ReviewWayPlan).max(9).default([]),
  price: PricePlan.prefault({}),
  /** Rounds of offers in the review that the documents provide for; 0 where the law forbids them (招标投标法第四十三条). */
  offerRounds: z.number().int().min(0).max(5).default(0),
  /** Which prices are abnormally low, so that the bidder has to explain. */
  lowPrice: LowPriceTerms.prefault({}),
  /** The published review template that ways and price were loaded from; they may have been changed since. */
  selectionVersion: z.uuid().optional(),
}
