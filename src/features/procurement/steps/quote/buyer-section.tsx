import { Form } from 'antd'
import { LowPriceTerms } from '#features/evaluation/rules/low-price.ts'
import { type Field, FormFields } from '#web/kit/form-fields.tsx'
import { FormSection } from '../../web/buyer/order-form/form-section.tsx'
import { useBuyer } from '../../web/buyer/use-buyer.ts'
import { named } from '../../web/buyer/order-form/order-values.ts'
import { SHARE_FIELDS } from '../../web/buyer/order-form/low-price-fields.tsx'
import { RowList } from '../../web/buyer/order-form/row-list.tsx'
import type { AnyMethod } from '../../methods/method.ts'
import { QUOTE_FILE } from '../../rules/enums.ts'
import { MOST_ALTERNATIVES, NOT_ABOVE, QuoteTerms } from '../../rules/quote-terms.ts'
import type { OrderSettings } from '../../rules/settings.ts'
import { lowQuoteInWords, QUOTE_AWARDS, quoteInWords, quoteProblems } from './terms.ts'

const BASE = 'settings.quote'
const ASKED = [
  { value: 'asked', label: '须逐行填写' },
  { value: 'off', label: '不填写' },
]

/** What is asked of quotes, and what it comes to in words. */
export function QuoteSection() {
  const form = Form.useFormInstance()
  const { method, say } = useBuyer()
  const given = Form.useWatch<Partial<QuoteTerms> | undefined>(['settings', 'quote'], form)
  const terms = QuoteTerms.safeParse(given ?? {}).data
  const files = Form.useWatch<OrderSettings['bidFiles'] | undefined>(['settings', 'bidFiles'], form)
  const low = LowPriceTerms.safeParse(Form.useWatch(['settings', 'lowPrice'], { form, preserve: true })).data
  const lowWords = low && lowQuoteInWords(low)
  const problems = terms ? quoteProblems(terms, method) : []
  return (
    <FormSection
      id="quote"
      title="报价要求"
      hint="报价在供应商的浏览器中加密，截止后按“开启方式”统一开启；此前包括采购方在内任何人都看不到价格，也看不到谁已报价。"
    >
      <FormFields
        fields={[
          ...(method.group ? [] : roundFields(method, given)),
          { kind: 'radio', name: `${BASE}.brand`, label: '品牌型号', options: ASKED },
          { kind: 'radio', name: `${BASE}.deliveryDays`, label: '交货期', options: ASKED },
          ...(method.isSingleQuote || method.group
            ? []
            : [
                {
                  kind: 'integer' as const,
                  name: `${BASE}.alternatives`,
                  label: '备选报价',
                  min: 0,
                  max: MOST_ALTERNATIVES,
                  unit: '个',
                  help: '每行除本项报价外最多可另报的品牌型号；填 0 不接受。备选仅供比较，不参与排名和成交',
                },
              ]),
          { kind: 'integer', name: `${BASE}.validityDays`, label: '报价有效期', min: 1, max: 365, unit: '日' },
          ...(method.candidates === 'optional'
            ? [
                {
                  kind: 'integer' as const,
                  name: `${BASE}.candidateDays`,
                  label: say('{publicity}'),
                  min: 0,
                  max: 30,
                  unit: '日',
                  help: '定标前公示拟成交的供应商和金额，期间可提异议；填 0 不公示',
                },
              ]
            : []),
        ]}
      />
      {lowWords && (
        <>
          <h3 className="buyer-subhead">异常低价</h3>
          <FormFields fields={SHARE_FIELDS} />
          <p className="kb-section-hint kb-hint" role="status">
            {lowWords}。
          </p>
        </>
      )}
      <h3 className="buyer-subhead">随报价提交的文件</h3>
      <p className="kb-section-hint kb-hint">
        {'如彩页、检测报告、资质证明。与报价单一同加密，到截止时间一同开启；不增加即不要求文件。'}
      </p>
      <RowList
        name={['settings', 'bidFiles']}
        blank={{ role: QUOTE_FILE, name: '', required: true }}
        addLabel="增加文件"
        most={10}
        columns={[
          { name: 'name', title: '文件名称', kind: 'text', placeholder: '如：产品彩页' },
          { name: 'required', title: '必须提交', kind: 'check', width: 96 },
        ]}
      />
      {problems.map(({ path, message }) => (
        <p key={path} className="kb-bad" role="alert">
          {message}
        </p>
      ))}
      {terms && problems.length === 0 && (
        <p className="kb-section-hint kb-hint kb-above-8" role="status">
          {quoteInWords(terms, named(files), method.group !== undefined)}。
        </p>
      )}
    </FormSection>
  )
}

/** Of methods whose buyer says how often it asks, and may divide what it buys. */
function roundFields({ isSingleQuote }: AnyMethod, given: Partial<QuoteTerms> | undefined): Field[] {
  return [
    {
      kind: 'integer',
      name: `${BASE}.rounds`,
      label: '最多报价轮次',
      min: 1,
      max: isSingleQuote ? 1 : 10,
      unit: '轮',
      help: isSingleQuote ? '询价须一次报出不得更改的价格' : '公布后不可增加；是否进行后续轮次由采购方决定',
    },
    {
      kind: 'radio',
      name: `${BASE}.notAbove`,
      label: '后续轮次报价',
      options: optionsOf(NOT_ABOVE),
      disabled: (given?.rounds ?? 1) === 1,
    },
    { kind: 'switch', name: `${BASE}.isPartial`, label: '可只报部分行' },
    { kind: 'radio', name: `${BASE}.award`, label: '成交方式', options: optionsOf(QUOTE_AWARDS) },
  ]
}

function optionsOf(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}
