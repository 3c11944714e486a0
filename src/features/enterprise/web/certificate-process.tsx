import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { auditPage } from '../contract/certification.ts'
import { AuditKind } from '../rules/enums.ts'
import { AUDIT_TABS, auditTag, CERTIFICATE, workbenchNames } from './words.ts'

/** Every application of the company, with what it changed. */
export function Screen() {
  return (
    <ListScreen
      title="认证记录"
      endpoint={auditPage}
      fixed={{ query: { of: 'company' } }}
      rowKey={(r) => r.auditId}
      exportAs="认证记录"
      tabs={{ param: 'status', tabs: AUDIT_TABS }}
      columns={[
        {
          key: 'name',
          title: '申请',
          value: (r) => `${AuditKind.label(r.kind)} ${r.companyName}`,
          render: (r) => (
            <MainCell
              code={AuditKind.label(r.kind)}
              title={r.companyName}
              to={`/enterprise/certificate/process/${r.auditId}`}
            />
          ),
        },
        {
          key: 'what',
          title: '内容',
          value: (r) =>
            r.changes.length > 0
              ? `变更${r.changes.map((change) => change.label).join('、')}`
              : `申请${workbenchNames(r.workbenches)}`,
        },
        { key: 'by', title: '申请人', width: 110, value: (r) => r.appliedByName },
        { key: 'at', title: '申请时间', kind: 'time', width: 140, value: (r) => r.appliedAt },
        {
          key: 'status',
          title: '状态',
          width: 100,
          value: (r) => auditTag(r.status).label,
          render: (r) => <StatusTag {...auditTag(r.status)} />,
        },
        { key: 'decidedAt', title: '审核时间', kind: 'time', width: 140, value: (r) => r.decidedAt },
        { key: 'reason', title: '审核意见', value: (r) => r.reason },
      ]}
      primary={{ label: '变更认证信息', to: `${CERTIFICATE}/edit` }}
      empty={{ title: '没有认证记录', hint: '企业由平台直接开通，还没有提交过认证或变更申请' }}
    />
  )
}
