import * as z from 'zod'
import { formatAmount } from '#contract/money.ts'
import { compare, div, fraction, type Fraction, HUNDRED, mean, mul, round, show, toExact } from './fraction.ts'
import { isQuote } from './price-score.ts'

/*
 * Abnormally low prices. A hit asks for an explanation and goes on record; it never rejects a bid by itself. Two rules:
 * that of government procurement (财库〔2026〕2号), whose shares the documents may raise, and for all other tenders a
 * comparison with the other quotes by the thresholds of ProZorro and open-contracting/cardinal-rs.
 */

const RULES = {
  comparison: {
    label: '一般采购',
    citation: '《评标委员会和评标方法暂行规定》第二十一条',
    /** On what ground the committee votes on a bid whose explanation does not hold. */
    ground:
      '《评标委员会和评标方法暂行规定》第二十一条：投标人不能合理说明或者不能提供相关证明材料的，由评标委员会认定以低于成本报价竞标，应当否决其投标',
    /** The least time to explain; the rule names none, so that of every question. */
    leastMinutes: 5,
    /** The committee may see no need for an explanation, with its reason. */
    mayWaive: true,
  },
  government: {
    label: '政府采购',
    citation: '《关于推动解决政府采购异常低价问题的通知》（财库〔2026〕2号）',
    ground:
      '《政府采购货物和服务招标投标管理办法》（财政部令第87号）第六十条：投标人不能证明其报价合理性的，评标委员会应当将其作为无效投标处理',
    leastMinutes: 30,
    mayWaive: false,
  },
} as const
export type LowPriceRule = keyof typeof RULES
export const LOW_PRICE_RULES: Readonly<
  Record<LowPriceRule, { label: string; citation: string; ground: string; leastMinutes: number; mayWaive: boolean }>
> = RULES

/** Shares of government procurement in percent: the least, and to what documents may raise each. */
export const LOW_PRICE_SHARES = { mean: 50, next: 50, ceiling: 45 } as const
export const LOW_PRICE_MOST = 65
/** Percent of the mean of the others, and of the next quote, at or below which a price is low by comparison. */
const COMPARED = { others: 60, next: 70 } as const

const Share = (least: number) =>
  z
    .number()
    .int('异常低价比例须为整数')
    .min(least, `异常低价比例不得低于 ${least}%`)
    .max(LOW_PRICE_MOST, `异常低价比例不得高于 ${LOW_PRICE_MOST}%`)
    .default(least)

/** What the tender documents say of abnormally low prices; shares count under the rule of government procurement. */
export const LowPriceTerms = z.object({
  rule: z.enum(['comparison', 'government']).default('comparison'),
  mean: Share(LOW_PRICE_SHARES.mean),
  next: Share(LOW_PRICE_SHARES.next),
  ceiling: Share(LOW_PRICE_SHARES.ceiling),
})
export type LowPriceTerms = z.output<typeof LowPriceTerms>

/** The terms a review began under, with the ceiling in yuan, or the estimate where there is none. */
export const LowPriceBasis = LowPriceTerms.extend({
  top: z.object({ name: z.enum(['最高限价', '估算价']), amount: z.string() }).nullable(),
})
export type LowPriceBasis = z.output<typeof LowPriceBasis>

/** How a quote compares with one figure. Amounts in yuan and percentages as decimal strings. */
export const LowPriceHit = z.object({
  /** What it is compared with: `次低报价`. */
  against: z.string(),
  /** That figure, to the cent. */
  figure: z.string(),
  /** The quote in percent of it, two decimals. */
  ratio: z.string(),
  /** The threshold as the rule words it: `低于 50%`. */
  threshold: z.string(),
})
export type LowPriceHit = z.output<typeof LowPriceHit>

export interface LowPrice {
  id: string
  hits: LowPriceHit[]
}

