import { BidFileType } from '#features/procurement/rules/enums.ts'
import { orderItems, orderRow } from '#features/procurement/server/public.ts'
import { type PriceSheet, readPriceSheet } from '#features/procurement/rules/price-sheet.ts'
import { readStatement } from '#features/procurement/rules/statement.ts'
import { checkSubmission } from '#features/sealed-bids/server/public.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { DECRYPT_RETRY_MS, DecryptState } from '../rules.ts'
import type { Stage } from '../rules-offer.ts'
import {
  bidderRecord,
  type BidderRecord,
  claimBidder,
  openedEnvelope,
  type Order,
  setBidder,
  stageOf,
} from './access.ts'
import { tell } from './host.ts'

type Ctx = Context<null>
const D = DecryptState.values

interface Released {
  orderId: string
  bidderId: string
  /** 1 when left out. */
  stage?: Stage
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
    const { orderId, bidderId, stage = 1 } = event.payload as unknown as Released
    const bidder = await claimBidder(ctx, { orderId, stage }, bidderId)
    if (bidder?.decryptState !== D.released) return
    const order = await orderRow(ctx, orderId)
    if (!isDecrypting(order, stage)) return
    await openBid(ctx, { order, bidder }, bidder.releasedKeys as Record<string, string>)
    await ctx.schedule(retryKey({ orderId, bidderId, stage }), null, RETRY)
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
  const stage = stageOf(bidder)
  const what = { submissionId: bidder.submissionId, envelope: openedEnvelope(order, stage) }
  const checked = await checkSubmission(ctx, what, (position) => keys[position] ?? '')
  if (!checked.ok) {
    await fail(ctx, bidder, { state: checked.fault === 'service' ? D.faulted : D.failed, reason: checked.reason })
    return
  }
  const read = await readBid(ctx, order, { stage, ...checked })
  const released = bidder.releasedKeys as Record<string, string>
  if (read.ok) await succeed(ctx, bidder, { keys: released, sheet: read.sheet, files: await checked.keep() })
  else await fail(ctx, bidder, { state: D.failed, reason: read.reason })
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
    const { orderId, bidderId, stage = 1 } = released
    const bidder = await bidderRecord(ctx, { orderId, stage }, bidderId)
    const order = await orderRow(ctx, orderId)
    if (bidder?.decryptState !== D.released || !isDecrypting(order, stage)) return
    await beginDecryption(ctx, released)
  },
}

/** Has the released keys used, and looks after it until it is done. */
export async function beginDecryption(ctx: Pick<Ctx, 'emit' | 'schedule' | 'clock'>, released: Released) {
  const due = new Date(ctx.clock.now().getTime() + DECRYPT_RETRY_MS)
  await ctx.schedule(retryKey(released), due, { ...RETRY, payload: { ...released } })
  tell(ctx, 'opening.released', released)
}

const RETRY = { kind: 'opening.decryptDue', payload: {} }

function retryKey({ orderId, bidderId, stage = 1 }: Released): string {
  return `opening.decrypt/${orderId}/${bidderId}${stage === 1 ? '' : `/${stage}`}`
}

/** The order still is where bids of this opening are decrypted: quotations during the review. */
function isDecrypting(order: Order, stage: Stage): boolean {
  return order.state === (stage === 1 ? 'open.running' : 'review.running')
}

/** What is kept of an opened envelope beside its files: null of a business envelope without a statement. */
type Read = { ok: true; sheet: { total: string | null; marks: PriceSheet['marks'] } | null }

/** Reads what the opening reads out: the price sheet against the bill, of a business envelope its statement. */
async function readBid(
  ctx: Ctx,
  order: Order,
  { stage, priceSheet, statement }: { stage: Stage; priceSheet: unknown; statement: Uint8Array | null },
): Promise<Read | { ok: false; reason: string }> {
  const orderId = order.id
  if (openedEnvelope(order, stage) === BidFileType.values.business) {
    if (statement === null) return { ok: true, sheet: null }
    const read = readStatement(statement, orderId)
    return read.ok ? { ok: true, sheet: { total: null, marks: read.statement.marks } } : read
  }
  const items = (await orderItems(ctx, order)).map((i) => ({ itemId: i.id, line: i.line, quantity: i.quantity }))
  return readPriceSheet(priceSheet, { orderId, items })
}

async function succeed(
  ctx: Ctx,
  bidder: BidderRecord,
  opened: {
    keys: Record<string, string>
    sheet: { total: string | null } | null
    files: { position: number; role: string; name: string; fileId: string; cipherHash: string }[]
  },
): Promise<void> {
  const row = { tenantId: ctx.tenantId, orderId: bidder.orderId, tradeId: bidder.tradeId, stage: bidder.stage }
  await ctx.tx
    .insertInto('opened_file')
    .values(
      opened.files.map((f) => ({
        ...row,
        position: f.position,
        role: f.role,
        name: f.name,
        fileId: f.fileId,
        cipherHash: f.cipherHash,
        contentKey: opened.keys[f.position]!,
      })),
    )
    .execute()
  await setBidder(
    ctx,
    { orderId: bidder.orderId, tradeId: bidder.tradeId, stage: stageOf(bidder) },
    {
      decryptState: D.success,
      decryptedAt: ctx.clock.now(),
      failure: '',
      quote: opened.sheet?.total ?? null,
      ...(opened.sheet ? { priceSheet: JSON.stringify(opened.sheet) } : {}),
      releasedKeys: '{}',
    },
  )
  ctx.audit({
    action: 'opening.decrypted',
    entity: 'order',
    entityId: bidder.orderId,
    summary: `第${bidder.no}家解密成功`,
    data: { tradeId: bidder.tradeId },
  })
}

async function fail(
  ctx: Ctx,
  bidder: BidderRecord,
  { state, reason }: { state: DecryptState; reason: string },
): Promise<void> {
  await setBidder(
    ctx,
    { orderId: bidder.orderId, tradeId: bidder.tradeId, stage: stageOf(bidder) },
    { decryptState: state, failure: reason, releasedKeys: '{}' },
  )
  ctx.audit({
    action: 'opening.decryptFailed',
    entity: 'order',
    entityId: bidder.orderId,
    summary: `第${bidder.no}家${DecryptState.label(state)}：${reason}`,
    data: { tradeId: bidder.tradeId, fault: state === D.faulted ? 'service' : 'bidder' },
  })
}
