import { Button } from 'antd'
import { Link } from 'react-router'
import { placeOf } from '#features/procurement/methods/places.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { budgetOrders } from '../contract/use.ts'

interface OrdersOfProps {
  planId: string
  lineId?: string
  onAll: () => void
}

/** Orders that use a plan, or one line of it. */
export function OrdersOf({ planId, lineId, onAll }: OrdersOfProps) {
  const { rights } = useSession()
  const opens = rights.has('tendering') || rights.has('auditing')
  const query = useCall(budgetOrders, { query: { planId, pageSize: 50, ...(lineId && { lineId }) } })
  return (
    <>
      {lineId && (
        <p className="kb-hint">
          仅列出所选预算项的采购单。
          <Button type="link" size="small" onClick={onAll}>
            显示全部
          </Button>
        </p>
      )}
      <WhenLoaded query={query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="kb-muted">还没有采购单使用{lineId ? '该预算项' : '该预算'}。</p>
          ) : (
            <DataTable
              label="采购单"
              rows={rows}
              rowKey={(row) => `${row.orderId}/${row.lineId}`}
              columns={[
                {
                  key: 'title',
                  title: '采购单',
                  isHead: true,
                  value: (row) => row.title,
                  render: (row) =>
                    opens ? (
                      <Link to={placeOf({ id: row.orderId, method: row.method }, 'publish.detail', 'purchaser')}>
                        {row.title}
                      </Link>
                    ) : (
                      row.title
                    ),
                },
                { key: 'subject', title: '预算项', value: (row) => row.subject },
                { key: 'label', title: '状态', width: 120, value: (row) => row.label },
                { key: 'reserved', title: '预占（元）', kind: 'amount', width: 130, value: (row) => row.reserved },
                { key: 'committed', title: '已定标（元）', kind: 'amount', width: 130, value: (row) => row.committed },
                { key: 'spent', title: '已支付（元）', kind: 'amount', width: 130, value: (row) => row.spent },
              ]}
            />
          )
        }
      </WhenLoaded>
    </>
  )
}
