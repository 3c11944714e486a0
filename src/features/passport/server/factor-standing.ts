import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { MINUTE } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { FRESH_MINUTES } from '../rules.ts'
import { FACTOR_GROUPS, type FactorGroup, type LoginPolicy } from '../rules-policy.ts'
import { readPolicy } from './policy.ts'

type Ctx = Pick<Context<Actor | null>, 'tx' | 'clock' | 'tenantId'>

/** How a person stands with second factors at a tenant. */
export interface FactorStanding {
  has: boolean
  /** The tenant's policy asks for one from this person now. */
  isRequired: boolean
}

export async function factorStanding(ctx: Ctx, userId: string, policy: LoginPolicy): Promise<FactorStanding> {
  const has = await ctx.tx
    .selectFrom('second_factor')
    .select('id')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  const asked = groupsAsked(policy, ctx.clock.now())
  return { has: has !== undefined, isRequired: asked.length > 0 && (await isInOne(ctx, userId, asked)) }
}

/**
 * For what must not be done with a session somebody left open: throws `stepUp` unless a second factor was shown in it as
 * recently as the tenant asks. Where the tenant asks for nothing, nothing is looked at.
 */
export async function demandFreshFactor(ctx: Context<Actor>): Promise<void> {
  const { stepUpMinutes } = await readPolicy(ctx)
  if (stepUpMinutes === 0) return
  const { factorAt } = await ownSession(ctx)
  if (!factorAt || ctx.clock.now().getTime() - factorAt.getTime() > stepUpMinutes * MINUTE) throw new AppError('stepUp')
}

/**
 * Before factors are changed: a factor shown a moment ago, or where there is none yet, a log-in. `isProven`: the password was
 * just entered. Throws `stepUp`.
 */
export async function demandFreshLogin(ctx: Context<Actor>, { has, isProven }: { has: boolean; isProven: boolean }) {
  const { factorAt, createdAt } = await ownSession(ctx)
  const since = has ? factorAt : createdAt
  const isFresh = since !== null && ctx.clock.now().getTime() - since.getTime() <= FRESH_MINUTES * MINUTE
  if (!isFresh && (has || !isProven)) throw new AppError('stepUp', undefined, { password: !has })
}

export function ownSession(ctx: Context<Actor>) {
  return ctx.tx
    .selectFrom('login_session')
    .select(['factorAt', 'createdAt', 'deviceId'])
    .where('id', '=', ctx.actor.sessionId)
    .executeTakeFirstOrThrow()
}

/** Groups whose day has begun in Beijing. */
function groupsAsked({ factorFrom }: LoginPolicy, now: Date): FactorGroup[] {
  const today = new Date(now.getTime() + BEIJING_MS).toISOString().slice(0, 10)
  return (Object.keys(FACTOR_GROUPS) as FactorGroup[]).filter((group) => {
    const from = factorFrom[group]
    return from != null && from <= today
  })
}

const BEIJING_MS = 8 * 60 * MINUTE

async function isInOne({ tx, tenantId }: Ctx, userId: string, asked: readonly FactorGroup[]): Promise<boolean> {
  const { rows } = await sql<Record<FactorGroup, boolean>>`select
    exists (select 1 from employee where tenant_id = ${tenantId} and user_id = ${userId} and is_admin and deleted_at is null)
      or exists (select 1 from app_user where id = ${userId} and is_platform_admin) as administrators,
    exists (select 1 from employee e join company_tenant c using (tenant_id, company_id)
      where e.tenant_id = ${tenantId} and e.user_id = ${userId} and e.deleted_at is null and (c.is_purchaser or c.is_agency)
      and (e.is_admin or e.rights && array['tendering', 'agencyTendering'])) as hosts,
    exists (select 1 from expert_user where tenant_id = ${tenantId} and user_id = ${userId}) as experts,
    exists (select 1 from joint_officer where tenant_id = ${tenantId} and user_id = ${userId}) as officers`.execute(tx)
  return asked.some((group) => rows[0]![group])
}
