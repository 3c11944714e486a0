import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { admit } from '#features/organisation/server/public.ts'
import { demandProven, mobileOf } from '#features/passport/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Sealed } from '#server/secrecy/sealed.ts'
import type { askToJoin, JoinRequest } from '../contract/certification.ts'
import { JoinStatus } from '../rules/enums.ts'
import { findCompany } from './access.ts'
import { NULL } from '#server/database/records.ts'

type Ctx = Context<Actor>

/** Asks the administrators of a company of this tenant to be taken in. */
export async function ask(ctx: Ctx, body: z.output<typeof askToJoin.body>): Promise<{ id: string }> {
  demandProven(ctx.actor)
  const company = await findCompany(ctx, body.companyId)
  // A natural person is nobody's employer, and is not told of either.
  if (!company?.isCertified || company.companyType === 4) throw new AppError('notFound')
  const { userId } = ctx.actor
  const employee = await ctx.one(
    'employee',
    { companyId: company.id, userId, deletedAt: NULL },
    { columns: ['id', 'acceptedAt'] },
  )
  if (employee)
    throw new AppError(
      'conflict',
      employee.acceptedAt === null ? '该企业已邀请您加入，请在“我的企业”中接受邀请' : '您已是该企业的员工',
    )
  const open = await requests(ctx)
    .select('r.id')
    .where('r.companyId', '=', company.id)
    .where('r.userId', '=', userId)
    .where('r.status', '=', JoinStatus.values.pending)
    .executeTakeFirst()
  if (open) throw new AppError('conflict', '您已申请加入该企业，请等待管理员处理')
  const id = ctx.newId()
  await ctx.insert('join_request', {
    id,
    companyId: company.id,
    userId,
    name: body.name,
    message: body.message,
    createdAt: ctx.clock.now(),
  })
  ctx.audit({ action: 'join.ask', entity: 'company', entityId: company.id, summary: `${body.name}申请加入企业` })
  ctx.emit({ kind: 'join.requested', payload: { id } })
  return { id }
}

/** What the person asked for at this tenant. */
export async function own(ctx: Ctx): Promise<z.output<typeof JoinRequest>[]> {
  const rows = await requests(ctx)
    .where('r.userId', '=', ctx.actor.userId)
    .innerJoin('company as c', 'c.id', 'r.companyId')
    .innerJoin('app_user as u', 'u.id', 'r.userId')
    .selectAll('r')
    .select(['c.name as companyName', 'u.mobile'])
    .orderBy('r.id', 'desc')
    .limit(20)
    .execute()
  return rows.map((row) => shown(ctx, row))
}

/** Who waits to be taken in by the company entered. */
export async function pending(ctx: Context<Employee>): Promise<z.output<typeof JoinRequest>[]> {
  const rows = await requests(ctx)
    .where('r.companyId', '=', ctx.actor.companyId)
    .where('r.status', '=', JoinStatus.values.pending)
    .innerJoin('company as c', 'c.id', 'r.companyId')
    .innerJoin('app_user as u', 'u.id', 'r.userId')
    .selectAll('r')
    .select(['c.name as companyName', 'u.mobile'])
    .orderBy('r.id')
    .limit(200)
    .execute()
  return rows.map((row) => shown(ctx, row))
}

/** Takes a person in as an employee without rights, or not. Throws `notFound` for a request to another company. */
export async function decide(
  ctx: Context<Employee>,
  { id, accept }: { id: string; accept: boolean },
): Promise<{ userId: string; employeeId: string | null }> {
  const row = await requests(ctx)
    .selectAll('r')
    .where('r.id', '=', id)
    .where('r.companyId', '=', ctx.actor.companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  if (row.status !== JoinStatus.values.pending) throw new AppError('wrongState')
  await ctx.update(
    'join_request',
    { id },
    {
      status: accept ? JoinStatus.values.accepted : JoinStatus.values.refused,
      decidedAt: ctx.clock.now(),
      decidedBy: ctx.actor.userId,
    },
  )
  const employeeId = accept ? await takeIn(ctx, row) : null
  ctx.audit({
    action: accept ? 'join.accept' : 'join.refuse',
    entity: 'company',
    entityId: row.companyId,
    summary: `${accept ? '同意' : '拒绝'}${row.name}加入企业`,
    data: { userId: row.userId, employeeId },
  })
  ctx.emit({ kind: 'join.decided', payload: { id } })
  if (employeeId) ctx.emit({ kind: 'employee.created', payload: { employeeId, userId: row.userId } })
  return { userId: row.userId, employeeId }
}

/** The person has asked for it, so nothing more needs to be accepted. */
function takeIn(ctx: Ctx, { companyId, userId, name }: { companyId: string; userId: string; name: string }) {
  return admit(ctx, {
    companyId,
    userId,
    name,
    email: '',
    departmentId: null,
    isSigner: false,
    directRights: [],
  })
}

function shown(
  ctx: Ctx,
  row: {
    id: string
    companyId: string
    companyName: string
    userId: string
    name: string
    mobile: Sealed | null
    message: string
    status: number
    createdAt: Date
  },
): z.output<typeof JoinRequest> {
  return {
    id: row.id,
    companyId: row.companyId,
    companyName: row.companyName,
    userId: row.userId,
    name: row.name,
    mobile: mobileOf(ctx, { id: row.userId, mobile: row.mobile }),
    message: row.message,
    status: row.status as 0 | 1 | 2,
    createdAt: row.createdAt.toISOString(),
  }
}

function requests(ctx: Ctx) {
  return ctx.tx.selectFrom('join_request as r').where('r.tenantId', '=', ctx.tenantId)
}
