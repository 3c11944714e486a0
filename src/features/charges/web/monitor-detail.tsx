import { Link, useParams } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { InvoiceStatus } from '#features/payment/rules/enums.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { Figures } from '#web/kit/figures.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { useCompanyLive } from '#web/shell/use-company-live.ts'
import { tenderFee } from '../contract/monitor.ts'
import { ledgerTag } from './monitor-list.tsx'

const STATES = { open: '待支付', paid: '已支付', closed: '已关闭' } as const

/** The fees of one order: by fee, and payment by payment. */
export function Screen({ base }: { base: string }) {
  const { id = '' } = useParams()
  const query = useCall(tenderFee, { params: { orderId: id } }, { fresh: 0 })
  useCompanyLive('charges')
  return (
    <DetailScreen query={query} back={{ label: '采购费用监控', to: base }}>
      {(order) => ({
        title: order.orderTitle,
        status: <StatusTag {...ledgerTag(order.agrees)} />,
        facts: [order.orderCode, order.methodName],
        sections: [
          {
            key: 'sums',
            title: '合计',
            content: (
              <Figures
                items={[
                  { label: '应收', value: formatAmount(order.due), unit: '元' },
                  {
                    label: '线上已收',
                    value: formatAmount(order.paid),
                    unit: '元',
                    hint: `账务 ${formatAmount(order.ledgerPaid)}`,
                  },
                  { label: '线下已收', value: formatAmount(order.offline), unit: '元' },
                  {
                    label: '已退',
                    value: formatAmount(order.refunded),
                    unit: '元',
                    hint: `账务 ${formatAmount(order.ledgerRefunded)}`,
                  },
                ]}
              />
            ),
          },
          {
            key: 'types',
            title: '按费用',
            content: (
              <DataTable
                label="按费用"
                rows={order.byType}
                rowKey={(row) => String(row.type)}
                columns={[
                  { key: 'type', title: '费用', value: (row) => row.typeLabel },
                  { key: 'due', title: '应收（元）', kind: 'amount', value: (row) => row.due },
                  { key: 'paid', title: '线上已收（元）', kind: 'amount', value: (row) => row.paid },
                  { key: 'offline', title: '线下已收（元）', kind: 'amount', value: (row) => row.offline },
                  { key: 'refunded', title: '已退（元）', kind: 'amount', value: (row) => row.refunded },
                  { key: 'ledger', title: '账务收款（元）', kind: 'amount', value: (row) => row.ledgerPaid },
                  { key: 'back', title: '账务退款（元）', kind: 'amount', value: (row) => row.ledgerRefunded },
                ]}
              />
            ),
          },
          {
            key: 'payments',
            title: '付款单',
            content:
              order.payments.length === 0 ? (
                <EmptyState title="还没有付款单" hint="线上支付后显示在这里" />
              ) : (
                <DataTable
                  label="付款单"
                  rows={order.payments}
                  rowKey={(row) => row.payOrderId}
                  columns={[
                    {
                      key: 'code',
                      title: '付款单号',
                      value: (row) => row.code,
                      render: (row) =>
                        row.isOwn ? <Link to={`/finance/orders/${row.payOrderId}`}>{row.code}</Link> : row.code,
                    },
                    { key: 'type', title: '费用', width: 110, value: (row) => row.typeLabel },
                    { key: 'payer', title: '付款方', value: (row) => row.payerName },
                    { key: 'payee', title: '收款方', value: (row) => row.payeeName },
                    { key: 'amount', title: '金额（元）', kind: 'amount', width: 120, value: (row) => row.amount },
                    { key: 'refunded', title: '已退（元）', kind: 'amount', width: 110, value: (row) => row.refunded },
                    { key: 'state', title: '状态', width: 90, value: (row) => STATES[row.state] },
                    {
                      key: 'invoice',
                      title: '发票',
                      width: 90,
                      value: (row) => InvoiceStatus.label(row.invoiceStatus),
                    },
                    { key: 'paid', title: '支付时间', kind: 'time', width: 150, value: (row) => row.paidAt },
                  ]}
                />
              ),
          },
        ],
      })}
    </DetailScreen>
  )
}
