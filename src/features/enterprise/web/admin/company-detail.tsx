import { Alert, Button, Select } from 'antd'
import { useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen, SideBlock } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Timeline } from '#web/kit/timeline.tsx'
import { MainCell, TimeText } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { company, setChargeTenant, tenants } from '../../contract/admin.ts'
import { CompanyType } from '#contract/company-type.ts'
import { AuditKind } from '../../rules/enums.ts'
import { auditTag, companyTag, workbenchNames } from '../words.ts'
import { useCompanyStatus } from './company-status.tsx'

type Company = OutputOf<typeof company>

/** One company at this tenant: who it is, who runs it, what it may do. */
export function Screen() {
  const { companyId = '' } = useParams()
  const query = useCall(company, { params: { companyId } }, { fresh: 0 })
  const setStatus = useCompanyStatus()
  return (
    <DetailScreen query={query} back={{ label: '企业', to: '/admin/companies' }}>
      {(one) => ({
        title: one.companyName,
        status: <StatusTag {...companyTag(one.status)} />,
        facts: [
          CompanyType.label(one.companyType),
          one.code,
          workbenchNames(one.workbenches),
          one.certifiedAt && `${formatDate(one.certifiedAt)} 认证`,
        ],
        extra: (
          <Button danger={one.status === 1} onClick={() => setStatus(one)}>
            {one.status === 1 ? '停用企业' : '启用企业'}
          </Button>
        ),
        notice: one.status === 0 && <Alert type="error" showIcon title={`已停用：${one.disabledReason}`} />,
        sections: [
          {
            key: 'facts',
            title: '企业信息',
            content: (
              <FieldList
                items={[
                  { label: '法定代表人', value: one.legalPerson },
                  { label: '注册地址', value: one.registeredAddress },
                  { label: '联系人', value: [one.contactName, one.contactMobile].filter(Boolean).join(' ') },
                  { label: '在用员工', value: `${one.people} 人` },
                  {
                    label: '服务和灰度功能',
                    value: one.features.map((feature) => feature.label).join('、'),
                    wide: true,
                  },
                ]}
              />
            ),
          },
          { key: 'audits', title: '认证与变更', content: <Audits rows={one.audits} /> },
        ],
        side: (
          <>
            <SideBlock title="管理员">
              <FieldList
                columns={1}
                items={one.administrators.map(({ name, mobile, status }) => ({
                  label: name,
                  value: status === 1 ? mobile : `${mobile}（已停用）`,
                }))}
              />
            </SideBlock>
            <SideBlock title="收费平台">
              <ChargeTenant company={one} />
            </SideBlock>
            {one.serviceAudits.length > 0 && (
              <SideBlock title="服务申请">
                <Timeline
                  items={one.serviceAudits.map((row) => ({
                    key: row.id,
                    at: row.decidedAt ?? row.appliedAt,
                    title: `${row.label}${auditTag(row.status).label}`,
                    text: row.reason,
                    state: row.status === 0 ? 'now' : row.status === 1 ? 'done' : 'danger',
                  }))}
                />
              </SideBlock>
            )}
          </>
        ),
      })}
    </DetailScreen>
  )
}

function Audits({ rows }: { rows: Company['audits'] }) {
  if (rows.length === 0) return <EmptyState title="没有认证记录" hint="该企业由平台直接开通" />
  return (
    <DataTable
      label="认证与变更"
      rows={rows}
      rowKey={(r) => r.auditId}
      columns={[
        {
          key: 'kind',
          title: '申请',
          render: (r) => (
            <MainCell
              title={AuditKind.label(r.kind)}
              code={r.changes.map((change) => change.label).join('、')}
              to={`/admin/company-audits/${r.auditId}`}
            />
          ),
        },
        { key: 'by', title: '申请人', width: 110, value: (r) => r.appliedByName },
        { key: 'at', title: '申请时间', width: 130, render: (r) => <TimeText at={r.appliedAt} /> },
        { key: 'status', title: '状态', width: 100, render: (r) => <StatusTag {...auditTag(r.status)} /> },
        { key: 'reason', title: '审核意见', value: (r) => r.reason },
      ]}
    />
  )
}

function ChargeTenant({ company: { companyId, chargeTenantId } }: { company: Company }) {
  const all = useCall(tenants)
  const change = useAction(setChargeTenant, { success: '收费平台已更新' })
  return (
    <Select
      className="kb-wide"
      aria-label="收费平台"
      value={chargeTenantId}
      loading={all.isPending}
      options={(all.data ?? []).map(({ tenantId, name }) => ({ value: tenantId, label: name }))}
      onChange={(tenantId: number) => void change.run({ params: { companyId }, body: { tenantId } })}
    />
  )
}
