import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { resultPage } from '../../contract/plan.ts'
import { PROFILES } from '../../rules/profiles.ts'
import { type At, placesOf } from '../at.ts'
import { demandTag } from '../words.ts'

/** Demands whose plan was passed, and how far they went over into projects. */
export function Screen(at: At) {
  const place = placesOf(at)
  return (
    <ListScreen
      title="需求结果"
      endpoint={resultPage}
      rowKey={(row) => row.demandId}
      exportAs="需求结果"
      tabs={{
        param: 'state',
        tabs: [
          { value: '', label: '全部', countKey: 'all' },
          { value: 'planned', label: '待转项目' },
          { value: 'handed', label: '已转项目' },
        ],
      }}
      filters={[{ kind: 'text', name: 'keyword', label: '需求名称或编号' }]}
      columns={[
        {
          key: 'title',
          title: '需求',
          value: (row) => row.title,
          render: (row) => <MainCell code={row.code} title={row.title} to={place.result(row.demandId)} />,
        },
        { key: 'profile', title: '类型', width: 96, value: (row) => PROFILES[row.profile].label },
        { key: 'budget', title: '预算（元）', kind: 'amount', width: 140, value: (row) => row.budget },
        { key: 'given', title: '已转项目（元）', kind: 'amount', width: 150, value: (row) => row.given },
        { key: 'items', title: '标的', width: 120, value: (row) => `${row.items - row.freeItems}/${row.items} 项已转` },
        { key: 'projects', title: '项目', kind: 'number', width: 72, value: (row) => row.projects },
        { key: 'planned', title: '计划通过', kind: 'time', width: 130, value: (row) => row.plannedAt },
        {
          key: 'state',
          title: '状态',
          width: 110,
          value: (row) => demandTag(row).label,
          render: (row) => <StatusTag {...demandTag(row)} />,
        },
      ]}
      rowActions={(row) => [
        { label: row.isOwn && row.freeItems > 0 ? '转项目' : '查看', to: place.result(row.demandId) },
      ]}
      empty={{ title: '还没有可转项目的需求', hint: '采购实施计划通过审查后，在这里转为采购项目' }}
    />
  )
}
