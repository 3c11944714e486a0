import { Form } from 'antd'
import { formatAmount } from '#contract/money.ts'
import { FormFields } from '#web/kit/form-fields.tsx'
import { SOLE_REASONS, type SoleTerms, topUpLimit } from './terms.ts'
import { FormSection } from '../../web/buyer/order-form/form-section.tsx'
import { RowList } from '../../web/buyer/order-form/row-list.tsx'

const BASE = 'settings.sole'
const AMOUNT = /^(0|[1-9]\d{0,14})(\.\d{1,2})?$/
const REASONS = Object.entries(SOLE_REASONS).map(([value, { label }]) => ({ value, label }))

/** Why one supplier alone is asked, and how long that is publicised. */
export function SoleSection() {
  const form = Form.useFormInstance()
  const given = Form.useWatch<Partial<SoleTerms> | undefined>(['settings', 'sole'], form)
  const original = given?.originalAmount ?? ''
  return (
    <FormSection
      id="sole"
      title="单一来源理由"
      hint="理由、论证意见和拟定的供应商写入公示，公示期内任何单位和个人可以提出异议。招标后只有一家投标人本身不是采用单一来源的理由。"
    >
      <FormFields
        fields={[
          { kind: 'radio', name: `${BASE}.reason`, label: '适用情形', options: REASONS, required: true, wide: true },
          { kind: 'area', name: `${BASE}.explanation`, label: '具体理由', required: true, rows: 4, maxLength: 4000 },
          {
            kind: 'integer',
            name: `${BASE}.days`,
            label: '公示期',
            min: 0,
            max: 60,
            unit: '个工作日',
            required: true,
            help:
              given?.reason === 'unique'
                ? `不少于 5 个工作日（${SOLE_REASONS.unique.article}所列情形依法须公示）`
                : '该情形依法可以不公示，填 0 为不公示',
          },
          ...(given?.reason === 'followUp'
            ? [
                {
                  kind: 'amount' as const,
                  name: `${BASE}.originalAmount`,
                  label: '原合同采购金额',
                  required: true,
                  help: AMOUNT.test(original)
                    ? `添购总额不超过 10%，即 ${formatAmount(topUpLimit(original))} 元`
                    : '添购总额不超过原合同采购金额的 10%',
                },
              ]
            : []),
        ]}
      />
      <h3 className="buyer-subhead">专业人员论证意见</h3>
      <RowList
        name={['settings', 'sole', 'experts']}
        columns={[
          { name: 'name', title: '姓名', kind: 'text', width: 120 },
          { name: 'unit', title: '工作单位', kind: 'text', width: 200 },
          { name: 'title', title: '职称', kind: 'text', width: 120 },
          { name: 'opinion', title: '论证意见', kind: 'text', placeholder: '对唯一性的具体意见', maxLength: 2000 },
        ]}
        blank={{ name: '', unit: '', title: '', opinion: '' }}
        addLabel="添加专业人员"
        most={9}
      />
    </FormSection>
  )
}
