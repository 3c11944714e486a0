import { Button } from 'antd'
import { Link } from 'react-router'
import { openFile } from '#web/export.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { useCompanyLive } from '#web/shell/use-company-live.ts'
import { invoiceFile, invoicePage } from '../contract/invoice.ts'
import { columnsOf } from './columns.tsx'
import { TABS } from './tags.ts'

/** Invoices that the company has applied for. */
export function Screen() {
  useCompanyLive('invoices')
  return (
    <ListScreen
      title="我的发票"
      endpoint={invoicePage}
      rowKey={(row) => row.invoiceId}
      tabs={{ param: 'state', tabs: TABS }}
      filters={[{ kind: 'text', name: 'keyword', label: '申请编号、发票号码、抬头或内容' }]}
      columns={columnsOf('/finance/invoices', 'payeeName')}
      rowActions={(row) => [
        row.number !== '' && {
          label: '下载',
          onClick: () => openFile(invoiceFile, { params: { invoiceId: row.invoiceId } }),
        },
        row.state === 'rejected' && { label: '查看并重新申请', to: `/finance/invoices/${row.invoiceId}` },
      ]}
      empty={{
        title: '还没有发票',
        hint: '已支付的付款单可以申请发票',
        action: (
          <Link to="/finance/orders?status=paid">
            <Button type="primary">选择付款单</Button>
          </Link>
        ),
      }}
    />
  )
}
