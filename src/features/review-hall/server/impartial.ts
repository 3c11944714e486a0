import { AppError } from '#contract/errors.ts'
import { orderRow, tellOwners, tiesInWords, tiesToParticipants, type Tie } from '#features/procurement/server/public.ts'
import { statesReached } from '#features/procurement/engine/states.ts'
import type { Subscriber } from '#server/events.ts'
import { COMMITTEE_RULES } from '../rules/committee.ts'
import { activeReviewers, type Any, type Order, record, tell } from './access.ts'

const RULE = COMMITTEE_RULES.find((rule) => rule.id === 'committee-avoidance')!

interface Member {
  userId: string
  name: string
  expertId: string | null
  employer: string
  employerCode: string
  /** Null: not chosen yet, or chosen before this was kept. */
  chosenAt?: Date | null
}

/**
 * Refuses whoever works for a company that takes part, or for one associated with it (招标投标法第三十七条第四款). Members stay
 * whose tie began after they were chosen: that is a finding.
 */
export async function demandImpartial(ctx: Any, order: Order, members: readonly Member[]): Promise<void> {
  const ties = (await tiesOfMembers(ctx, order, members)).filter((tie) => !tie.isSudden)
  if (ties.length === 0) return
  throw new AppError('legalRule', `应当回避，不得进入评标委员会：${tiesInWords(ties)}（${RULE.citation}）`, {
    ruleId: RULE.id,
    userIds: ties.map((tie) => tie.userId),
  })
}

/** What binds members to companies that have signed up: by their jobs, and by the employer that an expert's record states. */
export function tiesOfMembers(ctx: Any, order: Order, members: readonly Member[]): Promise<Tie[]> {
  // What stands as the employer of the buyer's own representatives is the buyer.
  const people = members.map((m) => ({
    ...(m.expertId === null ? { userId: m.userId, name: m.name } : m),
    asOf: m.chosenAt ?? null,
  }))
  return tiesToParticipants(ctx, order, people)
}

/** A company signs up for which a chosen member works: whoever chose is told, and the review cannot start with that member. */
export const tellOfTies: Subscriber = {
  name: 'review-hall.tell-of-ties',
  kind: 'trade.signed-up',
  async handle(ctx, { id: eventId, payload }) {
    const order = await orderRow(ctx, String(payload.orderId))
    const members = await activeReviewers(ctx, order.id)
    const ties = (await tiesOfMembers(ctx, order, members)).filter((tie) => tie.tradeId === payload.tradeId)
    if (ties.length === 0) return
    await tellOfFound(ctx, order, { ties, eventId })
  },
}

/** A member begins to work somewhere, for a bidder perhaps: the buyer looks into it, and the member stays until then. */
export const tellOfJobs: Subscriber = {
  name: 'review-hall.tell-of-jobs',
  kind: 'employee.created',
  async handle(ctx, { id: eventId, payload }) {
    const userId = String(payload.userId)
    const seats = await ctx.tx
      .selectFrom('reviewer as r')
      .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'r.tenantId').onRef('o.id', '=', 'r.orderId'))
      .select('r.orderId')
      .where('r.tenantId', '=', ctx.tenantId)
      .where('r.userId', '=', userId)
      .where('r.outAt', 'is', null)
      .where('o.state', 'in', statesReached('published', 'summarised'))
      .execute()
    for (const { orderId } of seats) {
      const order = await orderRow(ctx, orderId)
      const member = (await activeReviewers(ctx, orderId)).filter((m) => m.userId === userId)
      const ties = await tiesOfMembers(ctx, order, member)
      if (ties.length > 0) await tellOfFound(ctx, order, { ties, eventId })
    }
  },
}

async function tellOfFound(
  ctx: Any,
  order: Order,
  { ties, eventId }: { ties: readonly Tie[]; eventId: number },
): Promise<void> {
  record(ctx, order.id, {
    action: 'tie',
    summary: `评标委员会成员与投标人存在任职或关联关系：${ties.length} 名`,
    data: { ruleId: RULE.id, ties },
  })
  const isSudden = ties.every((tie) => tie.isSudden)
  const asked = isSudden ? '该关系在确定成员之后产生，请核实后决定是否更换成员' : '请更换成员，否则不能开始评审'
  await tellOwners(
    { ctx, order, event: { id: eventId, kind: 'review.tie' } },
    {
      title: isSudden ? '评标委员会成员新增任职关系' : '评标委员会成员应当回避',
      content: `${order.title}（${order.code}）：${tiesInWords(ties)}。${asked}（${RULE.citation}）。`,
    },
  )
  tell(ctx, order.id, 'committee')
}
