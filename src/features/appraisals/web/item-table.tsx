import { trimZeros } from '#contract/money.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import type { Item } from '../rules/items.ts'
import { KINDS } from '../rules/sources.ts'
import { sourceText } from './words.ts'

/** The indicators of a version. */
export function ItemTable({ items }: { items: readonly Item[] }) {
  return (
    <DataTable
      label="考核指标"
      rows={items}
      rowKey={(row) => row.indicatorId}
      columns={[
        { key: 'name', title: '指标', width: 140, value: (row) => row.name, isHead: true },
        { key: 'kind', title: '类型', width: 90, value: (row) => KINDS[row.kind] },
        { key: 'source', title: '评分依据', value: (row) => sourceText(row.source) },
        { key: 'full', title: '满分', kind: 'number', width: 70, value: (row) => trimZeros(row.fullMarks) },
        { key: 'weight', title: '权重', kind: 'number', width: 80, value: (row) => `${trimZeros(row.weight)}%` },
      ]}
    />
  )
}
