import * as z from 'zod'

/** Percent of value-added tax, without zeros that mean nothing: `13`, `0`, `1.5`. */
export const TaxRate = z.string().regex(/^(0|[1-9]\d?)(\.\d?[1-9])?$/, '税率格式不正确')

/** Rates of value-added tax on goods and services, and that of small taxpayers (《增值税法》第十条, 第十一条). */
const TAX_RATES = ['13', '9', '6', '3', '1', '0']

/** Other products that a supplier may offer for a line, where the documents admit them. */
export const MOST_ALTERNATIVES = 3

/**
 * What an inquiry says of quotes. Asked means that every quoted line has it. Unit prices include tax; they are what is
 * compared.
 */
export const QuoteTerms = z
  .object({
    /** Most rounds, the first included. */
    rounds: z.number().int('报价轮次须为整数').min(1, '报价轮次不得少于 1').max(10, '报价轮次不得多于 10').default(1),
    /** Lines may be left out. */
    isPartial: z.boolean().default(false),
    award: z.enum(['whole', 'item']).default('whole'),
    brand: z.enum(['asked', 'off']).default('off'),
    deliveryDays: z.enum(['asked', 'off']).default('asked'),
    taxRates: z
      .array(TaxRate)
      .min(1, '请至少保留一个税率')
      .max(20, '税率不得多于 20 个')
      .refine((rates) => new Set(rates).size === rates.length, '税率重复')
      .default(TAX_RATES),
    /** Least days from the deadline on which a quote binds. */
    validityDays: z
      .number()
      .int('报价有效期须为整数')
      .min(1, '报价有效期不得少于 1 天')
      .max(365, '报价有效期不得多于 365 天')
      .default(30),
    /** What in a further round may not be above the supplier's quote before. */
    notAbove: z.enum(['none', 'total', 'line']).default('none'),
    /**
     * Days for which candidates are publicised before the award; 0: not at all. Left out: said before orders knew of it, and
     * not at all.
     */
    candidateDays: z.number().int('公示期须为整数').min(0).max(30, '公示期不得多于 30 日').optional(),
    /** Most alternatives that may be offered for a line; 0, and left out by orders from before: none. */
    alternatives: z.number().int().min(0).max(MOST_ALTERNATIVES, `每行备选不得多于 ${MOST_ALTERNATIVES} 个`).optional(),
    /** What suppliers are told of one another. */
    disclosure: z.enum(['none']).default('none'),
  })
  .refine(({ isPartial, notAbove }) => !isPartial || notAbove !== 'total', {
    path: ['notAbove'],
    message: '报价不含全部清单行的，须逐行与上一次报价比较',
  })
export type QuoteTerms = z.output<typeof QuoteTerms>

export const DEFAULT_QUOTE_TERMS: QuoteTerms = QuoteTerms.parse({})

/** What of a quote in a further round may not be above the one before. */
export const NOT_ABOVE = { total: '总价不高于上一轮', line: '各行单价不高于上一轮', none: '不限制' } as const

/** The terms in the settings of an order, or what holds where it says nothing. */
export function quoteTermsOf(settings: unknown): QuoteTerms {
  return QuoteTerms.parse((settings as { quote?: unknown } | null)?.quote ?? {})
}

/** How many alternatives there may be, whether one may stand alone, and what becomes of them. */
export function alternativesInWords({
  alternatives = 0,
  isPartial,
}: Pick<QuoteTerms, 'alternatives' | 'isPartial'>): string {
  if (alternatives === 0) return '不接受备选'
  const alone = isPartial ? '可只报备选' : '不得只报备选'
  return `每行可另报不超过 ${alternatives} 个备选，${alone}，备选仅供比较`
}
