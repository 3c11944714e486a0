import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { type Right, RIGHTS } from '#features/passport/rules-rights.ts'
import { demandProven, mobileOf } from '#features/passport/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import * as c from '../contract/employments.ts'
import { EmployeeStatus, InvitationStatus } from '../contract/shared.ts'
import { employeesOf, lockCompany } from './access.ts'
import { acceptEmployment } from './admission.ts'
import { enter } from './invitations.ts'
import { removeEmployee, tell } from './life.ts'
import { NULL } from '#server/database/records.ts'

type Ctx = Context<Actor>

const S = EmployeeStatus.values
const OVER = '邀请已过期，请联系对方重新邀请'
const LAST_ADMIN = '您是该企业唯一的管理员，请先移交管理员'

/** The own page of a person: who invites, for whom one works, and the way out. */
export const employmentRoutes: readonly Route[] = [
  implementForPerson(c.ownEmployments, {}, async (ctx) => {
    const rows = await ownRows(ctx).orderBy('e.createdAt').execute()
    const now = ctx.clock.now()
    const invited = rows.filter((row) => row.status === S.invited && row.invitedUntil! > now && mayAccept(ctx, row))
    const working = rows.filter((row) => row.acceptedAt !== null)
    return {
      invitations: [...invited.map(asInvitation), ...(await linksTo(ctx))],
      employments: await Promise.all(
        working.map(async (row) => ({
          employeeId: row.id,
          companyName: row.companyName,
          deptName: row.departmentName ?? '',
          status: row.status as 0 | 1,
          isAdmin: row.isAdmin,
          since: row.acceptedAt!.toISOString(),
          noLeave: (await isLastAdmin(ctx, row)) ? LAST_ADMIN : '',
        })),
      ),
    }
  }),

  implementForPerson(c.acceptEmployment, {}, async (ctx, { params }) => {
    const row = await lockedInvitation(ctx, params.invitationId)
    if (!row) return acceptLink(ctx, params.invitationId)
    if (!mayAccept(ctx, row)) demandProven(ctx.actor)
    if (row.invitedUntil! <= ctx.clock.now()) throw new AppError('wrongState', OVER)
    await acceptEmployment(ctx, row)
    return { employeeId: row.id }
  }),

  implementForPerson(c.declineEmployment, {}, async (ctx, { params }) => {
    const row = await lockedInvitation(ctx, params.invitationId)
    if (!row) return declineLink(ctx, params.invitationId)
    await removeEmployee(ctx, row)
    tellDeclined(ctx, row.id, { name: row.name, companyId: row.companyId, invitedBy: row.invitedBy })
  }),

  implementForPerson(c.leaveCompany, {}, async (ctx, { params }) => {
    const found = await ownRows(ctx).where('e.id', '=', params.employeeId).executeTakeFirst()
    if (!found || found.acceptedAt === null) throw new AppError('notFound')
    await lockCompany(ctx, found.companyId)
    const row = await ownRows(ctx).where('e.id', '=', found.id).forUpdate('e').executeTakeFirst()
    if (!row || row.acceptedAt === null) throw new AppError('notFound')
    if (await isLastAdmin(ctx, row)) throw new AppError('wrongState', LAST_ADMIN)
    await removeEmployee(ctx, row)
    tell(ctx, row, { action: 'employee.leave', event: 'employee.deleted', summary: `${row.name}退出企业` })
  }),
]

function ownRows(ctx: Ctx) {
  return ctx.tx
    .selectFrom('employee as e')
    .innerJoin('company as c', 'c.id', 'e.companyId')
    .leftJoin('department as d', (j) => j.onRef('d.tenantId', '=', 'e.tenantId').onRef('d.id', '=', 'e.departmentId'))
    .leftJoin('app_user as b', 'b.id', 'e.invitedBy')
    .select(['e.id', 'e.userId', 'e.companyId', 'e.name', 'e.status', 'e.isAdmin', 'e.isSigner', 'e.rights'])
    .select(['e.acceptedAt', 'e.invitedAt', 'e.invitedUntil', 'e.invitedBy'])
    .select(['c.name as companyName', 'd.name as departmentName', 'b.nickname as inviter'])
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.userId', '=', ctx.actor.userId)
    .where('e.deletedAt', 'is', null)
}

type Row = Awaited<ReturnType<ReturnType<typeof ownRows>['executeTakeFirstOrThrow']>>

