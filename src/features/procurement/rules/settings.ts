import * as z from 'zod'
import { AuctionTerms } from './auction-terms.ts'
import { LowPriceTerms } from '#features/evaluation/rules/low-price.ts'
import { QuoteTerms } from './quote-terms.ts'
import { LineFacts } from '../steps/line-facts/terms.ts'
import { SoleTerms } from '../steps/publicity/terms.ts'
import { BondTerms } from './bond-terms.ts'

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

export const OrderSettings = z.object({
  /** Documents demanded at sign-up. */
  qualifications: z
    .array(z.object({ name: z.string().trim().min(1).max(100), required: z.boolean().default(true) }))
    .max(30)
    .default([]),
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
  /** Whose key opens the bids: rules/key-mode.ts. */
  keyMode: z.enum(['bidder', 'joint', 'timed']).default('bidder'),
  committeeSize: z.number().int().min(3).max(15).default(5),
  ways: z.array(ReviewWayPlan).max(9).default([]),
  price: PricePlan.prefault({}),
  /** Rounds of offers in the review that the documents provide for; 0 where the law forbids them (招标投标法第四十三条). */
  offerRounds: z.number().int().min(0).max(5).default(0),
  /** Which prices are abnormally low, so that the bidder has to explain. */
  lowPrice: LowPriceTerms.prefault({}),
  /** How the documents are paid for; the amount is the order's. */
  documentFeeBy: z.enum(['offline', 'online']).default('offline'),
  /** When, in which form, and what follows where it is missing; the amount is the order's. */
  bond: BondTerms.prefault({}),
  /** Days within which the documents of an enterprise's purchase have objections answered; 3 where they say nothing. */
  objectionDays: z.number().int().min(1, '答复期限为 1 至 30 日').max(30, '答复期限为 1 至 30 日').optional(),
  publicityDays: z.number().int().min(3).max(30).default(3),
  paymentTerms: z.string().max(2000).default(''),
  delivery: z.string().max(2000).default(''),
  /** The published review template that ways and price were loaded from; they may have been changed since. */
  selectionVersion: z.uuid().optional(),
  /** Methods that ask one supplier alone. */
  sole: SoleTerms.optional(),
  /** Methods with live offers. */
  auction: AuctionTerms.optional(),
  /** Methods whose suppliers quote the lines of the bill. */
  quote: QuoteTerms.optional(),
  /** Methods with columns of their own: `Method.lineColumns`. */
  lineFacts: LineFacts.optional(),
})
export type OrderSettings = z.output<typeof OrderSettings>
