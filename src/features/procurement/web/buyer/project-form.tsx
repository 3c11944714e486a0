import { Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import {
  createProject,
  partnerCompanies,
  projectDetail,
  projectPage,
  ProjectFields,
  updateProject,
} from '../../contract/project.ts'
import { CATEGORIES } from '../../rules/enums.ts'
import { useAddresses } from './addresses.ts'

type Project = OutputOf<typeof projectDetail>
type Values = InputOf<typeof createProject>['body'] & Record<string, unknown>

/** Registers a project or changes one. */
export function Screen() {
  const { projectId } = useParams()
  return projectId ? <Existing projectId={projectId} /> : <ProjectForm />
}

function Existing({ projectId }: { projectId: string }) {
  const query = useCall(projectDetail, { params: { projectId } })
  return <WhenLoaded query={query}>{(project) => <ProjectForm project={project} />}</WhenLoaded>
}

function ProjectForm({ project }: { project?: Project }) {
  const at = useAddresses()
  const navigate = useNavigate()
  const target = useRef(project?.projectId ?? '')
  const refresh = [projectPage, projectDetail]
  const create = useAction(createProject, { success: '项目已登记', refresh })
  const update = useAction(updateProject, { success: '项目已保存', refresh })
  const isPurchaser = at.side === 'purchaser'
  // Who buys and who runs it is settled once there is an order.
  const bound = (project?.orders ?? 0) > 0

  const run = async (values: Values) => {
    // Only the partner of the own side is sent; the other is the own company.
    const body = isPurchaser ? { ...values, purchaserCompanyId: null } : { ...values, agencyCompanyId: null }
    if (project) return update.run({ params: { projectId: project.projectId }, body })
    const outcome = await create.run({ body })
    if (outcome.ok) target.current = outcome.data.projectId
    return outcome
  }

  return (
    <FormScreen<Values>
      title={project ? '编辑项目' : '新建项目'}
      back={
        project ? { label: project.name, to: at.project(project.projectId) } : { label: '采购项目', to: at.projectList }
      }
      facts={[project?.code]}
      draft={`procurement.project.${project?.projectId ?? 'new'}`}
      schema={ProjectFields}
      initial={project ? valuesOf(project) : { category: 'goods', mustTender: false }}
      sections={[
        {
          title: '项目',
          fields: [
            { kind: 'text', name: 'name', label: '项目名称', required: true, wide: true },
            { kind: 'radio', name: 'category', label: '类别', required: true, options: CATEGORY_OPTIONS },
            {
              kind: 'switch',
              name: 'mustTender',
              label: '依法必须进行招标',
              help: '法定日历按此检查，如招标文件发出至投标截止不少于 20 日',
            },
            { kind: 'amount', name: 'budget', label: '预算金额', required: true },
            { kind: 'text', name: 'funds', label: '资金来源', placeholder: '如：自筹资金' },
            { kind: 'text', name: 'region', label: '项目所在地', maxLength: 100, placeholder: '如：浙江省杭州市' },
            {
              kind: 'custom',
              name: isPurchaser ? 'agencyCompanyId' : 'purchaserCompanyId',
              label: isPurchaser ? '委托代理机构' : '采购人',
              required: !isPurchaser,
              help: bound ? '已有标段，不能变更' : isPurchaser ? '不选则自行组织招标' : '',
              control: (
                <PartnerSelect
                  kind={isPurchaser ? 'agency' : 'purchaser'}
                  disabled={bound}
                  known={knownPartner(project, isPurchaser)}
                />
              ),
            },
            { kind: 'area', name: 'description', label: '项目概况', maxLength: 5000, rows: 5 },
          ],
        },
        { content: project ? null : <p className="kb-muted">登记后在项目详情中导入或填写采购清单。</p> },
      ]}
      submit={{ label: project ? '保存' : '登记项目', run }}
      onDone={() => void navigate(at.project(target.current), { replace: true })}
    />
  )
}

const CATEGORY_OPTIONS = Object.entries(CATEGORIES).map(([value, label]) => ({ value, label }))

function valuesOf(project: Project): Partial<Values> {
  const { name, category, mustTender, region, funds, budget, description, agencyCompanyId, purchaserCompanyId } =
    project
  return { name, category, mustTender, region, funds, budget, description, agencyCompanyId, purchaserCompanyId }
}

interface Partner {
  companyId: string
  name: string
}

function knownPartner(project: Project | undefined, isPurchaser: boolean): Partner | null {
  if (!project) return null
  if (!isPurchaser) return { companyId: project.purchaserCompanyId, name: project.purchaserName }
  return project.agencyCompanyId ? { companyId: project.agencyCompanyId, name: project.agencyName ?? '' } : null
}

interface PartnerSelectProps {
  kind: 'agency' | 'purchaser'
  known: Partner | null
  disabled: boolean
  value?: string | null
  onChange?: (companyId: string | null) => void
  id?: string
}

/** A company to work with, found by name as one types. */
function PartnerSelect({ kind, known, value, onChange, ...rest }: PartnerSelectProps) {
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), 300)
    return () => clearTimeout(timer)
  }, [typed])
  const { data = [], isFetching } = useCall(
    partnerCompanies,
    { query: { kind, ...(keyword ? { keyword } : {}) } },
    { keep: true },
  )
  const options = known && !data.some((company) => company.companyId === known.companyId) ? [known, ...data] : data
  return (
    <Select
      {...rest}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      placeholder={kind === 'agency' ? '自行组织' : '请选择采购人'}
      notFoundContent={isFetching ? '查找中' : '没有找到企业'}
      value={value ?? null}
      options={options.map((company) => ({ value: company.companyId, label: company.name }))}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
    />
  )
}
