import { useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { FormSection } from '#web/kit/form-fields.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { createRecruit, recruitChoices, recruitDetail, RecruitForm, saveRecruit } from '../contract/order.ts'
import { FEE_TIMINGS, OPENNESS } from '../rules/kinds.ts'
import { recruitBase, recruitPlace, type Side } from '../rules/places.ts'
import { CategoryRows } from './category-rows.tsx'
import { MaterialField } from './material-field.tsx'
import { optionsOf } from './words.ts'

type Values = InputOf<typeof createRecruit>['body'] & Record<string, unknown>
type Order = OutputOf<typeof recruitDetail>

/** Writes a call for suppliers: a new draft, or one that was not published yet. */
export function Screen({ side }: { side: Side }) {
  const { orderId } = useParams()
  return orderId ? <Existing orderId={orderId} side={side} /> : <OrderForm side={side} />
}

function Existing({ orderId, side }: { orderId: string; side: Side }) {
  const query = useCall(recruitDetail, { params: { orderId } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(order) => <OrderForm side={side} order={order} />}</WhenLoaded>
}

function OrderForm({ side, order }: { side: Side; order?: Order }) {
  const navigate = useNavigate()
  const target = useRef(order?.orderId ?? '')
  const choices = useCall(recruitChoices, { query: {} })
  const create = useAction(createRecruit, { success: '征集草稿已保存' })
  const save = useAction(saveRecruit, { success: '征集草稿已保存' })
  const known = [...(order?.invited ?? []), ...(choices.data?.suppliers ?? [])]
  const suppliers = [...new Map(known.map(({ companyId, name }) => [companyId, name]))]
  const sections: FormSection[] = [
    {
      title: '基本信息',
      fields: [
        { kind: 'text', name: 'title', label: '征集名称', required: true, wide: true, maxLength: 120 },
        { kind: 'radio', name: 'openness', label: '征集范围', required: true, options: optionsOf(OPENNESS) },
        {
          kind: 'select',
          name: 'invited',
          label: '邀请的供应商',
          multiple: true,
          searchable: true,
          wide: true,
          options: suppliers.map(([value, label]) => ({ value, label })),
          help: '仅所选供应商可以看到该征集并申请',
          when: (v) => v.openness === 'chosen',
        },
        { kind: 'instant', name: 'startsAt', label: '申请开始时间' },
        { kind: 'instant', name: 'endsAt', label: '申请截止时间', future: true },
        { kind: 'text', name: 'contactName', label: '联系人', maxLength: 40 },
        { kind: 'text', name: 'contactPhone', label: '联系电话', type: 'tel', maxLength: 30 },
      ],
    },
    {
      title: '征集品类',
      hint: '供应商按品类申请，并按品类提交材料；资质证书须填写编号和有效期。',
      fields: [{ kind: 'custom', name: 'categories', label: '品类', wide: true, control: <CategoryRows /> }],
    },
    {
      title: '征集物料',
      fields: [{ kind: 'custom', name: 'materials', label: '物料清单', wide: true, control: <MaterialField /> }],
    },
    {
      title: '费用',
      fields: [
        {
          kind: 'radio',
          name: 'feeTiming',
          label: '入库服务费',
          required: true,
          wide: true,
          options: optionsOf(FEE_TIMINGS),
          help: '未通过审核、未入库或者征集终止的，已缴费用自动原路退还',
        },
        { kind: 'amount', name: 'feeAmount', label: '金额', required: true, when: (v) => v.feeTiming !== 'none' },
      ],
    },
    {
      title: '公告',
      fields: [
        { kind: 'area', name: 'notice', label: '征集公告', rows: 8, maxLength: 10_000 },
        { kind: 'files', name: 'files', label: '附件', use: 'recruit-order' },
      ],
    },
  ]
  return (
    <FormScreen<Values>
      title={order ? '编辑征集' : '新建征集'}
      back={
        order
          ? { label: order.title, to: recruitPlace(side, order.orderId) }
          : { label: '供应商征集', to: `${recruitBase(side)}/list` }
      }
      facts={order ? [order.code] : []}
      draft={`recruit.${order?.orderId ?? 'new'}`}
      schema={RecruitForm}
      initial={order ? valuesOf(order) : BLANK}
      sections={sections}
      submit={{
        label: '保存草稿',
        async run(values) {
          const body = bodyOf(values)
          if (order) return save.run({ params: { orderId: order.orderId }, body })
          const outcome = await create.run({ body })
          if (outcome.ok) target.current = outcome.data.orderId
          return outcome
        },
      }}
      onDone={() => void navigate(recruitPlace(side, target.current), { replace: true })}
    />
  )
}

const BLANK: Partial<Values> = {
  openness: 'open',
  invited: [],
  categories: [],
  materials: [],
  feeTiming: 'none',
  files: [],
}

function bodyOf(values: Values): InputOf<typeof createRecruit>['body'] {
  return {
    ...values,
    feeAmount: values.feeTiming === 'none' ? null : (values.feeAmount ?? null),
    startsAt: values.startsAt ?? null,
    endsAt: values.endsAt ?? null,
    files: (values.files ?? []).map(({ fileId, name }) => ({ fileId, name })),
  }
}

function valuesOf(order: Order): Partial<Values> {
  const { title, openness, invited, categories, materials, notice, feeTiming, feeAmount } = order
  const { startsAt, endsAt, contactName, contactPhone, files } = order
  return {
    title,
    openness,
    invited: invited.map(({ companyId }) => companyId),
    categories,
    materials,
    notice,
    feeTiming,
    feeAmount,
    startsAt,
    endsAt,
    contactName,
    contactPhone,
    files,
  }
}
