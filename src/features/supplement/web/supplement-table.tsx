import type { OutputOf } from '#contract/endpoint.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import type { supplementPage } from '../contract/supplement.ts'
import { readingPlace, type Side } from '../rules/places.ts'
import { BreachTag, MarkTag } from './marks.tsx'
import { supplementTag } from './words.ts'

type Row = OutputOf<typeof supplementPage>['rows'][number]

interface SupplementTableProps {
  rows: readonly Row[]
  side: Side
  /** Where a row leads, if not to its usual page. */
  placeOf?: (row: Row) => string
}

/** Registrations of one project. */
export function SupplementTable({ rows, side, placeOf }: SupplementTableProps) {
  if (rows.length === 0) return <p className="kb-muted">没有补录登记</p>
  return (
    <DataTable
      label="补录登记"
      rows={rows}
      rowKey={(row) => row.supplementId}
      columns={[
        {
          key: 'title',
          title: '采购',
          isHead: true,
          value: (row) => row.title,
          render: (row) => (
            <MainCell
              code={row.code}
              title={row.title}
              to={placeOf?.(row) ?? readingPlace(side, row)}
              extra={<MarkTag />}
            />
          ),
        },
        { key: 'method', title: '采购方式', width: 110, value: (row) => methodOf(row.method).name },
        { key: 'by', title: '登记单位', width: 160, value: (row) => row.companyName },
        { key: 'winners', title: '成交供应商', width: 170, value: (row) => row.winners },
        { key: 'deal', title: '成交金额（元）', kind: 'amount', width: 140, value: (row) => row.deal },
        { key: 'breaches', title: '核对', width: 104, render: (row) => <BreachTag breaches={row.breaches} /> },
        { key: 'state', title: '状态', width: 110, render: (row) => <StatusTag {...supplementTag(row)} /> },
      ]}
    />
  )
}
