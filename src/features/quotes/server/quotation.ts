import { formatAmount, toCapitals } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { QuoteMode } from '../rules/enums.ts'
import type { QuoteLine } from '../rules/prices.ts'
import type { Order, Quotation, SigningHost } from './host.ts'
import type { quoteItems, RoundRow } from './reads.ts'

/** The quotation that its supplier signs. */
export function quotation(of: {
  host: SigningHost
  order: Order
  round: RoundRow
  supplierName: string
  total: string
  lines: readonly QuoteLine[]
  items: Awaited<ReturnType<typeof quoteItems>>
  submittedAt: Date
}): Quotation {
  const { host, order, round, supplierName, total, lines, items, submittedAt } = of
  const rows = items.flatMap((item) => {
    const line = lines.find((l) => l.itemId === item.itemId)
    if (!line) return []
    const { unitPrice, amount, remark } = line
    return [{ ...item, unitPrice, amount: formatAmount(amount), remark }]
  })
  return {
    title: host.title,
    subtitle: order.title,
    org: supplierName,
    number: order.code,
    parts: [
      {
        facts: [
          ['轮次', host.label(round.roundNo)],
          ['报价方式', QuoteMode.label(round.mode)],
          ['报价总额（元）', formatAmount(total)],
          ['大写', toCapitals(total)],
          ['提交时间', formatTime(submittedAt, true)],
          ['说明', round.note],
        ],
        columns: [
          { key: 'line', title: '序号', align: 'center', width: 0.5 },
          { key: 'name', title: '名称', width: 2 },
          { key: 'unit', title: '单位', align: 'center', width: 0.6 },
          { key: 'quantity', title: '数量', align: 'right', width: 0.8 },
          { key: 'unitPrice', title: '单价（元）', align: 'right', width: 1.2 },
          { key: 'amount', title: '合价（元）', align: 'right', width: 1.3 },
          { key: 'remark', title: '备注', width: 1.2 },
        ],
        rows,
      },
    ],
  }
}
