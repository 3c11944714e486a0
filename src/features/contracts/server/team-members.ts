import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { canonicalBytes } from '#features/sealing/core/canonical.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import type * as tables from '#server/database/tables.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import { missingText, type Verdict } from '../rules/team.ts'

type Any = Context<Actor | null>
export type Team = Selectable<tables.AcceptanceTeam>
export type TeamMember = Selectable<tables.AcceptanceMember>

/** The team in force of a delivery: one that was dissolved is none. */
export function teamOf(ctx: Any, deliveryId: string): Promise<Team | undefined> {
  return ctx.one('acceptance_team', { deliveryId, state: ['convened', 'spoken'] })
}

/** Who has to speak: everybody who was asked and not let go, whatever the answer. */
export function activeMembers(ctx: Any, teamId: string): Promise<TeamMember[]> {
  return ctx.many('acceptance_member', { teamId, releasedAt: NULL }, { orderBy: ['isLeader desc', 'askedAt', 'id'] })
}

/** Why a delivery cannot be accepted: members of its team are silent; null: none is. */
export async function missingIn(ctx: Any, { id, state }: Pick<Team, 'id' | 'state'>): Promise<string | null> {
  if (state !== 'convened') return null
  const members = await activeMembers(ctx, id)
  const silent = members.filter(({ givenAt }) => givenAt === null)
  return missingText({ silent: silent.length, refused: silent.filter(({ reply }) => reply === 'refused').length })
}

/** Why none of these deliveries can be accepted: a team still looks at each of them; null: one can be. */
export async function examinedAll(ctx: Any, deliveryIds: readonly string[]): Promise<string | null> {
  if (deliveryIds.length === 0) return null
  const teams = await ctx.many('acceptance_team', { deliveryId: [...deliveryIds], state: 'convened' })
  return teams.length < deliveryIds.length ? null : missingIn(ctx, teams[0]!)
}

/** What the members of a team said, by member. */
export async function opinionsOf(ctx: Any, members: readonly Pick<TeamMember, 'id'>[]) {
  if (members.length === 0) return []
  const rows = await ctx.many(
    'acceptance_opinion',
    { memberId: members.map(({ id }) => id) },
    { orderBy: ['memberId'] },
  )
  return rows.map(({ memberId, verdict, reason, files }) => ({
    memberId,
    verdict: verdict as Verdict,
    reason,
    files: files as StoredFile[],
  }))
}

/** SHA-256 of what all members said, with their names and the hashes of their files, as canonical JSON (RFC 8785). */
export async function opinionsHash(ctx: Any, { id, deliveryId, task }: Team): Promise<Buffer> {
  const members = await activeMembers(ctx, id)
  const opinions = await opinionsOf(ctx, members)
  const said = {
    type: 'kaibiao/acceptance-opinions/1',
    teamId: id,
    deliveryId,
    task,
    opinions: opinions.map(({ memberId, verdict, reason, files }) => {
      const { name, employer, isLeader } = members.find((one) => one.id === memberId)!
      return {
        memberId,
        name,
        employer,
        isLeader,
        verdict,
        reason,
        files: files.map((file) => ({ name: file.name, sha256: file.sha256 })),
      }
    }),
  }
  return createHash('sha256').update(canonicalBytes(said)).digest()
}
