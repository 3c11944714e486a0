import { askText } from '#web/kit/ask-text.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { NotedTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useAction } from '#web/use-call.ts'
import { demandOrderPage, refuseDemandOrder, withdrawDemandOrder } from '../contract/demand-order.ts'
import { callOffPlace, DEMAND_ORDERS, newCallOffPlace } from '../rules/places.ts'
import { DEMAND_STATES } from '../rules/status.ts'
import { quantityText } from '#web/kit/line-inputs.tsx'
import { demandTag, tabsOf } from './words.ts'

/** What departments need of contracts in force; purchasing turns each into an order or sends it back. */
export function Screen() {
  const withdraw = useAction(withdrawDemandOrder, { success: '需求已撤回' })
  const refuse = useAction(refuseDemandOrder, { success: '需求已退回' })
  return (
    <ListScreen
      title="需求订单"
      endpoint={demandOrderPage}
      rowKey={(row) => row.demandOrderId}
      exportAs="需求订单"
      tabs={{ param: 'state', tabs: tabsOf(DEMAND_STATES) }}
      filters={[{ kind: 'text', name: 'keyword', label: '编号、部门或合同' }]}
      columns={[
        {
          key: 'code',
          title: '需求',
          value: (row) => row.code,
          render: (row) => <MainCell code={row.code} title={row.purpose} />,
        },
        {
          key: 'lines',
          title: '数量',
          value: (row) => row.lines.map((one) => `${one.name} ${quantityText(one.quantity, one.unit)}`).join('，'),
        },
        { key: 'contract', title: '合同', width: 220, value: (row) => row.contractTitle },
        { key: 'department', title: '部门', width: 130, value: (row) => `${row.department} ${row.askedByName}` },
        { key: 'needBy', title: '需求日期', width: 120, value: (row) => row.needBy },
        {
          key: 'state',
          title: '状态',
          width: 130,
          value: (row) => demandTag(row.state).label,
          render: (row) => <NotedTag {...demandTag(row.state)} notes={row.reason ? [row.reason] : []} />,
        },
      ]}
      rowActions={(row) => [
        row.mayAnswer && { label: '下采购订单', to: newCallOffPlace(row.contractId, row.demandOrderId) },
        row.mayAnswer && {
          label: '退回',
          onClick: () =>
            askText({
              title: '退回需求',
              okText: '退回',
              run: (reason) => refuse.run({ params: { demandOrderId: row.demandOrderId }, body: { reason } }),
            }),
        },
        row.isOwn &&
          row.state === 'asked' && {
            label: '撤回',
            confirm: '撤回该需求？',
            onClick: () => void withdraw.run({ params: { demandOrderId: row.demandOrderId } }),
          },
        row.callOffId !== null && { label: '查看订单', to: callOffPlace('purchaser', row.callOffId) },
      ]}
      primary={{ label: '提出需求', to: `${DEMAND_ORDERS}/create` }}
      empty={{ title: '还没有需求订单', hint: '各部门按履行中的合同提出需求，由采购部门下达采购订单' }}
    />
  )
}
