import { Exact, sum } from '#contract/money.ts'
import { quoteItems } from '#features/quotes/server/public.ts'
import type { FileAnswer } from '#server/implement.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import type { Comparison } from '../contract/results.ts'
import type { Ctx, Seat } from './access.ts'
import { type Bid, bidderView, bidsOf, isValid } from './bids.ts'
import { waysOf } from './ways.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * Prices item by item. Best is the lowest unit price among valid bids, marked at every bidder who has it; a line priced
 * at zero counts as not quoted. Rejected bids are shown and never best.
 */
export async function comparisonOf(ctx: Ctx, { order }: Pick<Seat, 'order'>): Promise<Comparison> {
  const bids = await bidsOf(ctx, order)
  const names = new Map((await waysOf(ctx, order.id)).map((w) => [w.id, w.name]))
  const items = compareLines(
    await quoteItems(ctx, order),
    bids.map((bid) => ({ bid, lines: bid.priceSheet?.lines ?? [] })),
  )
  const lowestQuote = lowest(bids.filter(isValid).flatMap((b) => b.quote ?? []))
  return {
    items,
    bidders: bids.map((bid, i) => ({
      ...bidderView(bid, names),
      linesTotal: new Exact(sum((bid.priceSheet?.lines ?? []).map((l) => l.amount))).toFixed(2),
      bestLines: items.filter((item) => item.offers[i]?.isBest).length,
      isBest: isBestQuote(bid, lowestQuote),
    })),
  }
}

/** Lines of the bill with what was quoted for each; `quoted` in the order of the columns. */
export function compareLines(
  items: readonly Awaited<ReturnType<typeof quoteItems>>[number][],
  quoted: readonly {
    bid: Bid
    lines: readonly { itemId: string; unitPrice: string; amount: string; remark: string }[]
  }[],
): Comparison['items'] {
  const byItem = quoted.map(({ lines }) => new Map(lines.map((l) => [l.itemId, l])))
  return items.map((item) => {
    const prices = byItem.map((lines) => {
      const found = lines.get(item.itemId)
      return found && !isZero(found.unitPrice) ? found : undefined
    })
    const best = lowest(prices.flatMap((p, i) => (p && isValid(quoted[i]!.bid) ? [p.unitPrice] : [])))
    return {
      ...item,
      offers: prices.map((price, i) =>
        price
          ? {
              bidderId: quoted[i]!.bid.tradeId,
              unitPrice: price.unitPrice,
              amount: price.amount,
              remark: price.remark,
              isBest: best !== null && isValid(quoted[i]!.bid) && new Exact(price.unitPrice).eq(best),
              overControlPrice: item.controlPrice !== null && new Exact(price.unitPrice).gt(item.controlPrice),
            }
          : null,
      ),
    }
  })
}

/** The same as a sheet: one line per item, unit price and amount of every bidder, best ones named in the last column. */
export async function comparisonFile(ctx: Ctx, seat: Seat): Promise<FileAnswer> {
  const { order } = seat
  const { bidders, items } = await comparisonOf(ctx, seat)
  const columns: SheetColumn[] = [
    { key: 'line', title: '序号', type: 'integer' },
    { key: 'name', title: '名称', type: 'text' },
    { key: 'spec', title: '规格', type: 'text' },
    { key: 'unit', title: '单位', type: 'text' },
    { key: 'quantity', title: '数量', type: 'quantity' },
    { key: 'control', title: '控制单价', type: 'quantity' },
    ...bidders.flatMap((b, i): SheetColumn[] => [
      { key: `price${i}`, title: `${label(b)} 单价`, type: 'quantity' },
      { key: `amount${i}`, title: `${label(b)} 合价`, type: 'amount' },
    ]),
    { key: 'best', title: '最低单价投标人', type: 'text' },
  ]
  const rows = items.map((item) => ({
    line: String(item.line),
    name: item.name,
    spec: item.spec,
    unit: item.unit,
    quantity: item.quantity,
    control: item.controlPrice,
    ...Object.fromEntries(
      item.offers.flatMap((o, i) => [
        [`price${i}`, o?.unitPrice ?? null],
        [`amount${i}`, o?.amount ?? null],
      ]),
    ),
    best: bidders
      .filter((_, i) => item.offers[i]?.isBest)
      .map((b) => b.supplierName)
      .join('、'),
  }))
  const total = {
    name: '合计',
    ...Object.fromEntries(bidders.map((b, i) => [`amount${i}`, b.linesTotal])),
    best: bidders
      .filter((b) => b.isBest)
      .map((b) => b.supplierName)
      .join('、'),
  }
  const content = await writeSheet({ title: `${order.title} 报价对比`, columns, rows: [...rows, total] })
  return { name: `报价对比-${order.code}.xlsx`, mime: XLSX, content, size: content.length }
}

function label(bidder: Comparison['bidders'][number]): string {
  return bidder.rejection ? `${bidder.supplierName}（已否决）` : bidder.supplierName
}

function isBestQuote(bid: Bid, best: string | null): boolean {
  return best !== null && bid.quote !== null && isValid(bid) && new Exact(bid.quote).eq(best)
}

function lowest(values: readonly string[]): string | null {
  return values.length === 0 ? null : Exact.min(...values).toFixed()
}

function isZero(value: string): boolean {
  return new Exact(value).isZero()
}
