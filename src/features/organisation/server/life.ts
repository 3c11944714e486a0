import { AppError } from '#contract/errors.ts'
import { endSessions, preparePasswordCheck, verifyPassword } from '#features/passport/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, type Route } from '#server/implement.ts'
import * as c from '../contract/employees.ts'
import { EmployeeStatus } from '../contract/shared.ts'
import { type EmployeeAction, employeeStatus } from '../rules/employee-status.ts'
import { administers, KEEPER, lockCompany, lockedEmployee, ownEmployees } from './access.ts'
import { defaultPassword, prepareDefaultPassword } from './accounts.ts'

type Ctx = Context<Employee>

const S = EmployeeStatus.values

export const lifeRoutes: readonly Route[] = [
  implement(c.disableEmployee, KEEPER, async (ctx, { params }) => {
    const { row, to } = await step(ctx, params.employeeId, () => 'disable')
    await change(ctx, row.id, { status: to })
    await stopHeading(ctx, row)
    tell(ctx, row, { action: 'employee.disable', event: 'employee.disabled', summary: `禁用员工${row.name}` })
  }),

  implement(c.enableEmployee, KEEPER, async (ctx, { params }) => {
    const { row, to } = await step(ctx, params.employeeId, () => 'enable')
    await change(ctx, row.id, { status: to })
    tell(ctx, row, { action: 'employee.enable', event: 'employee.enabled', summary: `启用员工${row.name}` })
  }),

  implement(c.deleteEmployee, KEEPER, async (ctx, { params }) => {
    const { row } = await step(ctx, params.employeeId, ({ status }) => (status === S.invited ? 'withdraw' : 'delete'))
    await removeEmployee(ctx, row)
    if (row.status === S.invited)
      tell(ctx, row, { action: 'employee.withdraw', event: 'employee.withdrawn', summary: `撤回对${row.name}的邀请` })
    else tell(ctx, row, { action: 'employee.delete', event: 'employee.deleted', summary: `删除员工${row.name}` })
  }),

  implement(c.resetPassword, { ...KEEPER, prepare: prepareDefaultPassword }, async (ctx, { params, prepared }) => {
    const { row } = await step(ctx, params.employeeId, () => 'resetPassword')
    await ctx.update('app_user', { id: row.userId }, { passwordHash: prepared as string, isDefaultPassword: true })
    await endSessions(ctx.tx, row.userId)
    tell(ctx, row, { action: 'employee.reset', event: 'employee.reset', summary: `重置员工${row.name}的登录密码` })
  }),

  implement(c.transferAdministrator, { ...KEEPER, prepare: preparePasswordCheck }, async (ctx, { body, prepared }) => {
    await verifyPassword(ctx, prepared)
    const { row } = await step(ctx, body.toEmployeeId, () => 'transfer')
    await change(ctx, row.id, { isAdmin: true })
    await change(ctx, ctx.actor.employeeId, { isAdmin: false })
    ctx.actorChanged(ctx.actor.userId)
    tell(ctx, row, {
      action: 'employee.transfer',
      event: 'employee.administrator',
      summary: `管理员移交给${row.name}`,
      payload: { companyId: row.companyId, isAdmin: true },
    })
  }),
]

/**
 * Somebody leaves a company: the record stays for what refers to it. Somebody who comes back later begins without the
 * rights of before, and a department they headed has no head.
 */
export async function removeEmployee(ctx: Context<Actor>, row: { id: string; companyId: string }): Promise<void> {
  await ctx.remove('employee_role', { employeeId: row.id })
  await change(ctx, row.id, {
    deletedAt: ctx.clock.now(),
    isAdmin: false,
    isSigner: false,
    rights: [],
    directRights: [],
    departmentId: null,
  })
  await stopHeading(ctx, row)
}

/** What an account says of its password and its mobile number; columns of `app_user`. */
export interface Account {
  passwordHash: string | null
  isDefaultPassword: boolean
  unprovenTenantId: number | null
  unprovenCompanyId: string | null
}

/**
 * Why an account's password cannot be set back by the company; null when it can: the company has opened the account, whose
 * owner has neither set a password nor proven the number. Such an account can work nowhere else.
 */
export function noResetOf(ctx: Ctx, user: Account, firstPassword: string | null): string | null {
  const isOwn = user.unprovenCompanyId === ctx.actor.companyId && user.unprovenTenantId === ctx.tenantId
  if (!isOwn || !(user.isDefaultPassword || user.passwordHash === null)) return '密码只能由员工本人以短信验证码重置'
  return firstPassword === null ? '平台未设置默认密码，员工可使用短信验证码登录' : null
}

/** Locks the company and the employee, and asks the status table. A stranger's employee is `notFound`. */
async function step(ctx: Ctx, employeeId: string, actionOf: (row: { status: number }) => EmployeeAction) {
  await lockCompany(ctx, ctx.actor.companyId)
  await demandStillAdmin(ctx)
  const row = await lockedEmployee(ctx, ctx.actor.companyId, employeeId)
  const user = await ctx.expectOne(
    'app_user',
    { id: row.userId },
    { columns: ['passwordHash', 'isDefaultPassword', 'unprovenTenantId', 'unprovenCompanyId'], lock: 'update' },
  )
  const others = await ownEmployees(ctx)
    .select('e.id')
    .where('e.isAdmin', '=', true)
    .where('e.status', '=', 1)
    .where('e.id', '<>', employeeId)
    .limit(1)
    .execute()
  const record = {
    status: row.status,
    isAdmin: row.isAdmin,
    isSelf: row.id === ctx.actor.employeeId,
    isLastAdmin: row.isAdmin && row.status === 1 && others.length === 0,
    noReset: noResetOf(ctx, user, await defaultPassword(ctx.tx, ctx.tenantId)),
    isUnproven: user.unprovenCompanyId !== null,
  }
  const who = { administers: administers(ctx) }
  return { row, to: employeeStatus.next(actionOf(row), { record, who, now: ctx.clock.now().getTime() }) }
}

/** The one who acts may have been disabled or stopped being administrator while waiting for the lock. */
async function demandStillAdmin(ctx: Ctx): Promise<void> {
  const self = await ownEmployees(ctx)
    .select(['e.isAdmin', 'e.status'])
    .where('e.id', '=', ctx.actor.employeeId)
    .executeTakeFirst()
  if (!self?.isAdmin || self.status !== 1) throw new AppError('noRight')
}

type Changes = Partial<{
  status: number
  isAdmin: boolean
  isSigner: boolean
  rights: string[]
  directRights: string[]
  departmentId: null
  deletedAt: Date
}>

async function change(ctx: Context<Actor>, employeeId: string, changes: Changes): Promise<void> {
  await ctx.update('employee', { id: employeeId }, changes)
}

/** Departments headed by somebody who left have no head, and get none back by itself. */
async function stopHeading(ctx: Context<Actor>, row: { id: string; companyId: string }): Promise<void> {
  await ctx.update('department', { companyId: row.companyId, headEmployeeId: row.id }, { headEmployeeId: null })
}

/** Everybody who must know: every process, the person's open pages, subscribers, the audit trail. */
export function tell(
  ctx: Context<Actor>,
  { id, userId }: { id: string; userId: string },
  fact: { action: string; event: string; summary: string; payload?: Record<string, unknown> },
): void {
  ctx.actorChanged(userId)
  ctx.emit({
    kind: fact.event,
    payload: { employeeId: id, userId, ...fact.payload },
    topics: [`user:${userId}`],
  })
  ctx.audit({ action: fact.action, entity: 'employee', entityId: id, summary: fact.summary })
}
