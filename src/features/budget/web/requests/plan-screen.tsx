import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { REGIMES, type Regime } from '#features/procurement/rules/regimes.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { handPurchasePlan, purchasePlanPage } from '../../contract/request.ts'

type Row = OutputOf<typeof purchasePlanPage>['rows'][number]

/** Purchase plans, and the projects that were made of them. */
export function Screen() {
  const navigate = useNavigate()
  const [handing, setHanding] = useState<Row | null>(null)
  return (
    <>
      <ListScreen
        title="采购计划"
        endpoint={purchasePlanPage}
        rowKey={(row) => row.purchasePlanId}
        exportAs="采购计划"
        tabs={{
          param: 'state',
          tabs: [
            { value: '', label: '全部' },
            { value: 'planned', label: '待转项目' },
            { value: 'handed', label: '已转项目' },
          ],
        }}
        filters={[{ kind: 'text', name: 'keyword', label: '名称或编号' }]}
        columns={[
          {
            key: 'title',
            title: '计划',
            value: (row) => row.title,
            render: (row) => <MainCell code={row.code} title={row.title} />,
          },
          {
            key: 'requests',
            title: '来源申报',
            value: (row) => row.requests.map(({ title }) => title).join('、'),
            render: (row) =>
              row.requests.map(({ requestId, title }) => (
                <div key={requestId}>
                  <Link to={`/purchaser/demand-requirement/apply-handle?request=${requestId}`}>{title}</Link>
                </div>
              )),
          },
          { key: 'items', title: '项数', kind: 'number', width: 72, value: (row) => row.items },
          { key: 'estimate', title: '估算（元）', kind: 'amount', width: 140, value: (row) => row.estimate },
          { key: 'neededBy', title: '最早需用', width: 110, value: (row) => row.neededBy },
          {
            key: 'project',
            title: '采购项目',
            value: (row) => row.project?.name,
            render: (row) =>
              row.project ? (
                <Link to={`/purchaser/register/projects/${row.project.projectId}/detail`}>{row.project.name}</Link>
              ) : (
                <StatusTag label="待转项目" tone="active" />
              ),
          },
        ]}
        rowActions={(row) => [row.mayHand && { label: '转为采购项目', onClick: () => setHanding(row) }]}
        empty={{ title: '还没有采购计划', hint: '在“申报受理”中选择已受理的申报，列入采购计划' }}
      />
      {handing && (
        <ActionDialog
          title="转为采购项目"
          endpoint={handPurchasePlan}
          initial={{ name: handing.title, regime: 'enterprise' as Regime }}
          fields={[
            { kind: 'text', name: 'name', label: '项目名称', required: true, maxLength: 200 },
            {
              kind: 'select',
              name: 'regime',
              label: '适用制度',
              required: true,
              options: Object.entries(REGIMES).map(([value, { label }]) => ({ value, label })),
            },
            { kind: 'text', name: 'region', label: '项目所在地', maxLength: 100 },
          ]}
          input={(body: { name: string; regime: Regime; region?: string }) => ({
            params: { purchasePlanId: handing.purchasePlanId },
            body,
          })}
          hint={`${handing.items} 项内容、估算金额和预算项一并带入项目，每行保留来源申报编号。`}
          success="已转为采购项目"
          onDone={(made: { projectId: string }) =>
            void navigate(`/purchaser/register/projects/${made.projectId}/detail`)
          }
          onClose={() => setHanding(null)}
        />
      )}
    </>
  )
}
