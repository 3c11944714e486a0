import { sizeProblem } from '../rules/meeting.ts'
import { activeMembers, type Any, type Item } from './access.ts'

/** The votes on an order in its round once all members have voted; null: some are missing, or a seat is empty for the moment. */
export async function lastVotes(
  ctx: Any,
  { meetingId, orderId, round }: Pick<Item, 'meetingId' | 'orderId' | 'round'>,
) {
  const members = await activeMembers(ctx, meetingId)
  const cast = await ctx.many('award_vote', { meetingId, orderId, round })
  const votes = cast.filter(({ memberId }) => members.some(({ id }) => id === memberId))
  const isComplete = sizeProblem(members.length) === null && votes.length === members.length
  return isComplete ? votes : null
}
