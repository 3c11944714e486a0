import { Button } from 'antd'
import { useState } from 'react'
import { DataTable } from '#web/kit/data-table.tsx'
import type { Column } from '#web/kit/data-table.tsx'
import { formatAmount } from '#contract/money.ts'
import type { Item } from '../../../contract/shared.ts'

const FIRST = 20

/** At least two digits, all that there are: a quantity or unit price must not be rounded for show. */
const digits = (value: string, least: number) => Math.max(least, value.split('.')[1]?.length ?? 0)

const columnsOf = (limit: string): Column<Item>[] => [
  { key: 'line', title: '序号', kind: 'ordinal', width: 56, value: (item) => item.line },
  {
    key: 'name',
    title: '名称与规格',
    render: (item) => (
      <div className="kb-main-cell kb-column">
        <span className="kb-main-title kb-break">{item.name}</span>
        <span className="kb-main-code kb-flex kb-gap-8 kb-note">
          {[item.code, item.spec].filter(Boolean).join('　')}
        </span>
      </div>
    ),
  },
  { key: 'unit', title: '单位', width: 64, value: (item) => item.unit },
  {
    key: 'quantity',
    title: '数量',
    kind: 'number',
    width: 110,
    value: (item) => formatAmount(item.quantity, digits(item.quantity, 0)),
  },
  {
    key: 'controlPrice',
    title: `单价${limit}（元）`,
    kind: 'number',
    width: 140,
    value: (item) => (item.controlPrice === null ? '-' : formatAmount(item.controlPrice, digits(item.controlPrice, 2))),
  },
]

/** The bill of quantities; a long one opens on demand. */
export function Items({
  items,
  limit,
}: {
  items: readonly Item[]
  /** What the price of a line is called. */ limit: string
}) {
  const [all, setAll] = useState(false)
  if (items.length === 0) return <p className="kb-muted">没有清单</p>
  return (
    <>
      <DataTable
        columns={columnsOf(limit)}
        rows={all ? items : items.slice(0, FIRST)}
        rowKey={(item) => item.itemId}
        label="清单"
      />
      {!all && items.length > FIRST && (
        <Button type="link" onClick={() => setAll(true)}>
          显示全部 {items.length} 行
        </Button>
      )}
    </>
  )
}
