import { useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import { refundDetail } from '../contract/own.ts'

const STATES = {
  running: { label: '退还中', tone: 'active' },
  done: { label: '已退还', tone: 'success' },
  failed: { label: '退还失败', tone: 'danger' },
} as const

/** One return of a bond: principal, interest, and the bank's numbers. */
export function Screen() {
  const { refundId = '' } = useParams()
  const query = useCall(refundDetail, { params: { id: refundId } }, { fresh: 0 })
  return (
    <WhenLoaded query={query}>
      {(refund) => (
        <>
          <PageHead
            title="保证金退还明细"
            status={<StatusTag {...STATES[refund.state]} />}
            facts={[refund.orderCode, refund.orderTitle]}
          />
          <FieldList
            items={[
              { label: '本金（原路退回）', value: <AmountText value={refund.principal} /> },
              {
                label: `利息（年利率 ${Number(refund.rate)}%，计入平台余额）`,
                value: <AmountText value={refund.interest} />,
              },
              { label: '逾期利息（计入平台余额）', value: <AmountText value={refund.lateInterest} /> },
              { label: '合计', value: <AmountText value={refund.total} capitals /> },
              { label: '原因', value: refund.reason, wide: true },
              { label: '发起时间', value: formatTime(refund.at, true) },
              { label: '完成时间', value: formatTime(refund.doneAt, true) },
              { label: '失败原因', value: refund.failReason },
            ]}
          />
          <DataTable
            label="退回凭证"
            rows={refund.transfers}
            rowKey={(row) => row.providerNo}
            columns={[
              { key: 'no', title: '来款流水号', value: (row) => row.providerNo },
              { key: 'payer', title: '付款人', value: (row) => row.payerName },
              { key: 'amount', title: '金额', kind: 'amount', width: 130, value: (row) => row.amount },
              { key: 'back', title: '退回流水号', value: (row) => row.returnNo },
              { key: 'at', title: '退回时间', kind: 'time', width: 150, value: (row) => row.returnedAt },
            ]}
          />
        </>
      )}
    </WhenLoaded>
  )
}