/** Bids whose quotes are abnormally low among these valid ones, in the order given. What is no quote does not count. */
export function lowPrices(bids: readonly { id: string; quote: string | null }[], basis: LowPriceBasis): LowPrice[] {
  const valid = bids.flatMap(({ id, quote }) => (quote && isQuote(quote) ? [{ id, value: fraction(quote) }] : []))
  const sorted = valid.map((bid) => bid.value).toSorted(compare)
  const top = basis.top && isQuote(basis.top.amount) ? fraction(basis.top.amount) : null
  return valid.flatMap(({ id, value }) => {
    // Only the lowest has a next one above it; of equal lowest ones none is below the other.
    const next = sorted.length > 1 && compare(value, sorted[0]!) === 0 ? sorted[1]! : null
    const tests = {
      government: (): (LowPriceHit | null)[] => [
        test(value, { against: '有效报价平均值', figure: mean(sorted), share: basis.mean, below: true }),
        test(value, { against: '次低报价', figure: next, share: basis.next, below: true }),
        test(value, { against: basis.top?.name ?? '', figure: top, share: basis.ceiling, below: true }),
      ],
      comparison: (): (LowPriceHit | null)[] => [
        test(value, {
          against: '其他有效报价平均值',
          figure: others(sorted, value),
          share: COMPARED.others,
          below: false,
        }),
        test(value, { against: '次低报价', figure: next, share: COMPARED.next, below: false }),
      ],
    }
    const hits = tests[basis.rule]().filter((hit) => hit !== null)
    return hits.length > 0 ? [{ id, hits }] : []
  })
}

/** A hit in words. */
export function hitInWords({ against, figure, ratio, threshold }: LowPriceHit): string {
  return `为${against} ${formatAmount(figure)} 元的 ${ratio}%（认定标准：${threshold}）`
}

/** The rule in one sentence, as documents state it. */
export function lowPriceInWords({ rule, mean: average, next, ceiling }: LowPriceTerms): string {
  const { citation, leastMinutes } = LOW_PRICE_RULES[rule]
  switch (rule) {
    case 'government':
      return `报价低于有效报价平均值的 ${average}%，或者最低报价低于次低报价的 ${next}%，或者报价低于最高限价（未设的为估算价）的 ${ceiling}% 的，为异常低价；评标委员会应当要求投标人在不少于 ${leastMinutes} 分钟内作出书面说明并提交证明材料，不能证明报价合理的，按无效投标处理。依据：${citation}。`
    case 'comparison':
      return `报价比其他有效报价的平均值低 ${100 - COMPARED.others}% 以上（含），或者最低报价比次低报价低 ${100 - COMPARED.next}% 以上（含）的，为异常低价；评标委员会应当要求投标人作出书面说明并提供证明材料（认为不可能低于成本、无需说明的，记录理由），不能合理说明的，应当否决其投标。依据：${citation}。`
  }
}

/** The question to the bidder that a committee begins with. Others' figures are not in it: offers of rounds are theirs. */
export function lowPriceQuestion(price: string, hits: readonly LowPriceHit[]): string {
  const why = hits.length > 0 ? `，与${hits.map((hit) => hit.against).join('、')}相比属于采购文件规定的异常低价` : ''
  return `贵公司评审报价 ${formatAmount(price)} 元${why}。请就报价的合理性作出书面说明，列明成本构成、履约能力和质量保证措施，并提交相关证明材料。`
}

/** The mean of all quotes but this one; null where there is no other. */
function others(sorted: readonly Fraction[], own: Fraction): Fraction | null {
  const rest = [...sorted]
  rest.splice(
    rest.findIndex((one) => compare(one, own) === 0),
    1,
  )
  return rest.length > 0 ? mean(rest) : null
}

interface Compared {
  against: string
  figure: Fraction | null
  /** Percent of the figure. */
  share: number
  /** Strictly below the share; otherwise at it, too. */
  below: boolean
}

function test(value: Fraction, { against, figure, share, below }: Compared): LowPriceHit | null {
  if (figure === null) return null
  const distance = compare(value, div(mul(figure, fraction(share)), HUNDRED))
  if (below ? distance >= 0 : distance > 0) return null
  return {
    against,
    figure: toExact(round(figure, 2)).toFixed(2),
    ratio: show(cut(div(mul(value, HUNDRED), figure))),
    threshold: below ? `低于 ${share}%` : `不高于 ${share}%`,
  }
}

/** Two decimals, never rounded up to a threshold that the quote is below. */
function cut(ratio: Fraction): Fraction {
  return div(fraction((ratio.n * 100n) / ratio.d), HUNDRED)
}
