import { AppError } from '#contract/errors.ts'
import { verifyPassword } from '#features/passport/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { asBidder, stageOf } from './access.ts'
import { sheetHash, signaturesOf } from './hall.ts'
import { tell } from './host.ts'

/**
 * Signs the record of an ended opening: on exactly the sheet named by its hash, with the password entered again. Once;
 * whoever takes part may sign, whether its bid was opened or not.
 */
export async function signRecord(
  ctx: Context<Employee>,
  place: { projectId: string; bidderId: string },
  given: { sha256: string; prepared: unknown },
): Promise<{ signedAt: string }> {
  const orderId = place.projectId
  const { opening, bidder } = await asBidder(ctx, orderId, { bidderId: place.bidderId, lock: 'update' })
  const stage = stageOf(opening)
  if (!opening.endedAt || !opening.sheetFileId) throw new AppError('wrongState', '开标尚未结束，开标一览表尚未生成')
  if ((await signaturesOf(ctx, { orderId, stage })).some((one) => one.tradeId === place.bidderId))
    throw new AppError('wrongState', '已签署，请勿重复签署')
  const sha256 = await sheetHash(ctx, opening.sheetFileId)
  if (sha256 !== given.sha256) throw new AppError('tampered', '开标一览表与所阅版本不一致，请重新打开后签署')
  await verifyPassword(ctx, given.prepared)
  const at = ctx.clock.now()
  await ctx.insert('opening_signature', {
    orderId,
    stage,
    tradeId: place.bidderId,
    userId: ctx.actor.userId,
    signer: `${ctx.actor.companyName} ${ctx.actor.name}`,
    sha256: Buffer.from(sha256, 'hex'),
    at,
    ip: ctx.ip,
  })
  ctx.audit({
    action: 'opening.sign',
    entity: 'order',
    entityId: orderId,
    summary: `第${bidder.no}家签署开标记录：${ctx.actor.companyName}`,
    data: { tradeId: place.bidderId, stage, sha256 },
  })
  tell(ctx, 'opening.bidder', { orderId, bidderId: place.bidderId })
  return { signedAt: at.toISOString() }
}
