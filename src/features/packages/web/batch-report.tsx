import { Alert } from 'antd'
import type { LotOutcome } from '#features/procurement/contract/shared.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { BatchLot } from './types.ts'

const OUTCOMES = {
  done: { label: '已办理', tone: 'success' },
  held: { label: '审批中', tone: 'active' },
  refused: { label: '未办理', tone: 'danger' },
} as const

/** What became of each order, and why not. */
export function BatchReport({ rows, lots }: { rows: readonly LotOutcome[]; lots: readonly BatchLot[] }) {
  const refused = rows.filter(({ outcome }) => outcome === 'refused').length
  const titleOf = (orderId: string) => lots.find((lot) => lot.orderId === orderId)?.title ?? orderId
  return (
    <section className="kb-section" aria-label="办理结果">
      <h2>办理结果</h2>
      <Alert
        className="kb-below-12"
        type={refused > 0 ? 'warning' : 'success'}
        showIcon
        title={refused > 0 ? `${refused} 个采购单未办理，原因如下；其余已办理` : '全部采购单已办理'}
      />
      <DataTable
        label="办理结果"
        rows={rows}
        rowKey={(row) => row.orderId}
        columns={[
          { key: 'title', title: '采购单', isHead: true, value: (row) => titleOf(row.orderId) },
          {
            key: 'outcome',
            title: '结果',
            width: 110,
            value: (row) => OUTCOMES[row.outcome].label,
            render: (row) => <StatusTag {...OUTCOMES[row.outcome]} />,
          },
          { key: 'reason', title: '原因', value: (row) => row.reason },
          { key: 'code', title: '代码', width: 90, value: (row) => row.code },
        ]}
      />
    </section>
  )
}
