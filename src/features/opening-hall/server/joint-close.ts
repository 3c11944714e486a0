import { AppError } from '#contract/errors.ts'
import type { BidManifest } from '#features/sealing/core/manifest.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { logRecord } from '#server/public-log.ts'
import { canonicalJson } from '#features/sealing/core/canonical.ts'
import { DecryptState } from '../rules.ts'
import { JOINT_OPENING } from '../rules-joint.ts'
import { asHost, type BidderRecord } from './access.ts'
import { tell, undecrypted } from './host.ts'
import { jointFacts, jointOf, type ListedBid, setJoint } from './joint-access.ts'

const D = DecryptState.values
type Ctx = Context<Employee>

/**
 * Ends the release: the list of released bids and its order are fixed for the officers, and whoever has not released
 * counts as having revoked its bid (视为撤销, A-112). From here on no bidder can choose any more, and nobody has seen a bid yet.
 */
export async function closeRelease(ctx: Ctx, orderId: string): Promise<void> {
  const { order } = await asHost(ctx, orderId)
  const joint = await jointOf(ctx, order, 'update')
  if (!joint) throw new AppError('notFound')
  const now = ctx.clock.now()
  JOINT_OPENING.next('closeRelease', {
    record: jointFacts(joint, null),
    who: { part: 'host' },
    now: now.getTime(),
  })
  const rows = await bidders(ctx, orderId)
  for (const row of rows.filter((one) => one.decryptState === D.pending))
    await undecrypted(ctx, row, { state: D.revoked, failure: row.failure || '未在规定时间内提交解密密钥' })
  const bids = rows.filter((row) => row.decryptState === D.held).map(listed)
  const isDone = bids.length === 0
  await setJoint(ctx, orderId, { bids: JSON.stringify(bids), closedAt: now, ...(isDone && { doneAt: now }) })
  logRecord(ctx, {
    type: 'release',
    subject: orderId,
    text: canonicalJson({ type: 'kaibiao.joint-release/1', tenantId: String(ctx.tenantId), orderId, bids }),
  })
  ctx.audit({
    action: 'opening.closeRelease',
    entity: 'order',
    entityId: orderId,
    summary: `截止提交密钥：${bids.length}家提交，${rows.length - bids.length}家未提交`,
    data: bids.map(({ tradeId, part }) => ({ tradeId, ephemeral: part.ephemeral })),
  })
  tell(ctx, 'opening.jointClosed', { orderId })
}

function listed({ tradeId, manifest }: BidderRecord & { manifest: unknown }): ListedBid {
  const { bidderId, joint } = manifest as BidManifest
  if (!joint) throw new Error(`a bid without its joint part: ${tradeId}`)
  return { tradeId, bidderId, part: joint }
}

async function bidders(ctx: Ctx, orderId: string) {
  return ctx.tx
    .selectFrom('opening_bidder as b')
    .innerJoin('bid_submission as s', (j) =>
      j.onRef('s.tenantId', '=', 'b.tenantId').onRef('s.id', '=', 'b.submissionId'),
    )
    .selectAll('b')
    .select('s.manifest')
    .where('b.tenantId', '=', ctx.tenantId)
    .where('b.orderId', '=', orderId)
    .orderBy('b.no')
    .execute()
}
