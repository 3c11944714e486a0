import { OrderStatus } from '#features/procurement/rules/enums.ts'
import { orderItems, orderRow } from '#features/procurement/server/public.ts'
import { readPriceSheet } from '#features/procurement/rules/price-sheet.ts'
import { checkSubmission } from '#features/sealed-bids/server/public.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { DECRYPT_RETRY_MS, DecryptState } from '../rules.ts'
import { bidderRecord, type BidderRecord, claimBidder, type Order, setBidder } from './access.ts'
import { tell } from './host.ts'

type Ctx = Context<null>
const D = DecryptState.values

interface Released {
  orderId: string
  bidderId: string
}

/**
 * Opens the released files: each is decrypted, compared with the commitments of bid and receipt, and stored; the price
 * sheet is read against the bill before anything is kept. A refusal is the bidder's to mend while the window is open.
 */
export const decryptOnRelease: Subscriber = {
  name: 'opening-hall.decrypt',
  kind: 'opening.released',
  isSlow: true,
  async handle(ctx, event) {
    const { orderId, bidderId } = event.payload as unknown as Released
    const bidder = await claimBidder(ctx, orderId, bidderId)
    if (bidder?.decrypt_state !== D.released) return
    const order = await orderRow(ctx, orderId)
    if (order.status !== OrderStatus.values.opened) return
    await openBid(ctx, { order, bidder }, bidder.released_keys as Record<string, string>)
    await ctx.schedule(retryKey({ orderId, bidderId }), null, RETRY)
    tell(ctx, 'opening.bidder', { orderId, bidderId })
  },
}

/**
 * Opens one bid with its content keys (hex, by position) and records the outcome. What is kept of the keys is what the
 * bidder released: in joint-key mode that is not the content key itself.
 */
export async function openBid(
  ctx: Ctx,
  { order, bidder }: { order: Order; bidder: BidderRecord },
  keys: Record<string, string>,
): Promise<void> {
  const checked = await checkSubmission(ctx, bidder.submission_id, (position) => keys[position] ?? '')
  if (!checked.ok) {
    await fail(ctx, bidder, { state: checked.fault === 'service' ? D.faulted : D.failed, reason: checked.reason })
    return
  }
  const items = (await orderItems(ctx, order)).map((i) => ({ itemId: i.id, line: i.line, quantity: i.quantity }))
  const sheet = readPriceSheet(checked.priceSheet, { orderId: order.id, items })
  const released = bidder.released_keys as Record<string, string>
  if (sheet.ok) await succeed(ctx, bidder, { keys: released, sheet: sheet.sheet, files: await checked.keep() })
  else await fail(ctx, bidder, { state: D.failed, reason: sheet.reason })
}

/**
 * Begins a decryption again that has not come to an end: whoever did it died, or has given up on a full disk. Without
 * this a bidder who released its keys in time could be left behind.
 */
export const decryptAgain: Subscriber = {
  name: 'opening-hall.decrypt-again',
  kind: 'opening.decryptDue',
  async handle(ctx, event) {
    const released = event.payload as unknown as Released
    const bidder = await bidderRecord(ctx, released.orderId, released.bidderId)
    const order = await orderRow(ctx, released.orderId)
    if (bidder?.decrypt_state !== D.released || order.status !== OrderStatus.values.opened) return
    await beginDecryption(ctx, released)
  },
}

/** Has the released keys used, and looks after it until it is done. */
export async function beginDecryption(ctx: Pick<Ctx, 'emit' | 'schedule' | 'clock'>, released: Released) {
  const due = new Date(ctx.clock.now().getTime() + DECRYPT_RETRY_MS)
  await ctx.schedule(retryKey(released), due, { ...RETRY, payload: { ...released } })
  tell(ctx, 'opening.released', { orderId: released.orderId, bidderId: released.bidderId })
}

const RETRY = { kind: 'opening.decryptDue', payload: {} }

function retryKey({ orderId, bidderId }: Released): string {
  return `opening.decrypt/${orderId}/${bidderId}`
}

async function succeed(
  ctx: Ctx,
  bidder: BidderRecord,
  opened: {
    keys: Record<string, string>
    sheet: { total: string }
    files: { position: number; role: string; name: string; fileId: string; cipherHash: string }[]
  },
): Promise<void> {
  const row = { tenant_id: ctx.tenantId, order_id: bidder.order_id, trade_id: bidder.trade_id }
  await ctx.tx
    .insertInto('opened_file')
    .values(
      opened.files.map((f) => ({
        ...row,
        position: f.position,
        role: f.role,
        name: f.name,
        file_id: f.fileId,
        cipher_hash: f.cipherHash,
        content_key: opened.keys[f.position]!,
      })),
    )
    .execute()
  await setBidder(
    ctx,
    { orderId: bidder.order_id, tradeId: bidder.trade_id },
    {
      decrypt_state: D.success,
      decrypted_at: ctx.clock.now(),
      failure: '',
      quote: opened.sheet.total,
      price_sheet: JSON.stringify(opened.sheet),
      released_keys: '{}',
    },
  )
  ctx.audit({
    action: 'opening.decrypted',
    entity: 'order',
    entityId: bidder.order_id,
    summary: `第${bidder.no}家解密成功`,
    data: { tradeId: bidder.trade_id },
  })
}

async function fail(
  ctx: Ctx,
  bidder: BidderRecord,
  { state, reason }: { state: DecryptState; reason: string },
): Promise<void> {
  await setBidder(
    ctx,
    { orderId: bidder.order_id, tradeId: bidder.trade_id },
    { decrypt_state: state, failure: reason, released_keys: '{}' },
  )
  ctx.audit({
    action: 'opening.decryptFailed',
    entity: 'order',
    entityId: bidder.order_id,
    summary: `第${bidder.no}家${DecryptState.label(state)}：${reason}`,
    data: { tradeId: bidder.trade_id, fault: state === D.faulted ? 'service' : 'bidder' },
  })
}
