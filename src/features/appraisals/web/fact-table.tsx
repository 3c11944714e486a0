import { Link } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { type Fact, SOURCES } from '../rules/sources.ts'

type Shown = Omit<Fact, 'median' | 'ref'> & Partial<Pick<Fact, 'median' | 'ref'>>

interface FactTableProps {
  label: string
  facts: readonly Shown[]
  /** Leads to the record; only for the buyer's side. */
  isLinked?: boolean
}

/** What speaks for or against a supplier, record by record. */
export function FactTable({ label, facts, isLinked = false }: FactTableProps) {
  if (facts.length === 0) return <p className="kb-muted">没有计入考核的记录</p>
  return (
    <DataTable
      label={label}
      rows={facts.map((fact, index) => ({ fact, index }))}
      rowKey={({ index }) => String(index)}
      columns={[
        { key: 'source', title: '指标来源', width: 160, value: ({ fact }) => SOURCES[fact.source].label },
        {
          key: 'record',
          title: '记录',
          value: ({ fact }) => `${fact.title}（${fact.code}）`,
          render: ({ fact }) => {
            const text = `${fact.title}（${fact.code}）`
            if (!isLinked || fact.method === null || !fact.ref || fact.source === 'objections') return text
            return (
              <Link to={placeOf({ id: fact.ref, method: fact.method }, 'publish.detail', 'purchaser')}>{text}</Link>
            )
          },
        },
        { key: 'day', title: '日期', width: 110, value: ({ fact }) => fact.day },
        { key: 'note', title: '情况', width: 260, value: ({ fact }) => noteOf(fact) },
        {
          key: 'good',
          title: '结论',
          width: 90,
          render: ({ fact: { source, isGood, median } }) =>
            source === 'price' && median === undefined ? (
              '-'
            ) : (
              <StatusTag label={isGood ? '有利' : '不利'} tone={isGood ? 'success' : 'warning'} />
            ),
        },
      ]}
    />
  )
}

function noteOf({ source, own, median, note }: Shown): string {
  if (source !== 'price' || own === null) return note
  const mine = `报价 ${formatAmount(own)} 元`
  return median ? `${mine}，中位数 ${formatAmount(median)} 元` : mine
}
