import { AmountText } from '#web/kit/values.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { saleInWords } from '../../../rules/sale-terms.ts'
import {
  directionOf,
  DIRECTIONS,
  extensionInWords,
  reserveInWords,
  stepInWords,
  talkInWords,
} from '../../../rules/auction-terms-meaning.ts'
import { lowPriceInWords } from '#features/evaluation/rules/low-price.ts'
import { methodOf } from '../../../methods/all.ts'
import { lowQuoteInWords, quoteInWords } from '../../../steps/quote/terms.ts'
import { FEE_WAYS } from '../../../rules/document-fee.ts'
import { say } from '../../../methods/say.ts'
import { envelopeWords, SUITES } from '../../../rules/enums.ts'
import { bondTermsInWords } from '../../../rules/bond-terms.ts'
import { KEY_MODES } from '../../../rules/key-mode.ts'
import { BondTag } from '../../bond-tag.tsx'
import type { Tender } from '../words.ts'
import { categoryOf } from '../words.ts'

export function BasicFacts({ tender }: { tender: Tender }) {
  const { settings } = tender
  const method = methodOf(tender.method)
  const sealed = method.offers === 'sealed'
  const opened = method.reveal === 'opening'
  const { auction } = settings
  const hasBond = Number(tender.bond) > 0
  const lowQuote = settings.quote && lowQuoteInWords(settings.lowPrice)
  return (
    <FieldList
      items={[
        { label: '项目名称', value: tender.projectName, wide: true },
        { label: say(tender, '{client}'), value: tender.purchaserName },
        { label: '类别', value: categoryOf(tender.category) },
        { label: '地区', value: tender.region },
        opened && { label: '开标地点', value: tender.place || '网上开标大厅' },
        {
          label: say(tender, '{ceiling}'),
          value: tender.controlPrice ? <AmountText value={tender.controlPrice} capitals /> : '未设',
        },
        {
          label: say(tender, '{bond}'),
          value: hasBond ? <AmountText value={tender.bond} capitals /> : '不收取',
        },
        hasBond && {
          label: '保证金要求',
          value: bondTermsInWords(settings.bond, tender.method),
          wide: true,
        },
        tender.bondStanding &&
          tender.bondStanding.state !== 'notRequired' && {
            label: '本单位保证金',
            value: <BondTag bond={tender.bondStanding} />,
            wide: true,
          },
        auction && tender.controlPrice
          ? { label: DIRECTIONS[directionOf(auction)].step, value: stepInWords(auction, tender.controlPrice) }
          : null,
        auction && { label: '竞价时长', value: `${auction.durationMinutes} 分钟` },
        auction && { label: '延时规则', value: extensionInWords(auction), wide: true },
        auction && directionOf(auction) === 'rising'
          ? { label: '保留价', value: reserveInWords(auction), wide: true }
          : auction && { label: '竞价后议价', value: talkInWords(auction), wide: true },
        settings.sale && { label: '付款与提货', value: saleInWords(settings.sale), wide: true },
        opened && {
          label: say(tender, '{documents}售价'),
          value:
            Number(tender.documentFee) === 0 ? (
              '免费'
            ) : (
              <>
                <AmountText value={tender.documentFee} />（{FEE_WAYS[settings.documentFeeBy]}）
              </>
            ),
        },
        opened && { label: '投标信封', value: envelopeWords(tender.reviewModel) },
        sealed && { label: '密码算法', value: SUITES[tender.suite] },
        sealed && { label: '开启方式', value: say(tender, KEY_MODES[settings.keyMode]) },
        settings.quote && {
          label: '报价要求',
          value: quoteInWords(settings.quote, settings.bidFiles, method.group !== undefined),
          wide: true,
        },
        lowQuote && { label: '异常低价', value: lowQuote, wide: true },
        opened && {
          label: '投标文件',
          wide: true,
          value: ['报价单', ...settings.bidFiles.map((file) => `${file.name}${file.required ? '' : '（选交）'}`)].join(
            '、',
          ),
        },
        opened && {
          label: '唱标内容',
          wide: true,
          value: ['投标总价', ...settings.marks.map((mark) => mark.name)].join('、'),
        },
        method.review === 'hall' && { label: '异常低价', value: lowPriceInWords(settings.lowPrice), wide: true },
        tender.scoreRounding !== '' && { label: '计分舍入', value: tender.scoreRounding, wide: true },
        settings.delivery !== '' && { label: '交付要求', value: settings.delivery, wide: true },
        settings.paymentTerms !== '' && { label: '付款条件', value: settings.paymentTerms, wide: true },
      ]}
    />
  )
}
