import { FieldList } from '#web/kit/field-list.tsx'
import type { OfOrder } from '../../contract/slots.ts'
import { methodOf } from '../../methods/all.ts'
import { say } from '../../methods/say.ts'
import { alternativesInWords, NOT_ABOVE, QuoteTerms } from '../../rules/quote-terms.ts'
import { filesInWords, QUOTE_AWARDS } from './terms.ts'

/** What is asked of quotes, as it was published. */
export function QuoteSection({ order: { method, settings } }: OfOrder) {
  const terms = QuoteTerms.parse(settings.quote ?? {})
  const isLed = methodOf(method).group !== undefined
  return (
    <FieldList
      items={[
        !isLed && { label: '报价轮次', value: terms.rounds === 1 ? '一轮' : `最多 ${terms.rounds} 轮` },
        !isLed && terms.rounds > 1 && { label: '后续轮次', value: NOT_ABOVE[terms.notAbove] },
        { label: '清单行', value: terms.isPartial ? '可只报部分行' : '须报全部行' },
        { label: '成交方式', value: QUOTE_AWARDS[terms.award] },
        { label: '可选税率', value: terms.taxRates.map((rate) => `${rate}%`).join('、') },
        { label: '报价有效期', value: `不少于 ${terms.validityDays} 日` },
        { label: '备选报价', value: alternativesInWords(terms) },
        { label: '随报价提交的文件', value: filesInWords(settings.bidFiles) },
        methodOf(method).candidates === 'optional' && {
          label: say({ method }, '{publicity}'),
          value: terms.candidateDays ? `${terms.candidateDays} 日` : '不公示',
        },
        {
          label: '另须填写',
          value:
            [terms.brand === 'asked' && '品牌型号', terms.deliveryDays === 'asked' && '交货期']
              .filter(Boolean)
              .join('、') || '无',
        },
      ]}
    />
  )
}
