import { AppError } from '#contract/errors.ts'
import { notify } from '#features/messages/server/public.ts'
import {
  orderAudience,
  orderRow,
  tiesInWords,
  tiesToParticipants,
  type Tie,
} from '#features/procurement/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { COMMITTEE_RULES } from '../rules/committee.ts'
import { activeReviewers, type Any, type Order, record, tell } from './access.ts'

const RULE = COMMITTEE_RULES.find((rule) => rule.id === 'committee-avoidance')!

interface Member {
  user_id: string
  name: string
  expert_id: string | null
  employer: string
  employer_code: string
}

/** Refuses whoever works for a company that takes part, or for one associated with it (招标投标法第三十七条第四款). */
export async function demandImpartial(ctx: Any, order: Order, members: readonly Member[]): Promise<void> {
  const ties = await tiesOfMembers(ctx, order, members)
  if (ties.length === 0) return
  throw new AppError('legalRule', `应当回避，不得进入评标委员会：${tiesInWords(ties)}（${RULE.citation}）`, {
    ruleId: RULE.id,
    userIds: ties.map((tie) => tie.userId),
  })
}

/** What binds members to companies that have signed up: by their jobs, and by the employer that an expert's record states. */
export function tiesOfMembers(ctx: Any, order: Order, members: readonly Member[]): Promise<Tie[]> {
  // What stands as the employer of the buyer's own representatives is the buyer.
  const people = members.map((m) => (m.expert_id === null ? { user_id: m.user_id, name: m.name } : m))
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
    record(ctx, order.id, {
      action: 'tie',
      summary: `评标委员会成员应当回避：${ties.length} 名`,
      data: { ruleId: RULE.id, ties },
    })
    const { owners, ownerIdentity: identity } = await orderAudience(ctx, order.id)
    await notify(ctx, {
      to: { userIds: owners },
      identity,
      kind: 'review.tie',
      title: '评标委员会成员应当回避',
      content: `${order.title}（${order.code}）：${tiesInWords(ties)}，请更换成员，否则不能开始评审（${RULE.citation}）。`,
      link: `/${identity}/bidding/orders/${order.id}/info`,
      eventId,
    })
    tell(ctx, order.id, 'committee')
  },
}
