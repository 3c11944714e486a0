import { tellSupplier } from '#features/procurement/server/public.ts'
import { type Any, bidderLink, type Order } from './access.ts'
import { bidsOf } from './bids.ts'

interface Message {
  kind: 'review.ask' | 'review.correction' | 'review.round'
  title: string
  /** Behind the order's title and code. */
  content: string
}

export async function notifyBidder(
  ctx: Any,
  { order, tradeId }: { order: Order; tradeId: string },
  message: Message,
): Promise<void> {
  await notifyBidders(ctx, { order, tradeIds: [tradeId] }, message)
}

/** Tells whoever bids for these bidders' companies, with the way to their page of the review. */
export async function notifyBidders(
  ctx: Any,
  { order, tradeIds }: { order: Order; tradeIds: readonly string[] },
  { kind, title, content }: Message,
): Promise<void> {
  const bids = (await bidsOf(ctx, order)).filter((b) => tradeIds.includes(b.tradeId))
  for (const bid of bids)
    await tellSupplier({ ctx, order, event: { id: null, kind } }, bid.supplierCompanyId, {
      title,
      content: `${order.title}（${order.code}）${content}`,
      link: bidderLink(order, bid.tradeId),
    })
}
