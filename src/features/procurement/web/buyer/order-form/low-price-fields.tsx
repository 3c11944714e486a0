import { Form } from 'antd'
import {
  LOW_PRICE_MOST,
  LOW_PRICE_RULES,
  LOW_PRICE_SHARES,
  lowPriceInWords,
  LowPriceTerms,
} from '#features/evaluation/rules/low-price.ts'
import { type Field, FormFields } from '#web/kit/form-fields.tsx'

const RULE_OPTIONS = Object.entries(LOW_PRICE_RULES).map(([value, { label }]) => ({ value, label }))

const isGovernment = (values: Record<string, unknown>) =>
  (values as { settings?: { lowPrice?: { rule?: string } } }).settings?.lowPrice?.rule === 'government'

/** From which share on a price is abnormally low, where government procurement's rule decides. */
export const SHARE_FIELDS: Field[] = (
  [
    ['mean', '低于有效报价平均值的'],
    ['next', '最低报价低于次低报价的'],
    ['ceiling', '低于最高限价的'],
  ] as const
).map(([key, label]): Field => ({
  kind: 'integer',
  name: `settings.lowPrice.${key}`,
  label,
  min: LOW_PRICE_SHARES[key],
  max: LOW_PRICE_MOST,
  unit: '%',
  help: `${LOW_PRICE_SHARES[key]}% 至 ${LOW_PRICE_MOST}%`,
  when: isGovernment,
}))

const FIELDS: Field[] = [
  { kind: 'radio', name: 'settings.lowPrice.rule', label: '异常低价认定', options: RULE_OPTIONS, wide: true },
  ...SHARE_FIELDS,
]

/** Which prices have to be explained, and what the documents will say of them. */
export function LowPriceFields() {
  const form = Form.useFormInstance()
  const terms = LowPriceTerms.safeParse(Form.useWatch(['settings', 'lowPrice'], form))
  return (
    <>
      <FormFields fields={FIELDS} />
      <p className="kb-muted" aria-live="polite">
        {terms.success && lowPriceInWords(terms.data)}
      </p>
    </>
  )
}
