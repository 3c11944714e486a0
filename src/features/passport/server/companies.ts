import type { FastifyReply } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/database/connect.ts'
import { shownAccount } from '../rules.ts'
import { accountOf } from './numbers.ts'
import { rotateSession } from './sessions.ts'

/** Companies at this tenant that the person belongs to, disabled ones included. */
export async function joined(ctx: Context<Actor>) {
  const current = await currentEmployeeId(ctx)
  return (await employeesOf(ctx.tx, ctx.actor.userId)).map((row) => ({ ...row, isCurrent: row.employeeId === current }))
}

/**
 * The company somebody enters by logging in: the only usable one, or the only one at all, so that somebody disabled
 * there learns it; null when there is a choice.
 */
export async function companyToEnter(tx: Tx, userId: string) {
  const all = await employeesOf(tx, userId)
  const usable = all.filter((row) => row.employeeStatus === 1 && row.companyStatus === 1)
  const candidates = usable.length > 0 ? usable : all
  return candidates.length === 1 ? candidates[0]! : null
}

/** Works for a company from now on. `notFound` when the person does not belong to it, `disabled` when either is. */
export async function enter(ctx: Context<Actor>, companyId: string, reply: FastifyReply) {
  const row = (await employeesOf(ctx.tx, ctx.actor.userId)).find((e) => e.companyId === companyId)
  if (!row) throw new AppError('notFound')
  if (row.companyStatus === 0) throw new AppError('disabled', '当前企业已被禁用，请选择其他企业')
  if (row.employeeStatus === 0) throw new AppError('disabled')
  await rotateSession(ctx, reply, row.employeeId)
  await logEntry(ctx, companyId, reply)
  return { employeeId: row.employeeId, companyId }
}

/** Entering a company is a visit there, as logging in is where there is no choice. */
async function logEntry(ctx: Context<Actor>, companyId: string, { request }: FastifyReply): Promise<void> {
  const user = await ctx.expectOne('app_user', { id: ctx.actor.userId }, { columns: ['id', 'account', 'mobile'] })
  await ctx.insert('login_log', {
    id: ctx.newId(),
    userId: ctx.actor.userId,
    companyId,
    account: shownAccount(accountOf(ctx, user)),
    ip: ctx.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    outcome: 'success',
    at: ctx.clock.now(),
  })
}

/** The employee this session acts as, also when disabled; null when none was chosen or it was deleted. */
export async function currentEmployeeId(ctx: Context<Actor>): Promise<string | null> {
  const row = await ctx.tx
    .selectFrom('login_session')
    .select('employeeId')
    .where('id', '=', ctx.actor.sessionId)
    .executeTakeFirst()
  return row?.employeeId ?? null
}

function employeesOf(tx: Tx, userId: string) {
  return tx
    .selectFrom('employee as e')
    .innerJoin('company_tenant as t', (j) =>
      j.onRef('t.tenantId', '=', 'e.tenantId').onRef('t.companyId', '=', 'e.companyId'),
    )
    .innerJoin('company as c', 'c.id', 'e.companyId')
    .select(['e.id as employeeId', 'e.status as employeeStatus'])
    .select(['c.id as companyId', 'c.name as companyName', 't.status as companyStatus'])
    .where('e.userId', '=', userId)
    .where('e.deletedAt', 'is', null)
    .where('e.acceptedAt', 'is not', null)
    .orderBy('e.createdAt')
    .execute()
}
