import { Link, useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { AmountText, MainCell } from '#web/kit/values.tsx'
import { Parts } from '#web/shell/parts.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { stateLabel } from '../../engine/stage.ts'
import { deleteProject, projectDetail } from '../../contract/project.ts'
import { PROJECT_SLOTS } from '../../contract/slots.ts'
import { CATEGORIES, PurchaseMethod } from '../../rules/enums.ts'
import { REGIMES } from '../../rules/regimes.ts'
import { methodOf } from '../../methods/all.ts'
import { buyerOf, useBuyer } from './use-buyer.ts'
import { startOrder } from './start-order.tsx'
import { ItemsPanel } from './items/items-panel.tsx'
import { orderTone } from './tones.ts'
import './buyer.css'

type Project = OutputOf<typeof projectDetail>

/** A project with its bill of quantities and the orders that buy it. */
export function Screen() {
  const at = useBuyer()
  const navigate = useNavigate()
  const { projectId = '' } = useParams()
  const query = useCall(projectDetail, { params: { projectId } })
  const remove = useAction(deleteProject, {
    success: '已删除',
    onDone: () => void navigate(at.projectList, { replace: true }),
  })
  const act = (action: string, { regime }: Project) => {
    switch (action) {
      case 'createOrder':
        return startOrder(regime, (method) => void navigate(buyerOf(at.side, method).form({ projectId })))
      case 'edit':
        return navigate(at.projectForm(projectId))
      case 'items':
        return document.getElementById('items')?.scrollIntoView({ block: 'start' })
      case 'delete':
        return void remove.run({ params: { projectId } })
      default:
        return undefined
    }
  }
  return (
    <DetailScreen query={query} back={{ label: '采购项目', to: at.projectList }}>
      {(project) => ({
        title: project.name,
        ...(project.isSupplement && { status: <StatusTag label="补录" tone="warning" /> }),
        facts: [project.code, CATEGORIES[project.category], REGIMES[project.regime].label],
        actions: project.actions,
        onAction: (action) => act(action, project),
        sections: [
          { key: 'basic', title: '项目', content: <Basics project={project} /> },
          {
            key: 'items',
            title: '采购清单',
            content: <ItemsPanel projectId={projectId} items={project.lines} frozen={reasonOf(project)} />,
          },
          {
            key: 'entrust',
            title: '委托代理',
            content: <Parts of={PROJECT_SLOTS.entrust} projectId={projectId} side={at.side} />,
          },
          at.side === 'purchaser' && {
            key: 'budget',
            title: '预算',
            content: <Parts of={PROJECT_SLOTS.budget} projectId={projectId} />,
          },
          {
            key: 'source',
            title: '需求来源',
            content: <Parts of={PROJECT_SLOTS.source} projectId={projectId} side={at.side} />,
          },
          {
            key: 'supplements',
            title: '补录登记',
            content: <Parts of={PROJECT_SLOTS.supplements} projectId={projectId} side={at.side} />,
          },
          {
            key: 'orders',
            title: '标段',
            content: <Orders project={project} />,
            extra: viewsOf(project).map((family) => (
              <Link key={family.name} to={`/${at.side}/project/${family.name}/${projectId}/detail`}>
                {family.list}总览 ›
              </Link>
            )),
          },
        ],
      })}
    </DetailScreen>
  )
}

/** The families of methods under which the project is bought. */
function viewsOf({ orderList }: Project) {
  return [...new Set(orderList.map(({ method }) => methodOf(method).family))]
}

function Basics({ project }: { project: Project }) {
  return (
    <FieldList
      items={[
        { label: '预算金额', value: <AmountText value={project.budget} capitals /> },
        { label: '资金来源', value: project.funds },
        { label: '采购人', value: project.purchaserName },
        { label: '代理机构', value: project.agencyName ?? '自行组织' },
        { label: '项目所在地', value: project.region },
        { label: '项目概况', value: project.description, wide: true },
      ]}
    />
  )
}

function Orders({ project }: { project: Project }) {
  const at = useBuyer()
  // Who lets an agency run them looks at them below the project.
  const placeOf = ({ orderId, method }: Project['orderList'][number]) => {
    const its = buyerOf(at.side, methodOf(method))
    return project.agencyName === null ? its.order(orderId)('publish.detail') : its.projectOrder(orderId)
  }
  if (project.orderList.length === 0) return <p className="kb-muted">还没有采购单，清单准备好后即可发起采购</p>
  return (
    <DataTable
      label="标段"
      rows={project.orderList}
      rowKey={(order) => order.orderId}
      columns={[
        {
          key: 'title',
          title: '标段',
          render: (order) => <MainCell code={order.code} title={order.title} to={placeOf(order)} />,
        },
        { key: 'method', title: '采购方式', width: 120, value: (order) => PurchaseMethod.label(order.method) },
        {
          key: 'status',
          title: '状态',
          width: 120,
          render: (order) => <StatusTag label={stateLabel(order)} tone={orderTone(order)} />,
        },
      ]}
    />
  )
}

/** Why the bill is frozen: the server's word on the action that would change it. */
function reasonOf(project: Project): string | undefined {
  const items = project.actions.find((action) => action.action === 'items')
  return items ? items.reason : '清单由经办方维护'
}
