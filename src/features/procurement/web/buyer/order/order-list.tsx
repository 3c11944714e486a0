import { useNavigate } from 'react-router'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell, TimeText } from '#web/kit/values.tsx'
import { useAction } from '#web/use-call.ts'
import { copyOrder, deleteOrder, orderPage } from '../../../contract/order.ts'
import { OrderStatus } from '../../../rules/enums.ts'
import { useAddresses } from '../addresses.ts'
import type { OrderRow } from '../tones.ts'
import { orderTone } from '../tones.ts'
import { rowSteps } from './row-steps.ts'
import '../buyer.css'

const S = OrderStatus.values
const TENDER_TABS = [
  { value: '', label: '全部', countKey: 'all' },
  { value: 'draft', label: '草稿' },
  { value: 'running', label: '招标中' },
  { value: 'opening', label: '开标' },
  { value: 'review', label: '评标' },
  { value: 'publicity', label: '公示' },
  { value: 'done', label: '已完成' },
  { value: 'abortive', label: '已流标' },
]

const AUCTION_TABS = [
  { value: '', label: '全部', countKey: 'all' },
  { value: 'draft', label: '草稿' },
  { value: 'running', label: '待竞价' },
  { value: 'opening', label: '竞价中' },
  { value: 'review', label: '待处理' },
  { value: 'done', label: '已完成' },
  { value: 'abortive', label: '已流标' },
]

/** Orders of the own company under one method. */
export function Screen() {
  const at = useAddresses()
  const isLive = at.method.offers === 'live'
  const navigate = useNavigate()
  const remove = useAction(deleteOrder, { success: '草稿已删除', refresh: [orderPage] })
  const copy = useAction(copyOrder, { success: '已复制为新草稿', refresh: [orderPage] })
  const copyRow = async (row: OrderRow) => {
    const outcome = await copy.run({ params: { orderId: row.orderId } })
    if (outcome.ok) void navigate(at.form({ orderId: outcome.data.orderId, projectId: row.projectId }))
  }
  return (
    <ListScreen
      title={at.method.name}
      endpoint={orderPage}
      fixed={{ query: { method: at.method.code } }}
      rowKey={(row) => row.orderId}
      exportAs={at.method.name}
      tabs={{ param: 'tab', tabs: isLive ? AUCTION_TABS : TENDER_TABS }}
      filters={[
        { kind: 'text', name: 'keyword', label: '标段名称或编号' },
        { kind: 'select', name: 'mine', label: '经办人', options: [{ value: 'true', label: '我经办的' }] },
        { kind: 'dates', name: ['from', 'to'], label: '创建时间' },
      ]}
      columns={[
        {
          key: 'title',
          title: '标段',
          value: (row) => row.title,
          render: (row) => <MainCell code={row.code} title={row.title} to={at.order(row.orderId).info} />,
        },
        {
          key: 'stage',
          title: '阶段',
          width: 116,
          value: (row) => row.stage,
          render: (row) => <StatusTag label={row.stage} tone={orderTone(row.status)} />,
        },
        { key: 'amount', title: '估算价（元）', kind: 'amount', width: 150, value: (row) => row.estimatedPrice },
        {
          key: 'next',
          title: '最近期限',
          width: 150,
          value: (row) => row.nextAt,
          kind: 'time',
          render: (row) => <NextDate row={row} />,
        },
        {
          key: 'purchaser',
          title: '采购人',
          width: 170,
          hidden: at.side === 'purchaser',
          value: (row) => row.purchaserName,
        },
        { key: 'open', title: '开标时间', kind: 'time', width: 130, hidden: true, value: (row) => row.openAt },
        { key: 'owner', title: '经办人', width: 84, value: (row) => row.ownerName },
        { key: 'created', title: '创建时间', kind: 'time', width: 120, hidden: true, value: (row) => row.createdAt },
      ]}
      rowActions={(row) => [
        ...rowSteps(row, at),
        { label: '复制', onClick: () => copyRow(row) },
        row.status === S.saved && {
          label: '删除',
          danger: true,
          confirm: `确认删除草稿“${row.title}”？`,
          onClick: () => remove.run({ params: { orderId: row.orderId } }),
        },
      ]}
      primary={{ label: '新建招标', to: at.form({}) }}
      empty={
        isLive
          ? { title: '这里还没有竞价', hint: '登记采购项目和清单后，新建竞价并发布公告' }
          : { title: '这里还没有标段', hint: '登记采购项目和清单后，新建招标并发布公告' }
      }
    />
  )
}

function NextDate({ row }: { row: OrderRow }) {
  if (!row.nextAt) return <span className="kb-muted">-</span>
  return (
    <span className="buyer-next">
      <TimeText at={row.nextAt} />
      <span className="kb-muted">{row.nextLabel}</span>
    </span>
  )
}
