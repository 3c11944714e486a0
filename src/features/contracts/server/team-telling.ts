import { notify } from '#features/messages/server/public.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import { TEAM_LISTS, teamPlace } from '../rules/places.ts'
import type { Any, Contract } from './access.ts'

export const TEAM_WORK: MessageKind = {
  group: '合同与履约',
  channels: URGENT,
  kind: 'contract.team-work',
  label: '验收小组邀请',
  workbenches: ['purchaser', 'expert'],
  isEssential: true,
}

interface Telling {
  to: readonly { userId: string; expertId: string | null }[]
  title: string
  content: string
  /** They have no seat any more: they are led to their other tasks. */
  areGone?: true
}

/** Tells members of a team what is asked of them, in the transaction that asks: each in the workbench where it acts. */
export async function tellMembers(
  ctx: Any,
  { contract, teamId }: { contract: Pick<Contract, 'code' | 'title'>; teamId: string },
  { to, title, content, areGone }: Telling,
): Promise<void> {
  for (const side of ['expert', 'purchaser'] as const) {
    const userIds = to.filter(({ expertId }) => (expertId !== null) === (side === 'expert')).map(({ userId }) => userId)
    if (userIds.length === 0) continue
    await notify(ctx, {
      to: { userIds },
      identity: side,
      kind: TEAM_WORK.kind,
      title,
      content: `“${contract.title}”（${contract.code}）：${content}`,
      link: areGone ? TEAM_LISTS[side] : teamPlace(side, teamId),
    })
  }
}
