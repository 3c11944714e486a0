import type { ReactNode } from 'react'
import { PurchaseMethod } from '#features/procurement/rules/enums.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { debriefPage } from '../contract.ts'
import { debriefPlace } from '../rules/places.ts'

/** Orders that others won. */
export function Debriefs({ tabs }: { tabs: ReactNode }) {
  return (
    <ListScreen
      title="商机与进展"
      endpoint={debriefPage}
      rowKey={(row) => row.orderId}
      columns={[
        {
          key: 'title',
          title: '项目',
          value: (row) => row.title,
          render: (row) => <MainCell code={row.code} title={row.title} to={debriefPlace(row.orderId)} />,
        },
        { key: 'purchaser', title: '采购人', width: 200, value: (row) => row.purchaserName },
        { key: 'method', title: '采购方式', width: 110, value: (row) => PurchaseMethod.label(row.method) },
        {
          key: 'own',
          title: '结果',
          width: 140,
          value: (row) => row.own.label,
          render: (row) => <StatusTag {...row.own} />,
        },
        {
          key: 'tells',
          title: '可以看到',
          width: 140,
          value: (row) => (row.tellsMarks ? '得分与排序' : '公告内容'),
        },
        { key: 'awarded', title: '结果公布', kind: 'time', width: 140, value: (row) => row.awardedAt },
      ]}
      rowActions={(row) => [{ label: '复盘', to: debriefPlace(row.orderId) }]}
      empty={{ title: '没有落选的项目', hint: '结果公布后，未成交的项目在这里复盘' }}
    >
      {tabs}
    </ListScreen>
  )
}
