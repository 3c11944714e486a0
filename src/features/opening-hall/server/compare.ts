import { AppError } from '#contract/errors.ts'
import { Exact, sum, trimZeros } from '#contract/money.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { PriceSheet } from '#features/procurement/rules/price-sheet.ts'
import { orderItems } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { FileAnswer } from '#server/implement.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import type * as c from '../contract-compare.ts'
import { DecryptState } from '../rules.ts'
import { type HallPart, openingRow, type Order, pricedStage } from './access.ts'

type Ctx = Context<Employee>
type Comparison = OutputOf<typeof c.compareItemOffer>

/** Quotes of one order with their ceiling, ranked. */
export async function finalOffers(ctx: Ctx, { order }: HallPart): Promise<OutputOf<typeof c.finalOffer>> {
  const { bids, reference } = await openQuotes(ctx, order)
  const quotes = bids.map((bid) => new Exact(bid.quote))
  const lowest = quotes.length > 0 ? Exact.min(...quotes) : null
  const ceiling = order.controlPrice === null ? null : new Exact(order.controlPrice)
  return {
    controlPrice: order.controlPrice,
    referencePrice: reference,
    mean: quotes.length > 0 ? new Exact(sum(bids.map((b) => b.quote))).div(quotes.length).toFixed(2) : null,
    rows: bids
      .map((bid, i) => {
        const quote = quotes[i]!
        return {
          bidderId: bid.tradeId,
          no: bid.no,
          supplierName: bid.supplierName,
          quote: bid.quote,
          rank: quotes.filter((other) => other.lt(quote)).length + 1,
          isBest: quote.eq(lowest!),
          overControlPrice: ceiling !== null && quote.gt(ceiling),
          belowControl: ceiling?.gt(0) ? ceiling.minus(quote).div(ceiling).times(100).toFixed(2) : null,
          aboveLowest: lowest!.gt(0) ? quote.minus(lowest!).div(lowest!).times(100).toFixed(2) : '0.00',
        }
      })
      .toSorted((a, b) => a.rank - b.rank || a.no - b.no),
  }
}

/** Which quotes are asked for: those of a round, of one part of the bill; all that the hall opens where left out. */
interface Asked {
  roundId?: string | undefined
  subId?: string | undefined
}

/** Prices item by item. Throws `notFound` for a round or part that the hall does not have. A line priced at zero counts as not priced. */
export async function compareItems(ctx: Ctx, { order }: HallPart, { roundId, subId }: Asked = {}): Promise<Comparison> {
  const { bids } = await openQuotes(ctx, order, roundId)
  const all = await orderItems(ctx, order)
  const section = subId === undefined ? null : sectionsOf(all).find((one) => one.subId === subId)
  if (subId !== undefined && !section) throw new AppError('notFound')
  const items = all
    .filter((item) => !section || item.section === section.section)
    .map((item) => {
      const lines = bids.map(({ sheet }) =>
        sheet.lines.find((line) => line.itemId === item.id && !new Exact(line.unitPrice).isZero()),
      )
      const priced = lines.flatMap((line) => (line ? [new Exact(line.unitPrice)] : []))
      const best = priced.length > 0 ? Exact.min(...priced) : null
      return {
        itemId: item.id,
        line: item.line,
        code: item.code,
        name: item.name,
        spec: item.spec,
        unit: item.unit,
        quantity: trimZeros(item.quantity),
        section: item.section,
        controlPrice: item.controlPrice === null ? null : trimZeros(item.controlPrice),
        mean: best ? trimZeros(new Exact(sum(priced.map((p) => p.toFixed()))).div(priced.length).toFixed(6)) : null,
        offers: lines.map((line, i) =>
          line
            ? {
                bidderId: bids[i]!.tradeId,
                unitPrice: line.unitPrice,
                amount: line.amount,
                remark: line.remark,
                isBest: new Exact(line.unitPrice).eq(best!),
                overControlPrice: item.controlPrice !== null && new Exact(line.unitPrice).gt(item.controlPrice),
              }
            : null,
        ),
      }
    })
  const lowest = bids.length > 0 ? Exact.min(...bids.map((bid) => bid.quote)) : null
  return {
    bidders: bids.map((bid, i) => ({
      ...bidderOf(bid),
      bestLines: items.filter((item) => item.offers[i]?.isBest).length,
      isBest: lowest !== null && new Exact(bid.quote).eq(lowest),
    })),
    items,
  }
}

