import { Button } from 'antd'
import { useNavigate, useParams } from 'react-router'
import { useLive } from '#web/live.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { orderDetail } from '../../../contract/order.ts'
import { prepareTradeFiles, tradePage } from '../../../contract/trade.ts'
import { TradeStatus } from '../../../rules/enums.ts'
import { signUpPage, useOrderPages } from '../use-buyer.ts'
import { OrderLine } from '../order/order-line.tsx'
import { tradeTone } from '../tones.ts'
import { orderTopics } from '../order-topics.ts'
import '../buyer.css'

const T = TradeStatus.values
const TABS = [
  { value: '', label: '全部', countKey: 'all' },
  ...TradeStatus.options.map(({ value, label }) => ({ value: String(value), label })),
]

/** Who has signed up for an order, and in which state. */
export function Screen() {
  const pages = useOrderPages()
  const { orderId = '' } = useParams()
  const order = useCall(orderDetail, { params: { orderId } })
  const navigate = useNavigate()
  const prepare = useAction(prepareTradeFiles, {
    success: '正在打包，完成后可下载',
    onDone: () => void navigate('/download-management'),
  })
  useLive(orderTopics(orderId))
  return (
    <ListScreen
      title="报名情况"
      endpoint={tradePage}
      fixed={{ params: { orderId } }}
      rowKey={(row) => row.tradeId}
      exportAs="报名情况"
      secondary={
        <Button
          loading={prepare.busy}
          disabled={!order.data?.signUps || Object.values(order.data.signUps).every((count) => count === 0)}
          onClick={() => void prepare.run({ params: { orderId } })}
        >
          打包下载材料
        </Button>
      }
      tabs={{ param: 'status', tabs: TABS }}
      filters={[{ kind: 'text', name: 'keyword', label: '供应商名称' }]}
      columns={[
        {
          key: 'supplier',
          title: '供应商',
          value: (row) => row.supplierName,
          render: (row) => (
            <MainCell
              code={row.creditCode}
              title={row.supplierName}
              to={signUpPage(pages, row, row.status !== T.pending)}
            />
          ),
        },
        {
          key: 'status',
          title: '状态',
          width: 100,
          value: (row) => TradeStatus.label(row.status),
          render: (row) => <StatusTag label={TradeStatus.label(row.status)} tone={tradeTone(row.status)} />,
        },
        { key: 'contact', title: '联系人', width: 90, value: (row) => row.contactName },
        { key: 'mobile', title: '手机', width: 120, value: (row) => row.contactMobile },
        { key: 'created', title: '报名时间', kind: 'time', width: 130, value: (row) => row.createdAt },
        { key: 'decided', title: '审核时间', kind: 'time', width: 130, value: (row) => row.decidedAt },
        { key: 'downloads', title: '文件下载', kind: 'number', width: 84, value: (row) => row.downloads },
      ]}
      rowActions={(row) => [
        {
          label: row.status === T.pending ? '审核' : '查看',
          to: signUpPage(pages, row, row.status !== T.pending),
        },
      ]}
      empty={{ title: '还没有供应商报名', hint: '公告发布后，供应商在报名截止前提交材料，即出现在这里' }}
    >
      <OrderLine order={order.data} deadline={{ label: '报名截止', at: order.data?.schedule.signUpEnd ?? null }} />
    </ListScreen>
  )
}
