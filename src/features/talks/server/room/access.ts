import { AppError } from '#contract/errors.ts'
import { Id } from '#contract/id.ts'
import { say } from '#features/procurement/methods/say.ts'
import { doesBuying, orderRow, ownOrder, ownTrade } from '#features/procurement/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { LiveTopic } from '#server/live.ts'
import type { Order } from '../access.ts'
import { roomClosed, type RoomSide } from '../../rules-room.ts'
import type { RoundTalkState } from '../../rules-round.ts'
import type { TalkRow } from '../round/access.ts'
import { talkSeats } from './seats-port.ts'

type Ctx = Context<Actor>

/** Somebody in the room of a talk. */
export interface RoomPart {
  talk: TalkRow
  order: Order
  side: RoomSide
  /** Why this person cannot write; null when it can. */
  blocked: string | null
}

/**
 * The caller's part in the room of a talk: whoever runs or buys by the order, its group's members, and the supplier once it was
 * called. `notFound` for everybody else, other suppliers foremost. `lock` keeps the talk as it is until the transaction ends.
 */
export async function roomPart(ctx: Ctx, talkId: string, lock?: 'share'): Promise<RoomPart> {
  const row = await ctx.one('round_talk', { id: talkId }, { lock })
  if (!row) throw new AppError('notFound')
  const talk = { ...row, status: row.status as RoundTalkState }
  const known = ctx.actor.workbench === 'supplier' ? await ofSupplier(ctx, talk) : await ofBuyer(ctx, talk)
  const closed = roomClosed(talk.status)
  return { ...known, talk, blocked: known.reads ?? (closed === null ? null : say(known.order, closed)) }
}

type Known = Pick<RoomPart, 'order' | 'side'> & { reads: string | null }

async function ofSupplier(ctx: Ctx, talk: TalkRow): Promise<Known> {
  if (ctx.actor.companyId === null || talk.calledAt === null) throw new AppError('notFound')
  const { order, trade } = await ownTrade(ctx as Context<Employee>, talk.orderId)
  if (trade.id !== talk.tradeId) throw new AppError('notFound')
  return { order, side: 'supplier', reads: ctx.actor.rights.has('bidding') ? null : '没有投标权限，仅可查看' }
}

async function ofBuyer(ctx: Ctx, talk: TalkRow): Promise<Known> {
  const seat = { orderId: talk.orderId, userId: ctx.actor.userId }
  if (await talkSeats().sits(ctx, seat)) return { order: await orderRow(ctx, talk.orderId), side: 'buyer', reads: null }
  const { companyId, rights, workbench } = ctx.actor
  const employed = companyId !== null && (workbench === 'purchaser' || workbench === 'agency')
  if (!employed || !(doesBuying(ctx.actor) || rights.has('auditing'))) throw new AppError('notFound')
  const { order, who } = await ownOrder(ctx as Context<Employee>, talk.orderId)
  const runs = who.part === 'owner' && doesBuying(ctx.actor)
  return { order, side: 'buyer', reads: runs ? null : '由经办单位和小组成员发言' }
}

/** `talk-buyer:<talk>` and `talk-supplier:<talk>`: each side hears the room in its own words. */
export const roomTopics: readonly LiveTopic[] = [
  { prefix: 'talk-buyer', allows: (kernel, listener, id) => hears(kernel, listener, { id, side: 'buyer' }) },
  { prefix: 'talk-supplier', allows: (kernel, listener, id) => hears(kernel, listener, { id, side: 'supplier' }) },
]

async function hears(
  kernel: Kernel,
  { tenantId, actor }: { tenantId: number; actor: Actor | null },
  { id, side }: { id: string; side: RoomSide },
): Promise<boolean> {
  if (!actor || !Id.safeParse(id).success) return false
  return inContext(kernel, { tenantId, actor, readOnly: true }, async (ctx) => {
    const talk = await ctx.one('round_talk', { id })
    if (!talk) return false
    const { companyId, userId } = actor
    if (side === 'supplier') {
      if (companyId === null || talk.calledAt === null) return false
      return (
        (await ctx.one('trade', { id: talk.tradeId, supplierCompanyId: companyId }, { columns: ['id'] })) !== undefined
      )
    }
    if (await talkSeats().sits(ctx, { orderId: talk.orderId, userId })) return true
    const { ownerCompanyId, purchaserCompanyId } = await orderRow(ctx, talk.orderId)
    return companyId !== null && (companyId === ownerCompanyId || companyId === purchaserCompanyId)
  })
}
