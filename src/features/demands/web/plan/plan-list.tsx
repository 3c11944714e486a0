import { METHODS } from '#features/procurement/methods/all.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { planPage } from '../../contract/plan.ts'
import { PLAN_STATES } from '../../rules/plan-status.ts'
import { PROFILES } from '../../rules/profiles.ts'
import { type At, placesOf } from '../at.ts'
import { planTag, tabsOf } from '../words.ts'

/** Plans of the own company, and those that one is asked to review. */
export function Screen(at: At) {
  const place = placesOf(at)
  return (
    <ListScreen
      title="采购实施计划"
      endpoint={planPage}
      rowKey={(row) => row.planId}
      exportAs="采购实施计划"
      tabs={{ param: 'state', tabs: tabsOf(PLAN_STATES) }}
      filters={[{ kind: 'text', name: 'keyword', label: '需求名称或编号' }]}
      columns={[
        {
          key: 'title',
          title: '需求',
          value: (row) => row.demandTitle,
          render: (row) => (
            <MainCell code={row.demandCode} title={row.demandTitle} to={place.plan(row.planId, 'review')} />
          ),
        },
        { key: 'profile', title: '类型', width: 96, value: (row) => PROFILES[row.profile].label },
        { key: 'no', title: '版本', width: 80, value: (row) => `第 ${row.no} 版` },
        { key: 'method', title: '采购方式', width: 140, value: (row) => methodName(row.method) },
        { key: 'budget', title: '预算（元）', kind: 'amount', width: 140, value: (row) => row.budget },
        { key: 'by', title: '编制人', width: 90, value: (row) => row.createdByName },
        { key: 'at', title: '更新时间', kind: 'time', width: 130, value: (row) => row.updatedAt },
        {
          key: 'state',
          title: '状态',
          width: 110,
          value: (row) => planTag(row.state).label,
          render: (row) => <StatusTag {...planTag(row.state)} />,
        },
      ]}
      rowActions={(row) => [{ label: '查看', to: place.plan(row.planId, 'review') }]}
      empty={{ title: '还没有采购实施计划', hint: '需求形成调研结论后，在需求页面编制采购实施计划' }}
    />
  )
}

export function methodName(code: number): string {
  return METHODS.find((one) => one.code === code)?.name ?? '-'
}
