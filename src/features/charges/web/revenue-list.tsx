import { MainCell } from '#web/kit/values.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCompanyLive } from '#web/shell/use-company-live.ts'
import { revenues } from '../contract/income.ts'
import { revenueTag } from './revenue-tag.ts'

const PAGE = '/purchaser/financial-revenue'

/** What the purchaser is to receive, held against what it received. */
export function Screen() {
  useCompanyLive('charges')
  return (
    <ListScreen
      title="财务收入"
      endpoint={revenues}
      rowKey={(row) => row.revenueId}
      exportAs="财务收入"
      tabs={{
        param: 'tab',
        tabs: [
          { value: '', label: '全部' },
          { value: 'open', label: '待填报' },
          { value: 'equal', label: '一致' },
          { value: 'different', label: '有差异' },
        ],
      }}
      filters={[{ kind: 'text', name: 'keyword', label: '收入内容或付款方' }]}
      columns={[
        {
          key: 'title',
          title: '收入',
          value: (row) => row.title,
          render: (row) => <MainCell code={row.sourceLabel} title={row.title} to={`${PAGE}/${row.revenueId}/detail`} />,
        },
        { key: 'payer', title: '付款方', value: (row) => row.payerName },
        { key: 'receivable', title: '应收（元）', kind: 'amount', width: 130, value: (row) => row.receivable },
        { key: 'actual', title: '实收（元）', kind: 'amount', width: 130, value: (row) => row.actual },
        { key: 'difference', title: '差异（元）', kind: 'amount', width: 130, value: (row) => row.difference },
        {
          key: 'state',
          title: '状态',
          width: 110,
          value: (row) => revenueTag(row).label,
          render: (row) => <StatusTag {...revenueTag(row)} />,
        },
        { key: 'created', title: '生成时间', kind: 'time', width: 150, value: (row) => row.createdAt },
      ]}
      rowActions={(row) => [
        { label: row.actual === null ? '填报' : '重新填报', to: `${PAGE}/${row.revenueId}/actual-income-fill` },
        { label: '查看', to: `${PAGE}/${row.revenueId}/detail` },
      ]}
      empty={{ title: '还没有应收收入', hint: '向中标人收取的服务费显示在这里' }}
    />
  )
}
