import { Form } from 'antd'
import { FormFields } from '#web/kit/form-fields.tsx'
import { AuctionTerms } from '../../rules/auction-terms.ts'
import { extensionInWords, stepInWords } from '../../rules/auction-terms-meaning.ts'
import { FormSection } from '../../web/buyer/order-form/form-section.tsx'
import type { SectionProps } from '../../web/buyer/order-form/step-buyer.ts'

const BASE = 'settings.auction'
const AMOUNT = /^(0|[1-9]\d{0,14})(\.\d{1,2})?$/

/** The rules of the auction, and what they come to in words. */
export function AuctionSection({ project: { regime } }: SectionProps) {
  const mustTender = regime === 'tender'
  const form = Form.useFormInstance()
  const given = Form.useWatch<Partial<AuctionTerms> | undefined>(['settings', 'auction'], form)
  const startPrice = Form.useWatch<string | undefined>('controlPrice', form)
  const terms = AuctionTerms.safeParse(given ?? {}).data
  const isPercent = given?.stepKind === 'percent'
  return (
    <FormSection
      id="auction"
      title="竞价规则"
      hint="按采购单总价向下竞价。每笔报价须比当前最低价至少低一个最小降幅，不接受相同报价；竞价结束前，竞价人互不知晓名称和数量，采购方在大厅中只见代号。"
    >
      <FormFields
        fields={[
          {
            kind: 'radio',
            name: `${BASE}.stepKind`,
            label: '最小降幅方式',
            options: [
              { value: 'amount', label: '固定金额（元）' },
              { value: 'percent', label: '起始价的百分比' },
            ],
          },
          isPercent
            ? { kind: 'text', name: `${BASE}.step`, label: '最小降幅（%）', required: true }
            : { kind: 'amount', name: `${BASE}.step`, label: '最小降幅', required: true },
          { kind: 'integer', name: `${BASE}.durationMinutes`, label: '竞价时长', min: 5, max: 480, unit: '分钟' },
          {
            kind: 'integer',
            name: `${BASE}.windowMinutes`,
            label: '延时时间',
            min: 0,
            max: 30,
            unit: '分钟',
            help: '0 表示不延时',
          },
          {
            kind: 'integer',
            name: `${BASE}.maxExtensions`,
            label: '最多延时次数',
            min: 1,
            max: 999,
            unit: '次',
            help: '留空为次数不限',
          },
          {
            kind: 'switch',
            name: `${BASE}.showRank`,
            label: '向竞价人显示本单位排名',
            help: '最低价始终可见。排名会使竞价人推知至少有几家参与',
          },
          {
            kind: 'switch',
            name: `${BASE}.priceTalk`,
            label: '竞价后议价',
            disabled: mustTender,
            help: mustTender
              ? '依法必须招标的项目不得议价'
              : '竞价结束后、定标前，可与第一名就价格议价，只可下调；写入公告后不可更改',
          },
        ]}
      />
      {terms && startPrice && AMOUNT.test(startPrice) && (
        <p className="kb-section-hint kb-hint" role="status">
          最小降幅 {stepInWords(terms, startPrice)}；{extensionInWords(terms)}。
        </p>
      )}
    </FormSection>
  )
}
