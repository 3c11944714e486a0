import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead, PrimaryButton } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import { Link } from 'react-router'
import { tenants } from '../../contract/admin.ts'
import { featureLabel } from '../words.ts'
import '../enterprise.css'

/** All tenants with their brands and features. */
export function Screen() {
  const query = useCall(tenants, {}, { fresh: 0 })
  return (
    <WhenLoaded query={query}>
      {(rows) => (
        <>
          <PageHead
            title="租户管理"
            facts={[`${rows.length} 个平台`, '企业和业务数据须在各平台内分别管理']}
            actions={<PrimaryButton label="开设平台" to="/admin/tenants/create" />}
          />
          <DataTable
            label="租户"
            rows={rows}
            rowKey={(r) => String(r.tenantId)}
            columns={[
              {
                key: 'name',
                title: '平台',
                render: (r) => (
                  <MainCell code={`编号 ${r.tenantId}`} title={r.name} to={`/admin/tenants/${r.tenantId}/branding`} />
                ),
              },
              {
                key: 'state',
                title: '',
                width: 150,
                render: (r) => (
                  <>
                    {r.isOwn && <StatusTag label="当前" tone="active" />}{' '}
                    {r.isDefault && <StatusTag label="默认平台" />}
                  </>
                ),
              },
              {
                key: 'alias',
                title: '门户',
                width: 170,
                render: (r) => <Link to={`/portal/${r.alias}`}>/portal/{r.alias}</Link>,
              },
              {
                key: 'hosts',
                title: '专用域名',
                value: (r) => (r.isDefault ? '未被其他平台占用的全部域名' : r.hosts.join('、')),
              },
              {
                key: 'colour',
                title: '主题色',
                width: 120,
                render: (r) => (
                  <>
                    <span className="ent-swatch kb-inline-block kb-after-8" style={{ background: r.themeColor }} />
                    {r.themeColor}
                  </>
                ),
              },
              {
                key: 'features',
                title: '功能',
                value: (r) => r.funcList.map((code) => featureLabel(code)).join('、'),
              },
            ]}
          />
        </>
      )}
    </WhenLoaded>
  )
}
