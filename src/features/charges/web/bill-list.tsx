import { MainCell } from '#web/kit/values.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCompanyLive } from '#web/shell/use-company-live.ts'
import { agencyBills } from '../contract/bill.ts'
import { BILL_TABS, billTag } from './words.ts'

const PAGE = '/agency/service-fee/charge'

/** Charges of the agency for its awards. */
export function Screen() {
  useCompanyLive('charges')
  return (
    <ListScreen
      title="代理服务费"
      endpoint={agencyBills}
      rowKey={(row) => row.billId}
      exportAs="代理服务费"
      tabs={{ param: 'state', tabs: BILL_TABS }}
      filters={[{ kind: 'text', name: 'keyword', label: '收费单号、采购名称或编号' }]}
      primary={{ label: '新建收费', to: `${PAGE}/new/form` }}
      columns={[
        {
          key: 'order',
          title: '采购项目',
          value: (row) => row.orderTitle,
          render: (row) => <MainCell code={row.code} title={row.orderTitle} to={`${PAGE}/${row.billId}/detail`} />,
        },
        { key: 'debtor', title: '付款方', value: (row) => row.debtorName },
        { key: 'amount', title: '应收（元）', kind: 'amount', width: 130, value: (row) => row.amount },
        { key: 'received', title: '已收（元）', kind: 'amount', width: 130, value: (row) => row.received },
        { key: 'open', title: '待收（元）', kind: 'amount', width: 130, value: (row) => row.open },
        { key: 'due', title: '付款期限', kind: 'time', width: 150, value: (row) => row.dueAt },
        {
          key: 'state',
          title: '状态',
          width: 110,
          value: (row) => billTag(row.state).label,
          render: (row) => <StatusTag {...billTag(row.state)} />,
        },
      ]}
      rowActions={(row) => [
        row.state === 'draft' && { label: '修改', to: `${PAGE}/${row.billId}/form` },
        { label: '查看', to: `${PAGE}/${row.billId}/detail` },
      ]}
      empty={{ title: '还没有收费', hint: '公示代理服务费标准后，定标时自动生成收费草稿；也可按中标结果新建' }}
    />
  )
}
