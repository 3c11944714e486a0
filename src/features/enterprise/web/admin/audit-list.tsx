import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { companyAudits } from '../../contract/admin.ts'
import { CompanyType } from '#contract/company-type.ts'
import { AuditKind } from '../../rules/enums.ts'
import { AUDIT_TABS, auditTag, workbenchNames } from '../words.ts'

/** Applications of companies: what waits first. */
export function Screen() {
  return (
    <ListScreen
      title="企业审核"
      endpoint={companyAudits}
      rowKey={(r) => r.auditId}
      exportAs="企业审核"
      tabs={{ param: 'status', tabs: AUDIT_TABS }}
      filters={[
        { kind: 'text', name: 'keyword', label: '名称或代码' },
        { kind: 'select', name: 'kind', label: '申请', options: AuditKind.options },
        { kind: 'select', name: 'companyType', label: '企业类型', options: CompanyType.options },
      ]}
      columns={[
        {
          key: 'name',
          title: '企业',
          value: (r) => r.companyName,
          render: (r) => <MainCell code={r.code} title={r.companyName} to={`/admin/company-audits/${r.auditId}`} />,
        },
        { key: 'type', title: '类型', width: 100, value: (r) => CompanyType.label(r.companyType) },
        {
          key: 'kind',
          title: '申请',
          value: (r) =>
            r.changes.length > 0
              ? `变更${r.changes.map((change) => change.label).join('、')}`
              : `认证${workbenchNames(r.workbenches)}`,
        },
        { key: 'by', title: '申请人', width: 150, value: (r) => `${r.appliedByName} ${r.applicantMobile}` },
        { key: 'at', title: '申请时间', kind: 'time', width: 130, value: (r) => r.appliedAt },
        {
          key: 'status',
          title: '状态',
          width: 100,
          value: (r) => auditTag(r.status).label,
          render: (r) => <StatusTag {...auditTag(r.status)} />,
        },
        { key: 'decided', title: '审核人', width: 110, value: (r) => r.decidedByName },
        { key: 'reason', title: '审核意见', value: (r) => r.reason, hidden: true },
      ]}
      rowActions={(r) => [{ label: r.status === 0 ? '审核' : '查看', to: `/admin/company-audits/${r.auditId}` }]}
      empty={{ title: '没有企业申请', hint: '新企业提交认证、已认证企业提交变更后，在这里审核' }}
    />
  )
}
