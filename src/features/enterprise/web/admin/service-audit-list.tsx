import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useAction } from '#web/use-call.ts'
import { decideServiceAudit, serviceAudits } from '../../contract/admin.ts'
import { DECISION_TABS, auditTag } from '../words.ts'
import { decisionActions } from './decide.tsx'

/** Applications for workbenches and services, decided in the list. */
export function Screen() {
  const decide = useAction(decideServiceAudit, { success: '审核已完成' })
  return (
    <ListScreen
      title="服务审核"
      endpoint={serviceAudits}
      rowKey={(r) => r.id}
      exportAs="服务审核"
      tabs={{ param: 'status', tabs: DECISION_TABS }}
      columns={[
        {
          key: 'company',
          title: '企业',
          value: (r) => r.companyName,
          render: (r) => <MainCell title={r.companyName} to={`/admin/companies/${r.companyId}`} />,
        },
        { key: 'label', title: '申请开通', width: 140, value: (r) => r.label },
        { key: 'statement', title: '说明', value: (r) => r.statement },
        { key: 'by', title: '申请人', width: 100, value: (r) => r.appliedByName },
        { key: 'at', title: '申请时间', kind: 'time', width: 130, value: (r) => r.appliedAt },
        {
          key: 'status',
          title: '状态',
          width: 100,
          value: (r) => auditTag(r.status).label,
          render: (r) => <StatusTag {...auditTag(r.status)} />,
        },
        { key: 'reason', title: '审核意见', value: (r) => r.reason || r.obstacle },
      ]}
      rowActions={(r) =>
        decisionActions(r.actions, `${r.companyName}开通${r.label}`, (body) =>
          decide.run({ params: { id: r.id }, body }),
        )
      }
      empty={{ title: '没有服务申请', hint: '企业在“服务开通”中提交的申请在这里审核' }}
    />
  )
}
