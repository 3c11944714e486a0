import type { OutputOf } from '#contract/endpoint.ts'
import { formatDigits } from '#contract/money.ts'
import { deviation } from '#features/quotes/rules/comparison.ts'
import { openFile } from '#web/export.ts'
import { Button } from 'antd'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { formatSize } from '#web/kit/file-list.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { comparisonAlternatives } from '../../contract-compare.ts'
import { quoteFile } from '../../contract-offer.ts'
import { ALTERNATIVES_HINT } from '../alternatives-hint.ts'
import type { Compared } from './compare-data.ts'

/** Other products for the lines that are looked at. */
export function AlternativesPart({ compared, lines }: { compared: Compared; lines: readonly number[] }) {
  const { orderId, round, items } = compared
  const query = useCall(comparisonAlternatives, { params: { orderId, roundId: round.roundId } })
  const shown = new Set(lines.map((line) => items[line]!.itemId))
  return (
    <section className="kb-section" aria-label="备选报价">
      <h2>备选报价</h2>
      <p className="kb-hint kb-below-8">{ALTERNATIVES_HINT}</p>
      <WhenLoaded query={query}>
        {({ rows }) => <AlternativesTable rows={rows.filter(({ itemId }) => shown.has(itemId))} />}
      </WhenLoaded>
    </section>
  )
}

function AlternativesTable({ rows }: OutputOf<typeof comparisonAlternatives>) {
  if (rows.length === 0) return <EmptyState title="当前显示的清单行没有备选报价" />
  return (
    <DataTable
      label="备选报价"
      rows={rows}
      rowKey={(row) => `${row.tradeId} ${row.itemId} ${row.no}`}
      columns={[
        { key: 'item', title: '采购内容', isHead: true, value: (row) => `${row.line}. ${row.name}` },
        {
          key: 'supplier',
          title: '供应商',
          value: (row) => `${row.supplierName}${row.isValid ? '' : '（报价无效）'}`,
        },
        { key: 'brand', title: '备选品牌型号', value: (row) => [row.brand, row.spec].filter(Boolean).join(' · ') },
        { key: 'price', title: '含税单价（元）', width: 130, value: (row) => formatDigits(row.unitPrice, 2) },
        {
          key: 'own',
          title: '该供应商本项单价',
          width: 140,
          value: (row) => (row.ownPrice === null ? '未报' : formatDigits(row.ownPrice, 2)),
        },
        {
          key: 'off',
          title: '较本项',
          width: 90,
          value: (row) => {
            const by = deviation(row.unitPrice, row.ownPrice)
            return by === null ? '—' : `${by}%`
          },
        },
        { key: 'tax', title: '税率', width: 70, value: (row) => `${row.taxRate}%` },
        {
          key: 'days',
          title: '交货期',
          width: 84,
          value: (row) => (row.deliveryDays === null ? '—' : `${row.deliveryDays} 日`),
        },
        { key: 'least', title: '起订量', width: 84, value: (row) => row.minQuantity ?? '—' },
        { key: 'remark', title: '备注', value: (row) => row.remark || '—' },
      ]}
    />
  )
}

/** The files of all quotes. */
export function FilesPart({ compared: { orderId, round, quotes } }: { compared: Compared }) {
  const rows = quotes.flatMap(({ quoteId, supplierName, files }) =>
    files.map((file) => ({ ...file, quoteId, supplierName })),
  )
  const open = ({ quoteId, fileId }: (typeof rows)[number]) =>
    void openFile(quoteFile, { params: { orderId, roundId: round.roundId, quoteId, fileId } })
  return (
    <section className="kb-section" aria-label="报价文件">
      <h2>报价文件</h2>
      <DataTable
        label="报价文件"
        rows={rows}
        rowKey={(row) => row.fileId}
        columns={[
          { key: 'supplier', title: '供应商', isHead: true, value: (row) => row.supplierName },
          { key: 'label', title: '文件', value: (row) => row.label || '其他' },
          { key: 'of', title: '对应内容', value: (row) => row.of || '整份报价' },
          {
            key: 'name',
            title: '文件名',
            render: (row) => (
              <Button type="link" size="small" className="kb-break" onClick={() => open(row)}>
                {row.name}
              </Button>
            ),
          },
          { key: 'size', title: '大小', width: 100, value: (row) => formatSize(row.size) },
        ]}
      />
    </section>
  )
}
