import { DataTable } from '#web/kit/data-table.tsx'
import { reduction } from '#features/quotes/rules/prices.ts'
import { reductionInWords } from './reduction-words.ts'
import type { Quote } from '../contract-offer.ts'
import { ALTERNATIVES_HINT } from './alternatives-hint.ts'

type Terms = Pick<Quote['lines'][number], 'deliveryDays' | 'minQuantity' | 'remark'>

/** At the end of whatever was offered for a line. */
const TERMS = [
  {
    key: 'days',
    title: '交货期',
    width: 84,
    value: ({ deliveryDays }: Terms) => (deliveryDays === null ? '-' : `${deliveryDays} 日`),
  },
  { key: 'least', title: '起订量', width: 84, value: ({ minQuantity }: Terms) => minQuantity ?? '-' },
  { key: 'remark', title: '备注', value: ({ remark }: Terms) => remark || '-' },
]

type Line = Quote['lines'][number]

/** A price against an earlier one of the same supplier. */
function against(before: string | null, now: string | null): string {
  const percent = reduction(before, now)
  return before === null ? '-' : percent === null ? `原 ${before}` : `${reductionInWords(percent)}（原 ${before}）`
}

/** A quote, line by line. */
export function QuoteLines({ lines }: Pick<Quote, 'lines'>) {
  return (
    <section className="kb-section">
      <h2>报价明细</h2>
      <DataTable
        label="报价明细"
        rows={lines}
        rowKey={(row) => String(row.line)}
        columns={[
          { key: 'line', title: '序号', width: 64, value: (row) => String(row.line) },
          { key: 'name', title: '名称', value: (row) => row.name },
          { key: 'spec', title: '规格', value: (row) => row.spec },
          { key: 'quantity', title: '数量', width: 100, value: (row) => `${row.quantity} ${row.unit}` },
          { key: 'price', title: '单价（元）', width: 110, value: (row) => row.unitPrice ?? '未报' },
          ...(lines.some(({ target }) => target !== null)
            ? [{ key: 'target', title: '目标单价', width: 100, value: (row: Line) => row.target ?? '-' }]
            : []),
          ...(lines.some(({ before }) => before !== null)
            ? [
                {
                  key: 'before',
                  title: '较上次',
                  width: 150,
                  value: (row: Line) => against(row.before, row.unitPrice),
                },
                { key: 'first', title: '较首次', width: 150, value: (row: Line) => against(row.first, row.unitPrice) },
              ]
            : []),
          { key: 'tax', title: '税率', width: 70, value: (row) => (row.taxRate === null ? '-' : `${row.taxRate}%`) },
          { key: 'amount', title: '金额（元）', kind: 'amount', width: 140, value: (row) => row.amount },
          { key: 'brand', title: '品牌型号', value: (row) => row.brand || '-' },
          ...TERMS,
        ]}
      />
      <Alternatives lines={lines} />
    </section>
  )
}

/** Other products that were offered; nothing where there are none. */
function Alternatives({ lines }: Pick<Quote, 'lines'>) {
  const rows = lines.flatMap((line) =>
    line.alternatives.map((one) => ({ ...one, line: line.line, name: line.name, own: line.unitPrice })),
  )
  if (rows.length === 0) return null
  return (
    <>
      <h2 className="kb-above-16">备选报价</h2>
      <p className="kb-hint kb-below-8">{ALTERNATIVES_HINT}</p>
      <DataTable
        label="备选报价"
        rows={rows}
        rowKey={(row) => `${row.line}.${row.no}`}
        columns={[
          { key: 'line', title: '序号', width: 64, value: (row) => String(row.line) },
          { key: 'name', title: '名称', value: (row) => row.name },
          { key: 'brand', title: '备选品牌型号', value: (row) => row.brand },
          { key: 'spec', title: '规格说明', value: (row) => row.spec || '-' },
          { key: 'price', title: '单价（元）', width: 110, value: (row) => row.unitPrice },
          { key: 'own', title: '本项单价（元）', width: 120, value: (row) => row.own ?? '未报' },
          { key: 'tax', title: '税率', width: 70, value: (row) => `${row.taxRate}%` },
          { key: 'amount', title: '金额（元）', kind: 'amount', width: 140, value: (row) => row.amount },
          ...TERMS,
        ]}
      />
    </>
  )
}
