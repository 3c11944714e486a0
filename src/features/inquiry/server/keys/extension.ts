import type * as z from 'zod'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { HOUR, MINUTE } from '#contract/time.ts'
import { isAbortive } from '#features/procurement/engine/states.ts'
import { buyer } from '#features/procurement/server/public.ts'
import { roundRows } from '#features/quotes/server/public.ts'
import { closedBids } from '#features/sealed-bids/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../../contract-keys.ts'
import { type Any, type Order, quotedOrder } from '../access.ts'
import { HOST } from '../quote-host.ts'
import { endOf, type Opening, openingOf, releasesOf } from './opening.ts'

/** The time to release was extended: {orderId, roundId, tradeIds, reason}. */
export const RELEASE_EXTENDED = 'inquiry.release-extended'

export const extensionRoutes: readonly Route[] = [
  buyer(contract.extendRelease, async (ctx, { params, body }) => ({
    end: (await extend(ctx, params, body)).toISOString(),
  })),
]

/** How the release of a round was extended by hand, oldest first. */
export async function extensionsOf(ctx: Any, roundId: string): Promise<z.input<typeof contract.ReleaseExtension>[]> {
  const rows = await ctx.many('quote_extension', { roundId }, { orderBy: ['at', 'id'] })
  return rows.map(({ oldEnd, newEnd, reason, byName, at }) => ({
    oldEnd: oldEnd.toISOString(),
    newEnd: newEnd.toISOString(),
    reason,
    byName,
    at: at.toISOString(),
  }))
}

/** Why nobody extends the release of this round now; null when its owner may. `awaited`: suppliers who have released nothing. */
export async function extensionRefusal(
  ctx: Any,
  { order, opening, awaited }: { order: Order; opening: Opening; awaited: number },
): Promise<string | null> {
  const reasons: [boolean, string][] = [
    [isAbortive(order), '采购已终止，不再开启报价'],
    [opening.doneAt !== null, '本轮报价已开启'],
    [opening.closedAt !== null, '已截止提交密钥，不能延长'],
    [awaited === 0, '供应商均已提交密钥，无须延长'],
    // From here on the clock opens what was released: who released nothing has withdrawn.
    [ctx.clock.now() >= (await endOf(ctx, opening)), '提交密钥的时限已过，不能延长'],
  ]
  return reasons.find(([holds]) => holds)?.[1] ?? null
}

/** Gives suppliers who have not released yet more time. `end` is what the person saw: two people do not extend it twice. */
async function extend(
  ctx: Context<Employee>,
  { orderId, roundId }: { orderId: string; roundId: string },
  { end: seen, minutes, reason }: BodyOf<typeof contract.extendRelease>,
): Promise<Date> {
  const { order, who } = await quotedOrder(ctx, orderId, 'update')
  const round = (await roundRows(ctx, { orderId, kind: HOST.kind })).find(({ id }) => id === roundId)
  if (!round) throw new AppError('notFound')
  if (who.part !== 'owner') throw new AppError('wrongState', '由经办单位延长提交密钥的时限')
  const opening = await openingOf(ctx, roundId)
  if (!opening) throw new AppError('wrongState', '本轮没有待提交的密钥')
  const list = await closedBids(ctx, orderId, round.roundNo)
  const awaited = list.length - (await releasesOf(ctx, roundId)).length
  const refusal = await extensionRefusal(ctx, { order, opening, awaited })
  if (refusal) throw new AppError('wrongState', refusal)
  const oldEnd = await endOf(ctx, opening)
  if (oldEnd.getTime() !== new Date(seen).getTime())
    throw new AppError('conflict', '提交密钥的时限已变动，请刷新后重试')
  const newEnd = new Date(oldEnd.getTime() + minutes * MINUTE)
  if (newEnd.getTime() - opening.since.getTime() > contract.MAX_RELEASE_MS)
    throw new AppError('invalid', `提交密钥的时间合计不能超过 ${contract.MAX_RELEASE_MS / HOUR} 小时`)
  // Outages stay on top of it, as before.
  const releaseEnd = new Date(opening.releaseEnd.getTime() + minutes * MINUTE)
  await ctx.update('quote_opening', { roundId }, { releaseEnd })
  const { userId, name } = ctx.actor
  const row = { id: ctx.newId(), roundId, oldEnd, newEnd, reason, byUserId: userId, byName: name, at: ctx.clock.now() }
  await ctx.insert('quote_extension', row)
  HOST.record(ctx, orderId, {
    action: 'release-extended',
    summary: `${HOST.label(round.roundNo)}提交密钥的时限延长 ${minutes} 分钟：${reason}`,
    data: { roundId, oldEnd: oldEnd.toISOString(), newEnd: newEnd.toISOString() },
  })
  const tradeIds = list.map(({ tradeId }) => tradeId)
  ctx.emit({
    kind: RELEASE_EXTENDED,
    payload: { orderId, roundId, tradeIds, reason },
    topics: [`order-owner:${orderId}`, ...tradeIds.map((id) => `bid:${id}`)],
  })
  return newEnd
}
