import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { sendText } from '#features/messages/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, type Route } from '#server/implement.ts'
import * as c from '../contract/employees.ts'
import { KEEPER, lockedEmployee } from './access.ts'
import { demandDepartment } from './departments.ts'
import { accountFor, join, prepareDefaultPassword } from './people.ts'
import { chosenRights, recomputeRights, setRoles } from './rights.ts'

type Ctx = Context<Employee>
type Fields = z.output<typeof c.EmployeeFields> & { mobile: string }

export const keepingRoutes: readonly Route[] = [
  implement(c.createEmployee, { ...KEEPER, prepare: prepareDefaultPassword }, async (ctx, { body, prepared }) => {
    const hash = prepared as string | null
    const added = await addEmployee(ctx, body, hash)
    if (!added)
      throw new AppError('conflict', '该手机号的员工已在本企业', [
        { path: 'mobile', message: '该手机号的员工已在本企业' },
      ])
    return { ...added, hasDefaultPassword: added.isNewPerson && hash !== null }
  }),

  implement(c.updateEmployee, KEEPER, async (ctx, { params, body }) => {
    const { employeeId } = params
    const before = await lockedEmployee(ctx, ctx.actor.companyId, employeeId)
    if (body.deptId !== before.department_id) await demandDepartment(ctx, body.deptId)
    const directRights = await chosenRights(ctx, body.rights, before.direct_rights)
    await setRoles(ctx, employeeId, body.roleIds)
    await ctx.tx
      .updateTable('employee')
      .set({
        name: body.name,
        email: body.email,
        department_id: body.deptId,
        is_signer: body.isSigner,
        direct_rights: directRights,
      })
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', employeeId)
      .execute()
    await recomputeRights(ctx, { companyId: ctx.actor.companyId, employeeIds: [employeeId] })
    ctx.actorChanged(before.user_id)
    ctx.audit({
      action: 'employee.update',
      entity: 'employee',
      entityId: employeeId,
      summary: `修改员工${body.name}`,
      data: { from: { ...before, rights: before.direct_rights }, to: { ...body, rights: directRights } },
    })
  }),
]

/**
 * Adds an employee to the own company: the account with the mobile number, or a new one, which is told by SMS. Null when
 * the person is an employee here already. Throws `invalid` for a department, role or right that cannot be given.
 */
export async function addEmployee(
  ctx: Ctx,
  body: Fields,
  hash: string | null,
): Promise<{ employeeId: string; isNewPerson: boolean } | null> {
  await demandDepartment(ctx, body.deptId)
  const directRights = await chosenRights(ctx, body.rights, [])
  const { userId, isNew } = await accountFor(ctx, { mobile: body.mobile, name: body.name, hash })
  const { companyId, companyName } = ctx.actor
  const { name, email, isSigner } = body
  const employeeId = await join(ctx, {
    companyId,
    userId,
    name,
    email,
    departmentId: body.deptId,
    isSigner,
    directRights,
  })
  if (employeeId === null) return null
  await setRoles(ctx, employeeId, body.roleIds)
  await recomputeRights(ctx, { companyId: ctx.actor.companyId, employeeIds: [employeeId] })
  await ctx.tx
    .updateTable('invitation')
    .set({ status: 1, joined_at: ctx.clock.now() })
    .where('tenant_id', '=', ctx.tenantId)
    .where('company_id', '=', companyId)
    .where('mobile', '=', body.mobile)
    .where('status', '=', 0)
    .execute()
  if (isNew) {
    const how = hash === null ? '请使用短信验证码登录' : '初始密码请向企业管理员获取，首次登录须修改'
    await sendText(ctx, {
      mobile: body.mobile,
      text: `您已被加入${companyName}，登录账号为本手机号，${how}。`,
    })
  }
  ctx.audit({
    action: 'employee.create',
    entity: 'employee',
    entityId: employeeId,
    summary: `新增员工${name}`,
    data: { rights: directRights, roleIds: body.roleIds, deptId: body.deptId, isNewPerson: isNew },
  })
  ctx.emit({ kind: 'employee.created', payload: { employeeId, userId } })
  return { employeeId, isNewPerson: isNew }
}
