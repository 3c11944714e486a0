import type { Order } from './access.ts'
export { talkSeats } from './room/seats-port.ts'
import { AWAITED, HELD, type RoundTalkState, UNFINISHED } from '../rules-round.ts'
import { type Any, talksOf } from './round/access.ts'
import { record } from './round/acts.ts'

/*
 * What a group that talks with suppliers in a drawn order may call. Everything runs in the caller's transaction, behind the lock of
 * the order.
 */

/** Talks in this order, each as long as the others; the first begins when it is said, the others follow. */
export async function planTurns(
  ctx: Any,
  order: Pick<Order, 'id'>,
  given: {
    roundNo: number
    tradeIds: readonly string[]
    minutes: number
    beginsAt: Date
    place: string
    subject: string
    by: { userId: string; name: string }
  },
): Promise<void> {
  const { roundNo, tradeIds, minutes, beginsAt, place, subject, by } = given
  for (const [i, tradeId] of tradeIds.entries()) {
    const talkId = ctx.newId()
    await ctx.insert('round_talk', {
      id: talkId,
      orderId: order.id,
      tradeId,
      roundNo,
      turn: i + 1,
      minutes,
      plannedAt: new Date(beginsAt.getTime() + i * minutes * 60_000),
      place,
      subject,
      createdBy: by.userId,
      createdByName: by.name,
      createdAt: ctx.clock.now(),
    })
    record(ctx, { id: talkId, orderId: order.id, tradeId }, { action: 'plan', summary: '按抽签次序安排谈判' })
  }
}

/** How the talks of an order stand. */
export interface TalkStand {
  talkId: string
  tradeId: string
  roundNo: number
  turn: number | null
  state: RoundTalkState
  /** Its turn has not come, or it has not come to its end. */
  isOpen: boolean
  /** It is over, and was held. */
  isHeld: boolean
  /** A supplier was called and its talk is neither signed nor refused nor given up. */
  isUnfinished: boolean
  beganAt: Date | null
}

export async function talkStands(ctx: Any, orderId: string): Promise<TalkStand[]> {
  return (await talksOf(ctx, { orderId })).map(({ id, tradeId, roundNo, turn, status: state, beganAt }) => ({
    talkId: id,
    tradeId,
    roundNo,
    turn,
    state,
    isOpen: AWAITED.includes(state) || UNFINISHED.includes(state),
    isHeld: HELD.includes(state) && !UNFINISHED.includes(state),
    isUnfinished: UNFINISHED.includes(state),
    beganAt,
  }))
}

/** Gives up the talks with a supplier that have not come to their end, for this reason. */
export async function dropTalks(
  ctx: Any,
  { orderId, tradeId }: { orderId: string; tradeId: string },
  reason: string,
): Promise<void> {
  for (const talk of await talksOf(ctx, { orderId, tradeId })) {
    if (!AWAITED.includes(talk.status) && !UNFINISHED.includes(talk.status)) continue
    await ctx.update('round_talk', { id: talk.id }, { status: 'dropped', dropReason: reason })
    record(ctx, talk, { action: 'drop', summary: `取消谈判：${reason}`, isUntold: talk.calledAt === null })
  }
}
