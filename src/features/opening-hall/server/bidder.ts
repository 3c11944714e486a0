import { AppError } from '#contract/errors.ts'
import { orderItems, orderRow } from '#features/procurement/server/public.ts'
import { readPriceSheet } from '#features/procurement/rules/price-sheet.ts'
import { openSubmission, submissionFiles } from '#features/sealed-bids/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { BIDDER_STATUS, type BidderAction, type BidderFacts, ConfirmState, DecryptState } from '../rules.ts'
import { asBidder, bidderRecord, type BidderRecord, type OpeningRow, openingRow, setBidder } from './access.ts'
import { tell } from './host.ts'

type Ctx = Context<Employee>
const D = DecryptState.values

/** What this bidder may do now. */
export function actionsOf(ctx: Pick<Ctx, 'clock'>, bidder: BidderRecord, opening: OpeningRow) {
  return BIDDER_STATUS.allowed(factsOf(bidder, opening), null, ctx.clock.now().getTime())
}

export async function signIn(ctx: Ctx, orderId: string, bidderId: string): Promise<void> {
  const { bidder, opening } = await mine(ctx, orderId, bidderId)
  if (bidder.signed_in_at) return
  assert(ctx, 'signIn', { bidder, opening })
  await setBidder(ctx, { orderId, tradeId: bidderId }, { signed_in_at: ctx.clock.now() })
  ctx.audit({
    action: 'opening.signIn',
    entity: 'order',
    entityId: orderId,
    summary: `第${bidder.no}家签到：${ctx.actor.companyName}`,
    data: { tradeId: bidderId },
  })
  tell(ctx, orderId, 'opening.bidder', { bidderId })
}

/**
 * Takes the content keys that the bidder's browser unwrapped, inside the window, and lets decryption start. Keys must
 * be there for every file; whether they are right shows when the files are opened.
 */
export async function release(
  ctx: Ctx,
  submissionId: string,
  keys: readonly { position: number; contentKey: string }[],
): Promise<void> {
  const found = await ctx.tx
    .selectFrom('opening_bidder')
    .select(['order_id', 'trade_id'])
    .where('tenant_id', '=', ctx.tenantId)
    .where('submission_id', '=', submissionId)
    .executeTakeFirst()
  if (!found) throw new AppError('notFound')
  const orderId = found.order_id
  const { bidder, opening } = await mine(ctx, orderId, found.trade_id)
  const now = ctx.clock.now()
  if (opening.marks_opened_at || now >= opening.decrypt_end!) throw new AppError('tooLate', '解密时间已结束')
  assert(ctx, 'release', { bidder, opening })
  const files = await submissionFiles(ctx, submissionId)
  const given = new Map(keys.map((k) => [k.position, k.contentKey]))
  const missing = files.filter((f) => !given.has(f.position))
  if (missing.length > 0) throw new AppError('invalid', `缺少文件「${missing[0]!.name}」的解密密钥`)
  await setBidder(
    ctx,
    { orderId, tradeId: found.trade_id },
    {
      decrypt_state: D.released,
      failure: '',
      released_at: now,
      signed_in_at: bidder.signed_in_at ?? now,
      released_keys: JSON.stringify(Object.fromEntries(given)),
    },
  )
  ctx.audit({
    action: 'opening.release',
    entity: 'order',
    entityId: orderId,
    summary: `第${bidder.no}家提交解密密钥：${ctx.actor.companyName}`,
    data: { tradeId: found.trade_id },
  })
  tell(ctx, orderId, 'opening.released', { bidderId: found.trade_id })
}

/** Confirms or disputes the own marks, once. */
export async function confirm(
  ctx: Ctx,
  orderId: string,
  given: { bidderId: string; agree: boolean; dispute: string },
): Promise<void> {
  const { bidder, opening } = await mine(ctx, orderId, given.bidderId)
  assert(ctx, given.agree ? 'confirm' : 'dispute', { bidder, opening })
  const state = given.agree ? ConfirmState.values.confirmed : ConfirmState.values.disputed
  await setBidder(
    ctx,
    { orderId, tradeId: given.bidderId },
    { confirm_state: state, confirmed_at: ctx.clock.now(), dispute: given.agree ? '' : given.dispute },
  )
  ctx.audit({
    action: given.agree ? 'opening.confirm' : 'opening.dispute',
    entity: 'order',
    entityId: orderId,
    summary: `第${bidder.no}家${given.agree ? '确认开标记录' : `对开标记录提出异议：${given.dispute}`}`,
    data: { tradeId: given.bidderId },
  })
  tell(ctx, orderId, 'opening.bidder', { bidderId: given.bidderId })
}

