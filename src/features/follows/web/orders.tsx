import { type ReactNode, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { followedOrders, remarkOrder } from '../contract.ts'
import { StandingNote, TOLD_COLUMNS } from './followed.tsx'
import { useFollowOrder } from './use-follow.ts'

type Row = OutputOf<typeof followedOrders>['rows'][number]

/** Orders that are followed, each with what the company notes of it. */
export function Orders({ tabs }: { tabs: ReactNode }) {
  const [remarking, setRemarking] = useState<Row | null>(null)
  const follow = useFollowOrder()
  return (
    <ListScreen
      title="我的关注"
      endpoint={followedOrders}
      rowKey={(row) => row.orderId}
      filters={[{ kind: 'text', name: 'keyword', label: '项目、编号、采购人或备注' }]}
      columns={[
        {
          key: 'title',
          title: '项目',
          width: 280,
          isHead: true,
          value: (row) => row.title,
          render: (row) => <MainCell code={row.code} title={row.title} {...(row.link !== null && { to: row.link })} />,
        },
        { key: 'purchaser', title: '采购人', width: 160, value: (row) => row.purchaserName },
        { key: 'stage', title: '阶段', width: 100, value: (row) => row.stage ?? '-' },
        ...TOLD_COLUMNS,
        { key: 'remark', title: '备注', width: 150, value: (row) => row.remark || '-' },
      ]}
      rowActions={(row) => [
        { label: '备注', onClick: () => setRemarking(row) },
        {
          label: '取消关注',
          confirm: `不再关注“${row.title}”？备注会一并删除。`,
          onClick: () => follow.set(row.orderId, false),
        },
      ]}
      primary={{ label: '查找项目', to: '/supplier/public-tender/list' }}
      empty={{ title: '还没有关注项目', hint: '在项目页面点“关注项目”，变更、开标、公示和结果等公开进展会提醒您' }}
    >
      {tabs}
      <StandingNote followed="orders" />
      {remarking && (
        <ActionDialog
          title="项目备注"
          endpoint={remarkOrder}
          initial={{ remark: remarking.remark }}
          fields={[{ kind: 'area', name: 'remark', label: '备注', maxLength: 200, rows: 3 }]}
          input={({ remark }: { remark: string }) => ({ params: { orderId: remarking.orderId }, body: { remark } })}
          hint="仅本单位可见。"
          success="已保存"
          onClose={() => setRemarking(null)}
        />
      )}
    </ListScreen>
  )
}
