import { useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { createProject, projectDetail, ProjectFields, updateProject } from '../../contract/project.ts'
import { useBuyer } from './use-buyer.ts'
import { type Partner, projectFields } from './project-fields.tsx'
import { useNewRegime } from './regime-choice.tsx'

type Project = OutputOf<typeof projectDetail>
type Values = InputOf<typeof createProject>['body'] & Record<string, unknown>

/** Registers a project or changes one. */
export function Screen() {
  const { projectId } = useParams()
  return projectId ? <Existing projectId={projectId} /> : <New />
}

function New() {
  const start = useNewRegime()
  return start ? <ProjectForm start={start} /> : <Skeleton title lines={8} />
}

function Existing({ projectId }: { projectId: string }) {
  const query = useCall(projectDetail, { params: { projectId } })
  return <WhenLoaded query={query}>{(project) => <ProjectForm project={project} />}</WhenLoaded>
}

function ProjectForm({ project, start }: { project?: Project; start?: Partial<Values> }) {
  const at = useBuyer()
  const navigate = useNavigate()
  const target = useRef(project?.projectId ?? '')
  const create = useAction(createProject, { success: '项目已登记' })
  const update = useAction(updateProject, { success: '项目已保存' })
  const isPurchaser = at.side === 'purchaser'
  // Who buys and who runs it is settled once there is an order.
  const bound = (project?.orders ?? 0) > 0

  // What is announced was judged by it.
  const fixed = project?.actions.find((one) => one.action === 'items')?.reason ? '公告已发布或审批中，不能变更' : ''
  const help = bound ? '已有标段或采购单，不能变更' : ''
  const partner = isPurchaser ? null : { help, disabled: bound, known: knownPartner(project) }

  const run = async (values: Values) => {
    const body = isPurchaser ? { ...values, purchaserCompanyId: null } : values
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
      initial={project ? valuesOf(project) : { category: 'goods', ...start }}
      sections={[
        {
          title: '项目',
          fields: projectFields(partner, fixed),
        },
        { content: project ? null : <p className="kb-muted">登记后在项目详情中导入或填写采购清单。</p> },
      ]}
      submit={{ label: project ? '保存' : '登记项目', run }}
      onDone={() => void navigate(at.project(target.current), { replace: true })}
    />
  )
}

function valuesOf(project: Project): Partial<Values> {
  const { name, category, regime, region, funds, budget, description, purchaserCompanyId } = project
  return { name, category, regime, region, funds, budget, description, purchaserCompanyId }
}

function knownPartner(project: Project | undefined): Partner | null {
  return project ? { companyId: project.purchaserCompanyId, name: project.purchaserName } : null
}
