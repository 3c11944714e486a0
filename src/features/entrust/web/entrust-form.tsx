import { useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { partnerCompanies } from '#features/procurement/contract/project.ts'
import type { Field } from '#web/kit/form-fields.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import {
  createEntrustment,
  entrustableProjects,
  projectEntrustments,
  Terms,
  updateEntrustment,
} from '../contract/entrust.ts'
import { placeFor } from '../rules/places.ts'
import type { EntrustSide } from '../rules/status.ts'
import { FEE_PAYERS, FEE_RULES, KEPT_STEPS } from '../rules/terms.ts'

type Values = InputOf<typeof createEntrustment>['body'] & Record<string, unknown>
type Entrustment = OutputOf<typeof projectEntrustments>['entrustments'][number]

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** Entrusts a project to an agency: a new draft, or one that was not offered yet. */
export function Screen({ side }: { side: EntrustSide }) {
  const { projectId } = useParams()
  return projectId ? <OfProject projectId={projectId} side={side} /> : <EntrustForm side={side} />
}

function OfProject({ projectId, side }: { projectId: string; side: EntrustSide }) {
  const query = useCall(projectEntrustments, { params: { projectId } }, { fresh: 0 })
  return (
    <WhenLoaded query={query}>
      {({ project, entrustments: [last] }) => (
        <EntrustForm side={side} project={project} {...(last?.state === 'draft' && { draft: last })} />
      )}
    </WhenLoaded>
  )
}

interface EntrustFormProps {
  side: EntrustSide
  project?: { projectId: string; name: string; code: string; purchaserName: string }
  draft?: Entrustment
}

function EntrustForm({ side, project, draft }: EntrustFormProps) {
  const isAgency = side === 'agency'
  const navigate = useNavigate()
  const target = useRef(project?.projectId ?? '')
  const agencies = useCall(partnerCompanies, { query: { kind: 'agency' } }, { enabled: !isAgency })
  const projects = useCall(entrustableProjects, { query: {} }, { enabled: !project })
  const create = useAction(createEntrustment, { success: '委托草稿已保存' })
  const update = useAction(updateEntrustment, { success: '委托草稿已保存' })
  const fields: Field[] = [
    ...(project
      ? []
      : [
          {
            kind: 'select' as const,
            name: 'projectId',
            label: '采购项目',
            required: true,
            searchable: true,
            wide: true,
            options: (projects.data ?? []).map(({ projectId, code, name }) => ({
              value: projectId,
              label: `${name}（${code}）`,
            })),
          },
        ]),
    ...(isAgency
      ? []
      : [
          {
            kind: 'select' as const,
            name: 'agencyCompanyId',
            label: '代理机构',
            required: true,
            searchable: true,
            wide: true,
            options: (agencies.data ?? []).map(({ companyId, name }) => ({ value: companyId, label: name })),
          },
        ]),
    {
      kind: 'checks',
      name: 'kept',
      label: '采购人保留审批的环节',
      wide: true,
      options: optionsOf(KEPT_STEPS),
      help: `不选即全过程委托；所选环节由代理机构提交后，经${isAgency ? '采购人' : '本单位'}审批方生效`,
    },
    { kind: 'radio', name: 'feeRule', label: '代理服务费', required: true, options: optionsOf(FEE_RULES) },
    { kind: 'radio', name: 'feePayer', label: '支付方', required: true, options: optionsOf(FEE_PAYERS) },
    { kind: 'amount', name: 'feeAmount', label: '固定金额', required: true, when: (v) => v.feeRule === 'fixed' },
    {
      kind: 'files',
      name: 'contractFiles',
      label: '委托合同',
      use: 'entrust-contract',
      most: 10,
      help: isAgency ? '提请采购人同意前须上传' : '发出委托前须上传',
    },
    { kind: 'area', name: 'note', label: '委托事项说明', maxLength: 2000, rows: 4 },
  ]
  return (
    <FormScreen<Values>
      title={isAgency ? `提请${project?.purchaserName ?? '采购人'}同意委托` : draft ? '修改委托' : '新建委托'}
      back={
        project
          ? { label: project.name, to: placeFor(side, project.projectId) }
          : { label: '委托项目', to: '/purchaser/entrust-project/list' }
      }
      facts={project ? [project.code] : []}
      draft={`entrust.${draft?.entrustmentId ?? project?.projectId ?? 'new'}`}
      schema={Terms}
      initial={draft ? valuesOf(draft) : { kept: [], feeRule: 'standard', feePayer: 'winner', contractFiles: [] }}
      sections={[{ title: '委托', fields }]}
      submit={{
        label: '保存草稿',
        async run({ projectId, ...values }) {
          const terms = {
            ...values,
            feeAmount: values.feeRule === 'fixed' ? (values.feeAmount ?? null) : null,
            contractFiles: (values.contractFiles ?? []).map(({ fileId, name }) => ({ fileId, name })),
          }
          if (draft) return update.run({ params: { entrustmentId: draft.entrustmentId }, body: terms })
          target.current ||= projectId
          return create.run({ body: { ...terms, projectId: target.current } })
        },
      }}
      onDone={() => void navigate(placeFor(side, target.current), { replace: true })}
    />
  )
}

function valuesOf(draft: Entrustment): Partial<Values> {
  const { agencyCompanyId, kept, feeRule, feePayer, feeAmount, note, contractFiles } = draft
  return { agencyCompanyId, kept, feeRule, feePayer, feeAmount, note, contractFiles }
}
