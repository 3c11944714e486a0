import * as z from 'zod'

const Percent = z.string().regex(/^(0|[1-9]\d?)(\.\d{1,2})?$/, '税率格式不正确')

/** How many orders may be split: among nobody, or line by line. */
export const QUOTE_AWARDS = { whole: '整单成交一家', item: '可按行分给多家' } as const

/** What of a quote in a further round may not be above the one before. */
export const NOT_ABOVE = { total: '总价不高于上一轮', line: '各行单价不高于上一轮', none: '不限制' } as const

/** What the documents say of quotes. */
export const QuoteTerms = z.object({
  /** Rounds announced at most. */
  rounds: z.number().int().min(1, '报价轮次须为 1 至 10').max(10, '报价轮次须为 1 至 10').default(1),
  /** Lines may be left out. */
  isPartial: z.boolean().default(false),
  award: z.enum(['whole', 'item']).default('whole'),
  notAbove: z.enum(['total', 'line', 'none']).default('line'),
  brand: z.boolean().default(true),
  deliveryDays: z.boolean().default(true),
  /** Percent, of which a line takes one. */
  taxRates: z.array(Percent).min(1, '请填写可选税率').max(10).default(['13', '9', '6', '3', '1', '0']),
  /** Days that a quote holds after the deadline, at least. */
  validityDays: z
    .number()
    .int()
    .min(1, '报价有效期须为 1 至 365 日')
    .max(365, '报价有效期须为 1 至 365 日')
    .default(30),
})
export type QuoteTerms = z.output<typeof QuoteTerms>

/** The terms in one sentence, for notices: what is asked for, in how many rounds, and how it is awarded. */
export function quoteInWords({ rounds, isPartial, award, notAbove, validityDays }: QuoteTerms): string {
  return [
    '按采购清单逐行报含税单价，并注明税率',
    isPartial ? '可只报部分行' : '须报全部行',
    rounds === 1
      ? '一次报价，不再进行第二轮'
      : `最多 ${rounds} 轮报价${notAbove === 'none' ? '' : `，${NOT_ABOVE[notAbove]}`}`,
    QUOTE_AWARDS[award],
    `报价有效期不少于 ${validityDays} 日`,
  ].join('；')
}

/** What does not go together, by field of the terms. `isSingle`: the method takes one quote that cannot be altered. */
export function quoteProblems(terms: QuoteTerms, isSingle: boolean): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = []
  if (isSingle && terms.rounds > 1)
    problems.push({
      path: 'rounds',
      message: '询价须一次报出不得更改的价格，不能设置多轮报价（《政府采购法》第四十条）',
    })
  if (terms.isPartial && terms.award === 'whole')
    problems.push({ path: 'award', message: '可只报部分行的，须可按行分给多家' })
  if (terms.isPartial && terms.rounds > 1 && terms.notAbove === 'total')
    problems.push({ path: 'notAbove', message: '可只报部分行的，须逐行与上一轮比较' })
  return problems
}
