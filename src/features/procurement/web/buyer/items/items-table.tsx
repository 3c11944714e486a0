import { useState } from 'react'
import { formatAmount, lineTotal } from '#contract/money.ts'
import type { Column } from '#web/kit/data-table.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { Turner } from '#web/kit/text-grid.tsx'
import { Capitals } from '#web/kit/values.tsx'
import type { Item } from '../../../contract/shared.ts'
import { totalsOf } from './grid.ts'
import { PriceHistory } from './price-history.tsx'
import './items.css'

const PAGE = 20

/** Prices paid before stand beside the line, for whoever reads an order. */
function pricesOf(orderId: string): Column<Item> {
  return {
    key: 'history',
    title: '历史价格',
    width: 88,
    render: (item) => <PriceHistory orderId={orderId} item={item} />,
  }
}

const COLUMNS: Column<Item>[] = [
  { key: 'line', title: '序号', kind: 'ordinal', width: 56, value: (item) => item.line },
  {
    key: 'name',
    title: '名称与规格',
    value: (item) => item.name,
    render: (item) => (
      <div className="buyer-item kb-column">
        <span>
          {item.name}
          <span className="kb-main-code kb-flex kb-gap-8 kb-note">
            {[item.section, item.code].filter(Boolean).join(' · ')}
          </span>
        </span>
        {item.spec && <span className="kb-note">{item.spec}</span>}
        {item.remark && <span className="kb-note">备注：{item.remark}</span>}
      </div>
    ),
  },
  { key: 'quantity', title: '数量', align: 'right', width: 96, value: (item) => `${item.quantity} ${item.unit}` },
  {
    key: 'limit',
    title: '单价限价',
    kind: 'number',
    width: 116,
    value: (item) => item.controlPrice && formatAmount(item.controlPrice, decimals(item.controlPrice)),
  },
  {
    key: 'total',
    title: '限价合计',
    kind: 'amount',
    width: 128,
    value: (item) => item.controlPrice && lineTotal(item.controlPrice, item.quantity),
  },
]

interface ItemsTableProps {
  items: readonly Item[]
  /** Lots are told apart where the bill has more than one. */
  showLot?: boolean
  /** Of an order: what its purchaser paid for the same items is offered. */
  orderId?: string
}

/** A bill of quantities to read: twenty lines at a time, with its totals. */
export function ItemsTable({ items, showLot = false, orderId }: ItemsTableProps) {
  const [page, setPage] = useState(0)
  if (items.length === 0) return <p className="kb-muted">还没有清单</p>
  const pages = Math.ceil(items.length / PAGE)
  const at = Math.min(page, pages - 1)
  const columns = showLot
    ? [{ key: 'lot', title: '标段', width: 56, value: (item: Item) => item.lotNo } satisfies Column<Item>, ...COLUMNS]
    : COLUMNS
  const all = orderId ? [...columns, pricesOf(orderId)] : columns
  return (
    <>
      <DataTable
        columns={all}
        rows={items.slice(at * PAGE, (at + 1) * PAGE)}
        rowKey={(item) => item.itemId}
        label="清单"
      />
      {pages > 1 && <Turner label="清单" page={at} pages={pages} onPage={setPage} />}
      <BillTotals
        rows={items.map((item) => ({ ...item, lotNo: String(item.lotNo), controlPrice: item.controlPrice ?? '' }))}
      />
    </>
  )
}

/** Number of lines and what their limits add up to. */
export function BillTotals({ rows }: { rows: Parameters<typeof totalsOf>[0] }) {
  const { lines, lots, limit, unlimited } = totalsOf(rows)
  return (
    <p className="kb-size-13 kb-above-8">
      共 {lines} 行{lots > 1 && `，${lots} 个标段`}
      {unlimited < lines && (
        <>
          ，限价合计 <b>{formatAmount(limit)}</b> 元{unlimited > 0 && `（另有 ${unlimited} 行未设限价）`}
          <Capitals value={limit} />
        </>
      )}
    </p>
  )
}

function decimals(value: string): number {
  return Math.max(2, value.split('.')[1]?.length ?? 0)
}
