import type { Selectable } from 'kysely'
import { setSigner, SIGNER_ENDED_EVENT } from '#features/organisation/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import type { SignEmployee } from '#server/database/tables.ts'
import type { Subscriber } from '#server/events.ts'
import { lockOpening } from './access.ts'
import { SIGNER_REVOKED_EVENT, type SignerRevoked } from './public.ts'

type Ctx = Context<Actor | null>
export type LiveRow = Selectable<SignEmployee>

/** Event for whoever tells people of an opening that has ended. */
export const PERSON_ENDED_EVENT = 'e-sign.person-ended'

/**
 * Somebody signs for the company no more, or will not. Of one who could, running tasks go to an administrator: `to` where it
 * is one, who acts, else whoever has administered longest.
 */
export async function endPerson(
  ctx: Ctx,
  row: LiveRow,
  { state, reason, to }: { state: 'declined' | 'revoked'; reason: string; to: Actor | null },
): Promise<void> {
  const { id, companyId, employeeId, userId, name } = row
  await ctx.update('sign_employee', { id }, { state, endedAt: ctx.clock.now(), endReason: reason })
  ctx.audit({ action: 'e-sign.end', entity: 'e-sign', entityId: id, summary: `${name}的个人签署结束：${reason}` })
  const isOpened = row.state === 'opened'
  ctx.emit({ kind: PERSON_ENDED_EVENT, payload: { id, isOpened, by: to?.userId ?? null }, topics: [`user:${userId}`] })
  if (!isOpened) return
  await setSigner(ctx, { employeeId, userId, isSigner: false })
  const payload: SignerRevoked = { companyId, userId, to: await administrator(ctx, { companyId, userId, to }) }
  ctx.emit({ kind: SIGNER_REVOKED_EVENT, payload: { ...payload } })
}

async function administrator(
  ctx: Ctx,
  { companyId, userId, to }: { companyId: string; userId: string; to: Actor | null },
): Promise<string | null> {
  const rows = await ctx.many(
    'employee',
    { companyId, isAdmin: true, status: 1, deletedAt: NULL },
    { columns: ['userId'], orderBy: ['createdAt', 'id'] },
  )
  const others = rows.map((row) => row.userId).filter((one) => one !== userId)
  return others.find((one) => one === to?.userId) ?? others[0] ?? null
}

/** Whoever leaves, is disabled or is no signer of the company any more signs for it no more. */
export const endings: readonly Subscriber[] = [
  ending('employee.deleted', '已离开企业'),
  ending('employee.disabled', '已被企业禁用'),
  ending(SIGNER_ENDED_EVENT, '企业取消了签字人'),
]

function ending(kind: string, reason: string): Subscriber {
  return {
    name: `e-sign: end who signs, ${kind}`,
    kind,
    async handle(ctx, { payload }) {
      const employeeId = String(payload.employeeId)
      const found = await ctx.one('sign_employee', { employeeId, endedAt: NULL }, { columns: ['companyId'] })
      if (!found) return
      await lockOpening(ctx, found.companyId)
      const row = await ctx.one('sign_employee', { employeeId, endedAt: NULL }, { lock: 'update' })
      if (row) await endPerson(ctx, row, { state: 'revoked', reason, to: null })
    },
  }
}
