import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { nameLines, subjectBudget } from '../contract/use.ts'
import { budgetPlaces } from '../rules/levels.ts'
import { Payments } from './payments.tsx'
import { SharesField } from './shares-field.tsx'

type Named = OutputOf<typeof subjectBudget>

interface SubjectPartProps {
  subject: 'demand' | 'project' | 'order'
  subjectId: string
}

/** The lines that something is bought from, how it uses them, and the choice while it is open. */
export function SubjectPart({ subject, subjectId }: SubjectPartProps) {
  const params = { subject, subjectId }
  const query = useCall(subjectBudget, { params })
  const [isOpen, setOpen] = useState(false)
  return (
    <WhenLoaded query={query}>
      {(named) => (
        <div className="kb-stack kb-gap-12">
          {named.lines.length === 0 ? (
            <p className="kb-muted">
              {named.isInForce ? '未选择预算项。' : '本单位没有生效的年度预算，采购不受预算控制。'}
            </p>
          ) : (
            <Lines named={named} isOrder={subject === 'order'} />
          )}
          {named.isOfProject && <p className="kb-hint">按采购项目的预算项使用。</p>}
          {named.mayChoose && named.isInForce && (
            <div>
              <Button size="small" onClick={() => setOpen(true)}>
                {named.lines.length > 0 ? '变更预算项' : '选择预算项'}
              </Button>
            </div>
          )}
          {!named.mayChoose && named.why !== '' && <p className="kb-hint">{named.why}。</p>}
          {subject === 'order' && <Payments orderId={subjectId} named={named} />}
          {isOpen && (
            <ActionDialog
              title="选择预算项"
              endpoint={nameLines}
              initial={{ shares: named.isOfProject ? [] : named.lines.map(({ lineId, share }) => ({ lineId, share })) }}
              fields={[{ kind: 'custom', name: 'shares', label: '预算项', wide: true, control: <SharesField /> }]}
              input={(body: InputOf<typeof nameLines>['body']) => ({ params, body })}
              schema={nameLines.body}
              hint={HINTS[subject]}
              success="预算项已保存"
              onClose={() => setOpen(false)}
            />
          )}
        </div>
      )}
    </WhenLoaded>
  )
}

const HINTS = {
  demand: '需求转为采购项目时带入项目。',
  project: '项目下的采购单按此使用预算，采购单也可另选。',
  order: '发布时按预估金额预占，定标后按中标金额转入，其余释放；已发布的采购单保存后立即预占。',
}

function Lines({ named, isOrder }: { named: Named; isOrder: boolean }) {
  const { rights } = useSession()
  return (
    <DataTable
      label="预算项"
      rows={named.lines}
      rowKey={(row) => row.lineId}
      columns={[
        {
          key: 'subject',
          title: '预算项',
          isHead: true,
          value: (row) => row.subject,
          render: (row) =>
            rights.has('budget') || rights.has('auditing') ? (
              <Link to={budgetPlaces(row.level).detail(row.planId)}>{row.subject}</Link>
            ) : (
              row.subject
            ),
        },
        { key: 'plan', title: '预算', value: (row) => [row.planTitle, row.departmentName].filter(Boolean).join('，') },
        ...(named.lines.length > 1
          ? [{ key: 'share', title: '分摊', width: 80, value: (row: { share: string }) => `${Number(row.share)}%` }]
          : []),
        ...(isOrder
          ? [
              { key: 'label', title: '状态', width: 110, value: (row: { label: string }) => row.label },
              {
                key: 'held',
                title: '占用（元）',
                width: 260,
                value: (row: { reserved: string; committed: string; spent: string }) =>
                  [
                    ['预占', row.reserved],
                    ['已定标', row.committed],
                    ['已支付', row.spent],
                  ]
                    .filter(([, amount]) => Number(amount) > 0)
                    .map(([label, amount]) => `${label} ${formatAmount(amount)}`)
                    .join('，') || '无',
              },
            ]
          : []),
        { key: 'free', title: '可用（元）', kind: 'amount', width: 140, value: (row) => row.free },
      ]}
    />
  )
}
