import { methodFor, methodsOf, runsOf } from '../../../methods/all.ts'
import { runName } from '../../../methods/say.ts'
import { type AnyMethod, BUYER_TABS } from '../../../methods/method.ts'
import { useNavigate } from 'react-router'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell, TimeText } from '#web/kit/values.tsx'
import { useAction } from '#web/use-call.ts'
import { copyOrder, deleteOrder, orderPage } from '../../../contract/order.ts'
import { useBuyer } from '../use-buyer.ts'
import { usePurchasers } from '../use-purchasers.ts'
import type { OrderRow } from '../tones.ts'
import { orderTone } from '../tones.ts'
import { rowSteps } from './row-steps.ts'
import '../buyer.css'

/** Orders of the own company under the methods of a family. */
export function Screen() {
  const at = useBuyer()
  const methods = methodsOf(at.method.family)
  const runs = runsOf(at.method.family)
  const purchasers = usePurchasers()
  const navigate = useNavigate()
  const remove = useAction(deleteOrder, { success: '草稿已删除' })
  const copy = useAction(copyOrder, { success: '已复制为新草稿' })
  const copyRow = async (row: OrderRow) => {
    const outcome = await copy.run({ params: { orderId: row.orderId } })
    if (outcome.ok) void navigate(at.form({ orderId: outcome.data.orderId, projectId: row.projectId }))
  }
  return (
    <ListScreen
      title={at.listName}
      endpoint={orderPage}
      fixed={{ query: { family: at.method.family.name } }}
      rowKey={(row) => row.orderId}
      exportAs={at.listName}
      tabs={{ param: 'tab', tabs: tabsOf(at.method) }}
      filters={[
        { kind: 'text', name: 'keyword', label: at.say('{order}名称或编号') },
        ...(methods.length > 1
          ? [
              {
                kind: 'select' as const,
                name: 'method' as const,
                label: '采购方式',
                options: methods.map(({ code, name }) => ({ value: String(code), label: name })),
              },
            ]
          : []),
        ...(methods.length === 1 && runs.length > 1
          ? [
              {
                kind: 'select' as const,
                name: 'admission' as const,
                label: '采购方式',
                options: runs.map((run) => ({ value: run.admission, label: runName(run) })),
              },
            ]
          : []),
        ...(at.side === 'agency'
          ? [
              {
                kind: 'select' as const,
                name: 'purchaserCompanyId' as const,
                label: at.say('{client}'),
                options: purchasers,
              },
            ]
          : []),
        { kind: 'select', name: 'mine', label: '经办人', options: [{ value: 'true', label: '我经办的' }] },
        { kind: 'dates', name: ['from', 'to'], label: '创建时间' },
      ]}
      columns={[
        {
          key: 'title',
          title: at.say('{order}'),
          value: (row) => row.title,
          render: (row) => <MainCell code={row.code} title={row.title} to={at.order(row.orderId)('publish.detail')} />,
        },
        {
          key: 'method',
          title: '采购方式',
          width: 96,
          hidden: runs.length === 1,
          value: (row) => runName(methodFor(row)),
        },
        {
          key: 'stage',
          title: '阶段',
          width: 116,
          value: (row) => row.stage,
          render: (row) => <StatusTag label={row.stage} tone={orderTone(row)} />,
        },
        {
          key: 'amount',
          title: at.say('{estimate}（元）'),
          kind: 'amount',
          width: 150,
          value: (row) => row.estimatedPrice,
        },
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
          title: at.say('{client}'),
          width: 170,
          hidden: at.side === 'purchaser',
          value: (row) => row.purchaserName,
        },
        {
          key: 'open',
          title: at.say('{opening}时间'),
          kind: 'time',
          width: 130,
          hidden: true,
          value: (row) => row.openAt,
        },
        { key: 'owner', title: '经办人', width: 84, value: (row) => row.ownerName },
        { key: 'created', title: '创建时间', kind: 'time', width: 120, hidden: true, value: (row) => row.createdAt },
      ]}
      rowActions={(row) => [
        ...rowSteps(row, at),
        { label: '复制', onClick: () => copyRow(row) },
        row.state === 'publish.draft' && {
          label: '删除',
          danger: true,
          confirm: `确认删除草稿“${row.title}”？`,
          onClick: () => remove.run({ params: { orderId: row.orderId } }),
        },
      ]}
      primary={{ label: at.say('新建{act}'), to: at.form({}) }}
      empty={{ title: at.say('这里还没有{order}'), hint: at.say('登记{project}和清单后，新建{act}并发布公告') }}
    />
  )
}

/** All orders, and those at each stage that the method passes through. */
function tabsOf({ tabs }: AnyMethod) {
  const stages = BUYER_TABS.flatMap((value) => (tabs[value] === undefined ? [] : [{ value, label: tabs[value] }]))
  return [{ value: '', label: '全部', countKey: 'all' }, ...stages]
}

function NextDate({ row }: { row: OrderRow }) {
  if (!row.nextAt) return <span className="kb-muted">-</span>
  return (
    <span className="kb-column">
      <TimeText at={row.nextAt} />
      <span className="kb-note">{row.nextLabel}</span>
    </span>
  )
}
