import type { EnvelopeHeader } from '#features/sealing/core/envelope-header.ts'
import { jointKeyOf, type MaskedBid, unmask } from '#features/joint-key/server/public.ts'
import { submissionFiles } from '#features/sealed-bids/server/public.ts'
import { isOver } from '#features/procurement/engine/order-status.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { type Context, inContext } from '#server/context.ts'
import type { Worker } from '#server/work/worker.ts'
import { DecryptState } from '../rules.ts'
import { JOINT_OPENING } from '../rules-joint.ts'
import { type BidderRecord } from './access.ts'
import { openBid } from './decrypt.ts'
import { tell } from './host.ts'
import { givenAnswers, type Joint, jointFacts, jointOf, jointRow, setJoint } from './joint-access.ts'

type Ctx = Context<null>

/** Bids between two looks at the list: after each the hall sees how far the opening has come. */
const BATCH = 20

/** Bids of an opening wait to be opened. */
export const JOINT_WORK = 'opening-hall.joint'

/**
 * Opens the bids of a list that enough officers have answered for. The group arithmetic runs in no transaction; each bid
 * is then opened in one of its own, so that a crash loses no more than that. Never given up: whatever stands in the way, a
 * full disk or a lost connection, must not leave a released bid behind.
 */
export const jointOpening: Worker = {
  kind: JOINT_WORK,
  // A hall full of people waits for whoever comes after a crash; bids that two processes have in hand open once all the same.
  leaseMs: 5000,
  atOnce: 4,
  async run(kernel, { tenantId, subject: orderId, signal }) {
    const inTenant = <T>(work: (ctx: Ctx) => Promise<T>) => inContext(kernel, { tenantId, actor: null }, work)
    for (;;) {
      const batch = await inTenant((ctx) => nextBatch(ctx, orderId))
      if (!batch) return
      const keys = await unmask(batch.key, batch.bids)
      for (const [i, tradeId] of batch.tradeIds.entries()) {
        signal.throwIfAborted()
        await inTenant(async (ctx) => {
          const order = await orderRow(ctx, orderId)
          const bidder = await claimHeld(ctx, orderId, tradeId)
          if (bidder && !isOver(order)) await openBid(ctx, { order, bidder }, keys[i]!)
        })
      }
      await inTenant(async (ctx) => tell(ctx, 'opening.jointProgress', { orderId }))
    }
  },
}

/** What is to be opened next; null when the opening is over, which is then on record. */
async function nextBatch(ctx: Ctx, orderId: string) {
  const order = await orderRow(ctx, orderId)
  const joint = await jointOf(ctx, order)
  if (!joint?.row.begunAt || joint.row.doneAt || jointFacts(joint, null).ended) return null
  const bidders = await held(ctx, orderId).selectAll().orderBy('no').limit(BATCH).execute()
  if (bidders.length === 0) {
    await finish(ctx, joint)
    return null
  }
  const key = await jointKeyOf(ctx, orderId)
  if (!key) throw new Error(`no joint key: ${orderId}`)
  return { key, bids: await masked(ctx, joint, bidders), tradeIds: bidders.map((one) => one.tradeId) }
}

async function finish(ctx: Ctx, joint: Joint): Promise<void> {
  const now = ctx.clock.now()
  const orderId = joint.order.id
  // A process whose lease ran out may see the end as well.
  if ((await jointRow(ctx, orderId, 'update'))?.doneAt) return
  JOINT_OPENING.next('finish', { record: jointFacts(joint, null), who: { part: 'service' }, now: now.getTime() })
  await setJoint(ctx, orderId, { doneAt: now })
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
  tell(ctx, 'opening.jointProgress', { orderId })
}

/** What the bidders released and what the officers answered for them. */
async function masked(ctx: Ctx, joint: Joint, bidders: readonly BidderRecord[]): Promise<MaskedBid[]> {
  const answers = (await givenAnswers(ctx, joint.order.id)).filter(({ holds }) => holds)
  const bids: MaskedBid[] = []
  for (const bidder of bidders) {
    const at = joint.row.bids!.findIndex((bid) => bid.tradeId === bidder.tradeId)
    const released = bidder.releasedKeys as Record<string, string>
    const files = await submissionFiles(ctx, bidder.submissionId)
    bids.push({
      points: answers.map(({ answer }) => ({ by: answer.by, point: answer.points[at]! })),
      files: files.map(({ position, header }) => ({
        position,
        header: header as unknown as EnvelopeHeader,
        released: released[position] ?? '',
      })),
    })
  }
  return bids
}

/** Locked; undefined when it is not held any more: returned by the host meanwhile, or opened by another process. */
function claimHeld(ctx: Ctx, orderId: string, tradeId: string): Promise<BidderRecord | undefined> {
  return held(ctx, orderId).selectAll().where('tradeId', '=', tradeId).forNoKeyUpdate().executeTakeFirst()
}

function held(ctx: Ctx, orderId: string) {
  return ctx.tx
    .selectFrom('opening_bidder')
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .where('decryptState', '=', DecryptState.values.held)
}
