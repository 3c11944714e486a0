import type { OutputOf } from '#contract/endpoint.ts'
import type { Officer } from '#features/sealing/core/joint/ceremony.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { JointCeremony, ownCeremony } from '../contract.ts'
import { CeremonyStatus, type OfficerRole } from '../rules.ts'
import { type Attempt, type OfficerRow, ownAttempt } from './access.ts'
import { careActions } from './care.ts'
import { attemptView, ceremonyOf, dealingsOf, recordOf } from './view.ts'

type Ctx = Context<Actor>

/** Every attempt in which the person is an officer, newest first. */
export async function listOwn(ctx: Ctx) {
  const rows = await ctx.many(
    'joint_officer',
    { userId: ctx.actor.userId },
    { columns: ['ceremonyId', 'role'], orderBy: ['ceremonyId desc'], limit: 100 },
  )
  const views = []
  for (const { ceremonyId: id, role } of rows) {
    const attempt = await ownAttempt(ctx, id)
    const view = await officerView(ctx, attempt)
    views.push({ ...view, role: role as OfficerRole })
  }
  return views
}

/** What an officer's device needs to do its part and to check the others'. */
export async function ownView(ctx: Context<Actor>, ceremonyId: string): Promise<OutputOf<typeof ownCeremony>> {
  const attempt = await ownAttempt(ctx, ceremonyId)
  const { own, row } = attempt
  const status = row.status as CeremonyStatus
  const S = CeremonyStatus.values
  const whole = attempt.officers.every((officer) => officer.device !== null)
  const dealt = status === S.confirming || status === S.ready
  return {
    ...(await officerView(ctx, attempt)),
    index: own.idx,
    tenantId: String(ctx.tenantId),
    ceremony: whole ? { ...ceremonyOf(ctx, attempt) } : null,
    record: status === S.ready ? { ...recordOf(ctx, attempt) } : null,
    dealings: dealt ? dealingsOf(attempt).map((dealing) => ({ ...dealing })) : [],
    deviceKey: (own.device as Pick<Officer, 'deviceKey'> | null)?.deviceKey ?? null,
  }
}

/** An attempt as one of its officers sees it: making the key, and what is done with it until the opening. */
async function officerView(ctx: Ctx, attempt: Attempt & { own: OfficerRow }): Promise<JointCeremony> {
  const view = await attemptView(ctx, attempt, { part: 'officer', own: attempt.own })
  return { ...view, actions: [...view.actions, ...(await careActions(ctx, attempt, attempt.own))] }
}
