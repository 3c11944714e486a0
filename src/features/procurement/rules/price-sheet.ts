import * as z from 'zod'
import { Amount, Exact, lineTotal, Quantity } from '#contract/money.ts'

/** What is priced: a line of the bill of quantities. */
export interface PricedItem {
  itemId: string
  line: number
  quantity: string
}

/**
 * The price sheet as it is sealed: every line of the bill with its unit price, the amounts made from it, and the other
 * marks to be read out. It leaves the bidder's browser only as ciphertext.
 */
export const PriceSheet = z.object({
  type: z.literal('kaibiao.quote/1'),
  orderId: z.string(),
  currency: z.literal('CNY'),
  lines: z.array(
    z.object({
      itemId: z.string(),
      line: z.number().int(),
      unitPrice: Quantity,
      amount: Amount,
      remark: z.string().max(200),
    }),
  ),
  total: Amount,
  marks: z.array(
    z.object({ name: z.string().max(40), value: z.string().trim().max(100), unit: z.number().int().nullable() }),
  ),
})
export type PriceSheet = z.output<typeof PriceSheet>

/** Builds a sheet with exact amounts: unit price × quantity to the cent, then their sum. Throws where that is zero. */
export function makePriceSheet(
  orderId: string,
  items: readonly PricedItem[],
  given: { prices: ReadonlyMap<string, { unitPrice: string; remark: string }>; marks: PriceSheet['marks'] },
): PriceSheet {
  const lines = items.map((item) => {
    const { unitPrice, remark } = given.prices.get(item.itemId) ?? { unitPrice: '0', remark: '' }
    return { itemId: item.itemId, line: item.line, unitPrice, amount: lineTotal(unitPrice, item.quantity), remark }
  })
  const total = totalOf(lines)
  if (new Exact(total).lte(0)) throw new Error('投标总价须大于 0')
  return { type: 'kaibiao.quote/1', orderId, currency: 'CNY', lines, total, marks: given.marks }
}

export function totalOf(lines: readonly { amount: string }[]): string {
  return lines.reduce((sum, l) => sum.plus(l.amount), new Exact(0)).toFixed(2)
}

/**
 * Reads an opened sheet against the bill. Returns the Chinese reason why it cannot be used, or the sheet: every line
 * of the bill exactly once, amounts and total as computed, not above zero lines missing.
 */
export function readPriceSheet(
  value: unknown,
  order: { orderId: string; items: readonly PricedItem[] },
): { ok: true; sheet: PriceSheet } | { ok: false; reason: string } {
  const parsed = PriceSheet.safeParse(value)
  if (!parsed.success) return { ok: false, reason: '报价单格式不正确' }
  const sheet = parsed.data
  if (sheet.orderId !== order.orderId) return { ok: false, reason: '报价单不属于本标段' }
  const lines = new Map(sheet.lines.map((l) => [l.itemId, l]))
  if (lines.size !== sheet.lines.length || lines.size !== order.items.length) {
    return { ok: false, reason: '报价单行数与采购清单不一致' }
  }
  for (const item of order.items) {
    const line = lines.get(item.itemId)
    if (!line) return { ok: false, reason: `报价单缺少第${item.line}项` }
    if (!new Exact(line.amount).eq(lineTotal(line.unitPrice, item.quantity))) {
      return { ok: false, reason: `报价单第${item.line}项金额与单价、数量不符` }
    }
  }
  if (!new Exact(sheet.total).eq(totalOf(sheet.lines))) return { ok: false, reason: '报价总价与各项合计不符' }
  return { ok: true, sheet }
}
