import { Alert, Button } from 'antd'
import type { PropsOf } from '#contract/slot.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { ORDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { documentFees, refundDocumentFees } from '../contract.ts'
import { FEE_STATES, FEE_TONES } from '../rules/state.ts'

/** Who has paid for the documents of an order, and what was given back. */
export function Part({ order: { orderId } }: PropsOf<typeof ORDER_SLOTS.fees>) {
  const query = useCall(documentFees, { params: { orderId } }, { fresh: 0 })
  const again = useAction(refundDocumentFees, { success: '已再次发起退还' })
  return (
    <WhenLoaded query={query}>
      {({ amount, received, refunded, rows, mayRefund }) => (
        <>
          <p className="kb-hint">
            {[
              `每家 ${formatAmount(amount)} 元`,
              `已收 ${formatAmount(received)} 元`,
              ...(Number(refunded) > 0 ? [`已退 ${formatAmount(refunded)} 元`] : []),
            ].join(' · ')}
          </p>
          {mayRefund && (
            <Alert
              className="kb-above-8 kb-below-8"
              type="warning"
              showIcon
              title="部分费用未能退还"
              description="采购终止的，应当退还所收取的费用。请处理下列原因后再次退还。"
              action={
                <Button loading={again.busy} onClick={() => void again.run({ params: { orderId } })}>
                  再次退还
                </Button>
              }
            />
          )}
          {rows.length === 0 && <p className="kb-muted">还没有审核通过的供应商</p>}
          {rows.length > 0 && (
            <DataTable
              label="文件费用缴纳情况"
              rows={rows}
              rowKey={(row) => row.tradeId}
              columns={[
                { key: 'name', title: '供应商', value: (row) => row.supplierName },
                {
                  key: 'state',
                  title: '状态',
                  width: 220,
                  render: (row) => (
                    <>
                      <StatusTag label={FEE_STATES[row.state]} tone={FEE_TONES[row.state]} />
                      {row.problem !== '' && <span className="kb-bad"> {row.problem}</span>}
                    </>
                  ),
                },
                { key: 'paid', title: '缴纳时间', width: 150, value: (row) => formatTime(row.paidAt) },
                { key: 'refunded', title: '退还时间', width: 150, value: (row) => formatTime(row.refundedAt) },
              ]}
            />
          )}
        </>
      )}
    </WhenLoaded>
  )
}
