import type { ReactNode } from 'react'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { sharedPage } from '../contract/shares.ts'
import { LISTS } from '../rules/listings.ts'
import { SUPPLIER_STATES } from '../rules/states.ts'
import { certificateTag, termText } from './words.ts'

const NOT_SHARED = '未共享'

/** What other purchasers show of their libraries: the fields that they chose, as long as they say. */
export function SharedList({ tabs }: { tabs: ReactNode }) {
  return (
    <ListScreen
      title="供应商库"
      endpoint={sharedPage}
      rowKey={(row) => row.shareId}
      columns={[
        {
          key: 'name',
          title: '供应商',
          value: (row) => row.name,
          render: (row) => <MainCell code={row.creditCode} title={row.name} />,
        },
        { key: 'owner', title: '共享单位', width: 180, value: (row) => row.ownerName },
        {
          key: 'state',
          title: '库状态',
          width: 90,
          value: (row) => (row.state ? SUPPLIER_STATES[row.state] : NOT_SHARED),
        },
        {
          key: 'categories',
          title: '供应品类',
          width: 160,
          value: (row) => row.categories?.join('、') ?? NOT_SHARED,
        },
        {
          key: 'grade',
          title: '等级',
          width: 80,
          value: (row) => (row.fields.includes('grade') ? (row.grade ?? '未评定') : NOT_SHARED),
        },
        {
          key: 'certificates',
          title: '资质',
          width: 200,
          value: (row) =>
            row.certificates?.map((one) => `${one.kind}（${certificateTag(one.state).label}）`).join('、') ??
            NOT_SHARED,
        },
        {
          key: 'lists',
          title: '名单',
          width: 200,
          value: (row) =>
            row.lists === null
              ? NOT_SHARED
              : row.lists.map((one) => `${LISTS[one.kind]}（${termText(one.from, one.until)}）`).join('、') || '无',
        },
        {
          key: 'orders',
          title: '合作采购单',
          width: 120,
          value: (row) =>
            row.orders === null
              ? NOT_SHARED
              : `${row.orders.length} 个，成交 ${row.orders.filter((one) => one.isAwarded).length} 个`,
        },
        { key: 'until', title: '共享至', width: 110, value: (row) => row.until },
      ]}
      empty={{ title: '没有共享给本单位的供应商', hint: '其他采购单位共享后在这里查看，到期自动结束' }}
    >
      {tabs}
    </ListScreen>
  )
}
