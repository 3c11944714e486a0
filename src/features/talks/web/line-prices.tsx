import { Input } from 'antd'
import { useState } from 'react'
import { formatAmount, formatDigits, Quantity, toCapitals } from '#contract/money.ts'
import type { PricedItem } from '#features/procurement/contract/shared.ts'
import { type Column, DataTable } from '#web/kit/data-table.tsx'
import type * as z from 'zod'
import type { PricedLine } from '../contract.ts'
import { pricedLines, totalOf } from '../rules.ts'

export type BillLine = z.output<typeof PricedItem>
export interface LinePrice {
  itemId: string
  unitPrice: string
}

const BILL: Column<BillLine>[] = [
  { key: 'line', title: '序号', kind: 'ordinal', width: 56, value: (item) => item.line },
  {
    key: 'name',
    title: '名称与规格',
    isHead: true,
    render: (item) => (
      <div className="kb-main-cell kb-column">
        <span className="kb-main-title kb-break">{item.name}</span>
        <span className="kb-note">{item.spec}</span>
      </div>
    ),
  },
  {
    key: 'quantity',
    title: '数量',
    kind: 'number',
    width: 110,
    value: (item) => `${formatDigits(item.quantity)} ${item.unit}`,
  },
]

interface LinePricesProps {
  items: readonly BillLine[]
  value?: LinePrice[]
  onChange?: (lines: LinePrice[] | undefined) => void
}

/** A unit price for each line of the bill; a field of a form. What is no price yet is left out of its value. */
export function LinePrices({ items, value = [], onChange }: LinePricesProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(value.map(({ itemId, unitPrice }) => [itemId, unitPrice])),
  )
  const set = (itemId: string, text: string) => {
    if (!/^\d{0,12}(\.\d{0,6})?$/.test(text)) return
    const next = { ...typed, [itemId]: text }
    setTyped(next)
    const lines = items.flatMap((item) => {
      const unitPrice = next[item.itemId] ?? ''
      return Quantity.safeParse(unitPrice).success ? [{ itemId: item.itemId, unitPrice }] : []
    })
    onChange?.(lines.length > 0 ? lines : undefined)
  }
  const lines = new Map(pricedLines(items, value).map((line) => [line.itemId, line]))
  return (
    <>
      <DataTable
        label="逐行单价"
        rows={items}
        rowKey={(item) => item.itemId}
        columns={[
          ...BILL,
          {
            key: 'limit',
            title: '单价限价（元）',
            kind: 'number',
            width: 124,
            value: (item) => (item.controlPrice === null ? '-' : formatDigits(item.controlPrice, 2)),
          },
          {
            key: 'unitPrice',
            title: '单价（元）',
            kind: 'number',
            width: 150,
            render: (item) => (
              <Input
                className="kb-right"
                aria-label={`第 ${item.line} 行单价`}
                inputMode="decimal"
                maxLength={19}
                value={typed[item.itemId] ?? ''}
                onChange={(event) => set(item.itemId, event.target.value.trim())}
              />
            ),
          },
          {
            key: 'amount',
            title: '金额（元）',
            kind: 'number',
            width: 140,
            value: (item) => formatAmount(lines.get(item.itemId)!.amount),
          },
        ]}
      />
      <Total lines={[...lines.values()]} />
    </>
  )
}

/** The same as both sides read it. */
export function PricedBill({ items, lines }: { items: readonly BillLine[]; lines: readonly PricedLine[] }) {
  const byItem = new Map(lines.map((line) => [line.itemId, line]))
  return (
    <DataTable
      className="kb-above-12"
      label="逐行价格"
      rows={items}
      rowKey={(item) => item.itemId}
      columns={[
        ...BILL,
        {
          key: 'unitPrice',
          title: '单价（元）',
          kind: 'number',
          width: 140,
          value: (item) => formatDigits(byItem.get(item.itemId)?.unitPrice ?? '0', 2),
        },
        {
          key: 'amount',
          title: '金额（元）',
          kind: 'number',
          width: 150,
          value: (item) => formatAmount(byItem.get(item.itemId)?.amount),
        },
      ]}
    />
  )
}

function Total({ lines }: { lines: readonly PricedLine[] }) {
  const total = totalOf(lines)
  return (
    <p role="status" className="kb-above-8 kb-below-4 kb-right">
      合计 <b>{formatAmount(total)}</b> 元
      {Number(total) > 0 && <span className="kb-muted">（{toCapitals(total)}）</span>}
    </p>
  )
}
