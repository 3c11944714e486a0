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
  const values = { status: S.enabled, acceptedAt: ctx.clock.now(), invitedUntil: null }
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
    acceptedAt: null,
    invitedBy: ctx.actor.userId,
    invitedAt: now,
    invitedUntil: new Date(now.getTime() + INVITATION_DAYS * DAY),
    invitedTimes: timesBy(now),
  }
  return store(ctx, who, { mobile, values, over: sql<boolean>`employee.deleted_at is not null` })
}

/** Counts invitations of one person within a day; for updates of `employee`. */
export function timesBy(now: Date) {
  const since = new Date(now.getTime() - DAY)
  return sql<number>`case when employee.invited_at > ${since} then employee.invited_times + 1 else 1 end`
}

/** What waits for a person's answer becomes an employment. */
export async function acceptEmployment(ctx: Ctx, { id: employeeId, userId, companyId, name }: Invited): Promise<void> {
  await ctx.update(
    'employee',
    { id: employeeId },
    { status: S.enabled, acceptedAt: ctx.clock.now(), invitedUntil: null },
  )
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
  userId: string
  companyId: string
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
    .select(['id', 'userId', 'companyId', 'name'])
    .where('tenantId', '=', ctx.tenantId)
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('status', '=', S.invited)
    .where('invitedUntil', '>', ctx.clock.now())
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  await acceptEmployment(ctx, row)
  return row.id
}

interface Standing {
  /** As the company typed it, of somebody who is invited. */
  mobile?: string
  values: { status: number; acceptedAt: Date | null }
  /** Which existing record may be written over. */
  over: ReturnType<typeof sql<boolean>>
}

async function store(ctx: Ctx, who: Joining, { mobile, values, over }: Standing): Promise<string | null> {
  // A number is sealed for its row: the one that is there from before keeps its id.
  const before = await ctx.one('employee', { companyId: who.companyId, userId: who.userId }, { columns: ['id'] })
  const id = before?.id ?? ctx.newId()
  const fields = {
    departmentId: who.departmentId,
    name: who.name,
    email: who.email,
    isAdmin: false,
    isSigner: who.isSigner,
    rights: [...who.directRights],
    directRights: [...who.directRights],
    ...values,
    ...(mobile === undefined ? {} : ctx.cipher.fields('employee.invited_mobile', id, mobile)),
  }
  const stored = await ctx.tx
    .insertInto('employee')
    .values({
      tenantId: ctx.tenantId,
      id,
      companyId: who.companyId,
      userId: who.userId,
      createdAt: ctx.clock.now(),
      ...fields,
      ...('invitedTimes' in values ? { invitedTimes: 1 } : {}),
    })
    .onConflict((c) =>
      c
        .columns(['tenantId', 'companyId', 'userId'])
        .doUpdateSet({ ...fields, deletedAt: null })
        .where(over),
    )
    .returning('id')
    .executeTakeFirst()
  return stored?.id ?? null
}
