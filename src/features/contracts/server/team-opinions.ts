import { demandOwnFiles, keptFile, storedFiles, type StoredFile } from '#server/files/own-files.ts'
import { AppError } from '#contract/errors.ts'
import { implementFile, implementForPerson, type Route } from '#server/implement.ts'
import * as calls from '../contract/team.ts'
import { record } from './access.ts'
import { TEAM_USE } from './files.ts'
import { concludeIfSpoken, demandImpartial, type Personal, seatAt, seatedFor, SEATED } from './team-access.ts'
import { opinionsOf } from './team-members.ts'
import { readerOfTeam } from './team-view.ts'

/** What members of teams do: answer, and say what they find, each alone. */
export const teamOpinionRoutes: readonly Route[] = [
  implementForPerson(calls.replyTeam, SEATED, async (ctx, { params, body }) => {
    const { accepts, reason } = body
    const found = await seatedFor(ctx, params.teamId, accepts ? 'accept' : 'decline')
    const { seat, contract, callOff, delivery, team } = found
    if (accepts) await demandImpartial(ctx, contract, seat)
    await ctx.update(
      'acceptance_member',
      { id: seat.id },
      { reply: accepts ? 'accepted' : 'refused', replyReason: reason, repliedAt: ctx.clock.now() },
    )
    record(ctx, contract, {
      action: 'team-reply',
      summary: accepts
        ? `${seat.name}接受验收邀请，声明无利害关系`
        : `${seat.name}不参加订单 ${callOff.code} 第 ${delivery.no} 批的验收：${reason}`,
      data: { teamId: team.id, memberId: seat.id },
    })
    if (!accepts)
      ctx.emit({ kind: 'contract.team-refused', payload: { callOffId: callOff.id, name: seat.name, reason } })
  }),

  implementForPerson(calls.giveVerdict, SEATED, async (ctx, { params, body }) => {
    const found = await seatedFor(ctx, params.teamId, 'opine')
    const { seat, contract, callOff, delivery, team } = found
    await demandImpartial(ctx, contract, seat)
    const { verdict, reason } = body
    await demandOwnFiles(
      ctx,
      body.files.map(({ fileId }) => fileId),
      { use: TEAM_USE, by: 'person' },
    )
    const files = JSON.stringify(await storedFiles(ctx, body.files))
    await ctx.insert('acceptance_opinion', { memberId: seat.id, verdict, reason, files })
    await ctx.update('acceptance_member', { id: seat.id }, { givenAt: ctx.clock.now() })
    // That it was given is on record, what it says not before all have.
    record(ctx, contract, {
      action: 'team-opinion',
      summary: `验收小组成员提交意见：订单 ${callOff.code} 第 ${delivery.no} 批`,
      data: { teamId: team.id, memberId: seat.id },
    })
    await concludeIfSpoken(ctx, found)
  }),

  implementFile(calls.teamFile, { ...SEATED, audience: 'person' }, async (ctx, { params }) =>
    keptFile(ctx, await readableFiles(ctx, params.teamId), params.fileId),
  ),
]

/** Papers of the delivery for a member who has accepted, and files of those opinions that the caller may read. */
async function readableFiles(ctx: Personal, teamId: string): Promise<StoredFile[]> {
  const reader = await readerOfTeam(ctx, teamId)
  if (reader) return [...reader.files, ...(await opinionsOf(ctx, reader.members)).flatMap(({ files }) => files)]
  const { team, members, seat, delivery } = await seatAt(ctx, teamId)
  if (seat.reply !== 'accepted') throw new AppError('notFound')
  const readable = team.state === 'spoken' ? members : [seat]
  const opinions = await opinionsOf(ctx, readable)
  return [...(delivery.files as StoredFile[]), ...opinions.flatMap(({ files }) => files)]
}
