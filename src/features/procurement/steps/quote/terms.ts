import { LOW_PRICE_RULES, type LowPriceTerms } from '#features/evaluation/rules/low-price.ts'
import type { AnyMethod } from '../../methods/method.ts'
import { alternativesInWords, NOT_ABOVE, type QuoteTerms } from '../../rules/quote-terms.ts'
import type { OrderSettings } from '../../rules/settings.ts'

type AskedFile = Pick<OrderSettings['bidFiles'][number], 'name' | 'required'>

/** Whether an order may be split among suppliers. */
export const QUOTE_AWARDS = { whole: '整单成交一家', item: '可按行分给多家' } as const

/**
 * The terms in one sentence, for notices: what is asked for, in how many rounds, and how it is awarded. `isLed`: a group says how
 * often it asks.
 */
export function quoteInWords(
  {
    rounds,
    isPartial,
    award,
    notAbove,
    validityDays,
    brand,
    deliveryDays,
    candidateDays = 0,
    alternatives = 0,
  }: QuoteTerms,
  files: readonly AskedFile[] = [],
  isLed = false,
): string {
  return [
    `按采购清单逐行报含税单价，并注明${['税率', ...(brand === 'asked' ? ['品牌型号'] : []), ...(deliveryDays === 'asked' ? ['交货期'] : [])].join('、')}`,
    isPartial ? '可只报部分行' : '须报全部行',
    ...(alternatives > 0 ? [alternativesInWords({ alternatives, isPartial })] : []),
    ...(isLed ? [] : [roundsInWords(rounds, notAbove)]),
    QUOTE_AWARDS[award],
    `报价有效期不少于 ${validityDays} 日`,
    ...(files.length > 0 ? [`随报价提交${filesInWords(files)}`] : []),
    ...(candidateDays > 0 ? [`定标前公示成交候选人 ${candidateDays} 日`] : []),
  ].join('；')
}

function roundsInWords(rounds: number, notAbove: QuoteTerms['notAbove']): string {
  if (rounds === 1) return '一次报价，不再进行第二轮'
  return `最多 ${rounds} 轮报价${notAbove === 'none' ? '' : `，${NOT_ABOVE[notAbove]}`}`
}

/** Which quotes of government procurement have to be explained, in one sentence; null where no rule asks for it. */
export function lowQuoteInWords({ rule, mean, next, ceiling }: LowPriceTerms): string | null {
  if (rule !== 'government') return null
  const { citation, leastMinutes } = LOW_PRICE_RULES.government
  return `报价低于有效报价平均值的 ${mean}%，或者最低报价低于次低报价的 ${next}%，或者低于最高限价（未设的为预算）的 ${ceiling}% 的，为异常低价；供应商应当在不少于 ${leastMinutes} 分钟内书面说明并提供证明材料，不能证明合理的，报价无效。依据：${citation}`
}

/** Files that are asked for, those that may be left out said so. */
export function filesInWords(files: readonly AskedFile[]): string {
  return files.map(({ name, required }) => `${name}${required ? '' : '（选交）'}`).join('、') || '不要求'
}

/** What does not go together, or not with the method, by field of the terms. */
export function quoteProblems(
  terms: QuoteTerms,
  { isSingleQuote, candidates, group }: Pick<AnyMethod, 'isSingleQuote' | 'candidates' | 'group'>,
): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = []
  if (isSingleQuote && terms.rounds > 1)
    problems.push({
      path: 'rounds',
      message: '询价须一次报出不得更改的价格，不能设置多轮报价（《政府采购法》第四十条）',
    })
  if (isSingleQuote && (terms.alternatives ?? 0) > 0)
    problems.push({
      path: 'alternatives',
      message: '询价须一次报出不得更改的价格，不能接受备选报价（《政府采购法》第四十条）',
    })
  if (group && (terms.isPartial || (terms.alternatives ?? 0) > 0 || terms.award !== 'whole'))
    problems.push({ path: 'isPartial', message: '须报全部行、不接受备选，整单成交一家' })
  if (terms.isPartial && terms.award === 'whole')
    problems.push({ path: 'award', message: '可只报部分行的，须可按行分给多家' })
  if (candidates === 'never' && (terms.candidateDays ?? 0) > 0)
    problems.push({ path: 'candidateDays', message: '该采购方式不进行预成交公示' })
  return problems
}
