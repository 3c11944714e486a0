import { Exact, formatAmount } from '#contract/money.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { brandOf, type Collection } from './round-words.ts'

type Party = Collection['parties'][number]

/** What using each offer costs over the years, the lowest first, with its derivation; what cannot be computed comes last. */
export function CostTable({ parties, years }: { parties: readonly Party[]; years: number }) {
  const rows = parties.flatMap((party) => (party.cost ? [{ party, cost: party.cost }] : [])).toSorted(byTotal)
  const best = rows[0]?.cost.total ?? null
  return (
    <div className="kb-stack kb-gap-8">
      <p className="kb-hint">参考报价 +（年维保 + 年耗材）× {years} 年；按各供应商最近一次应答计算，金额单位为元。</p>
      <DataTable
        label="全生命周期成本"
        rows={rows}
        rowKey={({ party }) => party.tradeId}
        columns={[
          { key: 'name', title: '供应商', isHead: true, value: ({ party }) => party.name },
          { key: 'brand', title: '品牌型号', value: ({ party }) => brandOf(party) },
          { key: 'maintenance', title: '年维保', kind: 'amount', width: 130, value: ({ cost }) => cost.maintenance },
          { key: 'consumables', title: '年耗材', kind: 'amount', width: 130, value: ({ cost }) => cost.consumables },
          {
            key: 'total',
            title: `${years} 年成本`,
            align: 'right',
            width: 170,
            value: ({ cost }) => cost.total,
            render: ({ cost }) =>
              cost.total === null ? (
                '-'
              ) : (
                <>
                  {cost.total === best && <span className="kb-chip kb-tag-success">最低</span>}{' '}
                  {formatAmount(cost.total)}
                </>
              ),
          },
          { key: 'derivation', title: '计算过程', value: ({ cost }) => cost.derivation },
        ]}
      />
    </div>
  )
}

interface Row {
  cost: NonNullable<Party['cost']>
}

function byTotal({ cost: one }: Row, { cost: other }: Row): number {
  if (one.total === null || other.total === null) return Number(one.total === null) - Number(other.total === null)
  return new Exact(one.total).cmp(other.total)
}
