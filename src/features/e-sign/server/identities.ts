import { AppError } from '#contract/errors.ts'
import { HOUR } from '#contract/time.ts'
import { maskedIdentity } from '#features/enterprise/rules/identifiers.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { MOST_LOOKUPS } from '../rules/status.ts'

type Ctx = Context<Actor | null>

/**
 * The identity number of an employee that the platform has: what the person gave, else what the newest application of the
 * company says of its agent. Undefined without one.
 */
export async function identityOnFile(
  ctx: Ctx,
  { companyId, employeeId }: { companyId: string; employeeId: string },
): Promise<string | undefined> {
  const given = await ctx.many('sign_employee', { companyId, employeeId }, { orderBy: ['askedAt desc', 'id desc'] })
  const own = given.find(({ identityHash }) => identityHash !== null)
  if (own) return ctx.cipher.open('sign_employee.identity', own.id, own.identity) ?? undefined
  const [last] = await ctx.many(
    'sign_application',
    { companyId, agentEmployeeId: employeeId },
    { orderBy: ['appliedAt desc', 'id desc'], limit: 1 },
  )
  return last && ctx.cipher.open('sign_application.agent_identity', last.id, last.agentIdentity)
}

/** Refuses a number that another person signs with: it belongs to one. */
export async function demandOwnIdentity(
  ctx: Ctx,
  { identity, userId, path }: { identity: string; userId: string; path: string },
): Promise<void> {
  const hashes = ctx.cipher.hashes('sign_employee.identity', identity)
  const rows = await ctx.many('sign_employee', { identityHash: hashes, state: 'opened' }, { columns: ['userId'] })
  if (rows.every((row) => row.userId === userId)) return
  const message = '该身份证号已由其他人员用于电子签章，请核对'
  throw new AppError('conflict', message, [{ path, message }])
}

/** As it is shown; '' without one. */
export function shownIdentity(identity: string | undefined): string {
  return identity ? maskedIdentity(identity) : ''
}

/** Notes that somebody looks at the identity of a colleague; refuses more than a person needs. */
export async function noteLookup(ctx: Context<Employee>, employeeId: string): Promise<void> {
  const { companyId, userId } = ctx.actor
  const now = ctx.clock.now()
  const since = new Date(now.getTime() - HOUR)
  const { n } = await ctx.tx
    .selectFrom('sign_lookup')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('tenantId', '=', ctx.tenantId)
    .where('userId', '=', userId)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  if (n >= MOST_LOOKUPS) throw new AppError('tooMany', '查询身份信息过于频繁，请一小时后再试')
  await ctx.tx
    .deleteFrom('sign_lookup')
    .where('tenantId', '=', ctx.tenantId)
    .where('userId', '=', userId)
    .where('at', '<=', since)
    .execute()
  await ctx.insert('sign_lookup', { id: ctx.newId(), companyId, userId, employeeId, at: now })
}
