import { Switch } from 'antd'
import type { ReactNode } from 'react'
import { ask } from '#web/feedback.ts'
import { DataTable, TableSkeleton } from '#web/kit/data-table.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { setTenantServices, tenantServices } from '../contract-admin.ts'

/** Services of the tenant, each on or off. */
export function ServiceSwitches({ tabs }: { tabs: ReactNode }) {
  const query = useCall(tenantServices, {})
  const save = useAction(setTenantServices, { success: '已保存' })
  const set = async (service: string, label: string, on: boolean) => {
    const content = `停用后，所有企业在该服务下的权限立即失效；重新启用后恢复。确认停用“${label}”？`
    if (!on && !(await ask({ title: '停用服务', content, danger: true }))) return
    const others = (query.data ?? []).filter((one) => one.on && one.service !== service).map((one) => one.service)
    await save.run({ body: { on: on ? [...others, service] : others } })
  }
  return (
    <section className="kb-list">
      <PageHead title="菜单与灰度" />
      {tabs}
      <p className="kb-hint kb-below-12">停用的服务，其权限既不能授予，也不生效；员工已有的权限保留，启用后恢复。</p>
      {query.error && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <TableSkeleton columns={[{ key: 'a' }, { key: 'b' }, { key: 'c' }]} />
      ) : (
        <DataTable
          label="平台服务"
          rows={query.data}
          rowKey={(r) => r.service}
          columns={[
            { key: 'label', title: '服务', width: 180, value: (r) => r.label },
            { key: 'rights', title: '所含权限', value: (r) => r.rights.join('、') },
            {
              key: 'on',
              title: '启用',
              width: 90,
              render: (r) => (
                <Switch
                  aria-label={`${r.label}：启用`}
                  checked={r.on}
                  loading={save.busy}
                  onChange={(on) => void set(r.service, r.label, on)}
                />
              ),
            },
          ]}
        />
      )}
    </section>
  )
}
