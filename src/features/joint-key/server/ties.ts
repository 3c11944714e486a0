import { AppError } from '#contract/errors.ts'
import { notify } from '#features/messages/server/public.ts'
import { orderAudience, orderRow, tiesInWords, tiesToParticipants } from '#features/procurement/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { CeremonyStatus, OFFICER_RULE } from '../rules.ts'
import { type Any, type Attempt, attemptsOf } from './access.ts'
import { TIE } from './messages.ts'

type Order = Awaited<ReturnType<typeof orderRow>>

/** Refuses to name people who belong to a company that takes part in the order, or to one associated with it. */
export async function demandImpartial(
  ctx: Any,
  order: Order,
  officers: readonly { user_id: string; name: string }[],
): Promise<void> {
  const ties = await tiesToParticipants(ctx, order, officers)
  if (ties.length === 0) return
  throw new AppError(
    'legalRule',
    `以下人员应当回避，不得担任保管人：${tiesInWords(ties)}。依据：${OFFICER_RULE.citation}`,
    {
      ruleId: OFFICER_RULE.id,
      officers: ties.map((tie) => tie.userId),
    },
  )
}

/** Why officers should step back, by user; for the buyer's side alone. */
export async function tiesOf(ctx: Any, order: Order, attempt: Attempt): Promise<Map<string, string>> {
  const ties = await tiesToParticipants(ctx, order, takingPart(attempt))
  const byPerson = Map.groupBy(ties, (tie) => tie.userId)
  return new Map([...byPerson].map(([userId, of]) => [userId, of.map((tie) => tie.reason).join('；')]))
}

/** A company signs up for which an officer works: whoever runs the order is told what to do about it. */
export const tellOfTies: Subscriber = {
  name: 'joint-key: tell of ties',
  kind: 'trade.signed-up',
  async handle(ctx, { id: eventId, payload }) {
    const order = await orderRow(ctx, String(payload.orderId))
    const attempt = (await attemptsOf(ctx, order.id)).find(({ row }) => row.status !== CeremonyStatus.values.failed)
    if (!attempt) return
    const ties = await tiesToParticipants(ctx, order, takingPart(attempt))
    const said = tiesInWords(ties.filter((tie) => tie.tradeId === payload.tradeId))
    if (said === '') return
    ctx.audit({
      action: 'joint-key.tie',
      entity: 'order',
      entityId: order.id,
      summary: `联合密钥保管人应当回避：${said}`,
      data: { ruleId: OFFICER_RULE.id, tradeId: payload.tradeId },
    })
    const { owners, ownerIdentity: identity } = await orderAudience(ctx, order.id)
    await notify(ctx, {
      to: { userIds: owners },
      identity,
      kind: TIE,
      title: '联合密钥保管人应当回避',
      content: `“${order.title}”（${order.code}）：${said}。请在联合密钥页面办理回避。依据：${OFFICER_RULE.citation}。`,
      link: `/${identity}/bidding/orders/${order.id}/joint-key`,
      eventId,
    })
  },
}

function takingPart({ officers }: Attempt) {
  return officers.filter((officer) => officer.excused_at === null)
}
