import { Button } from 'antd'
import { Link, useParams } from 'react-router'
import { pathOf } from '#contract/endpoint.ts'
import { formatAmount, toCapitals } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { useCompanyLive } from '#web/shell/use-company-live.ts'
import { income, incomeVoucher } from '../contract/income.ts'
import { CHANNELS } from './income-list.tsx'
import { billTag } from './words.ts'

const PAGE = '/agency/service-fee'

/** A receipt: its voucher, the charges it settles, what is left. */
export function Screen() {
  const { id = '' } = useParams()
  const query = useCall(income, { params: { receiptId: id } }, { fresh: 0 })
  useCompanyLive('charges')
  return (
    <DetailScreen query={query} back={{ label: '服务费收入', to: `${PAGE}/income/list` }}>
      {(receipt) => {
        const isLeft = Number(receipt.suspense) > 0
        return {
          title: receipt.payerName,
          status: <StatusTag label={isLeft ? '有暂挂余额' : '已核销'} tone={isLeft ? 'warning' : 'success'} />,
          facts: [receipt.code, CHANNELS[receipt.channel]],
          extra: (
            <>
              {receipt.payOrderId && (
                <Link to={`/finance/orders/${receipt.payOrderId}`}>
                  <Button>付款单</Button>
                </Link>
              )}
              {isLeft && (
                <Link to={`${PAGE}/income/${id}/form`}>
                  <Button type="primary">核销</Button>
                </Link>
              )}
            </>
          ),
          sections: [
            {
              key: 'receipt',
              title: '收入',
              content: (
                <FieldList
                  items={[
                    { label: '金额', value: `${formatAmount(receipt.amount)} 元` },
                    { label: '大写', value: toCapitals(receipt.amount) },
                    { label: '已核销', value: `${formatAmount(receipt.settled)} 元` },
                    { label: '已退', value: `${formatAmount(receipt.refunded)} 元` },
                    { label: '暂挂', value: `${formatAmount(receipt.suspense)} 元` },
                    { label: '到账时间', value: formatTime(receipt.receivedAt) },
                    { label: '流水号', value: receipt.reference },
                    { label: '登记', value: `${receipt.createdByName} ${formatTime(receipt.createdAt)}` },
                    receipt.remark && { label: '备注', value: receipt.remark },
                    receipt.voucher && {
                      label: '凭证',
                      wide: true,
                      value: (
                        <FileList
                          files={[receipt.voucher]}
                          pathOf={() => `/api${pathOf(incomeVoucher, { receiptId: id })}`}
                        />
                      ),
                    },
                  ]}
                />
              ),
            },
            {
              key: 'lines',
              title: '核销明细',
              content:
                receipt.lines.length === 0 ? (
                  <EmptyState title="还没有核销" hint="暂挂的收入可核销该付款方的收费" />
                ) : (
                  <DataTable
                    label="核销明细"
                    rows={receipt.lines}
                    rowKey={(row) => row.settlementId}
                    columns={[
                      {
                        key: 'bill',
                        title: '收费',
                        render: (row) => (
                          <Link to={`${PAGE}/charge/${row.billId}/detail`}>
                            {row.orderTitle}（{row.billCode}）
                          </Link>
                        ),
                      },
                      { key: 'amount', title: '金额（元）', kind: 'amount', width: 140, value: (row) => row.amount },
                      {
                        key: 'state',
                        title: '收费状态',
                        width: 110,
                        render: (row) => <StatusTag {...billTag(row.billState)} />,
                      },
                      { key: 'by', title: '经办', width: 120, value: (row) => row.byName },
                      { key: 'at', title: '时间', kind: 'time', width: 150, value: (row) => row.at },
                    ]}
                  />
                ),
            },
          ],
        }
      }}
    </DetailScreen>
  )
}
