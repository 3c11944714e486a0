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

type Ctx = Context<Actor>

const S = EmployeeStatus.values
const OVER = '邀请已过期，请联系对方重新邀请'
const LAST_ADMIN = '您是该企业唯一的管理员，请先移交管理员'

/** The own page of a person: who invites, for whom one works, and the way out. */
export const employmentRoutes: readonly Route[] = [
  implementForPerson(c.ownEmployments, {}, async (ctx) => {
    const rows = await ownRows(ctx).orderBy('e.created_at').execute()
    const now = ctx.clock.now()
    const invited = rows.filter((row) => row.status === S.invited && row.invited_until! > now && mayAccept(ctx, row))
    const working = rows.filter((row) => row.accepted_at !== null)
    return {
      invitations: [...invited.map(asInvitation), ...(await linksTo(ctx))],
      employments: await Promise.all(
        working.map(async (row) => ({
          employeeId: row.id,
          companyName: row.company_name,
          deptName: row.department_name ?? '',
          status: row.status as 0 | 1,
          isAdmin: row.is_admin,
          since: row.accepted_at!.toISOString(),
          noLeave: (await isLastAdmin(ctx, row)) ? LAST_ADMIN : '',
        })),
      ),
    }
  }),

  implementForPerson(c.acceptEmployment, {}, async (ctx, { params }) => {
    const row = await lockedInvitation(ctx, params.invitationId)
    if (!row) return acceptLink(ctx, params.invitationId)
    if (!mayAccept(ctx, row)) demandProven(ctx.actor)
    if (row.invited_until! <= ctx.clock.now()) throw new AppError('wrongState', OVER)
    await acceptEmployment(ctx, row)
    return { employeeId: row.id }
  }),

  implementForPerson(c.declineEmployment, {}, async (ctx, { params }) => {
    const row = await lockedInvitation(ctx, params.invitationId)
    if (!row) return declineLink(ctx, params.invitationId)
    await removeEmployee(ctx, row)
    tellDeclined(ctx, row.id, { name: row.name, companyId: row.company_id, invitedBy: row.invited_by })
  }),

  implementForPerson(c.leaveCompany, {}, async (ctx, { params }) => {
    const found = await ownRows(ctx).where('e.id', '=', params.employeeId).executeTakeFirst()
    if (!found || found.accepted_at === null) throw new AppError('notFound')
    await lockCompany(ctx, found.company_id)
    const row = await ownRows(ctx).where('e.id', '=', found.id).forUpdate('e').executeTakeFirst()
    if (!row || row.accepted_at === null) throw new AppError('notFound')
    if (await isLastAdmin(ctx, row)) throw new AppError('wrongState', LAST_ADMIN)
    await removeEmployee(ctx, row)
    tell(ctx, row, { action: 'employee.leave', event: 'employee.deleted', summary: `${row.name}退出企业` })
  }),
]

function ownRows(ctx: Ctx) {
  return ctx.tx
    .selectFrom('employee as e')
    .innerJoin('company as c', 'c.id', 'e.company_id')
    .leftJoin('department as d', (j) =>
      j.onRef('d.tenant_id', '=', 'e.tenant_id').onRef('d.id', '=', 'e.department_id'),
    )
    .leftJoin('app_user as b', 'b.id', 'e.invited_by')
    .select(['e.id', 'e.user_id', 'e.company_id', 'e.name', 'e.status', 'e.is_admin', 'e.is_signer', 'e.rights'])
    .select(['e.accepted_at', 'e.invited_at', 'e.invited_until', 'e.invited_by'])
    .select(['c.name as company_name', 'd.name as department_name', 'b.nickname as inviter'])
    .where('e.tenant_id', '=', ctx.tenantId)
    .where('e.user_id', '=', ctx.actor.userId)
    .where('e.deleted_at', 'is', null)
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
    companyName: row.company_name,
    deptName: row.department_name ?? '',
    invitedBy: row.inviter ?? '',
    name: row.name,
    isSigner: row.is_signer,
    rights: row.rights.map((right) => RIGHTS[right as Right]?.label ?? right),
    invitedAt: row.invited_at!.toISOString(),
    expiresAt: row.invited_until!.toISOString(),
  }
}

