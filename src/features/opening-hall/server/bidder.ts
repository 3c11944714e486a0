import { isOver } from '#features/procurement/engine/order-status.ts'
import { AppError } from '#contract/errors.ts'
import { submissionFiles } from '#features/sealed-bids/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { BIDDER_STATUS, type BidderAction, type BidderFacts, ConfirmState, type DecryptState } from '../rules.ts'
import {
  asBidder,
  type BidderRecord,
  inLastOpening,
  openedEnvelope,
  type OpeningRow,
  type Order,
  setBidder,
  stageOf,
} from './access.ts'
import { releaseState } from './joint-access.ts'
import { beginDecryption } from './decrypt.ts'
import { tell } from './host.ts'

type Ctx = Context<Employee>

/** A bidder's row with what decides on it. */
export interface Mine {
  order: Order
  opening: OpeningRow
  bidder: BidderRecord
  /** Null in bidder-key mode. */
  joint: { isClosed: boolean } | null
}

/** What this bidder may do now. */
export function actionsOf(ctx: Pick<Ctx, 'clock'>, mine: Mine) {
  return BIDDER_STATUS.allowed(factsOf(mine), null, ctx.clock.now().getTime())
}

export async function signIn(ctx: Ctx, orderId: string, bidderId: string): Promise<void> {
  const mine = await mineOf(ctx, orderId, { bidderId, lock: 'update' })
  const { bidder } = mine
  if (bidder.signedInAt) return
  assertMay(ctx, 'signIn', mine)
  await setBidder(ctx, placeOf(mine), { signedInAt: ctx.clock.now() })
  ctx.audit({
    action: 'opening.signIn',
    entity: 'order',
    entityId: orderId,
    summary: `第${bidder.no}家签到：${ctx.actor.companyName}`,
    data: { tradeId: bidderId },
  })
  tell(ctx, 'opening.bidder', { orderId, bidderId })
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
  const found = await ctx.one('opening_bidder', { submissionId }, { columns: ['orderId', 'tradeId'], limit: 1 })
  if (!found) throw new AppError('notFound')
  const orderId = found.orderId
  const mine = await mineOf(ctx, orderId, { bidderId: found.tradeId, lock: 'update' })
  await takeKeys(ctx, mine, { keys, by: ctx.actor.companyName })
}

/** What `release` does once the bidder is known: in the hall by its log-in, on a telephone by its ticket. */
export async function takeKeys(
  ctx: Context<Actor | null>,
  mine: Mine,
  { keys, by }: { keys: readonly { position: number; contentKey: string }[]; by: string },
): Promise<void> {
  const { bidder, opening, order, joint } = mine
  const { orderId, tradeId: bidderId, stage } = placeOf(mine)
  const now = ctx.clock.now()
  if (opening.marksOpenedAt || now >= opening.decryptEnd!) throw new AppError('tooLate', '解密时间已结束')
  if (joint?.isClosed) throw new AppError('tooLate', '已截止提交密钥')
  const state = assertMay(ctx, 'release', mine)
  const files = await submissionFiles(ctx, bidder.submissionId, openedEnvelope(order, stage))
  const given = new Map(keys.map((k) => [k.position, k.contentKey]))
  // Keys of the other envelope are not taken before its opening, not even by mistake.
  if ([...given.keys()].some((position) => !files.some((f) => f.position === position)))
    throw new AppError('invalid', '包含不属于本次开标的文件密钥，未接收')
  const missing = files.filter((f) => !given.has(f.position))
  if (missing.length > 0) throw new AppError('invalid', `缺少文件「${missing[0]!.name}」的解密密钥`)
  await setBidder(
    ctx,
    { orderId, tradeId: bidderId, stage },
    {
      decryptState: state,
      failure: '',
      releasedAt: now,
      signedInAt: bidder.signedInAt ?? now,
      releasedKeys: JSON.stringify(Object.fromEntries(given)),
    },
  )
  ctx.audit({
    action: 'opening.release',
    entity: 'order',
    entityId: orderId,
    summary: `第${bidder.no}家提交解密密钥：${by}`,
    data: { tradeId: bidderId },
  })
  // Masked keys open nothing yet: they wait for the officers.
  if (joint) tell(ctx, 'opening.bidder', { orderId, bidderId })
  else await beginDecryption(ctx, { orderId, bidderId, ...(stage === 1 ? {} : { stage }) })
}

/** Confirms or disputes the own marks, once. */
export async function confirm(
  ctx: Ctx,
  orderId: string,
  given: { bidderId: string; agree: boolean; dispute: string },
): Promise<void> {
  const mine = await mineOf(ctx, orderId, { bidderId: given.bidderId, lock: 'update' })
  const { bidder } = mine
  assertMay(ctx, given.agree ? 'confirm' : 'dispute', mine)
  const state = given.agree ? ConfirmState.values.confirmed : ConfirmState.values.disputed
  await setBidder(ctx, placeOf(mine), {
    confirmState: state,
    confirmedAt: ctx.clock.now(),
    dispute: given.agree ? '' : given.dispute,
  })
  ctx.audit({
    action: given.agree ? 'opening.confirm' : 'opening.dispute',
    entity: 'order',
    entityId: orderId,
    summary: `第${bidder.no}家${given.agree ? '确认开标记录' : `对开标记录提出异议：${given.dispute}`}`,
    data: { tradeId: given.bidderId },
  })
  tell(ctx, 'opening.bidder', { orderId, bidderId: given.bidderId })
}

/** The own row with all that decides on it, or `notFound`. */
export async function mineOf(ctx: Ctx, orderId: string, given: { bidderId: string; lock?: 'update' }): Promise<Mine> {
  const mine = await asBidder(ctx, orderId, given)
  return { ...mine, joint: await releaseState(ctx, mine.order) }
}

/** The same in the last opening that the bidder takes part in: its page may still show the first when the second starts. */
export async function lastMineOf(ctx: Ctx, orderId: string, bidderId: string): Promise<Mine> {
  const mine = await inLastOpening(ctx, orderId, bidderId)
  return { ...mine, joint: await releaseState(ctx, mine.order) }
}

function placeOf({ bidder }: Mine) {
  return { orderId: bidder.orderId, tradeId: bidder.tradeId, stage: stageOf(bidder) }
}

/** What the action leads to. Throws `wrongState` with the reason unless the table lets this bidder do it now. */
export function assertMay(ctx: Pick<Ctx, 'clock'>, action: BidderAction, mine: Mine): DecryptState {
  try {
    return BIDDER_STATUS.next(action, { record: factsOf(mine), who: null, now: ctx.clock.now().getTime() })
  } catch (error) {
    // The bidder is known here: what the table calls a stranger is only the wrong moment.
    if (error instanceof AppError && error.errorName === 'notFound') throw new AppError('wrongState')
    throw error
  }
}

function factsOf({ order, opening, bidder, joint }: Mine): BidderFacts {
  return {
    decryptState: bidder.decryptState as DecryptState,
    signedIn: bidder.signedInAt !== null,
    windowEnd: opening.decryptEnd?.getTime() ?? null,
    marksOpen: opening.marksOpenedAt !== null,
    joint,
    confirmed: bidder.confirmState !== ConfirmState.values.pending,
    ended: opening.endedAt !== null || isOver(order),
  }
}
