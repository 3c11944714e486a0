import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { noteBidDraft } from '../contract.ts'
import { ownBid } from './bid.ts'
import { currentRound } from './round-port.ts'

type Ctx = Context<Employee>

/** Browsers that are kept for a bid: more than a company has people at work on one. */
const MOST_DEVICES = 30

/**
 * Notes that a bid of the current round is being made in a browser. The later note of a browser takes the place of the earlier
 * one; beyond `MOST_DEVICES` none is added. Throws `wrongState` for another round, `tooLate` behind the deadline.
 */
export async function noteDraft(
  ctx: Ctx,
  { params, body }: { params: { orderId: string }; body: BodyOf<typeof noteBidDraft> },
): Promise<void> {
  const { order, trade } = await ownBid(ctx, params.orderId)
  const current = await currentRound(ctx, order, trade.id)
  const now = ctx.clock.now()
  if (body.round !== current.round || !current.isOpen) throw new AppError('wrongState', '本轮已不接收报价')
  if (current.deadline && now >= current.deadline) throw new AppError('tooLate', '截止时间已过')
  const { device, deviceName } = body
  await sql`
    insert into bid_draft_note (tenant_id, trade_id, round, user_id, device, device_name, saved_at)
    select ${ctx.tenantId}, ${trade.id}, ${current.round}, ${ctx.actor.userId}, ${device}, ${deviceName}, ${now}
    where (select count(*) from bid_draft_note n where n.tenant_id = ${ctx.tenantId} and n.trade_id = ${trade.id}
        and n.round = ${current.round} and (n.user_id, n.device) <> (${ctx.actor.userId}::uuid, ${device}::uuid)) < ${MOST_DEVICES}
    on conflict (tenant_id, trade_id, round, user_id, device)
      do update set device_name = excluded.device_name, saved_at = excluded.saved_at`.execute(ctx.tx)
}

/** Where a bid has been begun since the own company last handed one in or took it back, the newest first. */
export async function draftNotes(
  ctx: Ctx,
  { tradeId, round, since }: { tradeId: string; round: number; since: Date | null },
) {
  const rows = await ctx.tx
    .selectFrom('bid_draft_note as n')
    .leftJoin('app_user as u', 'u.id', 'n.userId')
    .select(['n.userId', 'n.device', 'n.deviceName', 'n.savedAt', 'u.nickname as by'])
    .where('n.tenantId', '=', ctx.tenantId)
    .where('n.tradeId', '=', tradeId)
    .where('n.round', '=', round)
    .$if(since !== null, (q) => q.where('n.savedAt', '>', since!))
    .orderBy('n.savedAt', 'desc')
    .execute()
  return rows.map(({ userId, by, savedAt, ...row }) => ({
    ...row,
    by: by ?? '',
    isMine: userId === ctx.actor.userId,
    savedAt: savedAt.toISOString(),
  }))
}
