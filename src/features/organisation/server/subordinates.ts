import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { includes } from '#server/search/includes.ts'
import {
  demandSubordinate,
  employeesOf,
  hasMobile,
  lockCompany,
  lockedEmployee,
  masked,
  MOBILE_COLUMNS,
  mobileOfEmployee,
} from './access.ts'

type Ctx = Context<Employee>

/** Who could administer a company below the own one. Mobile numbers are masked: they are another company's people. */
export async function candidatesBelow(ctx: Ctx, companyId: string, keyword?: string) {
  await demandSubordinate(ctx, companyId)
  const rows = await employeesOf(ctx, companyId)
    .innerJoin('app_user as u', 'u.id', 'e.userId')
    .select(MOBILE_COLUMNS)
    .select(['e.name', 'e.isAdmin'])
    .where('e.status', '=', 1)
    .$if(Boolean(keyword), (q) => q.where((e) => e.or([includes(keyword!, ['e.name']), hasMobile(ctx, keyword!)])))
    .orderBy('e.isAdmin', 'desc')
    .orderBy('e.id')
    .limit(50)
    .execute()
  return rows.map((row) => ({
    employeeId: row.id,
    name: row.name,
    mobile: masked(mobileOfEmployee(ctx, row)),
    isAdmin: row.isAdmin,
  }))
}

/** Makes one employee of a company below the own one its only administrator. */
export async function appoint(ctx: Ctx, companyId: string, employeeId: string): Promise<void> {
  await demandSubordinate(ctx, companyId)
  await lockCompany(ctx, companyId)
  const row = await lockedEmployee(ctx, companyId, employeeId)
  if (row.status !== 1) throw new AppError('wrongState', '该员工已被禁用或尚未加入，不能任命为管理员')
  const user = await ctx.expectOne('app_user', { id: row.userId }, { columns: ['unprovenCompanyId'] })
  if (user.unprovenCompanyId !== null)
    throw new AppError('wrongState', '该员工须先以短信验证码登录，验证手机号，方可任命为管理员')
  const changed = await ctx.tx
    .updateTable('employee')
    .set({ isAdmin: sql<boolean>`id = ${employeeId}` })
    .where('tenantId', '=', ctx.tenantId)
    .where('companyId', '=', companyId)
    .where('deletedAt', 'is', null)
    .where((e) => e.or([e('isAdmin', '=', true), e('id', '=', employeeId)]))
    .returning(['id', 'userId'])
    .execute()
  for (const one of changed) {
    ctx.actorChanged(one.userId)
    ctx.emit({
      kind: 'employee.administrator',
      payload: { employeeId: one.id, userId: one.userId, companyId, isAdmin: one.id === employeeId },
      topics: [`user:${one.userId}`],
    })
  }
  ctx.audit({
    action: 'employee.appoint',
    entity: 'employee',
    entityId: employeeId,
    summary: `任命${row.name}为下级企业管理员`,
    data: { companyId },
  })
}
