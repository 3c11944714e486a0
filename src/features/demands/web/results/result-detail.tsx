import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { Exact, sum } from '#contract/money.ts'
import { approvalNode } from '#features/workflow/contract/businesses.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { ApprovalFields, type ApprovalInput, toldOf } from '#web/kit/confirm-step.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { useLive } from '#web/live.ts'
import { useCall } from '#web/use-call.ts'
import { demandDetail } from '../../contract/demand.ts'
import { handOver } from '../../contract/plan.ts'
import { type At, placesOf } from '../at.ts'
import { demandTag } from '../words.ts'

type Demand = OutputOf<typeof demandDetail>

/** A settled demand with the projects made of it. */
export function Screen(at: At) {
  const [search] = useSearchParams()
  const demandId = search.get('demandId')
  if (!demandId) return <EmptyState title="请从需求结果列表进入" hint="选择一个需求，查看由其转入的采购项目" />
  return <Result at={at} demandId={demandId} />
}

function Result({ at, demandId }: { at: At; demandId: string }) {
  useLive(`demand:${demandId}`)
  const query = useCall(demandDetail, { params: { demandId } })
  const [isOpen, setOpen] = useState(false)
  const place = placesOf(at)
  return (
    <DetailScreen query={query} back={{ label: '需求结果', to: place.results }}>
      {(demand) => ({
        title: demand.title,
        status: <StatusTag {...demandTag(demand)} />,
        facts: [
          <Link key="demand" to={placesOf({ ...at, profile: demand.profile }).detail(demandId)}>
            {demand.code}
          </Link>,
        ],
        actions: demand.actions.filter(({ action }) => action === 'handOver'),
        onAction: () => setOpen(true),
        notice: isOpen && <HandOver demand={demand} onClose={() => setOpen(false)} />,
        sections: [
          {
            key: 'budget',
            title: '预算与计划',
            content: (
              <FieldList
                items={[
                  { label: '需求预算', value: <AmountText value={demand.budget} /> },
                  { label: '剩余预算', value: <AmountText value={leftOf(demand)} /> },
                  {
                    label: '采购实施计划',
                    value: demand.plans
                      .filter(({ state }) => state === 'passed')
                      .map(({ planId, no }) => (
                        <Link key={planId} to={place.plan(planId, 'review')}>
                          第 {no} 版 ›
                        </Link>
                      )),
                  },
                ]}
              />
            ),
          },
          { key: 'projects', title: '采购项目', content: <Projects demand={demand} at={at} /> },
          { key: 'items', title: '采购标的', content: <Items demand={demand} /> },
        ],
      })}
    </DetailScreen>
  )
}

function leftOf({ budget, projects }: Demand): string {
  return new Exact(budget).minus(sum(projects.map((one) => one.budget))).toFixed(2)
}

function Projects({ demand, at }: { demand: Demand; at: At }) {
  if (demand.projects.length === 0)
    return <EmptyState title="还没有转为采购项目" hint="转为采购项目时带入标的清单、预算和采购实施计划" />
  return (
    <DataTable
      label="采购项目"
      rows={demand.projects}
      rowKey={(row) => row.projectId}
      columns={[
        {
          key: 'name',
          title: '项目',
          isHead: true,
          value: (row) => row.name,
          render: (row) => <Link to={projectPlace(at, row.projectId)}>{row.name}</Link>,
        },
        { key: 'code', title: '编号', width: 190, value: (row) => row.code },
        { key: 'budget', title: '预算（元）', kind: 'amount', width: 150, value: (row) => row.budget },
        { key: 'items', title: '标的', kind: 'number', width: 72, value: (row) => row.items },
        { key: 'orders', title: '采购单', kind: 'number', width: 80, value: (row) => row.orders },
        { key: 'by', title: '办理', width: 90, value: (row) => row.madeByName },
        { key: 'at', title: '时间', kind: 'time', width: 140, value: (row) => row.madeAt },
      ]}
    />
  )
}

function projectPlace({ side }: At, projectId: string): string {
  return side === 'agency'
    ? `/agency/entrust/projects/${projectId}/detail`
    : `/purchaser/register/projects/${projectId}/detail`
}

function Items({ demand }: { demand: Demand }) {
  const nameOf = new Map(demand.projects.map(({ projectId, name }) => [projectId, name]))
  return (
    <DataTable
      label="采购标的"
      rows={demand.items}
      rowKey={(row) => row.itemId}
      columns={[
        { key: 'lot', title: '包号', kind: 'number', width: 64, value: (row) => row.lotNo },
        { key: 'name', title: '名称', isHead: true, value: (row) => row.name },
        { key: 'spec', title: '规格', value: (row) => row.spec },
        { key: 'quantity', title: '数量', width: 120, align: 'right', value: (row) => `${row.quantity} ${row.unit}` },
        {
          key: 'project',
          title: '采购项目',
          width: 220,
          value: (row) => (row.projectId ? (nameOf.get(row.projectId) ?? '') : '未转'),
        },
      ]}
    />
  )
}

interface Values {
  name: string
  budget: string
  itemIds: string[]
}

/** Which lines go into the project, under what name and budget; all that is left unless somebody says otherwise. */
function HandOver({ demand, onClose }: { demand: Demand; onClose: () => void }) {
  const { data: rule } = useCall(approvalNode, { params: { type: 'demand', node: 'handOver' } })
  const [approval, setApproval] = useState<ApprovalInput>({ choices: {}, remark: '' })
  const free = demand.items.filter(({ projectId }) => projectId === null)
  return (
    <ActionDialog
      title="转为采购项目"
      endpoint={handOver}
      fields={[
        { kind: 'text', name: 'name', label: '项目名称', required: true },
        {
          kind: 'select',
          name: 'itemIds',
          label: '标的',
          required: true,
          multiple: true,
          searchable: true,
          options: free.map(({ itemId, name, quantity, unit, lotNo }) => ({
            value: itemId,
            label: `${name}（${quantity} ${unit}，包 ${lotNo}）`,
          })),
          help: '未选的标的可另转项目',
        },
        { kind: 'amount', name: 'budget', label: '项目预算', required: true },
      ]}
      initial={{
        name: demand.title.replace(/采购需求$|需求$/, '') + '采购项目',
        budget: leftOf(demand),
        itemIds: free.map(({ itemId }) => itemId),
      }}
      input={(values: Values) => ({ params: { demandId: demand.demandId }, body: { ...values, approval } })}
      hint={
        <>
          <p>标的清单、预算和采购实施计划带入项目，来源在两边保留。</p>
          {rule?.inForce && <ApprovalFields rule={rule} onChange={setApproval} />}
        </>
      }
      okText={rule?.inForce ? '提交审批' : '转为项目'}
      success={toldOf('已转为采购项目')}
      onClose={onClose}
    />
  )
}
