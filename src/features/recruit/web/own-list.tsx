import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Countdown, MainCell } from '#web/kit/values.tsx'
import { useCompanyLive } from '#web/shell/use-company-live.ts'
import { ownRecruits } from '../contract/supplier.ts'
import { applyPlace, callPlace } from '../rules/places.ts'
import { ApplyStatus } from '../rules/trade.ts'
import { applyTag, feeTag, stateTag } from './words.ts'

/** Calls that the own company may answer, and how its applications stand. */
export function Screen() {
  useCompanyLive('recruit')
  return (
    <ListScreen
      title="供应商征集"
      endpoint={ownRecruits}
      rowKey={(row) => row.orderId}
      exportAs="供应商征集"
      tabs={{
        param: 'tab',
        tabs: [
          { value: '', label: '全部', countKey: 'all' },
          { value: 'open', label: '征集中' },
          { value: 'mine', label: '我的申请' },
          { value: 'todo', label: '待处理' },
          { value: 'passed', label: '已通过' },
          { value: 'refused', label: '未通过' },
        ],
      }}
      filters={[{ kind: 'text', name: 'keyword', label: '名称、编号或征集单位' }]}
      columns={[
        {
          key: 'title',
          title: '征集',
          value: (row) => row.title,
          render: (row) => (
            <MainCell
              code={row.isChosen ? `${row.code} · 受邀` : row.code}
              title={row.title}
              to={callPlace(row.orderId)}
            />
          ),
        },
        { key: 'owner', title: '征集单位', width: 180, value: (row) => row.ownerName },
        { key: 'categories', title: '品类', width: 170, value: (row) => row.categories.join('、') },
        {
          key: 'state',
          title: '阶段',
          width: 110,
          value: (row) => stateTag(row.state).label,
          render: (row) => <StatusTag {...stateTag(row.state)} />,
        },
        {
          key: 'next',
          title: '最近期限',
          width: 160,
          value: (row) => row.next?.at ?? row.next?.label ?? '',
          render: (row) =>
            row.next ? (
              <span className="kb-column">
                {row.next.at && <Countdown at={row.next.at} />}
                <span className="kb-note">{row.next.label}</span>
              </span>
            ) : (
              '-'
            ),
        },
        {
          key: 'own',
          title: '我的申请',
          width: 130,
          value: (row) => (row.status === null ? '' : row.isInLibrary ? '已入库' : applyTag(row.status).label),
          render: (row) =>
            row.status === null ? (
              '-'
            ) : (
              <StatusTag {...(row.isInLibrary ? { label: '已入库', tone: 'success' } : applyTag(row.status))} />
            ),
        },
        {
          key: 'fee',
          title: '费用',
          width: 100,
          value: (row) => (row.fee === 'none' ? '' : feeTag(row.fee).label),
          render: (row) => (row.fee === 'none' ? '-' : <StatusTag {...feeTag(row.fee)} />),
        },
      ]}
      rowActions={(row) => [
        row.state === 'recruiting' && row.status === null && { label: '申请', to: applyPlace(row.orderId) },
        row.status === ApplyStatus.values.sentBack &&
          row.state === 'recruiting' && { label: '修改', to: applyPlace(row.orderId, row.tradeId) },
        { label: '查看', to: callPlace(row.orderId) },
      ]}
      empty={{ title: '没有供应商征集', hint: '采购人公开征集，或者邀请贵单位参加的征集显示在这里' }}
    />
  )
}
