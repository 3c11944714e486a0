import { Exact, formatAmount, sum } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { named, onOrder, type OrderEvent, tellOwners, tellSupplier } from '#features/procurement/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import type { DealRow } from './deals.ts'

const SALE = { group: '销售', channels: URGENT, isEssential: true } as const
const SELLERS = ['purchaser', 'agency'] as const

export const messageKinds: readonly MessageKind[] = [
  { ...SALE, kind: 'sale.opened', label: '成交，待付款', workbenches: ['supplier'] },
  { ...SALE, kind: 'sale.due', label: '付款期限将至', workbenches: ['supplier'] },
  { ...SALE, kind: 'sale.overdue', label: '逾期未付款', workbenches: [...SELLERS, 'supplier'] },
  { ...SALE, kind: 'sale.paid', label: '成交价款已收', workbenches: [...SELLERS, 'supplier'] },
  { ...SALE, kind: 'sale.weighed', label: '提货单待确认', workbenches: ['supplier'] },
  { ...SALE, kind: 'sale.answered', label: '提货单已答复', workbenches: SELLERS },
  { ...SALE, kind: 'sale.settled', label: '销售已结算', workbenches: ['supplier'] },
  { ...SALE, kind: 'sale.defaulted', label: '登记违约', workbenches: ['supplier'] },
]

/** Each side is told of what the other, or the cashier, has done to their deal. */
export const messages: readonly Subscriber[] = [
  onDeal('sale.opened', async (subject, deal) => {
    const { price, dueAt, state } = deal
    // Paid meanwhile.
    if (state !== 'due') return
    await tellBuyer(subject, deal, {
      title: '竞价成交，请付款',
      content: `贵单位以 ${formatAmount(price)} 元成交${named(subject.order)}，请于 ${formatTime(dueAt)}（北京时间）前付清成交价款。`,
    })
  }),
  onDeal('sale.due', async (subject, deal) => {
    if (!isOwed(subject, deal)) return
    await tellBuyer(subject, deal, {
      title: '付款期限将至',
      content: `${named(subject.order)}的成交价款尚欠 ${restOf(deal)} 元，请于 ${formatTime(deal.dueAt)}（北京时间）前付清。`,
    })
  }),
  onDeal('sale.overdue', async (subject, deal) => {
    if (!isOwed(subject, deal)) return
    const since = `已过付款期限 ${formatTime(deal.dueAt)}（北京时间）`
    await tellBuyer(subject, deal, {
      title: '成交价款已逾期',
      content: `${named(subject.order)}${since}，尚欠 ${restOf(deal)} 元。请立即付清，否则出让方可登记违约。`,
    })
    await tellOwners(subject, {
      title: '成交人逾期未付款',
      content: `${named(subject.order)}${since}，成交人尚欠 ${restOf(deal)} 元，可催告或登记违约。`,
    })
  }),
  onDeal('sale.paid', async (subject, deal) => {
    const last = (await paymentsOf(subject, deal)).findLast(({ amount }) => new Exact(amount).gt(0))!
    const stands = new Exact(deal.price).gt(deal.paid) ? `尚欠 ${restOf(deal)} 元` : '成交价款已付清'
    const content = `${named(subject.order)}收到价款 ${formatAmount(last.amount)} 元，${stands}`
    // What the seller has recorded itself is news to the buyer alone.
    if (last.payOrderId === null) await tellBuyer(subject, deal, { title: '出让方已登记收款', content: `${content}。` })
    else await tellOwners(subject, { title: '成交价款已到账', content: `${content}，请在销售单中办理提货。` })
  }),
  onDeal('sale.weighed', async (subject, deal) => {
    const { orderId, tradeId } = deal
    const open = await subject.ctx.many('sale_weighing', { orderId, tradeId, state: 'open' }, { orderBy: ['no'] })
    // Answered meanwhile.
    if (open.length === 0) return
    await tellBuyer(subject, deal, {
      title: '请确认提货单',
      content: `${named(subject.order)}的第 ${open.map(({ no }) => no).join('、')} 张提货单待贵单位核对，确认后计入结算，数量不符的请写明原因。`,
    })
  }),
  onDeal('sale.answered', async (subject, deal) => {
    const { orderId, tradeId } = deal
    const weighingId = String(subject.event.payload.weighingId)
    const { no, state, reason } = await subject.ctx.expectOne('sale_weighing', { orderId, tradeId, id: weighingId })
    await tellOwners(
      subject,
      state === 'confirmed'
        ? { title: '提货单已确认', content: `成交人已确认${named(subject.order)}的第 ${no} 张提货单。` }
        : { title: '提货单未获确认', content: `成交人不确认${named(subject.order)}的第 ${no} 张提货单：${reason}。` },
    )
  }),
  onDeal('sale.settled', async (subject, deal) => {
    const back = sum(
      (await paymentsOf(subject, deal)).map(({ amount }) => amount).filter((amount) => amount.startsWith('-')),
    )
    const refunded = back === '0' ? '' : `，退还 ${formatAmount(new Exact(back).neg().toFixed(2))} 元`
    await tellBuyer(subject, deal, {
      title: '销售已结算',
      content: `${named(subject.order)}按提货情况结算 ${formatAmount(deal.amount)} 元${refunded}。`,
    })
  }),
  onDeal('sale.defaulted', (subject, deal) =>
    tellBuyer(subject, deal, {
      title: '已登记违约',
      content: `贵单位未在 ${formatTime(deal.dueAt)}（北京时间）前付清${named(subject.order)}的成交价款，出让方已登记违约：${deal.reason}。`,
    }),
  ),
]

/** What is told when something happens to a deal, as it stands by then. */
function onDeal(kind: string, tell: (subject: OrderEvent, deal: DealRow) => Promise<void>): Subscriber {
  return onOrder(`sales: tell of ${kind}`, kind, async (subject) => {
    const { orderId, tradeId } = subject.event.payload as { orderId: string; tradeId: string }
    await tell(subject, await subject.ctx.expectOne('sale_deal', { orderId, tradeId }))
  })
}

/** Whether the buyer still has to pay in a sale that stands. */
function isOwed({ order }: OrderEvent, { state }: DealRow): boolean {
  return state === 'due' && order.state === 'winner.fixed'
}

function restOf({ price, paid }: DealRow): string {
  return formatAmount(new Exact(price).minus(paid).toFixed(2))
}

function paymentsOf({ ctx }: OrderEvent, { orderId, tradeId }: DealRow) {
  return ctx.many('sale_payment', { orderId, tradeId }, { orderBy: ['at', 'id'] })
}

async function tellBuyer(subject: OrderEvent, { tradeId }: DealRow, told: { title: string; content: string }) {
  const { supplierCompanyId } = await subject.ctx.expectOne(
    'trade',
    { id: tradeId },
    { columns: ['supplierCompanyId'] },
  )
  await tellSupplier(subject, supplierCompanyId, told)
}