/** What waits for the caller's answer, locked; undefined when it is something else. An answered one is `wrongState`. */
async function lockedInvitation(ctx: Ctx, id: string): Promise<Row | undefined> {
  const row = await ownRows(ctx).where('e.id', '=', id).forUpdate('e').executeTakeFirst()
  if (row && row.status !== S.invited) throw new AppError('wrongState', '您已是该企业的员工')
  return row
}

function asInvitation(row: Row) {
  return {
    invitationId: row.id,
    companyName: row.companyName,
    deptName: row.departmentName ?? '',
    invitedBy: row.inviter ?? '',
    name: row.name,
    isSigner: row.isSigner,
    rights: row.rights.map((right) => RIGHTS[right as Right]?.label ?? right),
    invitedAt: row.invitedAt!.toISOString(),
    expiresAt: row.invitedUntil!.toISOString(),
  }
}

/** An account whose number was never proven answers the company that opened it, and no other. */
function mayAccept(ctx: Ctx, row: Row): boolean {
  return ctx.actor.openedBy === null || ctx.actor.openedBy === row.companyId
}

async function isLastAdmin(ctx: Ctx, row: Row): Promise<boolean> {
  if (!row.isAdmin || row.status !== S.enabled) return false
  const other = await employeesOf(ctx, row.companyId)
    .select('e.id')
    .where('e.isAdmin', '=', true)
    .where('e.status', '=', S.enabled)
    .where('e.id', '<>', row.id)
    .executeTakeFirst()
  return other === undefined
}

/** Invitations by link that wait for the caller's number, as far as that is proven. */
async function waitingLinks(ctx: Ctx) {
  const own = await ctx.one(
    'app_user',
    { id: ctx.actor.userId, unprovenCompanyId: NULL },
    { columns: ['id', 'mobile'] },
  )
  return linksOf(ctx, own ? mobileOf(ctx, own) : '')
}

function linksOf(ctx: Ctx, mobile: string) {
  return ctx.tx
    .selectFrom('invitation as i')
    .innerJoin('company as c', 'c.id', 'i.companyId')
    .leftJoin('department as d', (j) => j.onRef('d.tenantId', '=', 'i.tenantId').onRef('d.id', '=', 'i.departmentId'))
    .leftJoin('app_user as b', 'b.id', 'i.invitedBy')
    .selectAll('i')
    .select(['c.name as companyName', 'd.name as departmentName', 'b.nickname as inviter'])
    .select(
      sql<string[]>`array(select distinct unnest(o.rights) from role o
        where o.tenant_id = i.tenant_id and o.id = any(i.role_ids))`.as('rights'),
    )
    .where('i.mobileHash', 'in', ctx.cipher.hashes('invitation.mobile', mobile))
    .where('i.tenantId', '=', ctx.tenantId)
    .where('i.status', '=', sql.lit(InvitationStatus.values.waiting))
}

async function linksTo(ctx: Ctx) {
  const rows = await (await waitingLinks(ctx)).where('i.expiresAt', '>', ctx.clock.now()).orderBy('i.id').execute()
  return rows.map((row) => ({
    invitationId: row.id,
    companyName: row.companyName,
    deptName: row.departmentName ?? '',
    invitedBy: row.inviter ?? '',
    name: row.name,
    isSigner: false,
    rights: row.rights.map((right) => RIGHTS[right as Right]?.label ?? right),
    invitedAt: row.sentAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }))
}

async function lockedLink(ctx: Ctx, id: string) {
  const row = await (await waitingLinks(ctx)).where('i.id', '=', id).forUpdate('i').executeTakeFirst()
  if (!row) throw new AppError('notFound', '邀请不存在或已撤回')
  return row
}

async function acceptLink(ctx: Ctx, id: string): Promise<{ employeeId: string }> {
  const row = await lockedLink(ctx, id)
  if (row.expiresAt <= ctx.clock.now()) throw new AppError('wrongState', OVER)
  return { employeeId: await enter(ctx, row, ctx.actor.userId) }
}

async function declineLink(ctx: Ctx, id: string): Promise<void> {
  const row = await lockedLink(ctx, id)
  await ctx.update('invitation', { id }, { status: InvitationStatus.values.declined })
  tellDeclined(ctx, id, { name: row.name, companyId: row.companyId, invitedBy: row.invitedBy })
}

function tellDeclined(
  ctx: Ctx,
  entityId: string,
  { name, companyId, invitedBy }: { name: string; companyId: string; invitedBy: string | null },
): void {
  ctx.audit({
    action: 'employee.decline',
    entity: 'employee',
    entityId,
    summary: `${name}谢绝加入企业`,
    data: { companyId },
  })
  ctx.emit({ kind: 'employee.declined', payload: { name, companyId, invitedBy } })
}
