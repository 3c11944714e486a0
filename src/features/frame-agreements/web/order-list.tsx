import { callOffPlace } from '#features/contracts/rules/places.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { orderTag } from './words.ts'

interface Order {
  callOffId: string
  code: string
  amount: string
  deliverBy: string
  state: string
  createdAt: string
  supplierName?: string
  skipReason?: string
}

/** Orders made from an agreement, each with a link to the order itself. */
export function OrderList({ orders, side }: { orders: readonly Order[]; side: 'purchaser' | 'supplier' }) {
  if (orders.length === 0) return <p className="kb-hint">还没有采购订单</p>
  return (
    <DataTable
      label="采购订单"
      rows={orders}
      rowKey={({ callOffId }) => callOffId}
      columns={[
        {
          key: 'code',
          title: '订单',
          isHead: true,
          render: ({ code, callOffId, skipReason }) => (
            <MainCell
              title={code}
              to={callOffPlace(side, callOffId)}
              {...(skipReason && { extra: `未按轮候顺序：${skipReason}` })}
            />
          ),
        },
        ...(side === 'purchaser'
          ? [{ key: 'supplier', title: '供应商', width: 220, value: (row: Order) => row.supplierName ?? '' }]
          : []),
        { key: 'amount', title: '金额（元）', kind: 'amount', width: 140, value: (row) => row.amount },
        { key: 'by', title: '交货期限', width: 120, value: (row) => row.deliverBy },
        { key: 'at', title: '下单时间', kind: 'time', width: 140, value: (row) => row.createdAt },
        { key: 'state', title: '状态', width: 130, render: (row) => <StatusTag {...orderTag(row.state)} /> },
      ]}
    />
  )
}
