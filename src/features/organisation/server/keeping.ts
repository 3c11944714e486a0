import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import { sendText } from '#features/messages/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, type Route } from '#server/implement.ts'
import type { Sealed } from '#server/secrecy/sealed.ts'
import * as c from '../contract/employees.ts'
import { INVITATION_DAYS } from '#features/passport/rules.ts'
import { EmployeeStatus, InvitationStatus } from '../contract/shared.ts'
import { KEEPER, lockedEmployee, mobileOfEmployee } from './access.ts'
import { demandDepartment } from './departments.ts'
import { demandQuota } from './quota.ts'
import { accountFor, prepareDefaultPassword } from './accounts.ts'
import { inviteEmployee, timesBy } from './admission.ts'
import { chosenRights, recomputeRights, setRoles } from './rights.ts'
import { signerEnded } from './signers.ts'

type Ctx = Context<Employee>
type Fields = z.output<typeof c.EmployeeFields> & { mobile: string }

/** A person is not asked more often than this. */
const AGAIN_AFTER = MINUTE

export const keepingRoutes: readonly Route[] = [
  implement(c.createEmployee, { ...KEEPER, prepare: prepareDefaultPassword }, async (ctx, { body, prepared }) => {
    const employeeId = await addEmployee(ctx, body, prepared as string | null)
    if (employeeId === null)
      throw new AppError('conflict', '该手机号的员工已在本企业', [
        { path: 'mobile', message: '该手机号的员工已在本企业' },
      ])
    return { employeeId }
  }),

  implement(c.inviteAgain, KEEPER, async (ctx, { params }) => {
    const row = await lockedEmployee(ctx, ctx.actor.companyId, params.employeeId)
    const now = ctx.clock.now()
    if (row.status !== EmployeeStatus.values.invited) throw new AppError('wrongState', '该员工已加入本企业')
    if (row.invitedAt && now.getTime() - row.invitedAt.getTime() < AGAIN_AFTER)
      throw new AppError('tooMany', '刚刚邀请过，请一分钟后再试')
    const mobile = await invitedMobile(ctx, row)
    await demandQuota(ctx, mobile)
    await ctx.tx
      .updateTable('employee')
      .set({
        invitedBy: ctx.actor.userId,
        invitedAt: now,
        invitedUntil: new Date(now.getTime() + INVITATION_DAYS * DAY),
        invitedTimes: timesBy(now),
      })
      .where('tenantId', '=', ctx.tenantId)
      .where('id', '=', row.id)
      .execute()
    await sendInvitation(ctx, { employeeId: row.id, userId: row.userId, mobile })
    ctx.audit({
      action: 'employee.invite',
      entity: 'employee',
      entityId: row.id,
      summary: `再次邀请${row.name}成为员工`,
    })
  }),

  implement(c.updateEmployee, KEEPER, async (ctx, { params, body }) => {
    const { employeeId } = params
    const before = await lockedEmployee(ctx, ctx.actor.companyId, employeeId)
    if (body.deptId !== before.departmentId) await demandDepartment(ctx, body.deptId)
    const directRights = await chosenRights(ctx, body.rights, before.directRights)
    await setRoles(ctx, employeeId, body.roleIds)
    await ctx.update(
      'employee',
      { id: employeeId },
      {
        name: body.name,
        email: body.email,
        departmentId: body.deptId,
        isSigner: body.isSigner,
        directRights,
      },
    )
    await recomputeRights(ctx, { companyId: ctx.actor.companyId, employeeIds: [employeeId] })
    ctx.actorChanged(before.userId)
    if (before.isSigner && !body.isSigner) ctx.emit(signerEnded({ employeeId, userId: before.userId }))
    ctx.audit({
      action: 'employee.update',
      entity: 'employee',
      entityId: employeeId,
      summary: `修改员工${body.name}`,
      data: {
        from: {
          name: before.name,
          email: before.email,
          deptId: before.departmentId,
          isSigner: before.isSigner,
          rights: before.directRights,
        },
        to: { ...body, rights: directRights },
      },
    })
  }),
]

/**
 * Invites somebody to work for the own company: the account with the mobile number, or a new one with this first password.
 * Whether there was one shows nowhere: not in the answer, the list, the audit trail, nor in what later calls say. Answers
 * the employee; null when the person is one here already. Throws `invalid` for a department, role or right that cannot be
 * given, `tooMany` beyond the day's invitations.
 */
export async function addEmployee(ctx: Ctx, body: Fields, hash: string | null): Promise<string | null> {
  const { companyId } = ctx.actor
  const { mobile, name, email, isSigner, roleIds, deptId } = body
  await demandDepartment(ctx, deptId)
  const directRights = await chosenRights(ctx, body.rights, [])
  await demandQuota(ctx, mobile)
  const { userId } = await accountFor(ctx, { mobile, name, hash, openedBy: companyId })
  const employeeId = await inviteEmployee(ctx, {
    companyId,
    userId,
    mobile,
    name,
    email,
    departmentId: deptId,
    isSigner,
    directRights,
  })
  if (employeeId === null) return null
  await setRoles(ctx, employeeId, roleIds)
  await recomputeRights(ctx, { companyId, employeeIds: [employeeId] })
  // One invitation is enough: this one says more.
  await ctx.update(
    'invitation',
    { companyId, mobileHash: ctx.cipher.hashes('invitation.mobile', mobile), status: InvitationStatus.values.waiting },
    { status: InvitationStatus.values.withdrawn },
  )
  await sendInvitation(ctx, { employeeId, userId, mobile })
  ctx.audit({
    action: 'employee.invite',
    entity: 'employee',
    entityId: employeeId,
    summary: `邀请${name}成为员工`,
    data: { rights: directRights, roleIds, deptId },
  })
  return employeeId
}

/** The text message that everybody gets, and what tells those who have an inbox. */
async function sendInvitation(
  ctx: Ctx,
  { employeeId, userId, mobile }: { employeeId: string; userId: string; mobile: string },
): Promise<void> {
  await sendText(ctx, {
    mobile,
    text: `${ctx.actor.companyName}邀请您加入，请在${INVITATION_DAYS}日内用本手机号以短信验证码登录平台，接受或谢绝邀请。`,
  })
  ctx.emit({ kind: 'employee.invited', payload: { employeeId, userId }, topics: [`user:${userId}`] })
}

async function invitedMobile(
  ctx: Ctx,
  row: { id: string; status: number; invitedMobile: Sealed | null; userId: string },
): Promise<string> {
  const { mobile } = await ctx.expectOne('app_user', { id: row.userId }, { columns: ['mobile'] })
  const number = mobileOfEmployee(ctx, { ...row, mobile })
  if (number === '') throw new AppError('wrongState', '该员工没有手机号码，请撤回后重新邀请')
  return number
}
