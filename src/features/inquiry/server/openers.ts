import { AppError } from '#contract/errors.ts'
import { buyer, named, tellOwners } from '#features/procurement/server/public.ts'
import { RoundStatus } from '#features/quotes/rules/enums.ts'
import { agreeToOpen, openersOf, remindOpeners, type RoundRow, roundRows } from '#features/quotes/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import { enqueue } from '#server/work/worker.ts'
import * as contract from '../contract.ts'
import { type Any, type Order, quotedOrder } from './access.ts'
import { opening } from './close.ts'
import { HOST } from './quote-host.ts'

export const openerRoutes: readonly Route[] = [
  buyer(contract.agreeToOpen, async (ctx, { params }) => {
    const place = await placeFor(ctx, params)
    const isOpening = await agreeToOpen(ctx, place)
    if (isOpening) await enqueue(ctx, opening.kind, place.order.id)
    return { isOpening }
  }),

  buyer(contract.remindOpeners, async (ctx, { params }) => {
    const place = await placeFor(ctx, params)
    const { roundNo } = await remindOpeners(ctx, place)
    await askForOpeners(ctx, place.order, { label: HOST.label(roundNo) })
  }),
]

/** Asks everybody of the owner who runs orders: anybody of them may stand in for anybody. */
export async function askForOpeners(
  ctx: Any,
  order: Order,
  { label, eventId }: { label: string; eventId?: number },
): Promise<void> {
  const subject = { ctx, order, event: { id: eventId ?? null, kind: 'inquiry.openers' } }
  const content = `${named(order)}的${label}已截止，须由两人确认后方可开启，请登录平台确认。`
  await tellOwners(subject, { title: '请确认开启报价', content, page: 'quote.rounds' })
}

/** What the page says of the opening of a round, for the caller. */
export async function openingOf(
  ctx: Context<Employee>,
  { order, row, isOwner }: { order: Order; row: RoundRow; isOwner: boolean },
) {
  if (row.openers === 0) return { openers: 0, agreed: [], mayAgree: '本轮报价由平台按时开启' }
  const agreed = await openersOf(ctx, row.id)
  const deadline = deadlineOf(order, row)
  const reasons: [boolean, string][] = [
    [!isOwner, '由经办单位确认开启'],
    [row.status !== RoundStatus.values.quoting, '本轮报价已开启'],
    [deadline === null || ctx.clock.now() < deadline, '报价尚未截止'],
    [order.state === 'quote.short', '报价不足，不予开启'],
    [agreed.some(({ userId }) => userId === ctx.actor.userId), '您已确认，须由另一人确认'],
    [agreed.length >= row.openers, '已确认，正在开启'],
  ]
  return {
    openers: row.openers,
    agreed: agreed.map(({ name, at }) => ({ name, at: at.toISOString() })),
    mayAgree: reasons.find(([holds]) => holds)?.[1] ?? null,
  }
}

/** What the publication fixed for all rounds of an order. */
export async function firstRound(ctx: Any, order: Order): Promise<Pick<RoundRow, 'openers'>> {
  const [first] = await roundRows(ctx, { orderId: order.id, kind: HOST.kind })
  return first ?? { openers: 0 }
}

async function placeFor(ctx: Context<Employee>, { orderId, roundId }: { orderId: string; roundId: string }) {
  const { order, who } = await quotedOrder(ctx, orderId, 'update')
  if (who.part !== 'owner') throw new AppError('wrongState', '由经办单位确认开启')
  const row = (await roundRows(ctx, { orderId, kind: HOST.kind })).find(({ id }) => id === roundId)
  if (!row) throw new AppError('notFound')
  if (order.state === 'quote.short') throw new AppError('wrongState', '报价不足，不予开启')
  return { host: HOST, order, roundId, deadline: deadlineOf(order, row) }
}

/** The first round ends when the order says so. */
function deadlineOf(order: Order, { roundNo, deadline }: RoundRow): Date | null {
  return roundNo === 1 ? order.bidEnd : deadline
}
