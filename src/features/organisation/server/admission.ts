import { sql } from 'kysely'
import { DAY } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { INVITATION_DAYS } from '#features/passport/rules.ts'
import { EmployeeStatus } from '../contract/shared.ts'

type Ctx = Context<Actor | null>

const S = EmployeeStatus.values

export interface Joining {
  companyId: string
  userId: string
  name: string
  email: string
  departmentId: string | null
  isSigner: boolean
  directRights: readonly string[]
}

/**
 * Makes a person who asked for it or said yes an employee of a company, from now on; an invitation that waits is answered
 * by it, and somebody who was deleted comes back under the same record. Null when the person is an employee there already.
 * Roles and the union of rights are the caller's to add.
 */
export async function admit(ctx: Ctx, who: Joining): Promise<string | null> {
  const values = { status: S.enabled, accepted_at: ctx.clock.now(), invited_until: null }
  const employeeId = await store(ctx, who, {
    values,
    over: sql<boolean>`employee.deleted_at is not null or employee.status = 2`,
  })
  if (employeeId !== null) ctx.actorChanged(who.userId)
  return employeeId
}

/**
 * Invites a person, who is no employee before accepting: nothing of what is stored is in force. Null when the person is
 * an employee there or invited already.
 */
export async function inviteEmployee(
  ctx: Context<Actor>,
  { mobile, ...who }: Joining & { mobile: string },
): Promise<string | null> {
  const now = ctx.clock.now()
  const values = {
    status: S.invited,
    accepted_at: null,
    invited_by: ctx.actor.userId,
    invited_at: now,
    invited_until: new Date(now.getTime() + INVITATION_DAYS * DAY),
    invited_times: timesBy(now),
  }
  return store(ctx, who, { mobile, values, over: sql<boolean>`employee.deleted_at is not null` })
}

/** Counts invitations of one person within a day; for updates of `employee`. */
export function timesBy(now: Date) {
  const since = new Date(now.getTime() - DAY)
  return sql<number>`case when employee.invited_at > ${since} then employee.invited_times + 1 else 1 end`
}

/** What waits for a person's answer becomes an employment. */
export async function acceptEmployment(
  ctx: Ctx,
  { id: employeeId, user_id: userId, company_id: companyId, name }: Invited,
): Promise<void> {
  await ctx.tx
    .updateTable('employee')
    .set({ status: S.enabled, accepted_at: ctx.clock.now(), invited_until: null })
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', employeeId)
    .execute()
  ctx.actorChanged(userId)
  ctx.audit({
    action: 'employee.accept',
    entity: 'employee',
    entityId: employeeId,
    summary: `${name}接受邀请加入企业`,
    data: { companyId },
  })
  ctx.emit({ kind: 'employee.created', payload: { employeeId, userId }, topics: [`user:${userId}`] })
}

interface Invited {
  id: string
  user_id: string
  company_id: string
  name: string
}

/**
 * Who changes the first password of an account accepts the employment it was opened for, if the invitation still stands.
 * Answers the employee; null when nothing waits.
 */
export async function acceptFirstEmployment(
  ctx: Context<Actor>,
  { userId, companyId }: { userId: string; companyId: string },
): Promise<string | null> {
  const row = await ctx.tx
    .selectFrom('employee')
    .select(['id', 'user_id', 'company_id', 'name'])
    .where('tenant_id', '=', ctx.tenantId)
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('status', '=', S.invited)
    .where('invited_until', '>', ctx.clock.now())
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  await acceptEmployment(ctx, row)
  return row.id
}

interface Standing {
  /** As the company typed it, of somebody who is invited. */
  mobile?: string
  values: { status: number; accepted_at: Date | null }
  /** Which existing record may be written over. */
  over: ReturnType<typeof sql<boolean>>
}

async function store(ctx: Ctx, who: Joining, { mobile, values, over }: Standing): Promise<string | null> {
  // A number is sealed for its row: the one that is there from before keeps its id.
  const before = await ctx.tx
    .selectFrom('employee')
    .select('id')
    .where('tenant_id', '=', ctx.tenantId)
    .where('company_id', '=', who.companyId)
    .where('user_id', '=', who.userId)
    .executeTakeFirst()
  const id = before?.id ?? ctx.newId()
  const fields = {
    department_id: who.departmentId,
    name: who.name,
    email: who.email,
    is_admin: false,
    is_signer: who.isSigner,
    rights: [...who.directRights],
    direct_rights: [...who.directRights],
    ...values,
    ...(mobile === undefined ? {} : ctx.cipher.fields('employee.invited_mobile', id, mobile)),
  }
  const stored = await ctx.tx
    .insertInto('employee')
    .values({
      tenant_id: ctx.tenantId,
      id,
      company_id: who.companyId,
      user_id: who.userId,
      created_at: ctx.clock.now(),
      ...fields,
      ...('invited_times' in values ? { invited_times: 1 } : {}),
    })
    .onConflict((c) =>
      c
        .columns(['tenant_id', 'company_id', 'user_id'])
        .doUpdateSet({ ...fields, deleted_at: null })
        .where(over),
    )
    .returning('id')
    .executeTakeFirst()
  return stored?.id ?? null
}
