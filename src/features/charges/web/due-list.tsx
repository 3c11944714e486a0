import { MainCell } from '#web/kit/values.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCompanyLive } from '#web/shell/use-company-live.ts'
import { ownDues } from '../contract/bill.ts'
import { FeeType } from '../rules/enums.ts'
import { billTag } from './words.ts'

/** Charges that the company owes or has paid. */
export function Screen() {
  useCompanyLive('charges')
  return (
    <ListScreen
      title="应付费用"
      endpoint={ownDues}
      rowKey={(row) => row.billId}
      exportAs="应付费用"
      tabs={{
        param: 'state',
        tabs: [
          { value: '', label: '全部' },
          { value: 'open', label: '待支付' },
          { value: 'paid', label: '已付清' },
          { value: 'ended', label: '已减免或作废' },
        ],
      }}
      filters={[{ kind: 'text', name: 'keyword', label: '收费单号、采购名称或编号' }]}
      columns={[
        {
          key: 'order',
          title: '采购项目',
          value: (row) => row.orderTitle,
          render: (row) => <MainCell code={row.code} title={row.orderTitle} to={`/finance/charges/${row.billId}`} />,
        },
        { key: 'type', title: '费用', width: 120, value: (row) => FeeType.label(row.feeType) },
        { key: 'creditor', title: '收款方', value: (row) => row.creditorName },
        { key: 'amount', title: '应付（元）', kind: 'amount', width: 130, value: (row) => row.amount },
        { key: 'open', title: '待付（元）', kind: 'amount', width: 130, value: (row) => row.open },
        { key: 'due', title: '付款期限', kind: 'time', width: 150, value: (row) => row.dueAt },
        {
          key: 'state',
          title: '状态',
          width: 110,
          value: (row) => billTag(row.state).label,
          render: (row) => <StatusTag {...billTag(row.state)} />,
        },
      ]}
      rowActions={(row) => [{ label: Number(row.open) > 0 ? '去支付' : '查看', to: `/finance/charges/${row.billId}` }]}
      empty={{ title: '没有应付费用', hint: '中标后的服务费、平台使用费显示在这里' }}
    />
  )
}
