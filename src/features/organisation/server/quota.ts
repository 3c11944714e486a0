import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { DAY } from '#contract/time.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

/** Invitations a company sends within a day, and those of them to one number: they cost money, and numbers belong to others. */
const PER_DAY = 500
const PER_NUMBER = 5

/** Throws `tooMany` when the own company may not send one more invitation to this number today. */
export async function demandQuota(ctx: Context<Employee>, mobile: string): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - DAY)
  const { companyId } = ctx.actor
  const { rows } = await sql<{ total: number; own: number }>`
    select coalesce(sum(n), 0)::int as total, coalesce(sum(n) filter (where is_own), 0)::int as own from (
      select sent_times as n, coalesce(mobile_hash = any(${ctx.cipher.hashes('invitation.mobile', mobile)}), false) as is_own
        from invitation
        where tenant_id = ${ctx.tenantId} and company_id = ${companyId} and sent_at > ${since}
      union all
      select invited_times, coalesce(invited_mobile_hash = any(${ctx.cipher.hashes('employee.invited_mobile', mobile)}), false)
        from employee
        where tenant_id = ${ctx.tenantId} and company_id = ${companyId} and invited_at > ${since}
    ) sent`.execute(ctx.tx)
  const { total, own } = rows[0]!
  if (total >= PER_DAY) throw new AppError('tooMany', `每日最多发送${PER_DAY}条邀请，请明日再试`)
  if (own >= PER_NUMBER) throw new AppError('tooMany', `每日最多向同一手机号发送${PER_NUMBER}次邀请，请明日再试`)
}