/**
 * Opens the released files: each is decrypted, compared with the commitments of bid and receipt, and stored; the price
 * sheet is read against the bill. A refusal is the bidder's to mend while the window is open.
 */
export const decryptOnRelease: Subscriber = {
  name: 'opening-hall.decrypt',
  kind: 'opening.released',
  async handle(ctx, event) {
    const { orderId, bidderId } = event.payload as { orderId: string; bidderId: string }
    const bidder = await bidderRecord(ctx, orderId, bidderId)
    if (!bidder || bidder.decrypt_state !== D.released) return
    const order = await orderRow(ctx, orderId)
    const keys = bidder.released_keys as Record<string, string>
    const outcome = await openSubmission(ctx, bidder.submission_id, (position) => keys[position] ?? '')
    const items = (await orderItems(ctx, order)).map((i) => ({ itemId: i.id, line: i.line, quantity: i.quantity }))
    const sheet = outcome.ok ? readPriceSheet(outcome.priceSheet, { orderId, items }) : null
    // The order row is the bidder's lock as well; without it a host's action could fall between look and write.
    await orderRow(ctx, orderId, 'update')
    const current = await bidderRecord(ctx, orderId, bidderId)
    if (current?.decrypt_state !== D.released) return
    if (!outcome.ok || !sheet?.ok) {
      const failure = outcome.ok ? (sheet as { reason: string }).reason : outcome.reason
      await setBidder(ctx, { orderId, tradeId: bidderId }, { decrypt_state: D.failed, failure, released_keys: '{}' })
      ctx.audit({
        action: 'opening.decryptFailed',
        entity: 'order',
        entityId: orderId,
        summary: `第${bidder.no}家解密失败：${failure}`,
        data: { tradeId: bidderId },
      })
    } else {
      await ctx.tx
        .insertInto('opened_file')
        .values(
          outcome.files.map((f) => ({
            tenant_id: ctx.tenantId,
            order_id: orderId,
            trade_id: bidderId,
            position: f.position,
            role: f.role,
            name: f.name,
            file_id: f.fileId,
            cipher_hash: f.cipherHash,
            content_key: keys[f.position]!,
          })),
        )
        .execute()
      await setBidder(
        ctx,
        { orderId, tradeId: bidderId },
        {
          decrypt_state: D.success,
          decrypted_at: ctx.clock.now(),
          failure: '',
          quote: sheet.sheet.total,
          price_sheet: JSON.stringify(sheet.sheet),
          released_keys: '{}',
        },
      )
      ctx.audit({
        action: 'opening.decrypted',
        entity: 'order',
        entityId: orderId,
        summary: `第${bidder.no}家解密成功`,
        data: { tradeId: bidderId },
      })
    }
    tell(ctx, orderId, 'opening.bidder', { bidderId })
  },
}

/** The bidder's row under the order's share lock, so that host actions and the window's end cannot overtake it. */
async function mine(
  ctx: Ctx,
  orderId: string,
  bidderId: string,
): Promise<{ bidder: BidderRecord; opening: OpeningRow }> {
  const { bidder } = await asBidder(ctx, orderId, bidderId, 'update')
  const opening = await openingRow(ctx, orderId)
  if (!opening) throw new AppError('wrongState', '开标尚未开始')
  return { bidder, opening }
}

function assert(
  ctx: Ctx,
  action: BidderAction,
  { bidder, opening }: { bidder: BidderRecord; opening: OpeningRow },
): void {
  try {
    BIDDER_STATUS.next(action, { record: factsOf(bidder, opening), who: null, now: ctx.clock.now().getTime() })
  } catch (error) {
    // The bidder is known here: what the table calls a stranger is only the wrong moment.
    if (error instanceof AppError && error.errorName === 'notFound') throw new AppError('wrongState')
    throw error
  }
}

function factsOf(bidder: BidderRecord, opening: OpeningRow): BidderFacts {
  return {
    decryptState: bidder.decrypt_state as DecryptState,
    signedIn: bidder.signed_in_at !== null,
    windowEnd: opening.decrypt_end?.getTime() ?? null,
    marksOpen: opening.marks_opened_at !== null,
    confirmed: bidder.confirm_state !== ConfirmState.values.pending,
    ended: opening.ended_at !== null,
  }
}
