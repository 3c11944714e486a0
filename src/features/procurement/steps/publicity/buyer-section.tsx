import { Form } from 'antd'
import { useEffect, useRef } from 'react'
import { formatAmount } from '#contract/money.ts'
import { type Field, FormFields } from '#web/kit/form-fields.tsx'
import { FormSection } from '../../web/buyer/order-form/form-section.tsx'
import { RowList } from '../../web/buyer/order-form/row-list.tsx'
import { useBuyer } from '../../web/buyer/use-buyer.ts'
import { FailedOrders } from './buyer-failed-orders.tsx'
import { type Ground, REASONS } from './grounds.ts'
import { groundOf, type SoleTerms, topUpLimit } from './terms.ts'

const PUBLIC = '公示的，理由和拟定的供应商对外公开，公示期内任何单位和个人可以提出异议。'
const SECRET = '涉密采购的理由、过程和结果均不公开，只有受邀供应商可见。'
const BASE = 'settings.sole'
const AMOUNT = /^(0|[1-9]\d{0,14})(\.\d{1,2})?$/

/** Why one supplier alone is asked, and how long that is publicised. */
export function SoleSection() {
  const form = Form.useFormInstance()
  const { grounds = {}, name } = useBuyer().method
  const given = Form.useWatch<Partial<SoleTerms> | undefined>(['settings', 'sole'], form)
  const ground = given?.reason && groundOf({ reason: given.reason }, grounds)
  const reason = given?.reason
  const before = useRef(reason)
  useEffect(() => {
    const isChosen = before.current !== undefined && before.current !== reason
    before.current = reason
    // A reason begins with its own publicity.
    if (isChosen && ground) form.setFieldValue(['settings', 'sole', 'days'], ground.days)
  }, [form, reason, ground])
  const options = REASONS.flatMap((value) => (grounds[value] ? [{ value, label: grounds[value].label }] : []))
  return (
    <FormSection
      id="sole"
      title="采购理由"
      hint={`${ground?.isSecret ? SECRET : PUBLIC}招标后只有一家投标人本身不是采用${name}的理由。`}
    >
      <FormFields
        fields={[
          { kind: 'radio', name: `${BASE}.reason`, label: '适用情形', options, required: true, wide: true },
          { kind: 'area', name: `${BASE}.explanation`, label: '具体理由', required: true, rows: 4, maxLength: 4000 },
          ...(ground?.publicity === 'none' ? [] : [publicityField(ground)]),
          ...askedFields(ground, given),
        ]}
      />
      {ground && ground.experts !== 'none' && <Experts />}
    </FormSection>
  )
}

function publicityField(ground: Ground | undefined): Field {
  return {
    kind: 'integer',
    name: `${BASE}.days`,
    label: '公示期',
    min: 0,
    max: 60,
    unit: '个工作日',
    required: true,
    help: helpOf(ground),
  }
}

function helpOf(ground: Ground | undefined): string {
  if (ground?.publicity === 'due') return `该情形须公示，一般不少于 ${ground.days} 个工作日`
  if (ground?.isAnnounced && ground.days > 0)
    return `不少于 ${ground.days} 个工作日（${ground.article}所列情形依法须公示）`
  return ground?.isAnnounced
    ? '该情形依法可以不公示，填 0 为不公示'
    : '该情形可以不公示；填 0 为不公示，公告只发给受邀供应商'
}

/** What the reason asks for besides. */
function askedFields(ground: Ground | undefined, given: Partial<SoleTerms> | undefined): Field[] {
  switch (ground?.asks) {
    case 'originalAmount': {
      const original = given?.originalAmount ?? ''
      const limit = AMOUNT.test(original) ? `，即 ${formatAmount(topUpLimit(original))} 元` : ''
      const help = limit ? `添购总额不超过 10%${limit}` : '添购总额不超过原合同采购金额的 10%'
      return [{ kind: 'amount', name: `${BASE}.originalAmount`, label: '原合同采购金额', required: true, help }]
    }
    case 'ceiling':
      return [
        {
          kind: 'amount',
          name: `${BASE}.ceiling`,
          label: '直接采购限额',
          required: true,
          help: '本单位采购制度规定的限额；估算价和商定价格不得超过',
        },
      ]
    case 'failedOrder':
      return [
        {
          kind: 'custom',
          name: `${BASE}.failedOrder`,
          label: '采购失败的采购单',
          required: true,
          control: <FailedOrders />,
        },
      ]
    default:
      return []
  }
}

/** Whose opinion it is that there is no other supplier. */
function Experts() {
  return (
    <>
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
    </>
  )
}