/** An account whose number was never proven answers the company that opened it, and no other. */
function mayAccept(ctx: Ctx, row: Row): boolean {
  return ctx.actor.openedBy === null || ctx.actor.openedBy === row.company_id
}

async function isLastAdmin(ctx: Ctx, row: Row): Promise<boolean> {
  if (!row.is_admin || row.status !== S.enabled) return false
  const other = await employeesOf(ctx, row.company_id)
    .select('e.id')
    .where('e.is_admin', '=', true)
    .where('e.status', '=', S.enabled)
    .where('e.id', '<>', row.id)
    .executeTakeFirst()
  return other === undefined
}

/** Invitations by link that wait for the caller's number, as far as that is proven. */
async function waitingLinks(ctx: Ctx) {
  const own = await ctx.tx
    .selectFrom('app_user')
    .select(['id', 'mobile'])
    .where('id', '=', ctx.actor.userId)
    .where('unproven_company_id', 'is', null)
    .executeTakeFirst()
  return linksOf(ctx, own ? mobileOf(ctx, own) : '')
}

function linksOf(ctx: Ctx, mobile: string) {
  return ctx.tx
    .selectFrom('invitation as i')
    .innerJoin('company as c', 'c.id', 'i.company_id')
    .leftJoin('department as d', (j) =>
      j.onRef('d.tenant_id', '=', 'i.tenant_id').onRef('d.id', '=', 'i.department_id'),
    )
    .leftJoin('app_user as b', 'b.id', 'i.invited_by')
    .selectAll('i')
    .select(['c.name as company_name', 'd.name as department_name', 'b.nickname as inviter'])
    .select(
      sql<string[]>`array(select distinct unnest(o.rights) from role o
        where o.tenant_id = i.tenant_id and o.id = any(i.role_ids))`.as('rights'),
    )
    .where('i.mobile_hash', 'in', ctx.cipher.hashes('invitation.mobile', mobile))
    .where('i.tenant_id', '=', ctx.tenantId)
    .where('i.status', '=', sql.lit(InvitationStatus.values.waiting))
}

async function linksTo(ctx: Ctx) {
  const rows = await (await waitingLinks(ctx)).where('i.expires_at', '>', ctx.clock.now()).orderBy('i.id').execute()
  return rows.map((row) => ({
    invitationId: row.id,
    companyName: row.company_name,
    deptName: row.department_name ?? '',
    invitedBy: row.inviter ?? '',
    name: row.name,
    isSigner: false,
    rights: row.rights.map((right) => RIGHTS[right as Right]?.label ?? right),
    invitedAt: row.sent_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }))
}

async function lockedLink(ctx: Ctx, id: string) {
  const row = await (await waitingLinks(ctx)).where('i.id', '=', id).forUpdate('i').executeTakeFirst()
  if (!row) throw new AppError('notFound', '邀请不存在或已撤回')
  return row
}

async function acceptLink(ctx: Ctx, id: string): Promise<{ employeeId: string }> {
  const row = await lockedLink(ctx, id)
  if (row.expires_at <= ctx.clock.now()) throw new AppError('wrongState', OVER)
  return { employeeId: await enter(ctx, row, ctx.actor.userId) }
}

async function declineLink(ctx: Ctx, id: string): Promise<void> {
  const row = await lockedLink(ctx, id)
  await ctx.tx
    .updateTable('invitation')
    .set({ status: InvitationStatus.values.declined })
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', id)
    .execute()
  tellDeclined(ctx, id, { name: row.name, companyId: row.company_id, invitedBy: row.invited_by })
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
