import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction } from '#web/use-call.ts'
import { platformOrders, platformRefund, preparePlatformExport } from '../../contract/finance.ts'

type Row = OutputOf<typeof platformOrders>['rows'][number]
const STATES = {
  open: { label: '待支付', tone: 'active' },
  paid: { label: '已支付', tone: 'success' },
  closed: { label: '已关闭', tone: 'neutral' },
} as const

/** Orders of the tenant; what the platform was paid for can be given back. */
export function Screen() {
  const [refunding, setRefunding] = useState<Row | null>(null)
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const prepare = useAction(preparePlatformExport, {
    success: '正在生成，完成后在下载管理领取',
    onDone: () => void navigate('/download-management'),
  })
  const save = () => {
    const body = { keyword: search.get('keyword') ?? '', state: (search.get('state') ?? '') as Row['state'] | '' }
    void prepare.run({ body })
  }
  return (
    <ListScreen
      title="付款单与退款"
      endpoint={platformOrders}
      rowKey={(row) => row.orderId}
      secondary={
        <Button loading={prepare.busy} onClick={save}>
          导出
        </Button>
      }
      tabs={{
        param: 'state',
        tabs: [
          { value: '', label: '全部' },
          { value: 'open', label: '待支付' },
          { value: 'paid', label: '已支付' },
          { value: 'closed', label: '已关闭' },
        ],
      }}
      filters={[{ kind: 'text', name: 'keyword', label: '付款单号、内容或付款方' }]}
      columns={[
        {
          key: 'title',
          title: '付款单',
          value: (row) => row.title,
          render: (row) => <MainCell code={row.orderCode} title={row.title} />,
        },
        { key: 'type', title: '类型', width: 110, value: (row) => row.typeLabel },
        { key: 'buyer', title: '付款方', value: (row) => row.buyerName },
        { key: 'payee', title: '收款方', value: (row) => row.payeeName },
        { key: 'amount', title: '金额（元）', kind: 'amount', width: 130, value: (row) => row.amount },
        { key: 'refunded', title: '已退（元）', kind: 'amount', width: 130, value: (row) => row.refunded },
        {
          key: 'state',
          title: '状态',
          width: 100,
          value: (row) => STATES[row.state].label,
          render: (row) => <StatusTag {...STATES[row.state]} />,
        },
        { key: 'paid', title: '支付时间', kind: 'time', width: 150, value: (row) => row.paidAt },
      ]}
      rowActions={(row) => [row.refundable !== null && { label: '退款', onClick: () => setRefunding(row) }]}
      empty={{ title: '还没有付款单' }}
    >
      {refunding && (
        <ActionDialog
          title={`退款：${refunding.title}`}
          endpoint={platformRefund}
          initial={{ amount: refunding.refundable ?? '', reason: '' }}
          fields={[
            { kind: 'amount', name: 'amount', label: '退款金额', required: true },
            { kind: 'area', name: 'reason', label: '退款原因', required: true },
          ]}
          input={(values: { amount: string; reason: string }) => ({ body: { ...values, orderId: refunding.orderId } })}
          hint={`最多可退 ${formatAmount(refunding.refundable)} 元，由支付渠道原路退回。增值服务只退未使用部分，该单剩余权益同时收回。`}
          success="退款已提交"
          danger
          onClose={() => setRefunding(null)}
        />
      )}
    </ListScreen>
  )
}
