import type { EnvelopeHeader } from '#features/sealed-bids/core/envelope-header.ts'
import { jointKeyOf } from '#features/joint-key/server/public.ts'
import { submissionFiles } from '#features/sealed-bids/server/public.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import type { Context } from '#server/context.ts'
import { DecryptState } from '../rules.ts'
import { JOINT_OPENING } from '../rules-joint.ts'
import type { BidderRecord } from './access.ts'
import { openBid } from './decrypt.ts'
import { tell } from './host.ts'
import { givenAnswers, type Joint, jointFacts, jointOf, jointRow, setJoint } from './joint-access.ts'
import { type MaskedBid, unmask } from './joint-thread.ts'

type Ctx = Context<null>

/** Bids of one transaction: after each the hall sees how far the opening has come, and a crash loses no more. */
const BATCH = 20

/**
 * Opens the next bids of a list that enough officers have answered for. Bids that another process has in hand are left to
 * it. Begun again after a crash it goes on where the last commit stood.
 */
export async function openNext(ctx: Ctx, orderId: string): Promise<{ opened: number; isDone: boolean }> {
  const order = await orderRow(ctx, orderId)
  const joint = await jointOf(ctx, order)
  if (!joint?.row.begun_at || joint.row.done_at || jointFacts(joint, null).ended) return { opened: 0, isDone: true }
  const bidders = await claimHeld(ctx, orderId)
  const keys = await contentKeys(ctx, joint, bidders)
  for (const [i, bidder] of bidders.entries()) await openBid(ctx, { order, bidder }, keys[i]!)
  const isDone = bidders.length < BATCH && (await isComplete(ctx, orderId))
  if (isDone) await finish(ctx, joint)
  if (bidders.length > 0 || isDone) tell(ctx, 'opening.jointProgress', { orderId })
  return { opened: bidders.length, isDone }
}

async function finish(ctx: Ctx, joint: Joint): Promise<void> {
  const now = ctx.clock.now()
  const orderId = joint.order.id
  // Two processes may see the end at once.
  if ((await jointRow(ctx, orderId, 'update'))?.done_at) return
  JOINT_OPENING.next('finish', { record: jointFacts(joint, null), who: { part: 'service' }, now: now.getTime() })
  await setJoint(ctx, orderId, { done_at: now })
  const missing = joint.key.officers.filter(({ index }) => !joint.answers.some((a) => a.idx === index && a.holds))
  ctx.audit({
    action: 'opening.jointDone',
    entity: 'order',
    entityId: orderId,
    summary: `共同开启完成，共 ${joint.row.bids!.length} 份${
      missing.length > 0 ? `；未参与的保管人：${missing.map((officer) => officer.name).join('、')}` : ''
    }`,
    data: { missing: missing.map((officer) => officer.index) },
  })
}

/** Content keys of each bid by position: what the bidder released and what the officers answered, put together. */
async function contentKeys(ctx: Ctx, joint: Joint, bidders: readonly BidderRecord[]) {
  if (bidders.length === 0) return []
  const key = await jointKeyOf(ctx, joint.order.id)
  if (!key) throw new Error(`no joint key: ${joint.order.id}`)
  const answers = (await givenAnswers(ctx, joint.order.id)).filter(({ holds }) => holds)
  const masked: MaskedBid[] = []
  for (const bidder of bidders) {
    const at = joint.row.bids!.findIndex((bid) => bid.tradeId === bidder.trade_id)
    const released = bidder.released_keys as Record<string, string>
    const files = await submissionFiles(ctx, bidder.submission_id)
    masked.push({
      points: answers.map(({ answer }) => ({ by: answer.by, point: answer.points[at]! })),
      files: files.map(({ position, header }) => ({
        position,
        header: header as unknown as EnvelopeHeader,
        released: released[position] ?? '',
      })),
    })
  }
  return unmask(key, masked)
}

function claimHeld(ctx: Ctx, orderId: string): Promise<BidderRecord[]> {
  return held(ctx, orderId).selectAll().orderBy('no').limit(BATCH).forNoKeyUpdate().skipLocked().execute()
}

async function isComplete(ctx: Ctx, orderId: string): Promise<boolean> {
  return (await held(ctx, orderId).select('no').limit(1).executeTakeFirst()) === undefined
}

function held(ctx: Ctx, orderId: string) {
  return ctx.tx
    .selectFrom('opening_bidder')
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', orderId)
    .where('decrypt_state', '=', DecryptState.values.held)
}
