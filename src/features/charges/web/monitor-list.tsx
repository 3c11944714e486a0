import { MainCell } from '#web/kit/values.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCompanyLive } from '#web/shell/use-company-live.ts'
import { tenderFees } from '../contract/monitor.ts'

/** Whether the ledger says the same. */
export function ledgerTag(agrees: boolean) {
  return agrees ? { label: '与账务一致', tone: 'success' as const } : { label: '与账务不符', tone: 'danger' as const }
}

/** Fees by order, held against the ledger; at the purchaser's and at the agency's address. */
export function Screen({ base }: { base: string }) {
  useCompanyLive('charges')
  return (
    <ListScreen
      title="采购费用监控"
      endpoint={tenderFees}
      rowKey={(row) => row.orderId}
      exportAs="采购费用监控"
      filters={[{ kind: 'text', name: 'keyword', label: '采购名称或编号' }]}
      columns={[
        {
          key: 'order',
          title: '采购项目',
          value: (row) => row.orderTitle,
          render: (row) => (
            <MainCell code={row.orderCode} title={row.orderTitle} to={`${base}/${row.orderId}/detail`} />
          ),
        },
        { key: 'method', title: '采购方式', width: 110, value: (row) => row.methodName },
        { key: 'due', title: '应收（元）', kind: 'amount', width: 130, value: (row) => row.due },
        { key: 'paid', title: '线上已收（元）', kind: 'amount', width: 140, value: (row) => row.paid },
        { key: 'offline', title: '线下已收（元）', kind: 'amount', width: 140, value: (row) => row.offline },
        { key: 'refunded', title: '已退（元）', kind: 'amount', width: 120, value: (row) => row.refunded },
        {
          key: 'ledger',
          title: '账务核对',
          width: 130,
          value: (row) => ledgerTag(row.agrees).label,
          render: (row) => <StatusTag {...ledgerTag(row.agrees)} />,
        },
      ]}
      rowActions={(row) => [{ label: '查看', to: `${base}/${row.orderId}/detail` }]}
      empty={{ title: '还没有收费的采购', hint: '线上收取招标文件售价或服务费的采购显示在这里' }}
    />
  )
}
