import { AppError } from '#contract/errors.ts'
import { hasPage } from '#features/procurement/methods/places.ts'
import { say } from '#features/procurement/methods/say.ts'
import { ownersOrder, ownOrder, ownTrade } from '#features/procurement/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Order } from '../access.ts'
import { AWAITED, roundTalkStatus, type RoundTalkAction, type RoundTalkState } from '../../rules-round.ts'

export type Any = Context<Actor | null>
type Ctx = Context<Employee>
type OfTalk = { orderId: string; talkId: string }
export type TalkRow = Awaited<ReturnType<typeof talksOf>>[number]
export type MinutesRow = Awaited<ReturnType<typeof minutesOf>>[number]

/** The talks of an order, the newest round first, in it drawn turns in their order, else the newest first. */
export async function talksOf(ctx: Any, which: { orderId: string; tradeId?: string }) {
  const rows = await ctx.many('round_talk', which, { orderBy: ['roundNo desc', 'turn', 'createdAt desc'] })
  return rows.map((row) => ({ ...row, status: row.status as RoundTalkState }))
}

/** Whether the buyer has called this supplier to a talk. */
export async function wasCalled(ctx: Any, tradeId: string): Promise<boolean> {
  const row = await ctx.tx
    .selectFrom('round_talk')
    .select('id')
    .where('tenantId', '=', ctx.tenantId)
    .where('tradeId', '=', tradeId)
    .where('calledAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The minutes of talks, newest first. */
export async function minutesOf(ctx: Any, talkIds: readonly string[]) {
  return talkIds.length === 0
    ? []
    : ctx.many('round_talk_minutes', { talkId: [...talkIds] }, { orderBy: ['version desc'] })
}

/** An order between whose rounds talks are held, from the buyer's side: to read, observers and auditors included. */
export async function readOrder(ctx: Ctx, orderId: string) {
  const own = await ownOrder(ctx, orderId)
  if (!hasPage(own.order, 'round-talk.hold')) throw new AppError('notFound')
  return own
}

/** The order for whoever runs it, locked, when talks may be held now. */
export async function hostOrder(ctx: Ctx, orderId: string) {
  const own = await ownersOrder(ctx, orderId, 'update')
  if (!hasPage(own.order, 'round-talk.hold')) throw new AppError('notFound')
  await own.demand('holdTalk')
  return own.order
}

/** A talk of an own order, locked behind it, with what the act leads to. */
export async function hostTalk(ctx: Ctx, { orderId, talkId }: OfTalk, action: RoundTalkAction) {
  const order = await hostOrder(ctx, orderId)
  const talk = await lockedTalk(ctx, { orderId, talkId })
  const all = await talksOf(ctx, { orderId })
  return { order, talk, to: next(ctx, { order, talk }, { action, part: 'host', ...besides(talk, all) }) }
}

/** The own part in such an order. Talks to which the company was never called are not there. */
export async function calledTrade(ctx: Ctx, orderId: string, lock?: 'share') {
  const own = await ownTrade(ctx, orderId, { lock })
  if (!hasPage(own.order, 'round-talk.reply')) throw new AppError('notFound')
  return own
}

/** A talk with the own company, locked behind the order, with its newest minutes and what the act leads to. */
export async function answeringTalk(ctx: Ctx, { orderId, talkId }: OfTalk, action: 'sign' | 'refuse') {
  const { order, trade } = await calledTrade(ctx, orderId, 'share')
  const talk = await lockedTalk(ctx, { orderId, talkId, tradeId: trade.id })
  if (talk.calledAt === null) throw new AppError('notFound')
  if (order.state !== 'quote.closed') throw new AppError('wrongState', say(order, '采购单已进入下一环节，{act}已结束'))
  const to = next(ctx, { order, talk }, { action, part: 'supplier', hasOther: false })
  const [minutes] = await minutesOf(ctx, [talk.id])
  return { order, talk, to, minutes: minutes! }
}

/** What of the other talks of an order matters to this one. */
export function besides(talk: TalkRow, all: readonly TalkRow[]): { hasOther: boolean; hasEarlier: boolean } {
  return {
    hasOther: all.some(({ id, status }) => id !== talk.id && status === 'running'),
    hasEarlier: all.some(
      ({ roundNo, turn, status }) =>
        roundNo === talk.roundNo && turn !== null && turn < (talk.turn ?? 0) && AWAITED.includes(status),
    ),
  }
}

async function lockedTalk(ctx: Ctx, { talkId, ...of }: OfTalk & { tradeId?: string }): Promise<TalkRow> {
  const row = await ctx.one('round_talk', { id: talkId, ...of }, { lock: 'update' })
  if (!row) throw new AppError('notFound')
  return { ...row, status: row.status as RoundTalkState }
}

function next(
  ctx: Ctx,
  { order, talk: { status: state } }: { order: Order; talk: TalkRow },
  {
    action,
    part,
    hasOther,
    hasEarlier = false,
  }: { action: RoundTalkAction; part: 'host' | 'supplier'; hasOther: boolean; hasEarlier?: boolean },
): RoundTalkState {
  return roundTalkStatus(order).next(action, {
    record: { state, hasOther, hasEarlier },
    who: { part },
    now: ctx.clock.now().getTime(),
  })
}
