import { Exact, sum } from '#contract/money.ts'
import { orderItems } from '#features/procurement/server/public.ts'
import type { FileAnswer } from '#server/implement.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import type { Comparison } from '../contract/reads.ts'
import type { Ctx, Seat } from './access.ts'
import { type Bid, bidderView, bidsOf, isValid } from './bids.ts'
import { plain, waysOf } from './ways.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * Prices item by item. Best is the lowest unit price among valid bids, marked at every bidder who has it; a line priced
 * at zero counts as not quoted. Rejected bids are shown and never best.
 */
export async function comparisonOf(ctx: Ctx, { order }: Pick<Seat, 'order'>): Promise<Comparison> {
  const bids = await bidsOf(ctx, order)
  const names = new Map((await waysOf(ctx, order.id)).map((w) => [w.id, w.name]))
  const items = (await orderItems(ctx, order)).map((item) => {
    const prices = bids.map((bid) => bid.priceSheet?.lines.find((l) => l.itemId === item.id && !isZero(l.unitPrice)))
    const best = lowest(prices.flatMap((p, i) => (p && isValid(bids[i]!) ? [p.unitPrice] : [])))
    return {
      itemId: item.id,
      line: item.line,
      code: item.code,
      name: item.name,
      spec: item.spec,
      unit: item.unit,
      quantity: plain(item.quantity),
      controlPrice: item.control_price === null ? null : plain(item.control_price),
      section: item.section,
      offers: prices.map((price, i) =>
        price
          ? {
              bidderId: bids[i]!.tradeId,
              unitPrice: price.unitPrice,
              amount: price.amount,
              remark: price.remark,
              isBest: best !== null && isValid(bids[i]!) && new Exact(price.unitPrice).eq(best),
              overControlPrice: item.control_price !== null && new Exact(price.unitPrice).gt(item.control_price),
            }
          : null,
      ),
    }
  })
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
