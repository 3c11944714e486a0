import { Button } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { openFile } from '#web/export.ts'
import { toast } from '#web/feedback.ts'
import { MainCell } from '#web/kit/values.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction } from '#web/use-call.ts'
import { buyerOrders, exportOrders, orderReceipt, prepareOrderExport } from '../contract/order.ts'
import { InvoiceStatus, PaymentType } from '../rules/enums.ts'
import { stateTag } from './tags.ts'

const FILTERS = ['keyword', 'status', 'type']

/** Orders of the company as buyer. */
export function Screen() {
  const [search] = useSearchParams()
  // What the list shows, and not only this page of it.
  const query = Object.fromEntries(FILTERS.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])))
  const navigate = useNavigate()
  const prepare = useAction(prepareOrderExport)
  const save = async () => {
    const { type, ...rest } = query
    const outcome = await prepare.run({ body: { ...rest, ...(type && { type: Number(type) }) } })
    if (!outcome.ok) return
    if (outcome.data.downloadId === null) return openFile(exportOrders, { query })
    toast.success('付款单较多，正在生成，完成后在下载管理领取')
    void navigate('/download-management')
  }
  return (
    <ListScreen
      title="付款单"
      endpoint={buyerOrders}
      rowKey={(row) => row.orderId}
      tabs={{
        param: 'status',
        tabs: [
          { value: '', label: '全部' },
          { value: 'open', label: '待支付' },
          { value: 'paid', label: '已支付' },
          { value: 'closed', label: '已关闭' },
        ],
      }}
      filters={[
        { kind: 'text', name: 'keyword', label: '付款单号、内容或收款方' },
        { kind: 'select', name: 'type', label: '类型', options: PaymentType.options },
      ]}
      secondary={
        <Button loading={prepare.busy} onClick={() => void save()}>
          导出
        </Button>
      }
      columns={[
        {
          key: 'title',
          title: '付款单',
          value: (row) => row.title,
          render: (row) => <MainCell code={row.orderCode} title={row.title} to={`/finance/orders/${row.orderId}`} />,
        },
        { key: 'type', title: '类型', width: 110, value: (row) => row.typeLabel },
        { key: 'payee', title: '收款方', value: (row) => row.payeeName },
        { key: 'amount', title: '金额（元）', kind: 'amount', width: 130, value: (row) => row.amount },
        {
          key: 'state',
          title: '状态',
          width: 110,
          value: (row) => stateTag(row).label,
          render: (row) => <StatusTag {...stateTag(row)} />,
        },
        { key: 'invoice', title: '发票', width: 90, value: (row) => InvoiceStatus.label(row.invoiceStatus) },
        { key: 'created', title: '下单时间', kind: 'time', width: 150, value: (row) => row.createdAt },
      ]}
      rowActions={(row) => [
        row.state === 'open' && { label: '去支付', to: `/finance/orders/${row.orderId}` },
        row.state === 'paid' && { label: '发票', to: `/finance/orders/${row.orderId}` },
        row.state === 'paid' && {
          label: '电子回单',
          onClick: () => openFile(orderReceipt, { params: { id: row.orderId } }),
        },
      ]}
      empty={{ title: '还没有付款单', hint: '招标文件售价、服务费和增值服务的付款单显示在这里' }}
    />
  )
}
