import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { DAY } from '#contract/time.ts'
import { INVITATION_DAYS } from '../rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { forgetDevices } from './devices.ts'

/**
 * Somebody has shown by a code or link sent to it that the mobile number of an account is theirs. Where a company had opened
 * the account, whoever knew its first password could act as that person: password, sessions, second factors and the bound WeChat
 * account end, and employments wait for the owner's answer. `hash`: the password that the owner sets now. Answers whether it was the
 * first proof.
 */
export async function proveMobile(
  ctx: Context<Actor | null>,
  userId: string,
  { hash = null }: { hash?: string | null } = {},
): Promise<boolean> {
  const user = await ctx.one('app_user', { id: userId }, { columns: ['unprovenCompanyId'], lock: 'update' })
  if (!user?.unprovenCompanyId) return false
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + INVITATION_DAYS * DAY)
  const { rows } = await sql<{ atTenant: number; employeeId: string }>`
    select * from kb_prove_mobile(${userId}, ${now}, ${until})`.execute(ctx.tx)
  await dropFactors(ctx, userId)
  if (hash !== null) await ctx.update('app_user', { id: userId }, { passwordHash: hash })
  ctx.actorChanged(userId)
  ctx.audit({
    action: 'user.prove',
    entity: 'user',
    entityId: userId,
    summary: '首次验证手机号，此前的密码与登录失效',
    data: { employeeIds: rows.map((row) => row.employeeId) },
  })
  // Whatever waits for such an employee goes on to somebody else, as with one who is disabled.
  for (const row of rows)
    if (row.atTenant === ctx.tenantId)
      ctx.emit({ kind: 'employee.disabled', payload: { employeeId: row.employeeId, userId } })
  return true
}

/** A passkey logs in by itself: one that was added with the first password would outlive it. */
async function dropFactors({ tx }: Context<Actor | null>, userId: string): Promise<void> {
  await tx.deleteFrom('second_factor').where('userId', '=', userId).execute()
  await tx.deleteFrom('recovery_code').where('userId', '=', userId).execute()
  await forgetDevices(tx, userId)
}

/** Refuses who has never shown that the mobile number is theirs: such an account acts for the company that opened it only. */
export function demandProven(actor: Actor): void {
  if (actor.openedBy !== null) throw new AppError('forbidden', '请先退出，以短信验证码登录以验证手机号，再办理此项')
}
