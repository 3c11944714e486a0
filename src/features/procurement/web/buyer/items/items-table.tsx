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

/** `limit`: what the price of a line is called. */
const columnsOf = (limit: string): Column<Item>[] => [
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
    title: `单价${limit}`,
    kind: 'number',
    width: 116,
    value: (item) => item.controlPrice && formatAmount(item.controlPrice, decimals(item.controlPrice)),
  },
  {
    key: 'total',
    title: `${limit}合计`,
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
  /** What the price of a line is called. */
  limit?: string
}

/** A bill of quantities to read: twenty lines at a time, with its totals. */
export function ItemsTable({ items, showLot = false, orderId, limit = '限价' }: ItemsTableProps) {
  const [page, setPage] = useState(0)
  if (items.length === 0) return <p className="kb-muted">还没有清单</p>
  const pages = Math.ceil(items.length / PAGE)
  const at = Math.min(page, pages - 1)
  const own = columnsOf(limit)
  const columns = showLot
    ? [{ key: 'lot', title: '标段', width: 56, value: (item: Item) => item.lotNo } satisfies Column<Item>, ...own]
    : own
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
        limit={limit}
      />
    </>
  )
}

/** Number of lines and what their limits add up to. */
export function BillTotals({ rows, limit: name = '限价' }: { rows: Parameters<typeof totalsOf>[0]; limit?: string }) {
  const { lines, lots, limit, unlimited } = totalsOf(rows)
  return (
    <p className="kb-size-13 kb-above-8">
      共 {lines} 行{lots > 1 && `，${lots} 个标段`}
      {unlimited < lines && (
        <>
          ，{name}合计 <b>{formatAmount(limit)}</b> 元{unlimited > 0 && `（另有 ${unlimited} 行未设${name}）`}
          <Capitals value={limit} />
        </>
      )}
    </p>
  )
}

function decimals(value: string): number {
  return Math.max(2, value.split('.')[1]?.length ?? 0)
}
