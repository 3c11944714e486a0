import { formatDigits } from '#contract/money.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { type Line, rangeOf, type Terms } from '../rules/fee.ts'
import { inWords } from '../rules/expression.ts'
import { isTiered } from '../rules/check.ts'
import { Formula } from '../rules/enums.ts'

/** How an amount came about, step by step; the same on both sides. */
export function Derivation({ lines }: { lines: readonly Line[] }) {
  return (
    <DataTable
      label="计费过程"
      rows={lines.map((line, i) => ({ ...line, i }))}
      rowKey={(row) => String(row.i)}
      columns={[
        { key: 'label', title: '步骤', value: (row) => row.label },
        { key: 'computation', title: '计算', value: (row) => row.computation },
        { key: 'amount', title: '金额（元）', width: 180, value: (row) => formatDigits(row.amount, 2) },
      ]}
    />
  )
}

/** A template in words: formula, base, tiers, bounds. */
export function TermsView({ terms }: { terms: Terms }) {
  const bounds = [
    terms.least !== undefined && `最低 ${formatDigits(terms.least, 2)} 元`,
    terms.most !== undefined && `最高 ${formatDigits(terms.most, 2)} 元`,
  ].filter(Boolean)
  return (
    <>
      <p className="kb-hint">
        {[
          Formula.label(terms.formula),
          `${isTiered(terms) ? '计费基数' : '金额'}：${inWords(terms.elements)}`,
          ...bounds,
        ].join(' · ')}
      </p>
      {isTiered(terms) && (
        <DataTable
          label="费率"
          rows={terms.tiers.map((tier, i) => ({ ...tier, i }))}
          rowKey={(row) => String(row.i)}
          columns={[
            { key: 'range', title: '金额区间（含下限，不含上限）', value: (row) => rangeOf(row) },
            { key: 'rate', title: '费率', width: 120, value: (row) => `${formatDigits(row.rate)}%` },
          ]}
        />
      )}
    </>
  )
}
