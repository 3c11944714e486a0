import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { named, orderRow, tellOwners, tellSupplier } from '#features/procurement/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import type { Any } from '../access.ts'
import { entriesOf, type EntryRow, talkFacts, type TalkRow } from './entries.ts'

/** The box for an offer lapses at an instant. */
export const BOX_END = 'price-talk.box-end'

export const talkMessageKinds: readonly MessageKind[] = [
  {
    kind: 'price-talk',
    label: '竞价后议价',
    group: '竞价',
    workbenches: ['purchaser', 'agency', 'supplier'],
    channels: URGENT,
    isEssential: true,
    isTimely: true,
  },
]

/** What the other side did in a talk is told to the two sides alone. */
export const talkMessages: readonly Subscriber[] = [
  {
    name: 'auction: tell of a price talk',
    kind: 'price-talk',
    async handle(ctx, event) {
      const { talkId, seq } = event.payload as { talkId: string; seq: number }
      const talk = await talkRow(ctx, talkId)
      const entry = (await entriesOf(ctx, talkId)).find((one) => one.seq === seq)!
      const [to, text] =
        entry.side === 'buyer'
          ? (['supplier', wordsToSupplier(entry)] as const)
          : (['buyer', wordsToOwner(entry)] as const)
      await tellSide(ctx, talk, { to, text, eventId: event.id })
    },
  },
  {
    name: 'auction: tell that a box has lapsed',
    kind: BOX_END,
    async handle(ctx, event) {
      const { talkId, seq } = event.payload as { talkId: string; seq: number }
      const talk = await talkRow(ctx, talkId)
      const entries = await entriesOf(ctx, talkId)
      const ask = entries.find((one) => one.seq === seq)
      const { state, box } = talkFacts(talk, entries)
      if (state !== 'open' || box === null || ask?.until?.getTime() !== box.until) return
      ctx.emit({
        kind: 'price-talk.lapsed',
        payload: { talkId },
        topics: [`price-talk:${talkId}`, `order-owner:${talk.orderId}`],
      })
      const text = '供应商未在答复期限内报价，可再次邀请报价或结束议价。'
      await tellSide(ctx, talk, { to: 'buyer', text, eventId: event.id })
    },
  },
]

function wordsToOwner({ kind, price, text }: EntryRow): string {
  if (kind === 'offer') return `供应商报价 ${formatAmount(price)} 元，请处理。`
  return kind === 'refuse' ? `供应商谢绝报价：${text}` : `供应商留言：${text}`
}

function wordsToSupplier({ kind, price, until, text }: EntryRow): string {
  switch (kind) {
    case 'open':
      return '采购方就价格与贵单位议价，请留意报价邀请。'
    case 'ask':
      return `采购方邀请贵单位报价${price === null ? '' : `，期望价格 ${formatAmount(price)} 元`}，请于 ${formatTime(until, true)}（北京时间）前答复。`
    case 'agree':
      return `议价达成一致，价格 ${formatAmount(price)} 元，结果以成交结果公告为准。`
    case 'fail':
      return '议价未达成一致，已结束；贵单位的竞价报价继续有效。'
    default:
      return `采购方留言：${text}`
  }
}

async function tellSide(
  ctx: Any,
  talk: TalkRow,
  { to, text, eventId }: { to: 'buyer' | 'supplier'; text: string; eventId: number },
): Promise<void> {
  const order = await orderRow(ctx, talk.orderId)
  const subject = { ctx, order, event: { id: eventId, kind: 'price-talk' } }
  const told = { title: `议价：${order.title}`, content: `${named(order)}${text}` }
  if (to === 'buyer') return tellOwners(subject, { ...told, page: 'price-talk.edit' })
  const { supplierCompanyId } = await ctx.expectOne('trade', { id: talk.tradeId })
  await tellSupplier(subject, supplierCompanyId, { ...told, page: 'price-talk.answer' })
}

async function talkRow(ctx: Any, talkId: string): Promise<TalkRow> {
  return ctx.expectOne('price_talk', { id: talkId })
}
