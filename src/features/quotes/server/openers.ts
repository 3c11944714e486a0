import { AppError } from '#contract/errors.ts'
import { MINUTE } from '#contract/time.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { RoundStatus } from '../rules/enums.ts'
import type { Any, Order, QuoteHost } from './host.ts'
import { type RoundRow, roundRows } from './reads.ts'

/** Between two reminders of one round. */
const LEAST_BETWEEN = 10 * MINUTE

/** Who has agreed that a round be opened, in the order in which they did. */
export async function openersOf(ctx: Any, roundId: string): Promise<{ userId: string; name: string; at: Date }[]> {
  const rows = await ctx.many('quote_opener', { roundId }, { orderBy: ['confirmedAt', 'userId'] })
  return rows.map(({ userId, userName: name, confirmedAt: at }) => ({ userId, name, at }))
}

/** Whether as many have agreed as the round asks for. */
export async function mayOpen(ctx: Any, round: Pick<RoundRow, 'id' | 'openers'>): Promise<boolean> {
  return round.openers === 0 || (await openersOf(ctx, round.id)).length >= round.openers
}

interface Place {
  host: QuoteHost
  order: Order
  roundId: string
  /** When the round ends. */
  deadline: Date | null
}

/**
 * One person's agreement that a round be opened, once and in person. Resolves to whether enough have agreed. Throws
 * `tooEarly` before the deadline, `wrongState` where the round is not to be opened by people, or is opened.
 */
export async function agreeToOpen(ctx: Context<Employee>, place: Place): Promise<boolean> {
  const round = await waiting(ctx, place)
  const before = await openersOf(ctx, round.id)
  const { userId, name: userName } = ctx.actor
  if (before.some((one) => one.userId === userId)) throw new AppError('wrongState', '您已确认开启，须由另一人确认')
  if (before.length >= round.openers) throw new AppError('wrongState', '已确认开启，正在开启')
  await ctx.insert('quote_opener', { roundId: round.id, userId, userName, confirmedAt: ctx.clock.now() })
  const agreed = before.length + 1
  place.host.record(ctx, place.order.id, {
    action: 'round-opener',
    summary: `${userName}确认开启${place.host.label(round.roundNo)}（${agreed}/${round.openers}）`,
    data: { roundId: round.id, userId },
  })
  place.host.tell(ctx, place.order.id, [])
  return agreed >= round.openers
}

/** Notes that those who may still agree are asked again; the caller tells them. Not more often than every ten minutes. */
export async function remindOpeners(ctx: Context<Employee>, place: Place): Promise<RoundRow> {
  const round = await waiting(ctx, place)
  const now = ctx.clock.now()
  if (round.remindedAt && now.getTime() - round.remindedAt.getTime() < LEAST_BETWEEN)
    throw new AppError('wrongState', '刚刚已提醒，请十分钟后再试')
  await ctx.update('quote_round', { id: round.id }, { remindedAt: now })
  const summary = `提醒确认开启${place.host.label(round.roundNo)}`
  place.host.record(ctx, place.order.id, { action: 'round-remind', summary, data: { roundId: round.id } })
  return round
}

async function waiting(ctx: Any, { host, order, roundId, deadline }: Place): Promise<RoundRow> {
  const [round] = await roundRows(ctx, { orderId: order.id, kind: host.kind, id: roundId }, 'update')
  if (!round) throw new AppError('notFound')
  if (round.openers === 0) throw new AppError('wrongState', '本轮报价由平台按时开启，无需确认')
  if (round.status !== RoundStatus.values.quoting) throw new AppError('wrongState', '本轮报价已开启')
  if (deadline === null || ctx.clock.now() < deadline) throw new AppError('tooEarly', '报价尚未截止')
  return round
}
