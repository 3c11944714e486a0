import { useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { METHODS } from '#features/procurement/methods/all.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import type { Field } from '#web/kit/form-fields.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { demandDetail } from '../../contract/demand.ts'
import { createPlan, planDetail, PlanFields, updatePlan } from '../../contract/plan.ts'
import { type At, placesOf } from '../at.ts'
import { LotRows } from './lot-rows.tsx'

type Plan = OutputOf<typeof planDetail>
type Values = Omit<InputOf<typeof updatePlan>['body'], 'files'> & { files: FileRef[] } & Record<string, unknown>

interface PlanFormProps {
  at: At
  /** One that is edited; with `isChange` one that a new version replaces. */
  planId?: string
  isChange?: boolean
}

/** Writes a plan: for a concluded demand, over a draft, or as a new version of the one in force. */
export function PlanForm({ at, planId, isChange = false }: PlanFormProps) {
  const [search] = useSearchParams()
  const demandId = search.get('demandId')
  if (planId) return <Existing at={at} planId={planId} isChange={isChange} />
  if (demandId) return <OfDemand at={at} demandId={demandId} />
  return <EmptyState title="请从需求页面编制采购实施计划" hint="需求形成调研结论后，可编制采购实施计划" />
}

function Existing({ at, planId, isChange }: Required<PlanFormProps>) {
  const query = useCall(planDetail, { params: { planId } }, { fresh: 0 })
  return (
    <WhenLoaded query={query}>
      {(plan) => (
        <Editor
          at={at}
          demand={{ demandId: plan.demandId, title: plan.demandTitle, code: plan.demandCode, profile: plan.profile }}
          start={plan}
          // One that is in force is never written over.
          editing={isChange && plan.state === 'passed' ? null : planId}
          asksReason={isChange || plan.changeReason !== ''}
        />
      )}
    </WhenLoaded>
  )
}

function OfDemand({ at, demandId }: { at: At; demandId: string }) {
  const query = useCall(demandDetail, { params: { demandId } }, { fresh: 0 })
  return (
    <WhenLoaded query={query}>
      {(demand) => {
        const passed = demand.plans.find(({ state }) => state === 'passed')
        if (passed) return <Existing at={at} planId={passed.planId} isChange />
        const numbers = [...new Set(demand.items.map(({ lotNo }) => lotNo))]
        const lots = numbers.map((lotNo) => {
          const names = demand.items.filter((item) => item.lotNo === lotNo).map(({ name }) => name)
          return { lotNo, name: names.slice(0, 3).join('、'), budget: numbers.length === 1 ? demand.budget : '' }
        })
        return (
          <Editor
            at={at}
            demand={demand}
            start={{ lots, deliverOn: demand.wishedOn }}
            editing={null}
            asksReason={false}
          />
        )
      }}
    </WhenLoaded>
  )
}

interface EditorProps {
  at: At
  demand: { demandId: string; title: string; code: string; profile: At['profile'] }
  start: Partial<Plan>
  editing: string | null
  asksReason: boolean
}

const TEXTS = [
  ['qualification', '供应商资格条件'],
  ['evaluation', '评审方法和评审因素'],
  ['contractType', '合同类型'],
  ['pricing', '定价方式'],
  ['acceptance', '履约验收方案'],
  ['risks', '风险管控措施'],
] as const

function Editor({ at, demand, start, editing, asksReason }: EditorProps) {
  const navigate = useNavigate()
  const target = useRef(editing ?? '')
  const create = useAction(createPlan, { success: '采购实施计划已保存' })
  const update = useAction(updatePlan, { success: '采购实施计划已保存' })
  const place = placesOf(at)
  const fields: Field[] = [
    {
      kind: 'select',
      name: 'method',
      label: '采购方式',
      required: true,
      options: METHODS.map(({ code, name }) => ({ value: code, label: name })),
    },
    { kind: 'day', name: 'announceOn', label: '计划公告日期' },
    { kind: 'day', name: 'signOn', label: '计划签订合同日期' },
    { kind: 'day', name: 'deliverOn', label: '计划交付日期' },
    { kind: 'custom', name: 'lots', label: '采购包划分', required: true, wide: true, control: <LotRows /> },
    ...TEXTS.map(([name, label]): Field => ({ kind: 'area', name, label, required: true, maxLength: 5000, rows: 3 })),
    ...(asksReason
      ? [{ kind: 'area' as const, name: 'changeReason', label: '变更原因', required: true, maxLength: 1000, rows: 2 }]
      : []),
    { kind: 'files', name: 'files', label: '附件', use: 'demand' },
  ]
  return (
    <FormScreen<Values>
      title={editing ? '修改采购实施计划' : asksReason ? '变更采购实施计划' : '编制采购实施计划'}
      back={{ label: demand.title, to: placesOf({ ...at, profile: demand.profile }).detail(demand.demandId) }}
      facts={[demand.code]}
      draft={`demands.plan.${editing ?? demand.demandId}`}
      schema={PlanFields.omit({ files: true })}
      initial={startOf(start, editing !== null)}
      sections={[{ title: '计划', hint: '通过审查后生效，转为采购项目时一并带入。', fields }]}
      submit={{
        label: '保存',
        async run({ files, ...values }) {
          const body = {
            ...bodyOf(values as Values),
            files: (files ?? []).map(({ fileId, name }) => ({ fileId, name })),
          }
          if (editing) return update.run({ params: { planId: editing }, body })
          const outcome = await create.run({ body: { ...body, demandId: demand.demandId } })
          if (outcome.ok) target.current = outcome.data.planId
          return outcome
        },
      }}
      onDone={() => void navigate(place.plan(target.current, 'review'), { replace: true })}
    />
  )
}

function startOf(plan: Partial<Plan>, keepsReason: boolean): Partial<Values> {
  const { method, lots = [], announceOn, signOn, deliverOn, changeReason, files = [] } = plan
  return {
    ...(method !== undefined && { method }),
    ...Object.fromEntries(TEXTS.map(([name]) => [name, plan[name] ?? ''])),
    lots,
    announceOn: announceOn ?? null,
    signOn: signOn ?? null,
    deliverOn: deliverOn ?? null,
    changeReason: keepsReason ? (changeReason ?? '') : '',
    files,
  }
}

function bodyOf(values: Values) {
  const { method, lots, qualification, evaluation, contractType, pricing, acceptance, risks } = values
  const day = (given: string | null | undefined) => given || null
  return {
    method,
    lots,
    qualification,
    evaluation,
    contractType,
    pricing,
    acceptance,
    risks,
    announceOn: day(values.announceOn),
    signOn: day(values.signOn),
    deliverOn: day(values.deliverOn),
    changeReason: values.changeReason ?? '',
  }
}
