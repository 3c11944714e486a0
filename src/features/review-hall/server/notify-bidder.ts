import { notify } from '#features/messages/server/public.ts'
import { type Any, bidderLink, type Order } from './access.ts'
import { bidsOf } from './bids.ts'

interface Message {
  kind: 'review.ask' | 'review.correction' | 'review.round'
  title: string
  /** Behind the order's title and code. */
  content: string
}

/** Tells whoever bids for one bidder's company, with the way to its page of the review. */
export async function notifyBidder(
  ctx: Any,
  { order, tradeId }: { order: Order; tradeId: string },
  { kind, title, content }: Message,
): Promise<void> {
  const bid = (await bidsOf(ctx, order)).find((b) => b.tradeId === tradeId)!
  await notify(ctx, {
    to: { companyId: bid.supplierCompanyId, right: 'bidding' },
    identity: 'supplier',
    kind,
    title,
    content: `${order.title}（${order.code}）${content}`,
    link: bidderLink(order, tradeId),
  })
}
