import type { OutputOf } from '#contract/endpoint.ts'
import type { Column } from '#web/kit/data-table.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import type { invoicePage } from '../contract/invoice.ts'
import { InvoiceKind } from '../rules/enums.ts'
import { stateTag } from './tags.ts'

type Row = OutputOf<typeof invoicePage>['rows'][number]

/** The columns of a list of invoices; `other`: who stands on the other side. */
export function columnsOf(base: string, other: 'payeeName' | 'buyerName'): Column<Row>[] {
  return [
    {
      key: 'title',
      title: '发票',
      value: (row) => row.title,
      render: (row) => <MainCell code={row.code} title={row.title} to={`${base}/${row.invoiceId}`} />,
    },
    { key: 'content', title: '开票内容', value: (row) => row.content },
    { key: 'other', title: other === 'payeeName' ? '开票方' : '付款方', value: (row) => row[other] },
    { key: 'kind', title: '类型', width: 100, value: (row) => InvoiceKind.label(row.kind) },
    { key: 'total', title: '价税合计（元）', kind: 'amount', width: 140, value: (row) => row.total },
    {
      key: 'state',
      title: '状态',
      width: 180,
      value: (row) => stateTag(row).label,
      render: (row) => (
        <>
          <StatusTag {...stateTag(row)} /> {row.isSample && row.number && <small className="kb-note">样张</small>}
          {(row.reason || row.problem) && <small className="kb-block kb-muted">{row.reason || row.problem}</small>}
        </>
      ),
    },
    { key: 'number', title: '发票号码', width: 190, value: (row) => row.number },
    { key: 'applied', title: '申请时间', kind: 'time', width: 150, value: (row) => row.appliedAt },
  ]
}
