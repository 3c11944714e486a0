import type { Family } from '#features/procurement/methods/family.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { packagePage } from '../contract.ts'
import { packagePlaces, type Side } from '../rules/places.ts'

/** Packages of the own company: how many of their orders run, are awarded, failed. */
export function Screen({ side, family }: { side: Side; family: Family }) {
  const at = packagePlaces(side, family)
  return (
    <ListScreen
      title={family.packages!.list}
      endpoint={packagePage}
      rowKey={(row) => row.packageId}
      exportAs={family.packages!.list}
      tabs={{
        param: 'tab',
        tabs: [
          { value: '', label: '全部' },
          { value: 'draft', label: '待发布' },
          { value: 'running', label: '进行中' },
          { value: 'done', label: '已结束' },
        ],
      }}
      filters={[{ kind: 'text', name: 'keyword', label: '名称或编号' }]}
      columns={[
        {
          key: 'title',
          title: '采购包',
          value: (row) => row.title,
          render: (row) => (
            <MainCell code={row.code} title={row.title} to={`${at.detail(row.projectId)}?package=${row.packageId}`} />
          ),
        },
        { key: 'project', title: '采购项目', value: (row) => row.projectName },
        { key: 'lots', title: '采购单', kind: 'number', width: 90, value: (row) => row.lots },
        { key: 'drafts', title: '待发布', kind: 'number', width: 90, value: (row) => row.drafts },
        { key: 'running', title: '进行中', kind: 'number', width: 90, value: (row) => row.running },
        { key: 'awarded', title: '已定标', kind: 'number', width: 90, value: (row) => row.awarded },
        { key: 'failed', title: '已流标', kind: 'number', width: 90, value: (row) => row.failed },
        { key: 'created', title: '创建时间', kind: 'time', width: 130, value: (row) => row.createdAt },
      ]}
      rowActions={(row) => [{ label: '查看', to: `${at.detail(row.projectId)}?package=${row.packageId}` }]}
      primary={{ label: '新建采购包', to: at.create() }}
      empty={{ title: '还没有采购包', hint: '同一项目的多个采购单可组成采购包，共用公告和报名，分别定标' }}
    />
  )
}
