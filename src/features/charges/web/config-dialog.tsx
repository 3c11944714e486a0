import type { OutputOf } from '#contract/endpoint.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import type { Field } from '#web/kit/form-fields.tsx'
import { addConfig, changeConfig, type chargeConfigs } from '../contract/standard.ts'
import { Collection, FEES, feesOf, MEMBERS, PAYERS, Setting, type Setter } from '../rules/enums.ts'
import { METHOD_OPTIONS } from './words.ts'

type Data = OutputOf<typeof chargeConfigs>
type Line = Data['own'][number]

interface Values {
  feeType: number
  methods?: number[]
  setting: number
  collection: number
  templateId?: string
  payer?: 'winner' | 'purchaser'
  memberDiscounts?: Record<string, string>
  note?: string
}

const isComputed = (values: Record<string, unknown>) =>
  FEES[values.feeType as number]?.isComputed === true && values.setting !== Setting.values.free

/** A line of the own standard; what may be chosen follows from the fee. */
export function ConfigDialog({ data, line, onClose }: { data: Data; line: Line | null; onClose: () => void }) {
  const fees = feesOf(data.setter as Setter)
  const fields: Field[] = [
    { kind: 'select', name: 'feeType', label: '费用', required: true, options: fees },
    { kind: 'select', name: 'methods', label: '采购方式（不选为全部）', options: METHOD_OPTIONS, multiple: true },
    { kind: 'radio', name: 'setting', label: '收取', required: true, options: Setting.options },
    { kind: 'radio', name: 'collection', label: '收取方式', required: true, options: Collection.options },
    {
      kind: 'select',
      name: 'templateId',
      label: '收费模板',
      required: true,
      when: isComputed,
      options: data.templates.map(({ templateId, name }) => ({ value: templateId, label: name })),
    },
    {
      kind: 'radio',
      name: 'payer',
      label: '支付方',
      when: (values) => (FEES[values.feeType as number]?.payers.length ?? 0) > 1,
      options: Object.entries(PAYERS).map(([value, label]) => ({ value, label })),
    },
    ...Object.entries(MEMBERS).map(([member, label]): Field => ({
      kind: 'text',
      name: `memberDiscounts.${member}`,
      label: `${label}优惠（%）`,
      when: (values) => FEES[values.feeType as number]?.hasMemberDiscount === true,
    })),
    { kind: 'area', name: 'note', label: '说明', maxLength: 200 },
  ]
  const bodyOf = (values: Values) => ({
    ...values,
    feeType: values.feeType as 1,
    setting: values.setting as 1,
    collection: values.collection as 1,
    templateId: isComputed({ ...values }) ? (values.templateId ?? null) : null,
    memberDiscounts: Object.fromEntries(Object.entries(values.memberDiscounts ?? {}).filter(([, percent]) => percent)),
  })
  const initial: Partial<Values> = line
    ? { ...line, ...(line.template && { templateId: line.template.templateId }) }
    : {
        feeType: fees[0]!.value,
        setting: Setting.values.billing,
        collection: Collection.values.online,
        payer: 'winner',
      }
  const common = {
    fields,
    initial,
    hint: '公示后生效；已发布的采购沿用发布时的标准。',
    success: '收费项目已保存',
    onClose,
  }
  if (line)
    return (
      <ActionDialog
        {...common}
        title="修改收费项目"
        endpoint={changeConfig}
        input={(values: Values) => ({ params: { configId: line.configId }, body: bodyOf(values) })}
      />
    )
  return (
    <ActionDialog
      {...common}
      title="新增收费项目"
      endpoint={addConfig}
      input={(values: Values) => ({ body: bodyOf(values) })}
    />
  )
}
