import { formatTime } from '#contract/time.ts'
import { type ArchivePart, filed, jsonEntry } from '#features/procurement/server/public.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import type { SaleDeal } from '../contract.ts'
import { standingOf, termsOf, viewOf } from './deals.ts'

const COLUMNS: SheetColumn[] = [
  { key: 'at', title: '时间（北京时间）', type: 'text', width: 24 },
  { key: 'buyer', title: '成交人', type: 'text', width: 32 },
  { key: 'what', title: '事项', type: 'text', width: 24 },
  { key: 'amount', title: '金额（元）', type: 'text' },
  { key: 'content', title: '内容', type: 'text', width: 60 },
]

/** Who bought, what was paid and taken, and how it was settled, in the archive of an order. Nothing where nobody did. */
export const saleArchive: ArchivePart = {
  name: 'sale',
  async entries(ctx, order) {
    const rows = await ctx.many('sale_deal', { orderId: order.id }, { orderBy: ['awardedAt'] })
    if (rows.length === 0) return []
    const deals = await Promise.all(
      rows.map(async (row) => {
        const { actions: _, ...deal } = await viewOf(ctx, await standingOf(ctx, order, row), 'other')
        return { ...deal, awardedAt: row.awardedAt.toISOString(), paidAt: row.paidAt?.toISOString() ?? null }
      }),
    )
    const sheet = await writeSheet({
      title: '付款与提货记录',
      columns: COLUMNS,
      rows: deals.flatMap(happened).toSorted((a, b) => a.at.localeCompare(b.at)),
    })
    return [
      jsonEntry('sale/deals.json', { terms: termsOf(order), deals }),
      filed('contract', `付款与提货记录-${order.code}.xlsx`, sheet),
    ]
  },
}

/** Everything that happened to a deal, as rows of the sheet. */
function happened(deal: Omit<SaleDeal, 'actions'> & { awardedAt: string }) {
  const row = (at: string, what: string, [amount, content]: readonly [amount: string, content: string]) => ({
    at: formatTime(at, true),
    buyer: deal.buyerName,
    what,
    amount,
    content,
  })
  const lineOf = (id: string) => deal.lines.find(({ itemId }) => itemId === id)!
  return [
    row(deal.awardedAt, '成交', [deal.price, `付款期限 ${formatTime(deal.dueAt)}`]),
    ...deal.payments.map((one) =>
      row(one.at, one.amount.startsWith('-') ? '退还' : '收款', [
        one.amount,
        one.isOnline ? '平台收银台' : `凭证 ${one.voucher}`,
      ]),
    ),
    ...deal.weighings.map((one) => {
      const taken = one.lines.map(({ itemId, quantity }) => `${lineOf(itemId).name} ${quantity} ${lineOf(itemId).unit}`)
      const said = { open: '待确认', confirmed: '成交人已确认', refused: `成交人不确认：${one.reason}` }[one.state]
      return row(one.at, `提货第 ${one.no} 单`, ['', [...taken, one.vehicle, said].filter(Boolean).join('；')])
    }),
    ...(deal.endedAt === null
      ? []
      : [row(deal.endedAt, deal.stateLabel, [deal.state === 'settled' ? (deal.amount ?? '') : '', deal.reason])]),
  ]
}
