import { enumeration } from '#contract/enumeration.ts'
import type { QuoteTerms } from '#features/procurement/rules/quote-terms.ts'

/* Enumerations of rounds and quotes. Rounds: specification part 2 §4.1; the others are the project's own. */

export const RoundStatus = enumeration({
  notStarted: { value: 0, label: '未开始' },
  quoting: { value: 1, label: '报价中' },
  closed: { value: 2, label: '已结束' },
})

/** What suppliers quote in a round. */
export const QuoteMode = enumeration({
  total: { value: 1, label: '总价报价' },
  items: { value: 2, label: '逐项报价' },
  sub: { value: 3, label: '分项报价' },
})

/** One supplier in one round. */
export const QuoteStatus = enumeration({
  none: { value: 0, label: '未报价' },
  saved: { value: 1, label: '编制中' },
  submitted: { value: 2, label: '已提交' },
  signed: { value: 3, label: '已签署' },
  missed: { value: 4, label: '未在截止前报价' },
})

/** Who holds rounds in an order; each counts its own. */
export type RoundKind = 'review' | 'order'

/** What of a quote may not be above the supplier's quote before. */
export type NotAbove = QuoteTerms['notAbove']

/** What a supplier is asked about its quote. */
export const QUESTION_KINDS = { explain: '报价说明', correct: '计算修正', 'low-price': '异常低价说明' } as const
export type QuestionKind = keyof typeof QUESTION_KINDS