/** What each part of the bill comes to; a bill without parts is one. */
export async function subOffers(
  ctx: Ctx,
  { order }: HallPart,
  { roundId }: Asked,
): Promise<OutputOf<typeof c.subOfferSummary>> {
  const { bids } = await openQuotes(ctx, order, roundId)
  const all = await orderItems(ctx, order)
  return {
    bidders: bids.map(bidderOf),
    subs: sectionsOf(all).map(({ subId, section, name }) => {
      const ids = new Set(all.filter((item) => item.section === section).map((item) => item.id))
      const amounts = bids.map(({ sheet }) =>
        new Exact(sum(sheet.lines.filter((line) => ids.has(line.itemId)).map((line) => line.amount))).toFixed(2),
      )
      const best = amounts.length > 0 ? Exact.min(...amounts) : null
      return {
        subId,
        name,
        items: ids.size,
        offers: bids.map((bid, i) => ({
          bidderId: bid.tradeId,
          amount: amounts[i]!,
          isBest: new Exact(amounts[i]!).eq(best!),
        })),
      }
    }),
  }
}

/** The comparison as a sheet: one line per item, unit price and amount of every bidder, the best named. */
export async function comparisonSheet(ctx: Ctx, part: HallPart): Promise<FileAnswer> {
  const { bidders, items } = await compareItems(ctx, part)
  const columns: SheetColumn[] = [
    { key: 'line', title: '序号', type: 'integer' },
    { key: 'section', title: '分项', type: 'text' },
    { key: 'name', title: '名称', type: 'text' },
    { key: 'spec', title: '规格', type: 'text' },
    { key: 'unit', title: '单位', type: 'text' },
    { key: 'quantity', title: '数量', type: 'quantity' },
    { key: 'control', title: '控制单价', type: 'quantity' },
    { key: 'mean', title: '平均单价', type: 'quantity' },
    ...bidders.flatMap((b, i): SheetColumn[] => [
      { key: `price${i}`, title: `${b.supplierName} 单价`, type: 'quantity' },
      { key: `amount${i}`, title: `${b.supplierName} 合价`, type: 'amount' },
    ]),
    { key: 'best', title: '最低单价投标人', type: 'text' },
  ]
  const named = (test: (i: number) => boolean) =>
    bidders
      .filter((_, i) => test(i))
      .map((b) => b.supplierName)
      .join('、')
  const rows = items.map(({ offers, controlPrice, line, ...item }) => ({
    ...item,
    line: String(line),
    control: controlPrice,
    ...Object.fromEntries(
      offers.flatMap((offer, i) => [
        [`price${i}`, offer?.unitPrice ?? null],
        [`amount${i}`, offer?.amount ?? null],
      ]),
    ),
    best: named((i) => offers[i]?.isBest === true),
  }))
  const total = {
    name: '合计',
    ...Object.fromEntries(bidders.map((b, i) => [`amount${i}`, b.quote])),
    best: named((i) => bidders[i]!.isBest),
  }
  const { order } = part
  const content = await writeSheet({ title: `${order.title} 分项报价对比`, columns, rows: [...rows, total] })
  const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { name: `分项报价对比-${order.code}.xlsx`, mime, content, size: content.length }
}

interface Quoted {
  tradeId: string
  no: number
  supplierName: string
  quote: string
  sheet: PriceSheet
}

/** Opened quotes in the order of the closing list; `tooEarly` until they are open for everybody. */
async function openQuotes(
  ctx: Ctx,
  order: Order,
  roundId?: string,
): Promise<{ bids: Quoted[]; reference: string | null }> {
  const stage = pricedStage(order)
  if (roundId !== undefined && roundId !== String(stage)) throw new AppError('notFound', '报价轮次不存在')
  const opening = await openingRow(ctx, order.id, stage)
  if (!opening?.marksOpenedAt) throw new AppError('tooEarly', '报价尚未公布')
  const rows = await ctx.tx
    .selectFrom('opening_bidder as b')
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'b.tenantId').onRef('t.id', '=', 'b.tradeId'))
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .select(['b.tradeId', 'b.no', 'b.quote', 'b.priceSheet', 'c.name'])
    .where('b.tenantId', '=', ctx.tenantId)
    .where('b.orderId', '=', order.id)
    .where('b.stage', '=', stage)
    .where('b.decryptState', '=', DecryptState.values.success)
    .orderBy('b.no')
    .execute()
  const bids = rows.map((row) => ({
    tradeId: row.tradeId,
    no: row.no,
    supplierName: row.name,
    quote: row.quote!,
    sheet: row.priceSheet as PriceSheet,
  }))
  return { bids, reference: opening.referencePrice }
}

function bidderOf({ tradeId, no, supplierName, quote }: Quoted) {
  return { bidderId: tradeId, no, supplierName, quote }
}

/** Parts of a bill in the order of their first lines, numbered from 1. */
function sectionsOf(items: readonly { section: string }[]) {
  return [...new Set(items.map((item) => item.section))].map((section, i) => ({
    subId: String(i + 1),
    section,
    name: section || '采购清单',
  }))
}
