import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { companies } from '../../contract/admin.ts'
import { COMPANY_WORKBENCHES, WORKBENCH_LABELS } from '../../rules/company-types.ts'
import { CompanyType } from '#contract/company-type.ts'
import { CompanyStatus } from '../../rules/enums.ts'
import { companyTag, workbenchNames } from '../words.ts'
import { useCompanyStatus } from './company-status.tsx'

/** Companies at this tenant. */
export function Screen() {
  const setStatus = useCompanyStatus()
  return (
    <ListScreen
      title="企业"
      endpoint={companies}
      rowKey={(r) => r.companyId}
      exportAs="企业"
      filters={[
        { kind: 'text', name: 'keyword', label: '名称或代码' },
        { kind: 'select', name: 'companyType', label: '企业类型', options: CompanyType.options },
        {
          kind: 'select',
          name: 'workbench',
          label: '工作台',
          options: COMPANY_WORKBENCHES.map((value) => ({ value, label: WORKBENCH_LABELS[value] })),
        },
        { kind: 'select', name: 'status', label: '状态', options: CompanyStatus.options },
      ]}
      columns={[
        {
          key: 'name',
          title: '企业',
          value: (r) => r.companyName,
          render: (r) => <MainCell code={r.code} title={r.companyName} to={`/admin/companies/${r.companyId}`} />,
        },
        { key: 'type', title: '类型', width: 110, value: (r) => CompanyType.label(r.companyType) },
        { key: 'workbenches', title: '工作台', value: (r) => workbenchNames(r.workbenches) },
        { key: 'people', title: '在用员工', kind: 'number', width: 100, value: (r) => r.people },
        { key: 'certifiedAt', title: '认证时间', kind: 'date', width: 120, value: (r) => r.certifiedAt },
        {
          key: 'status',
          title: '状态',
          width: 100,
          value: (r) => companyTag(r.status).label,
          render: (r) => <StatusTag {...companyTag(r.status)} />,
        },
      ]}
      rowActions={(r) => [
        { label: r.status === 1 ? '停用' : '启用', danger: r.status === 1, onClick: () => setStatus(r) },
      ]}
      empty={{ title: '没有企业', hint: '企业认证通过后在这里列出' }}
    />
  )
}
