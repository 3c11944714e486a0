import { ListScreen } from '#web/kit/list-screen.tsx'
import { NotedTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { callOffPage } from '../contract/call-off.ts'
import { callOffPlace } from '../rules/places.ts'
import { CALL_OFF_STATES, type ContractSide } from '../rules/status.ts'
import { callOffTag, tabsOf } from './words.ts'

/** Purchase orders under contracts, for either side. */
export function Screen({ side }: { side: ContractSide }) {
  const buys = side === 'purchaser'
  return (
    <ListScreen
      title={buys ? '采购订单' : '订单协同'}
      endpoint={callOffPage}
      rowKey={(row) => row.callOffId}
      exportAs="采购订单"
      tabs={{ param: 'state', tabs: tabsOf(CALL_OFF_STATES, [{ value: 'toAccept', label: '到货待验收' }]) }}
      filters={[{ kind: 'text', name: 'keyword', label: '订单编号或合同' }]}
      columns={[
        {
          key: 'code',
          title: '订单',
          value: (row) => row.code,
          render: (row) => <MainCell code={row.code} title={row.title} to={callOffPlace(side, row.callOffId)} />,
        },
        {
          key: 'other',
          title: buys ? '供应商' : '采购人',
          width: 200,
          value: (row) => (buys ? row.supplierName : row.purchaserName),
        },
        { key: 'amount', title: '金额（元）', kind: 'amount', width: 140, value: (row) => row.amount },
        {
          key: 'deliverBy',
          title: '交货期限',
          width: 150,
          value: (row) => row.deliverBy,
          render: (row) => (
            <span className={row.isLate ? 'kb-bad' : ''}>
              {row.deliverBy}
              {row.isLate && '（逾期）'}
            </span>
          ),
        },
        { key: 'at', title: '下单时间', kind: 'time', width: 130, value: (row) => row.createdAt },
        {
          key: 'state',
          title: '状态',
          width: 140,
          value: (row) => callOffTag(row.state).label,
          render: (row) => <NotedTag {...callOffTag(row.state)} notes={row.hasUnjudged ? ['到货待验收'] : []} />,
        },
      ]}
      rowActions={(row) => [
        {
          label: !buys && row.state === 'sent' ? '确认' : buys && row.hasUnjudged ? '验收' : '查看',
          to: callOffPlace(side, row.callOffId),
        },
      ]}
      empty={
        buys
          ? { title: '还没有采购订单', hint: '合同签订后，在合同页面或由需求订单下达采购订单' }
          : { title: '还没有订单', hint: '采购人按合同下达的采购订单在这里确认和交货' }
      }
    />
  )
}
