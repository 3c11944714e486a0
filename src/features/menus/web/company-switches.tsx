import type { ReactNode } from 'react'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { greyReleases } from '#features/enterprise/contract/admin.ts'
import { serviceOf } from '#features/enterprise/rules/services.ts'
import { RIGHTS, type Right, type Service, SERVICES } from '#features/passport/rules-rights.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { setSwitches, switchPage } from '../contract-admin.ts'
import { FormDrawer } from '#web/kit/form-drawer.tsx'
import { labelOf } from './gate-words.ts'
import { Tags } from './menu-gates.tsx'

type Row = OutputOf<typeof switchPage>['rows'][number]

const RIGHT_OPTIONS = (Object.keys(RIGHTS) as Right[])
  .filter((right) => !('auto' in RIGHTS[right]) && !('adminOnly' in RIGHTS[right]))
  .map((right) => ({ value: right, label: RIGHTS[right].label }))

const SERVICE_OPTIONS = (Object.keys(SERVICES) as Service[]).map((value) => ({ value, label: SERVICES[value] }))

/** Grey features, supervisors, granted rights and services of each company. */
export function CompanySwitchList({ tabs }: { tabs: ReactNode }) {
  const [editing, setEditing] = useState<Row | null>(null)
  const nameOf = useFeatureName()
  return (
    <>
      <ListScreen
        title="菜单与灰度"
        endpoint={switchPage}
        rowKey={(r) => r.companyId}
        exportAs="企业灰度与授权"
        filters={[
          { kind: 'text', name: 'keyword', label: '企业名称或信用代码' },
          { kind: 'text', name: 'feature', label: '灰度功能代码' },
        ]}
        columns={[
          {
            key: 'name',
            title: '企业',
            value: (r) => r.name,
            render: (r) => <MainCell title={r.name} code={r.creditCode} />,
          },
          { key: 'features', title: '服务与灰度功能', value: (r) => r.features.map(nameOf).join('、') },
          { key: 'supervise', title: '监管机构', value: (r) => r.supervise.join('、') },
          { key: 'rights', title: '平台授予的权限', value: (r) => r.systemRights.map(labelOf).join('、') },
          {
            key: 'services',
            title: '开通的服务',
            value: (r) => r.services?.map((one) => SERVICES[one as Service] ?? one).join('、') ?? '全部',
          },
        ]}
        rowActions={(r) => [{ label: '设置', onClick: () => setEditing(r) }]}
        empty={{ title: '本平台还没有企业' }}
      >
        {tabs}
      </ListScreen>
      {editing && <SwitchDrawer row={editing} nameOf={nameOf} onClose={() => setEditing(null)} />}
    </>
  )
}

interface Values {
  features?: string[]
  supervise?: string[]
  systemRights?: string[]
  services?: string[]
}

/** What a code stands for: a service of the platform, or a grey feature as it was registered. */
function useFeatureName(): (code: string) => string {
  const { data: registered = [] } = useCall(greyReleases, {})
  return (code) => serviceOf(code)?.label ?? registered.find((one) => one.code === code)?.name ?? code
}

interface DrawerProps {
  row: Row
  nameOf: (code: string) => string
  onClose: () => void
}

function SwitchDrawer({ row, nameOf, onClose }: DrawerProps) {
  const save = useAction(setSwitches, { success: '已保存，对该企业立即生效' })
  return (
    <FormDrawer<Values>
      title={row.name}
      label="保存"
      initial={{
        features: row.features,
        supervise: row.supervise,
        systemRights: row.systemRights,
        services: row.services ?? [],
      }}
      fields={[
        {
          kind: 'custom',
          name: 'features',
          label: '服务与灰度功能',
          wide: true,
          help: '输入功能代码后回车',
          control: <Tags nameOf={nameOf} />,
        },
        {
          kind: 'custom',
          name: 'supervise',
          label: '监管机构',
          wide: true,
          help: '输入机构名称后回车',
          control: <Tags />,
        },
        {
          kind: 'select',
          name: 'systemRights',
          label: '平台授予的权限',
          multiple: true,
          wide: true,
          options: RIGHT_OPTIONS,
        },
        {
          kind: 'select',
          name: 'services',
          label: '开通的服务',
          multiple: true,
          wide: true,
          options: SERVICE_OPTIONS,
          help: '不选为平台的全部服务；未开通的服务，其权限不能授予，已授予的暂不生效',
        },
      ]}
      run={({ features = [], supervise = [], systemRights = [], services = [] }) =>
        save.run({
          params: { companyId: row.companyId },
          body: { features, supervise, systemRights, services: services.length > 0 ? services : null },
        })
      }
      onClose={onClose}
    />
  )
}
